// The page of `satpuzzle view`: pieces that can be turned, moved apart, hidden, and taken out step by step.
// Data: board (a place for each cell), faces of a cell or null for balls, copies (letter, name, colour, ink),
// solutions (pieces as [copy, cells], steps or null).  Places are [right, near, up]; three.js has up second.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (name) => document.getElementById(name);
  const vector = ([right, near, up]) => new THREE.Vector3(right, up, near);
  const key = (place) => place.map((x) => Math.round(x * 1e4)).join();
  const plus = (a, b) => a.map((x, i) => x + b[i]);
  const RADIUS = 0.49, WAIST = 0.3, LETTER = 0.42;

  let renderer;
  try {
    renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  } catch (error) {
    element("controls").append("This page needs WebGL, which this browser does not offer.");
    return;
  }
  renderer.setPixelRatio(window.devicePixelRatio);
  document.body.prepend(renderer.domElement);

  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(35, 1, 0.1, 1000);
  const sun = new THREE.DirectionalLight(0xffffff, 1.7);
  sun.position.set(-0.6, 1.2, 0.9);
  camera.add(sun);
  scene.add(camera, new THREE.HemisphereLight(0xffffff, 0x9a9a9a, 2.0));
  const controls = new THREE.OrbitControls(camera, renderer.domElement);

  const low = [0, 1, 2].map((i) => Math.min(...data.board.map((place) => place[i])));
  const high = [0, 1, 2].map((i) => Math.max(...data.board.map((place) => place[i])));
  const centre = vector(low.map((x, i) => (x + high[i]) / 2));
  const size = Math.hypot(...low.map((x, i) => high[i] - x + 1));

  // The surface of a piece, as in geometry.py: faces without a cell of the piece behind them.
  function surface(cells) {
    const own = new Set(cells.map(key)), found = [], meeting = new Map();
    for (const cell of cells)
      for (const face of data.faces)
        if (!own.has(key(plus(cell, face.step)))) {
          const corners = face.corners.map((corner) => plus(cell, corner));
          const edges = corners.map((a, i) => {
            const b = corners[(i + 1) % corners.length];
            return { a, b, name: [key(a), key(b)].sort().join("|") + "|" + key(face.step) };
          });
          for (const { name } of edges) meeting.set(name, (meeting.get(name) || 0) + 1);
          found.push({ corners, edges, step: face.step });
        }
    const lines = found.flatMap(({ edges }) => edges.filter(({ name }) => meeting.get(name) === 1));
    return { found, lines };
  }

  function texture(letter, colour) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 64;
    const context = canvas.getContext("2d");
    context.font = "bold 56px sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = colour;
    context.fillText(letter, 32, 35);
    const made = new THREE.CanvasTexture(canvas);
    made.colorSpace = THREE.SRGBColorSpace;
    return made;
  }

  function solid(cells, copy, group) {
    const { found, lines } = surface(cells);
    const points = [], edges = [], sides = new Map(); // sides: faces in one direction
    for (const { corners, step } of found) {
      const name = key(step);
      if (!sides.has(name)) sides.set(name, []);
      sides.get(name).push(corners.reduce(plus).map((x) => x / corners.length));
      for (let i = 1; i + 1 < corners.length; i++)
        for (const corner of [corners[0], corners[i], corners[i + 1]]) points.push(...vector(corner));
    }
    for (const { a, b } of lines) edges.push(...vector(a), ...vector(b));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
    geometry.computeVertexNormals();
    const material = new THREE.MeshLambertMaterial({
      color: copy.colour, side: THREE.DoubleSide, flatShading: true,
      polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    });
    const outline = new THREE.LineSegments2(
      new THREE.LineSegmentsGeometry().setPositions(edges), new THREE.LineMaterial({ color: 0x1a1a1a, linewidth: 2 }));
    group.add(new THREE.Mesh(geometry, material), outline);

    // A letter on each cluster of faces, on the one in the middle.
    const ink = new THREE.MeshBasicMaterial({ map: texture(copy.letter, copy.ink), transparent: true, depthWrite: false });
    for (const face of data.faces) {
      const normal = vector(face.step).normalize();
      if (data.flat && Math.abs(normal.y) < 0.9) continue;
      const upward = Math.abs(normal.y) > 0.9 ? new THREE.Vector3(0, 0, -Math.sign(normal.y)) : new THREE.Vector3(0, 1, 0);
      const across = upward.clone().cross(normal);
      for (const cluster of clusters(sides.get(key(face.step)) || [])) {
        const mean = cluster.reduce(plus).map((x) => x / cluster.length);
        const middle = cluster.reduce((best, other) => (apart(other, mean) < apart(best, mean) - 1e-6 ? other : best));
        const letter = new THREE.Mesh(new THREE.PlaneGeometry(LETTER, LETTER), ink);
        letter.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(across, upward, normal));
        letter.position.copy(vector(middle)).addScaledVector(normal, 0.004);
        group.add(letter);
      }
    }
  }

  const apart = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));

  // Points that hang together by steps of a cell's width.
  function clusters(points) {
    const left = [...points], found = [];
    while (left.length) {
      const cluster = [left.pop()];
      for (const one of cluster)
        for (let i = left.length - 1; i >= 0; i--) if (apart(left[i], one) < 1.01) cluster.push(...left.splice(i, 1));
      found.push(cluster);
    }
    return found;
  }

  const ball = new THREE.SphereGeometry(RADIUS, 40, 24);
  const bond = new THREE.CylinderGeometry(WAIST, WAIST, 1, 24);

  function balls(cells, copy, group) {
    const material = new THREE.MeshLambertMaterial({ color: copy.colour });
    const map = texture(copy.letter, copy.ink);
    cells.forEach((cell, i) => {
      const mesh = new THREE.Mesh(ball, material);
      mesh.position.copy(vector(cell));
      const letter = new THREE.Sprite(new THREE.SpriteMaterial({ map, depthWrite: false }));
      letter.scale.setScalar(LETTER);
      letter.userData.home = vector(cell);
      group.add(mesh, letter);
      for (const other of cells.slice(0, i)) {
        const way = vector(other).sub(vector(cell));
        if (Math.abs(way.length() - 1) > 1e-3) continue;
        const stick = new THREE.Mesh(bond, material);
        stick.position.copy(vector(cell)).addScaledVector(way, 0.5);
        stick.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), way);
        group.add(stick);
      }
    });
  }

  const hidden = new Set(); // copies
  let pieces = [], number = 0;

  function release(group) {
    scene.remove(group);
    group.traverse(({ geometry, material }) => {
      if (geometry && geometry !== ball && geometry !== bond) geometry.dispose();
      if (material) { if (material.map) material.map.dispose(); material.dispose(); }
    });
  }

  function show(which) {
    number = (which + data.solutions.length) % data.solutions.length;
    for (const { group } of pieces) release(group);
    const { steps } = data.solutions[number];
    pieces = data.solutions[number].pieces.map(([copy, cells]) => {
      const group = new THREE.Group(), found = cells.map((cell) => data.board[cell]);
      (data.faces ? solid : balls)(found, data.copies[copy], group);
      scene.add(group);
      const middle = vector(found.reduce(plus).map((x) => x / found.length));
      return { copy, group, outward: middle.sub(centre) };
    });
    element("number").textContent = `${number + 1} of ${data.solutions.length}`;
    element("assembly").hidden = !steps || !steps.length;
    element("step").max = steps ? steps.length : 1;
    element("step").value = 0;
    const list = element("pieces");
    list.replaceChildren(...pieces.map(({ copy }) => {
      const { letter, name, colour, ink } = data.copies[copy];
      const label = document.createElement("label"), box = document.createElement("input");
      const swatch = document.createElement("span");
      box.type = "checkbox";
      box.checked = !hidden.has(copy);
      box.addEventListener("change", () => {
        hidden[box.checked ? "delete" : "add"](copy);
        arrange();
      });
      swatch.className = "swatch";
      swatch.style.background = colour;
      swatch.style.color = ink;
      swatch.textContent = letter;
      label.title = name;
      label.append(box, swatch);
      return label;
    }));
    arrange();
  }

  function arrange() {
    const explode = Number(element("explode").value), done = Number(element("step").value);
    const steps = data.solutions[number].steps || [];
    pieces.forEach(({ copy, group, outward }, index) => {
      group.position.copy(outward).multiplyScalar(1.2 * explode);
      group.visible = !hidden.has(copy);
      steps.forEach((step, i) => {
        if (!step.pieces.includes(index) || done <= i) return;
        const part = Math.min(1, done - i), way = vector(step.direction);
        const far = step.distance === null ? (1.3 * size) / way.length() : step.distance;
        group.position.addScaledVector(way, far * part);
        if (step.distance === null && part === 1) group.visible = false;
      });
    });
    const now = Math.min(steps.length, Math.ceil(done));
    const moving = now ? steps[now - 1].pieces.map((index) => data.copies[pieces[index].copy].letter).join(" ") : "";
    element("stepping").textContent = now ? `${now} of ${steps.length}: ${moving}` : `0 of ${steps.length}`;
    draw();
  }

  // Play from where the slider is to a whole step.
  let playing = 0;
  function play(target) {
    const slider = element("step"), from = Number(slider.value), began = performance.now();
    target = Math.max(0, Math.min(Number(slider.max), target));
    const turn = ++playing;
    requestAnimationFrame(function frame(now) {
      if (turn !== playing) return;
      const part = Math.min(1, Math.max(0, (now - began) / 700));
      slider.value = part === 1 ? target : from + (target - from) * part;
      arrange();
      if (part < 1) requestAnimationFrame(frame);
    });
  }

  let frames = 0;
  function draw() {
    for (const { group } of pieces)
      for (const child of group.children)
        if (child.userData.home) { // a ball's letter lies on the ball where the eye sees it
          const eye = camera.position.clone().sub(group.position).sub(child.userData.home).normalize();
          child.position.copy(child.userData.home).addScaledVector(eye, RADIUS + 0.01);
        }
    renderer.render(scene, camera);
    document.body.dataset.frames = ++frames;
  }

  function resize() {
    renderer.setSize(window.innerWidth, window.innerHeight);
    const beside = window.innerWidth > 600 ? -105 : 0; // the controls cover the left
    camera.aspect = window.innerWidth / window.innerHeight;
    camera.setViewOffset(window.innerWidth, window.innerHeight, beside, 0, window.innerWidth, window.innerHeight);
    draw();
  }

  const turned = data.flat ? [0.15, 0.9, 0.75] : [0.75, 0.75, 1];
  camera.position.copy(centre).addScaledVector(new THREE.Vector3(...turned).normalize(), (data.flat ? 1.9 : 2.4) * size);
  controls.target.copy(centre);
  controls.update();
  controls.addEventListener("change", draw);
  element("flip").hidden = data.solutions.length < 2;
  element("previous").addEventListener("click", () => show(number - 1));
  element("next").addEventListener("click", () => show(number + 1));
  element("explode").addEventListener("input", arrange);
  element("step").addEventListener("input", () => { playing++; arrange(); });
  element("back").addEventListener("click", () => play(Math.ceil(Number(element("step").value)) - 1));
  element("forth").addEventListener("click", () => play(Math.floor(Number(element("step").value)) + 1));
  for (const [name, checked] of [["all", true], ["none", false]])
    element(name).addEventListener("click", () => {
      for (const { copy } of pieces) hidden[checked ? "delete" : "add"](copy);
      for (const box of element("pieces").querySelectorAll("input")) box.checked = checked;
      arrange();
    });
  window.addEventListener("keydown", ({ key, target }) => {
    if (target.tagName !== "INPUT" && key === "ArrowLeft") show(number - 1);
    if (target.tagName !== "INPUT" && key === "ArrowRight") show(number + 1);
  });
  window.addEventListener("resize", resize);
  show(0);
  resize();
})();
