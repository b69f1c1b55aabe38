// The view in space: figures that can be turned, moved apart, and taken away step by step.  three.js draws them.
import { bodyOf } from "./body.js";
import { boxOf, mean, minus, plus, times } from "./cell.js";
import { vector, workshop } from "./meshes.js";
import { poseOf } from "./motion.js";

const APART = 1.2; // how far figures move when all move apart, in multiples of their distance from the centre
const TURN = Math.PI / 24;
const ZOOM = 0.9; // the angle of an arrow key, and the factor of the plus key
const BALL = 0.49;
const BOND = 0.22; // radii

export class Space {
  // Raises an error where the browser has no WebGL.
  /** @param {HTMLElement} host @param {string} label */
  constructor(host, label) {
    this.renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", label);
    host.append(this.canvas);
    this.host = host;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(30, 1, 0.1, 1000);
    const sun = new THREE.DirectionalLight(0xffffff, 1.5);
    sun.position.set(-0.5, 0.8, 0.7);
    this.camera.add(sun, sun.target);
    this.scene.add(this.camera, new THREE.HemisphereLight(0xffffff, 0x9a9a9a, 2.0));
    this.controls = new THREE.OrbitControls(this.camera, this.canvas);
    this.controls.enablePan = false;
    this.controls.addEventListener("change", () => this.draw());
    this.made = workshop({ ball: BALL, bond: BOND }, this.renderer.capabilities.getMaxAnisotropy());
    /** @type {any[]} */
    this.figures = [];
    /** @type {Vector[]} */
    this.room = [];
    /** @type {number | null} */
    this.due = null; // a frame that was asked for
    /** @type {Vector} */
    this.middle = []; // of the board, once there is one
    this.dark = window.matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", () => {
      this.#rims();
      this.draw();
    });
    new ResizeObserver(() => this.resize()).observe(host);
    this.canvas.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
  }

  // Show figures, each {cells, colour, ink, letter, ghost, paint}, in the space of a board.
  /** @type {(figures: Figure[], grid: Grid, board: Vector[]) => void} */
  show(figures, grid, board) {
    for (const { group } of this.figures) {
      this.scene.remove(group);
      this.made.release(group);
    }
    const room = boxOf(board.map((cell) => grid.centre(cell)));
    this.middle = mean(room);
    this.room = widened(room, 0.5);
    const some = figures.filter(({ cells }) => cells.length);
    this.figures = some.map(({ cells, colour, ink = "#000", letter = "", ghost, paint }) => {
      const body = bodyOf(cells, grid, Boolean(letter));
      if (ghost) body.bonds = [];
      const group = this.made.build(body, { colour, ink, letter }, paint);
      const faint = body.balls.length ? 0.07 : 0.16;
      group.traverse((/** @type {any} */ { material, userData }) => {
        if (material && ghost)
          Object.assign(material, { transparent: true, opacity: userData.rim ? 0 : faint, depthWrite: false });
      });
      const centre = mean(cells.map((cell) => grid.centre(cell)));
      const box = widened(boxOf([...body.vertices, ...body.balls]), body.balls.length ? BALL : 0);
      this.scene.add(group);
      return { group, origin: grid.centre(cells[0]), box, away: times(minus(centre, this.middle), APART) };
    });
    this.canvas.dataset.figures = this.figures.length;
    this.#rims();
    this.arrange();
  }

  // Put the camera in front of the board, above and to the right.
  look() {
    this.usual = null;
    this.controls.target.copy(vector(this.middle));
    this.camera.position.copy(vector(plus(this.middle, [0.62, 1, 0.72])));
    this.resize();
  }

  // Set the positions of figures: moved apart by the share `explode` of the full distance, and after `done` steps of
  // `motions`; figures whose numbers are in `hidden` are not shown.
  /** @type {(pose?: Arrangement) => void} */
  arrange({ explode = 0, motions = [], done = 0, hidden = new Set() } = {}) {
    this.figures.forEach((figure, number) => {
      const { place, axes, shrunk, gone } = poseOf(figure.origin, number, motions, done);
      const { group } = figure;
      const [right, near, up] = axes.map(vector);
      group.position.copy(vector(plus(place, times(figure.away, explode))));
      group.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(right, up, near));
      group.scale.setScalar(Math.max(1e-3, 1 - shrunk));
      group.visible = !gone && !hidden.has(number);
      figure.shrunk = shrunk;
    });
    this.resize();
  }

  get seen() {
    return this.figures.filter(({ group }) => group.visible).length;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height || !this.middle.length) return;
    if (this.size !== `${width} ${height}`) this.renderer.setSize(width, height); // which clears the buffers
    this.size = `${width} ${height}`;
    this.camera.aspect = width / height;
    const [low, high] = this.#extent();
    const radius = Math.hypot(...minus(high, low)) / 2;
    const slope = Math.sin((this.camera.fov * Math.PI) / 360) * Math.min(1, this.camera.aspect);
    const usual = radius / slope;
    const target = vector(mean([low, high]));
    const away = this.camera.position.clone().sub(this.controls.target);
    const distance = this.usual ? (usual * away.length()) / this.usual : usual; // the user's zoom is kept
    this.usual = usual;
    away.normalize();
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(away, distance);
    this.camera.near = distance / 50;
    this.camera.far = distance * 6;
    this.controls.update();
    this.draw();
  }

  // Return a box around the board and all visible figures; a figure that leaves counts less while it shrinks.
  #extent() {
    const [low, high] = this.room.map((corner) => [...corner]);
    for (const { group, box, shrunk } of this.figures) {
      if (!group.visible || shrunk > 0.999) continue;
      for (const corner of [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [0, 1, 2].map((i) => box[(bits >> i) & 1][i]))) {
        const { x, y, z } = vector(corner).applyQuaternion(group.quaternion).add(group.position);
        [x, z, y].forEach((at, i) => {
          low[i] = Math.min(low[i], at + (low[i] - at) * shrunk);
          high[i] = Math.max(high[i], at + (high[i] - at) * shrunk);
        });
      }
    }
    return [low, high];
  }

  // Draw once when the browser is ready, however often this is called before.
  draw() {
    this.due ??= requestAnimationFrame(() => {
      this.due = null;
      this.#draw();
    });
  }

  #draw() {
    this.camera.updateProjectionMatrix();
    for (const { group } of this.figures) this.made.face(group, this.camera);
    this.renderer.render(this.scene, this.camera);
    this.canvas.dataset.frames = Number(this.canvas.dataset.frames ?? 0) + 1;
  }

  #rims() {
    for (const { group } of this.figures)
      group.traverse((/** @type {any} */ { material, userData }) => {
        if (userData.rim) material.visible = this.dark.matches;
      });
  }

  /** @type {(event: KeyboardEvent) => void} */
  #key(event) {
    const { controls } = this;
    const act = {
      ArrowLeft: () => controls.rotateLeft(-TURN),
      ArrowRight: () => controls.rotateLeft(TURN),
      ArrowUp: () => controls.rotateUp(-TURN),
      ArrowDown: () => controls.rotateUp(TURN),
      "+": () => controls.dollyIn(ZOOM),
      "=": () => controls.dollyIn(ZOOM),
      "-": () => controls.dollyOut(ZOOM),
    }[event.key];
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
    act();
    controls.update();
    event.preventDefault();
  }
}

/** @type {(box: Vector[], by: number) => Vector[]} */
const widened = (box, by) => box.map((corner, side) => corner.map((x) => x + (side ? by : -by)));
