// The steps of taking a solution apart, as motions in space.  A step has the numbers of the pieces that move, and a
// motion: {pieces, direction, distance}, where the distance is a multiple of the direction, or "out"; or {pieces, turn:
// {axis, through}}, a quarter turn about a line (`Assembly.as_dict` in satpuzzle/motion/assembly.py).
import { cross, dot, mean, minus, plus, times, unit } from "./cell.js";
import { nearest, range } from "./lists.js";
import { say } from "./saying.js";
import { words } from "./words.js";

const CLEAR = 1.5; // the distance between the board and a piece that has left it
const LEAVES = 0.5; // the share of a step in which pieces that leave move straight on; then they are laid aside
const LIFTED = 0.8; // how high they are lifted on their way
const HALF = 0.8;
const BESIDE = 0.5; // half of a cell, and the least distance between what lies on the ground
const FRONT = [0.62, 0.72, 0]; // where the viewer is
const ALONG = 0.2; // a component of a move is named if it is at least this share of the move's length

// Steps as motions: {pieces, out, text} with the vector `by`, or the `axis` and the `point` of a quarter turn.  Pieces that
// leave are laid on the ground around board and frame, moved on by the vector `to`, unless they are not `laid`.
/** @type {(steps: any[], solution: { cells: Vector[] }[], puzzle: Puzzle, laid?: boolean) => Motion[]} */
export function motionsOf(steps, solution, { grid, board: inside, frame }, laid = true) {
  const board = [...inside, ...frame];
  const spots = new Spots(steps, solution, { grid, board });
  /** @type {Motion[]} */
  const motions = [];
  const away = solution.map(() => [0, 0, 0]); // what has left keeps its coordinates: lines are given as if it had not moved
  const moved = solution.map(() => [0, 0, 0]);
  const places = board.map((cell) => grid.centre(cell)); // ignores the displacement by a turn
  for (const { pieces, direction, distance, turn } of steps) {
    if (turn) {
      const axis = grid.vector(turn.axis);
      const point = plus(grid.centre(grid.kinds[0], 0), grid.vector(minus(turn.through, grid.kinds[0])));
      const through = plus(point, away[pieces[0]]);
      motions.push({
        pieces,
        out: false,
        axis: unit(axis),
        point: through,
        text: () => say(words.turned, { where: whereTo(axis) }),
      });
      continue;
    }
    const towards = grid.vector(direction);
    const out = distance === "out";
    /** @type {(piece: number) => Vector[]} */
    const ahead = (piece) => solution[piece].cells.map((cell) => plus(grid.centre(cell), moved[piece]));
    const far = out ? outOf(pieces.flatMap(ahead), towards, places) : distance;
    const by = times(towards, far);
    for (const piece of pieces) moved[piece] = plus(moved[piece], by);
    const to = out && laid ? spots.take(pieces, by, motions) : [0, 0, 0];
    if (out) for (const piece of pieces) away[piece] = plus(away[piece], plus(by, to));
    const text = () => say(out ? words.movedOut : words.moved, { where: whereTo(by), far: Math.abs(far) });
    motions.push({ pieces, out, by, to, text });
  }
  return motions;
}

// The places on the ground, in a circle around the board, for what leaves it.
class Spots {
  /** @param {any[]} steps @param {{ cells: Vector[] }[]} solution @param {{ grid: Grid; board: Vector[] }} puzzle */
  constructor(steps, solution, { grid, board }) {
    this.solution = solution;
    this.grid = grid;
    const places = [...board, ...solution.flatMap(({ cells }) => cells)].map((cell) => grid.centre(cell));
    this.middle = mean(places);
    this.ground = Math.min(...places.map(([, , up]) => up));
    const out = steps.filter(({ distance }) => distance === "out");
    /** @type {(step: { pieces: number[] }) => number} */
    const wide = ({ pieces }) =>
      spread(pieces.flatMap((piece) => solution[piece].cells.map((cell) => grid.centre(cell))));
    const widest = Math.max(0, ...out.map(wide)) + HALF;
    const many = Math.max(3, out.length);
    const around = (widest + BESIDE / 2) / Math.sin(Math.PI / many);
    this.radius = Math.max(around, spread(places) + HALF + widest + BESIDE);
    this.free = range(many).map((i) => {
      const angle = Math.atan2(FRONT[1], FRONT[0]) + (2 * Math.PI * i) / many;
      return [Math.cos(angle), Math.sin(angle), 0];
    });
  }

