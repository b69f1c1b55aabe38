// The view in space: figures that can be turned and moved apart.  three.js and bodies.js draw them.
/* global THREE, vector, workshop */
import { bodyOf } from "./body.js";
import { plus } from "./cell.js";

const APART = 1.2; // how far figures move when all move apart, in multiples of their distance from the centre
const TURN = Math.PI / 24;

export class Space {
  // Raises an error where the browser has no WebGL.
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
    this.made = workshop({ ball: 0.49, bond: 0.22 }, this.renderer.capabilities.getMaxAnisotropy());
    this.figures = [];
    this.explode = 0;
    this.dark = window.matchMedia("(prefers-color-scheme: dark)");
    new ResizeObserver(() => this.resize()).observe(host);
    this.canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  // Show figures, each {cells, colour, ink, letter, ghost}, in the room of a board.
  show(figures, grid, board) {
    for (const { group } of this.figures) { this.scene.remove(group); this.made.release(group); }
    const places = board.map((cell) => grid.centre(cell));
    const low = [0, 1, 2].map((i) => Math.min(...places.map((place) => place[i]))), high = [0, 1, 2].map((i) => Math.max(...places.map((place) => place[i])));
    this.centre = low.map((x, i) => (x + high[i]) / 2);
    this.radius = Math.hypot(...low.map((x, i) => high[i] - x + 1)) / 2;
    this.figures = figures.filter(({ cells }) => cells.length).map((figure) => {
      const body = bodyOf(figure.cells, grid);
      if (figure.ghost) body.bonds = [];
      const origin = grid.centre(figure.cells[0]);
      const group = this.made.build(body, { colour: figure.colour, ink: figure.ink ?? "#000", letter: figure.letter ?? "" });
      group.traverse(({ material, userData }) => {
        if (!material) return;
        if (userData.rim) material.visible = this.dark.matches;
        if (figure.ghost) Object.assign(material, { transparent: true, opacity: userData.rim ? 0 : body.balls.length ? 0.07 : 0.16, depthWrite: false });
      });
      const middle = figure.cells.map((cell) => grid.centre(cell)).reduce(plus).map((x) => x / figure.cells.length);
      this.scene.add(group);
      return { ...figure, group, body, origin, away: middle.map((x, i) => APART * (x - this.centre[i])) };
    });
    this.arrange();
  }

  // Put the camera in front of the board, above and to the right.
  look() {
    this.usual = null;
    this.controls.target.copy(vector(this.centre));
    this.camera.position.copy(vector(plus(this.centre, [0.62, 1, 0.72])));
    this.resize();
  }

  arrange(explode = this.explode) {
    this.explode = explode;
    for (const { group, origin, away } of this.figures) group.position.copy(vector(plus(origin, away.map((x) => x * explode))));
    this.resize();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height || !this.centre) return;
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    const slope = Math.sin((this.camera.fov * Math.PI) / 360) * Math.min(1, this.camera.aspect);
    const usual = (this.radius * (1 + this.explode * 0.9)) / slope, target = vector(this.centre);
    const away = this.camera.position.clone().sub(this.controls.target);
    const distance = this.usual ? (usual * away.length()) / this.usual : usual; // as near as the user has come
    this.usual = usual;
    away.normalize();
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(away, distance);
    this.camera.near = distance / 50;
    this.camera.far = distance * 6;
    this.controls.update();
    this.draw();
  }

  // Draw once, however often that is asked for, when the browser is ready.
  draw() {
    this.due ??= requestAnimationFrame(() => { this.due = null; this.#draw(); });
  }

  #draw() {
    this.camera.updateProjectionMatrix();
    for (const { group } of this.figures) this.made.face(group, this.camera);
    this.renderer.render(this.scene, this.camera);
    this.canvas.dataset.frames = Number(this.canvas.dataset.frames ?? 0) + 1;
  }

  #key(event) {
    const turn = { ArrowLeft: [-TURN, 0], ArrowRight: [TURN, 0], ArrowUp: [0, -TURN], ArrowDown: [0, TURN] }[event.key];
    if (!turn || event.ctrlKey || event.altKey || event.metaKey) return;
    this.controls.rotateLeft(turn[0]);
    this.controls.rotateUp(turn[1]);
    this.controls.update();
    event.preventDefault();
  }
}
