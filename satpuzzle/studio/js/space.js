// The view in space: figures that can be turned, moved apart, and taken away step by step.  three.js draws them.
import { bodyOf } from "./body.js";
import { boxOf, mean, minus, plus, times } from "./cell.js";
import { h } from "./dom.js";
import { nearest } from "./lists.js";
import { Merged } from "./merged.js";
import { HIDDEN, vector, workshop } from "./meshes.js";
import { poseOf } from "./motion.js";
import { Shadow } from "./shadow.js";
import { words } from "./words.js";

const APART = 1.2; // how far figures move when all move apart, in multiples of their distance from the centre
const FROM = [0.62, 1, 0.72]; // the direction from which a board is seen at first
const TURN = Math.PI / 24;
const ZOOM = 0.9; // the angle of an arrow key, and the factor of the plus key
const FIELD = 22; // degrees
const MARGIN = 1.15; // around what is seen
const ROUND = 24; // directions from which it is looked at
const MOST_CELLS = 1500; // that cast a shadow
const FACING = 0.6;
const FLAT_FACING = 0.3; // how far a side with a letter must face the viewer
const SLOWLY = Math.PI / 900; // the angle of a frame while it turns by itself
const FRAME = 33; // milliseconds
const LONGEST = 60_000; // milliseconds for which it turns
const CLICK = 5; // pixels that a pointer moves at most in a click
// Where a processor draws, the time of a frame is that of its pixels.  So it has no antialiasing and one pixel a point, or half
// of one on each side while it is turned by hand; as soon as nothing moves, it is drawn again with two.
const [COARSE, MOVING, STILL] = [0.5, 1, 2];
const SETTLED = 150; // milliseconds
const BALL = 0.49;
const BOND = 0.22; // radii

