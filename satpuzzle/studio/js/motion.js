// The steps of taking a solution apart, as motions in space.  A step has the numbers of the pieces that move, and a
// motion: {pieces, direction, distance}, where the distance is a multiple of the direction, or "out"; or {pieces, turn:
// {axis, through}}, a quarter turn about a line (`Assembly.as_dict` in satpuzzle/motion/assembly.py).
import { cross, dot, minus, plus, times, unit } from "./cell.js";
import { words } from "./words.js";

const CLEAR = 1.5; // the distance between the board and a piece that has left it
const LEAVES = 0.75; // the share of a step after which a piece that leaves begins to shrink
const ALONG = 0.2; // a component of a move is named if it is at least this share of the move's length

// Steps as motions: {pieces, out, text} with the vector `by`, or the `axis` and the `point` of a quarter turn.
/** @type {(steps: any[], solution: { cells: Vector[] }[], puzzle: Puzzle) => Motion[]} */
export function motionsOf(steps, solution, { grid, board }) {
  const away = solution.map(() => [0, 0, 0]); // what has left keeps its coordinates: lines are given as if it had not moved
  const moved = solution.map(() => [0, 0, 0]);
  const places = board.map((cell) => grid.centre(cell)); // ignores the displacement by a turn
  return steps.map(({ pieces, direction, distance, turn }) => {
    if (turn) {
      const axis = grid.vector(turn.axis);
      const point = plus(grid.centre(grid.kinds[0], 0), grid.vector(minus(turn.through, grid.kinds[0])));
      return {
        pieces,
        out: false,
        axis: unit(axis),
        point: plus(point, away[pieces[0]]),
        text: words.turned(named(axis)),
      };
    }
    const towards = grid.vector(direction);
    const out = distance === "out";
    /** @type {(piece: number) => Vector[]} */
    const ahead = (piece) => solution[piece].cells.map((cell) => plus(grid.centre(cell), moved[piece]));
    const far = out ? outOf(pieces.flatMap(ahead), towards, places) : distance;
    const by = times(towards, far);
    for (const piece of pieces) moved[piece] = plus(moved[piece], by);
    if (out) for (const piece of pieces) away[piece] = plus(away[piece], by);
    return { pieces, out, by, text: out ? words.movedOut(named(by)) : words.moved(named(by), Math.abs(far)) };
  });
}

// Return the multiple of a vector by which points must move until the whole board is behind them.
/** @type {(some: Vector[], towards: Vector, board: Vector[]) => number} */
function outOf(some, towards, board) {
  const behind = Math.min(...some.map((place) => dot(place, towards)));
  const ahead = Math.max(...board.map((place) => dot(place, towards)));
  const length = Math.hypot(...towards);
  return Math.max(1, (ahead - behind) / length ** 2 + CLEAR / length);
}

// The words of a direction, such as ["up", "left"].
/** @type {(by: Vector) => (string | null)[]} */
function named(by) {
  const least = ALONG * Math.hypot(...by);
  return /** @type {const} */ (["right", "near", "up"]).map((axis, i) =>
    Math.abs(by[i]) > least ? words.ways[axis][by[i] < 0 ? 1 : 0] : null,
  );
}

// Return the state of a piece after a number of steps, which may be fractional: its `place`, its rotation as the images
// of the three `axes`, how much it has shrunk on its way out, from 0 to 1, and whether it is gone.
/** @type {(place: Vector, number: number, motions: Motion[], done: number) => Pose} */
export function poseOf(place, number, motions, done) {
  let at = place;
  let axes = [0, 1, 2].map((i) => [0, 0, 0].with(i, 1));
  let shrunk = 0;
  let gone = false;
  motions.forEach(({ pieces, by, axis, point, out }, i) => {
    const part = Math.min(1, done - i);
    if (part <= 0 || !pieces.includes(number)) return;
    if (axis) {
      const angle = (part * Math.PI) / 2;
      at = plus(point, rotated(minus(at, point), axis, angle));
      axes = axes.map((each) => rotated(each, axis, angle));
    } else at = plus(at, times(by, part));
    if (out) shrunk = Math.max(0, (part - LEAVES) / (1 - LEAVES));
    gone = out && part === 1;
  });
  return { place: at, axes, shrunk, gone };
}

// A vector turned about an axis of length 1 (Olinde Rodrigues).
/** @type {(vector: Vector, axis: Vector, angle: number) => Vector} */
function rotated(vector, axis, angle) {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const along = times(axis, dot(axis, vector) * (1 - cosine));
  return plus(plus(times(vector, cosine), times(cross(axis, vector), sine)), along);
}
