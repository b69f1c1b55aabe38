// The page of `satpuzzle view`: pieces that can be turned, moved apart, hidden, and taken out step by step.
// Data, as view.py writes it: bodies (vertices, and the faces, lines and letters on them; balls, and the bonds between
// them), copies of pieces (letter, name, colour, ink), solutions (pieces, each a body in its place and how far it goes
// outward; moves, each with where its pieces are then).  Places are [right, near, up]; three.js has up second.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (name) => document.getElementById(name);
  const vector = ([right, near, up]) => new THREE.Vector3(right, up, near);
  const centre = vector(data.centre);
  const LETTER = 0.42;

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

  function surface({ vertices, faces, lines }, copy, group) {
    const points = [], ends = lines.flatMap(([a, b]) => [...vector(vertices[a]), ...vector(vertices[b])]);
    for (const corners of faces)
      for (let i = 1; i + 1 < corners.length; i++)
        for (const corner of [corners[0], corners[i], corners[i + 1]]) points.push(...vector(vertices[corner]));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
    geometry.computeVertexNormals();
    const material = new THREE.MeshLambertMaterial({
      color: copy.colour, side: THREE.DoubleSide, flatShading: true,
      polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    });
    const outline = new THREE.LineSegments2(
      new THREE.LineSegmentsGeometry().setPositions(ends), new THREE.LineMaterial({ color: 0x1a1a1a, linewidth: 2 }));
    group.add(new THREE.Mesh(geometry, material), outline);
  }

  function inscription({ letters }, copy, group) {
    const ink = new THREE.MeshBasicMaterial({ map: texture(copy.letter, copy.ink), transparent: true, depthWrite: false });
    for (const { place, normal, upward } of letters) {
      const [outwards, up] = [normal, upward].map(vector);
      const letter = new THREE.Mesh(new THREE.PlaneGeometry(LETTER, LETTER), ink);
      letter.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(up.clone().cross(outwards), up, outwards));
      letter.position.copy(vector(place)).addScaledVector(outwards, 0.004);
      group.add(letter);
    }
  }

  const ball = new THREE.SphereGeometry(data.ball, 40, 24);
  const bond = new THREE.CylinderGeometry(data.bond, data.bond, 1, 24);

  function cluster({ balls, bonds }, copy, group) {
    const material = new THREE.MeshLambertMaterial({ color: copy.colour });
    const map = texture(copy.letter, copy.ink);
    for (const place of balls.map(vector)) {
      const mesh = new THREE.Mesh(ball, material);
      mesh.position.copy(place);
      const letter = new THREE.Sprite(new THREE.SpriteMaterial({ map, depthWrite: false }));
      letter.scale.setScalar(LETTER);
      letter.userData.home = place;
      group.add(mesh, letter);
    }
    for (const [a, b] of bonds) {
      const way = vector(balls[b]).sub(vector(balls[a]));
      const stick = new THREE.Mesh(bond, material);
      stick.position.copy(vector(balls[a])).addScaledVector(way, 0.5);
      stick.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), way.normalize());
      group.add(stick);
    }
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
    const { moves } = data.solutions[number];
    pieces = data.solutions[number].pieces.map(({ copy, body, place, outward }) => {
      const group = new THREE.Group();
      for (const add of [surface, inscription, cluster]) add(data.bodies[body], data.copies[copy], group);
      scene.add(group);
      return { copy, group, place: vector(place), outward: vector(outward) };
    });
    element("number").textContent = `${number + 1} of ${data.solutions.length}`;
    element("assembly").hidden = !moves.length;
    element("step").max = moves.length || 1;
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
    const { moves } = data.solutions[number];
    pieces.forEach(({ copy, group, place, outward }, index) => {
      group.position.copy(place);
      group.visible = !hidden.has(copy);
      moves.forEach(({ pieces: moving, to, out }, i) => {
        const which = moving.indexOf(index), part = Math.min(1, done - i);
        if (which < 0 || part <= 0) return;
        group.position.lerp(vector(to[which]), part);
        if (out && part === 1) group.visible = false;
      });
      group.position.addScaledVector(outward, explode);
    });
    const now = Math.min(moves.length, Math.ceil(done));
    const moving = now ? moves[now - 1].pieces.map((index) => data.copies[pieces[index].copy].letter).join(" ") : "";
    element("stepping").textContent = now ? `${now} of ${moves.length}: ${moving}` : `0 of ${moves.length}`;
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
          child.position.copy(child.userData.home).addScaledVector(eye, data.ball + 0.01);
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

  camera.position.copy(vector(data.viewpoint));
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