export class Space {
  // `three` is the script of three.js, which is needed once.  Raises an error where the browser has no WebGL.
  /** @param {HTMLElement} host @param {string} label @param {string} three */
  constructor(host, label, three) {
    if (typeof THREE === "undefined") document.head.append(h("script", {}, three));
    const rough = contextOf(false);
    this.slow = isSoftware(rough);
    if (!this.slow) rough?.getExtension("WEBGL_lose_context")?.loseContext();
    const context = this.slow ? rough : contextOf(true);
    this.renderer = new THREE.WebGLRenderer({ canvas: context?.canvas, context });
    this.renderer.setPixelRatio(this.slow ? MOVING : Math.min(2, window.devicePixelRatio));
    this.settling = 0; // the timer until it is drawn again
    this.renderer.debug.checkShaderErrors = false; // each check waits for the process that draws
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", label);
    host.append(this.canvas);
    this.host = host;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(FIELD, 1, 0.1, 1000);
    this.camera.position.copy(vector(FROM)); // at the place it looks to, it would have no direction
    this.shadow = new Shadow();
    this.scene.add(this.shadow.mesh);
    this.ray = new THREE.Raycaster();
    this.ray.layers.set(HIDDEN);
    this.turning = false;
    this.facing = FACING;
    /** @type {any} */
    this.hovered = null; // the figure below the pointer
    this.controls = new THREE.OrbitControls(this.camera, this.canvas);
    this.controls.enablePan = false;
    this.held = false;
    this.controls.addEventListener("start", () => (this.held = true));
    this.controls.addEventListener("change", () => this.draw());
    this.controls.addEventListener("end", () => {
      this.held = false;
      this.draw();
    });
    this.made = workshop({ ball: BALL, bond: BOND });
    this.merged = new Merged(this.scene, this.renderer.capabilities.getMaxAnisotropy());
    /** @type {any[]} */
    this.figures = [];
    /** @type {any} */
    this.grid = null; // of what is shown
    /** @type {Vector[]} */
    this.room = [];
    /** @type {number | null} */
    this.due = null; // a frame that was asked for
    /** @type {Vector} */
    this.middle = []; // of the board, once there is one
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    this.dark = window.matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", () => {
      this.#rims();
      this.draw();
    });
    new ResizeObserver(() => this.resize()).observe(host);
    this.canvas.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
    this.canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.#hover(event));
    this.canvas.addEventListener("pointerleave", () => this.#hover(null));
    /** @type {Picking | null} */
    this.pick = null;
    /** @type {PointerEvent | null} */
    this.pressed = null;
    this.canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      this.pressed = event.isPrimary ? event : null; // a second finger turns
    });
    this.canvas.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.#click(event));
    for (const touch of ["pointerdown", "keydown", "wheel"])
      this.canvas.addEventListener(touch, () => this.#rest(), { passive: true });
  }

  // Show figures, each {cells, colour, ink, letter, ghost, lined, paint}, in the space of a board.
  /** @type {(figures: Figure[], grid: Grid, board: Vector[]) => void} */
  show(figures, grid, board) {
    for (const { group } of this.figures) {
      this.scene.remove(group);
      this.made.release(group);
    }
    this.grid = grid;
    const room = boxOf(board.map((cell) => grid.centre(cell)));
    this.middle = mean(room);
    this.room = widened(room, 0.5);
    this.facing = grid.flat ? FLAT_FACING : FACING;
    this.#rest();
    this.hovered = null;
    const some = figures.filter(({ cells }) => cells.length);
    this.figures = some.map(({ cells, colour, ink = "#000", letter = "", ghost, lined, paint }) => {
      const body = bodyOf(cells, grid, Boolean(letter), lined);
      if (ghost) body.bonds = [];
      const plain = ghost || lined || Boolean(paint?.polygons.length);
      const group = this.made.build(body, { colour, ink, letter, plain }, paint);
      const faint = ghost && (body.balls.length ? 0.035 : 0.16); // of each side that is seen, the back too
      group.traverse((/** @type {any} */ { material, userData }) => {
        if (faint && !userData.colour)
          Object.assign(material ?? {}, { transparent: true, opacity: userData.rim ? 0 : faint, depthWrite: false });
      });
      const centre = mean(cells.map((cell) => grid.centre(cell)));
      const box = widened(boxOf([...body.vertices, ...body.balls]), body.balls.length ? BALL : 0);
      this.scene.add(group);
      const centres = ghost ? [] : cells.map((cell) => minus(grid.centre(cell), grid.centre(cells[0])));
      return {
        group,
        faint,
        cells,
        body,
        origin: grid.centre(cells[0]),
        box,
        centres,
        away: ghost ? [0, 0, 0] : times(minus(centre, this.middle), APART),
      };
    });
    this.merged.spell(this.figures);
    this.canvas.dataset.figures = this.figures.length;
    this.#rims();
    this.arrange();
  }

  // Put the camera in front of the board, above and to the right.
  look() {
    this.usual = null;
    this.controls.target.copy(vector(this.middle));
    this.camera.position.copy(vector(plus(this.middle, FROM)));
    this.resize();
  }

  // Set the positions of figures: moved apart by the share `explode` of the full distance, and after `done` steps of
  // `motions`; figures whose numbers are in `hidden` are not shown.
  /** @type {(pose?: Arrangement) => void} */
  arrange({ explode = 0, motions = [], done = 0, hidden = new Set() } = {}) {
    this.figures.forEach((figure, number) => {
      const { place, axes, aside } = poseOf(figure.origin, number, motions, done);
      const { group } = figure;
      const [right, near, up] = axes.map(vector);
      group.position.copy(vector(plus(place, times(figure.away, explode))));
      group.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(right, up, near));
      group.visible = !hidden.has(number);
      figure.aside = aside && group.visible;
    });
    this.merged.arrange(this.figures);
    this.#cast();
    this.resize();
  }

  // Let what is shown cast its shadow on the ground.
  #cast() {
    const seen = this.figures.filter(({ group }) => group.visible);
    const cells = seen.flatMap(({ group, centres }) =>
      centres.map((/** @type {Vector} */ centre) => {
        const { x, y, z } = vector(centre).applyQuaternion(group.quaternion).add(group.position);
        return [x, z, y];
      }),
    );
    this.shadow.mesh.visible = cells.length > 0 && cells.length < MOST_CELLS;
    if (!this.shadow.mesh.visible) return;
    const [low, high] = boxOf(this.#corners());
    const middle = mean([low, high]);
    this.shadow.cast(cells, low[2], middle, Math.max(high[0] - low[0], high[1] - low[1]) / 2);
  }

  #rest() {
    this.turning = false;
    this.canvas.dataset.turning = "false";
  }

  // Turn slowly, until the user takes it or something else is shown.
  turn() {
    if (this.turning || this.still.matches) return;
    this.turning = true;
    this.canvas.dataset.turning = "true";
    const begun = performance.now();
    let last = begun;
    /** @type {(now: number) => void} */
    const frame = (now) => {
      if (!this.turning || now - begun > LONGEST) return;
      if (now - last >= FRAME) {
        last = now;
        this.controls.rotateLeft(-SLOWLY);
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  // Show all letters of the figure below the pointer.
  /** @type {(event: PointerEvent | null) => void} */
  #hover(event) {
    if (event?.buttons) return;
    const first = event && this.#below(event);
    const side = this.pick && first ? this.#sideOf(first) : null;
    this.canvas.dataset.side = side ? `${side.cell}>${side.beyond}` : "";
    const found = first?.object.parent ?? null;
    if (found === this.hovered) return;
    this.hovered = found;
    this.draw();
  }

  // What is first below the pointer, as three.js says it; of balls only where they can be clicked.
  /** @type {(event: PointerEvent) => any} */
  #below(event) {
    const { width, height } = this.canvas.getBoundingClientRect();
    const at = new THREE.Vector2((2 * event.offsetX) / width - 1, 1 - (2 * event.offsetY) / height);
    this.ray.setFromCamera(at, this.camera);
    const seen = this.figures.filter(({ group }) => group.visible);
    const solid = seen.flatMap(({ group }) =>
      group.children.filter(
        (/** @type {any} */ { userData }) => userData.solid || (this.pick && userData.ball !== undefined),
      ),
    );
    return this.ray.intersectObjects(solid, false)[0] ?? null;
  }

  // Let `pick` be called with the side that is clicked, null beside all figures, and whether it is erased; or nothing.  Figures
  // have no paint then, and are lined.
  /** @type {(pick: Picking | null) => void} */
  picking(pick) {
    this.pick = pick;
    this.canvas.title = pick ? words.buildHere : "";
  }

  /** @type {(event: PointerEvent) => void} */
  #click(event) {
    const { pick, pressed } = this;
    this.pressed = null;
    if (!pick || !pressed || event.button === 1) return;
    if (Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > CLICK) return;
    const first = this.#below(event);
    pick(first && this.#sideOf(first), event.button === 2 || event.shiftKey || event.ctrlKey);
  }

  // The side of a cell that was hit: the cell, and the one beyond it; of a ball, that which is nearest.
  /** @type {(hit: any) => Facet} */
  #sideOf({ object, faceIndex, point }) {
    const { cells, body } = this.figures.find(({ group }) => group === object.parent);
    const { ball } = object.userData;
    if (ball !== undefined) {
      const { grid } = this;
      const cell = cells[ball];
      /** @type {(other: Vector) => number} */
      const away = (other) => Math.hypot(...minus(grid.centre(other), [point.x, point.z, point.y]));
      return { cell, beyond: nearest(grid.beside(cell), away) };
    }
    let before = faceIndex; // of its triangles, each face having two fewer than corners
    const face = body.faces.findIndex((/** @type {number[]} */ { length }) => (before -= length - 2) < 0);
    return { cell: cells[body.cellOf[face]], beyond: body.beyond[face] };
  }

  // How many figures there are, can be seen, and lie beside the rest; what is faint is no piece.
  get told() {
    /** @type {(which: (figure: any) => boolean) => number} */
    const many = (which) => this.figures.filter((figure) => !figure.faint && which(figure)).length;
    return { all: many(() => true), seen: many(({ group }) => group.visible), aside: many(({ aside }) => aside) };
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height || !this.middle.length) return;
    if (this.size !== `${width} ${height}`) this.renderer.setSize(width, height); // which clears the buffers
    this.size = `${width} ${height}`;
    this.camera.aspect = width / height;
    const corners = this.#corners();
    const target = vector(mean(boxOf(corners)));
    const away = this.camera.position.clone().sub(this.controls.target);
    const usual = this.#distance(corners, away);
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

  // Return the distance from which points are seen as a whole, from all sides at the angle of a direction.
  /** @type {(points: Vector[], away: any) => number} */
  #distance(points, away) {
    const [low, high] = boxOf(points);
    const [x, y] = mean([low, high]);
    const tangent = Math.tan((FIELD * Math.PI) / 360) / MARGIN;
    const slope = Math.asin(away.y / away.length());
    const [sine, cosine] = [Math.sin(slope), Math.cos(slope)];
    const radius = Math.max(...points.map((point) => Math.hypot(point[0] - x, point[1] - y)));
    const half = (high[2] - low[2]) / 2;
    const distances = [-half, half].flatMap((up) =>
      Array.from({ length: ROUND }, (_, i) => {
        const angle = (2 * Math.PI * i) / ROUND;
        const [across, towards] = [radius * Math.cos(angle), radius * Math.sin(angle)];
        const [rises, nearer] = [up * cosine - towards * sine, up * sine + towards * cosine];
        return nearer + Math.max(Math.abs(across) / this.camera.aspect, Math.abs(rises)) / tangent;
      }),
    );
    return Math.max(...distances);
  }

  // Return the corners of the boxes of the board and of all visible figures.
  /** @type {() => Vector[]} */
  #corners() {
    const seen = this.figures.filter(({ group }) => group.visible);
    const moved = seen.flatMap(({ group, box }) =>
      cornersOf(box).map((corner) => {
        const { x, y, z } = vector(corner).applyQuaternion(group.quaternion).add(group.position);
        return [x, z, y];
      }),
    );
    return [...cornersOf(this.room), ...moved];
  }

  // Draw once when the browser is ready, however often this is called before.
  draw() {
    this.canvas.dataset.still = "false";
    this.due ??= requestAnimationFrame(() => {
      this.due = null;
      this.#draw(this.held ? COARSE : MOVING);
      clearTimeout(this.settling);
      if (this.slow) this.settling = window.setTimeout(() => this.held || this.#draw(STILL), SETTLED);
    });
  }

  // Draw now, as what does not move.
  finish() {
    this.#draw(STILL);
  }

  // `ratio` is the number of pixels a point on each side, where a processor draws.
  /** @type {(ratio: number) => void} */
  #draw(ratio) {
    if (this.slow && ratio !== this.renderer.getPixelRatio()) this.renderer.setPixelRatio(ratio);
    this.camera.updateProjectionMatrix();
    this.canvas.dataset.letters = this.merged.face(this.camera, this.facing, this.hovered);
    this.renderer.render(this.scene, this.camera);
    this.canvas.dataset.still = String(!this.slow || ratio === STILL);
    this.canvas.dataset.calls = this.renderer.info.render.calls;
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

/** @type {(antialias: boolean) => WebGL2RenderingContext | null} */
const contextOf = (antialias) =>
  document.createElement("canvas").getContext("webgl2", { antialias, preserveDrawingBuffer: true });

// Whether the browser draws without a graphics card.  Firefox says what draws; other browsers have an extension for it.
/** @type {(context: WebGL2RenderingContext | null) => boolean} */
function isSoftware(context) {
  if (!context) return false;
  const said = context.getParameter(context.RENDERER);
  const more = /webkit/i.test(said) ? context.getExtension("WEBGL_debug_renderer_info") : null;
  const name = more ? context.getParameter(more.UNMASKED_RENDERER_WEBGL) : said;
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/** @type {(box: Vector[], by: number) => Vector[]} */
const widened = (box, by) => box.map((corner, side) => corner.map((x) => x + (side ? by : -by)));

// The eight corners of a box.
/** @type {(box: Vector[]) => Vector[]} */
const cornersOf = (box) => [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [0, 1, 2].map((i) => box[(bits >> i) & 1][i]));
