// The page of `satpuzzle view`: pieces that can be rotated, moved apart, hidden, and taken out step by step.
// The data is written by view.py: `bodies` (vertices, faces, lines and letters; balls and bonds), `copies` of pieces
// (letter, name, styles) and `solutions`.  A solution has `pieces` (copy, body, place, and the displacement `outward`)
// and `moves` (pieces, their positions `to` after the move, whether they leave, and a `text`), and a `note` of what is
// stuck.  The page opens on the solution `first`.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (name) => document.getElementById(name);
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const MARGIN = 12, HINT = 28; // pixels around the pieces, and below them for the hint
  const STEP = 900; // milliseconds, at speed 1
  const LEAVES = 0.75; // the fraction of a step after which a piece that leaves begins to shrink
  const TURN = Math.PI / 24; // the angle by which an arrow key rotates the view

  let renderer;
  try {
    renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  } catch (error) {
    element("controls").append("This page needs WebGL, which this browser does not offer.");
    return;
  }
  const canvas = renderer.domElement;
  renderer.setPixelRatio(window.devicePixelRatio);
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  element("panel").after(canvas);

  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(35, 1, 0.1, 1000);
  const sun = new THREE.DirectionalLight(0xffffff, 1.5);
  sun.position.set(-0.5, 0.8, 0.7);
  camera.add(sun, sun.target); // the light comes from above and to the left of the camera
  scene.add(camera, new THREE.HemisphereLight(0xffffff, 0x9a9a9a, 2.0));
  const controls = new THREE.OrbitControls(camera, canvas);
  const made = workshop(data, renderer.capabilities.getMaxAnisotropy());

  // The pieces

  const hidden = new Set(); // the copies that the user has hidden
  let pieces = [], number = 0, done = 0; // the solution's pieces and number, and how many moves are done

  const moves = () => data.solutions[number].moves;
  const letters = (which) => which.map((index) => data.copies[pieces[index].copy].letter).join(", ");

  function show(which) {
    pause();
    number = (which + data.solutions.length) % data.solutions.length;
    done = 0;
    build();
    element("number").textContent = `${number + 1} of ${data.solutions.length}`;
    element("assembly").hidden = element("steps").hidden = !moves().length;
    element("note").textContent = data.solutions[number].note;
    element("step").max = moves().length || 1;
    element("pieces").replaceChildren(...pieces.map(entry));
    arrange();
  }

  function build() {
    for (const { group } of pieces) { scene.remove(group); made.release(group); }
    const by = element("own").checked ? "copy" : "piece";
    pieces = data.solutions[number].pieces.map(({ copy, body, place, outward, paint }) => {
      const { letter, styles } = data.copies[copy];
      const group = made.build(data.bodies[body], { letter, ...styles[by] }, paint);
      scene.add(group);
      return { copy, group, body: made.reached(data.bodies[body]), place: vector(place), outward: vector(outward) };
    });
    rims();
  }

  function entry({ copy }) {
    const { letter, name } = data.copies[copy];
    const label = document.createElement("label"), box = document.createElement("input");
    const swatch = document.createElement("span");
    box.type = "checkbox";
    box.addEventListener("change", () => {
      hidden[box.checked ? "delete" : "add"](copy);
      arrange();
    });
    swatch.className = "swatch";
    swatch.textContent = letter;
    label.append(box, swatch);
    if (data.named) label.append(name);
    return label;
  }

  // Updates the list of pieces; a piece that has been taken out is not ticked.
  function tick() {
    const by = element("own").checked ? "copy" : "piece";
    [...element("pieces").children].forEach((label, index) => {
      const { copy, gone } = pieces[index], { colour, ink } = data.copies[copy].styles[by];
      const [box, swatch] = label.children;
      box.checked = !gone && !hidden.has(copy);
      box.disabled = gone;
      label.className = gone ? "gone" : "";
      Object.assign(swatch.style, { background: colour, color: ink });
    });
  }

  function rims() {
    for (const { group } of pieces)
      for (const child of group.children) if (child.userData.rim) child.visible = dark.matches;
  }

  function arrange() {
    const explode = Number(element("explode").value);
    pieces.forEach((piece, index) => {
      piece.gone = false;
      piece.left = 0; // from 0 to 1: how far the piece has shrunk
      const at = piece.group.position.copy(piece.place);
      moves().forEach(({ pieces: moving, to, out }, i) => {
        const which = moving.indexOf(index), part = Math.min(1, done - i);
        if (which < 0 || part <= 0) return;
        at.lerp(vector(to[which]), part);
        if (out) piece.left = Math.max(0, (part - LEAVES) / (1 - LEAVES));
        piece.gone = out && part === 1;
      });
      at.addScaledVector(piece.outward, explode);
      piece.group.scale.setScalar(Math.max(1e-3, 1 - piece.left));
      piece.group.visible = !piece.gone && !hidden.has(piece.copy);
    });
    element("step").value = done;
    announce();
    tick();
    fit();
    draw();
  }

  function announce() {
    const now = Math.min(moves().length, Math.ceil(done));
    const { pieces: moving, text: move } = now ? moves()[now - 1] : {};
    const which = now ? `: ${letters(moving)} ${moving.length > 1 ? "go" : "goes"} ${move}` : "";
    const text = `${now} of ${moves().length}${which}`;
    if (element("stepping").textContent !== text) element("stepping").textContent = text;
    element("step").setAttribute("aria-valuetext", text);
    const seen = pieces.filter(({ group }) => group.visible).length;
    const solution = data.solutions.length > 1 ? `solution ${element("number").textContent}, ` : "";
    canvas.setAttribute("aria-label", `${document.title}: ${solution}${seen} of ${pieces.length} pieces are shown`);
  }

  // The camera

  let seen = { centre: vector(data.centre), distance: 1 }; // centre and distance of the last fit
  let fitting = false; // true while `fit` moves the camera, so that this does not redraw the scene

  // Returns the part of the window for the pieces: beside the panel or below it, whichever is larger.
  function freeArea() {
    const { right, bottom } = element("panel").getBoundingClientRect();
    const [width, height] = [window.innerWidth, window.innerHeight - HINT];
    const beside = { x: right, y: 0, width: width - right, height };
    const below = { x: 0, y: bottom, width, height: height - bottom };
    const least = ({ width, height }) => Math.min(width, height);
    return least(beside) > least(below) ? beside : below;
  }

  // Returns the vertices and balls of the visible pieces, each as a place and a radius.  Those of a piece that leaves
  // approach the remaining pieces as it shrinks.
  function reached() {
    const shown = pieces.filter(({ group }) => group.visible);
    const staying = shown.filter(({ left }) => !left);
    const home = staying.length ? new THREE.Vector3() : vector(data.centre);
    for (const { group } of staying) home.addScaledVector(group.position, 1 / staying.length);
    return shown.flatMap(({ body, group, left }) => body.map(({ place, radius }) => (
      { place: place.clone().add(group.position).lerp(home, left), radius: radius * (1 - left) })));
  }

  // Moves the camera so that the pieces fill the free area, without changing the viewing direction.  While the user rotates
  // the view, the camera only moves away if it must, so that the picture stays steady.
  function fit(turning = false) {
    const all = reached();
    if (!all.length) return;
    const { x, y, width, height } = freeArea(), [wide, high] = [window.innerWidth, window.innerHeight];
    camera.aspect = wide / high;
    camera.setViewOffset(wide, high, wide / 2 - x - width / 2, high / 2 - y - height / 2, wide, high);
    const focus = high / 2 / Math.tan((camera.fov * Math.PI) / 360); // distance of the eye from the window, in pixels
    const slopes = [width, height].map((pixels) => Math.max(20, pixels / 2 - MARGIN) / focus);
    const away = camera.position.clone().sub(controls.target), near = away.clone().normalize();
    const right = new THREE.Vector3(0, 1, 0).cross(near).normalize(), up = near.clone().cross(right);

    // The eye and an edge of the free area span a plane with this slope.  Returns slope times the distance at which the
    // plane touches the pieces.
    const touches = (side, slope) => Math.max(...all.map(({ place, radius }) => {
      const at = place.clone().sub(seen.centre);
      return at.dot(side) + slope * at.dot(near) + radius * Math.hypot(1, slope);
    }));
    const pairs = [right, up].map((side, i) => [side, side.clone().negate()].map((one) => touches(one, slopes[i])));
    const centre = seen.centre.clone();
    let distance;
    if (turning) {
      distance = Math.max(seen.distance, ...pairs.map((pair, i) => Math.max(...pair) / slopes[i]));
    } else {
      const depths = all.map(({ place }) => place.clone().sub(seen.centre).dot(near));
      const deep = (Math.max(...depths) + Math.min(...depths)) / 2;
      distance = Math.max(...pairs.map(([ahead, behind], i) => (ahead + behind) / 2 / slopes[i])) - deep;
      const shifts = pairs.map(([ahead, behind]) => (ahead - behind) / 2);
      [right, up, near].forEach((axis, i) => centre.addScaledVector(axis, [...shifts, deep][i]));
    }
    controls.target.add(centre).sub(seen.centre); // keeps the user's own shift and zoom
    camera.position.copy(controls.target).addScaledVector(away, distance / seen.distance);
    seen = { centre, distance };
    fitting = true;
    controls.update();
    fitting = false;
  }

  function view() {
    seen = { centre: vector(data.centre), distance: 1 };
    controls.target.copy(seen.centre);
    camera.position.copy(vector(data.viewpoint)).sub(seen.centre).normalize().add(seen.centre);
  }

  let frames = 0;
  function draw() {
    const away = camera.position.distanceTo(seen.centre);
    camera.near = away / 50;
    camera.far = away * 4;
    camera.updateProjectionMatrix();
    for (const { group } of pieces) made.face(group, camera);
    renderer.render(scene, camera);
    document.body.dataset.frames = ++frames;
  }

  function resize() {
    renderer.setSize(window.innerWidth, window.innerHeight);
    fit();
    draw();
  }

  // Taking apart

  let playing = null; // {target, last}
  function pause() {
    playing = null;
    element("play").textContent = "Play";
  }

  function step(to) {
    done = Math.max(0, Math.min(moves().length, to));
    arrange();
  }

  function play(target) {
    const turn = playing = { last: performance.now() };
    element("play").textContent = "Pause";
    requestAnimationFrame(function frame(now) {
      if (turn !== playing) return;
      const part = (Math.max(0, now - turn.last) / STEP) * Number(element("speed").value);
      if (still.matches ? part >= 1 : part > 0) { // whole steps only for users who prefer reduced motion
        const left = target - done, by = still.matches ? 1 : part;
        step(done + Math.sign(left) * Math.min(by, Math.abs(left)));
        turn.last = now;
      }
      if (done === target) pause();
      else requestAnimationFrame(frame);
    });
  }

  function go(target) {
    pause();
    if (still.matches) step(target);
    else play(Math.max(0, Math.min(moves().length, target)));
  }

  const act = {
    back: () => go(Math.ceil(done) - 1),
    forth: () => go(Math.floor(done) + 1),
    reset: () => { pause(); step(0); },
    play: () => {
      if (playing || !moves().length) { pause(); return; }
      if (done === moves().length) step(0);
      play(moves().length);
    },
    previous: () => { if (data.solutions.length > 1) show(number - 1); },
    next: () => { if (data.solutions.length > 1) show(number + 1); },
    again: () => { view(); fit(); draw(); },
    all: () => { hidden.clear(); arrange(); },
    none: () => { for (const { copy } of pieces) hidden.add(copy); arrange(); },
  };
  for (const [name, does] of Object.entries(act)) element(name).addEventListener("click", does);
  element("explode").addEventListener("input", arrange);
  element("step").addEventListener("input", () => { pause(); step(Number(element("step").value)); });
  element("own").addEventListener("change", () => { build(); arrange(); });

  // Keys; a focused button, slider or select handles the keys that it uses itself.
  const keys = {
    ArrowLeft: () => controls.rotateLeft(-TURN), ArrowRight: () => controls.rotateLeft(TURN),
    ArrowUp: () => controls.rotateUp(-TURN), ArrowDown: () => controls.rotateUp(TURN),
    "+": () => controls.dollyIn(0.9), "=": () => controls.dollyIn(0.9), "-": () => controls.dollyOut(0.9),
    " ": act.play, ",": act.back, ".": act.forth, Home: act.reset, n: act.next, p: act.previous,
  };
  window.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (target.closest("input, select, button, summary") && /^( |Arrow.*|Home)$/.test(key)) return;
    if (/^\d$/.test(key)) {
      element("explode").value = Number(key) / 9;
      arrange();
    } else if (keys[key]) keys[key]();
    else return;
    event.preventDefault();
    if (key.startsWith("Arrow")) element("hint").hidden = true;
  });

  // Start

  element("own").checked = data.colourBy === "copy";
  element("copies").hidden = data.copies.every(({ styles }) => styles.piece.colour === styles.copy.colour);
  element("pieces").classList.toggle("named", data.named);
  element("flip").hidden = element("turns").hidden = data.solutions.length < 2;
  if (window.innerWidth <= 600) element("panel").open = false;
  view();
  show(data.first);
  resize();
  controls.addEventListener("start", () => { element("hint").hidden = true; });
  controls.addEventListener("change", () => {
    if (fitting) return;
    fit(true);
    draw();
  });
  dark.addEventListener("change", () => { rims(); draw(); });
  window.addEventListener("resize", resize);
  new ResizeObserver(resize).observe(element("panel"));
})();