  // Take the free place that is nearest to the direction in which pieces leave, at first to the front; return how far
  // they must be moved after this step.
  /** @type {(pieces: number[], by: Vector, motions: Motion[]) => Vector} */
  take(pieces, by, motions) {
    const along = Math.hypot(by[0], by[1]) > ALONG ? [by[0], by[1], 0] : FRONT;
    const spot = nearest(this.free, (each) => -dot(each, along)) ?? [0, 0, 0];
    this.free = this.free.filter((each) => each !== spot);
    const places = pieces.flatMap((piece) => this.#lying(piece, motions)).map((place) => plus(place, by));
    const there = plus(this.middle, times(spot, this.radius));
    const middle = mean(places);
    return [there[0] - middle[0], there[1] - middle[1], this.ground - Math.min(...places.map(([, , up]) => up))];
  }

  // The centres of a piece's cells after all these motions.
  /** @type {(piece: number, motions: Motion[]) => Vector[]} */
  #lying(piece, motions) {
    const centres = this.solution[piece].cells.map((cell) => this.grid.centre(cell));
    const { place, axes } = poseOf(centres[0], piece, motions, motions.length);
    return centres.map((centre) =>
      minus(centre, centres[0]).reduce((sum, x, i) => plus(sum, times(axes[i], x)), place),
    );
  }
}

// The radius of points, seen from above, about their middle.
/** @type {(places: Vector[]) => number} */
function spread(places) {
  const middle = mean(places);
  return Math.max(...places.map(([x, y]) => Math.hypot(x - middle[0], y - middle[1])));
}

// Return the multiple of a vector by which points must move until the whole board is behind them.
/** @type {(some: Vector[], towards: Vector, board: Vector[]) => number} */
function outOf(some, towards, board) {
  const behind = Math.min(...some.map((place) => dot(place, towards)));
  const ahead = Math.max(...board.map((place) => dot(place, towards)));
  const length = Math.hypot(...towards);
  return Math.max(1, (ahead - behind) / length ** 2 + CLEAR / length);
}

// A direction in words, such as "up to the left"; or, with other `names` and ways to join them, the side that lies there.
/** @type {(by: Vector, names?: Record<string, string[]>, how?: Record<string, string>) => string} */
export function whereTo(by, names = words.directions, how = words.along) {
  const least = ALONG * Math.hypot(...by);
  const [right, near, up] = /** @type {const} */ (["right", "near", "up"]).map((axis, i) =>
    Math.abs(by[i]) > least ? names[axis][by[i] < 0 ? 1 : 0] : null,
  );
  const { corner, both, flat: along, up: upwards } = how;
  const flat = near && right ? say(corner, { near, right }) : (near ?? right);
  return say(flat && up ? both : flat ? along : upwards, { flat, up });
}

// Return the state of a piece after a number of steps, which may be fractional: its `place`, its rotation as the images
// of the three `axes`, and whether it lies beside the rest.
/** @type {(place: Vector, number: number, motions: Motion[], done: number) => Pose} */
export function poseOf(place, number, motions, done) {
  let at = place;
  let axes = [0, 1, 2].map((i) => [0, 0, 0].with(i, 1));
  let aside = false;
  motions.forEach(({ pieces, by, to, axis, point, out }, i) => {
    const part = Math.min(1, done - i);
    if (part <= 0 || !pieces.includes(number)) return;
    if (axis) {
      const angle = (part * Math.PI) / 2;
      at = plus(point, rotated(minus(at, point), axis, angle));
      axes = axes.map((each) => rotated(each, axis, angle));
      return;
    }
    at = plus(at, times(by, out ? Math.min(1, part / LEAVES) : part));
    const on = out ? Math.max(0, (part - LEAVES) / (1 - LEAVES)) : 0;
    const eased = on * on * (3 - 2 * on);
    at = plus(plus(at, times(to, eased)), [0, 0, 4 * LIFTED * eased * (1 - eased)]);
    aside ||= on > 0;
  });
  return { place: at, axes, aside };
}

// A vector turned about an axis of length 1 (Olinde Rodrigues).
/** @type {(vector: Vector, axis: Vector, angle: number) => Vector} */
function rotated(vector, axis, angle) {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const along = times(axis, dot(axis, vector) * (1 - cosine));
  return plus(plus(times(vector, cosine), times(cross(axis, vector), sine)), along);
}
