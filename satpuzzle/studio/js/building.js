// How a solution is put together: the steps of taking it apart, backwards.  Each shows the pieces that are together
// already and those that come next, with an arrow, and says from where (satpuzzle/pictures/instructions.py).
import { code, mean, minus, plus, times } from "./cell.js";
import { sorted } from "./lists.js";
import { motionsOf, poseOf, whereTo } from "./motion.js";
import { say } from "./saying.js";
import { words } from "./words.js";

const REACH = 0.7; // of the way into its place that an arrow shows
const LEVEL = 1e-6;

// Return steps that lift one piece after the other straight up, the highest first, so that one builds on a table; null if
// this does not take everything apart.
/** @type {(placed: { cells: Vector[] }[], grid: Grid) => Move[] | null} */
export function lifted(placed, grid) {
  const way = grid.moves.find(({ by }) => {
    const [right, near, up] = grid.vector(by);
    return up > LEVEL && Math.hypot(right, near) < LEVEL;
  });
  if (!way) return null;
  const owner = new Map(placed.flatMap(({ cells }, i) => cells.map((cell) => [code(cell), i])));
  const heights = placed.map(({ cells }) => mean(cells.map((cell) => grid.centre(cell)))[2]);
  const top = Math.max(...placed.flatMap(({ cells }) => cells.map((cell) => grid.centre(cell)[2])));
  const above = placed.map(({ cells }) => {
    const found = new Set();
    for (const cell of cells)
      for (let at = cell; grid.centre(at)[2] < top + 1; at = plus(at, way.by))
        for (const step of way.swept[grid.kind(cell)]) found.add(owner.get(code(plus(at, step))));
    return found;
  });
  const left = new Set(placed.keys());
  /** @type {Move[]} */
  const steps = [];
  while (left.size > 1) {
    const free = [...left].filter((i) => ![...left].some((other) => other !== i && above[i].has(other)));
    if (!free.length) return null;
    const next = free.reduce((best, i) => (heights[i] > heights[best] + LEVEL ? i : best));
    left.delete(next);
    steps.push({ pieces: [next], direction: way.by, distance: "out" });
  }
  return steps;
}

// Return the steps of putting pieces together, in their order, each {text, figures, coming, arrow}: figures as the pieces
// lie before it, without those that come later, each with its `pose`; those that move; and the ends of an arrow in space,
// or null for a turn.
// `held` tells whether a frame holds them: then the first piece goes in, too; else it just lies there.
/** @type {(steps: Move[], placed: Placed[], puzzle: Puzzle, letters: string[], solid: (i: number) => Figure) => Building[]} */
export function building(steps, placed, puzzle, letters, solid) {
  const motions = motionsOf(steps, placed, puzzle, false);
  const held = puzzle.frame.length > 0;
  /** @type {(some: Iterable<number>) => string[]} */
  const listed = (some) => sorted(some).map((i) => letters[i]);
  /** @type {Set<number>} */
  const known = new Set();
  return stagesOf(steps, placed.length)
    .filter(({ rest }) => held || rest.length)
    .map(({ number, rest, moving }) => {
      const motion = motions[number];
      const first = rest.length > 0 && !rest.some((i) => known.has(i));
      for (const i of [...rest, ...moving]) known.add(i);
      const then = sentence(motion, steps[number], listed(moving));
      const text = first ? say(words.takeFirst, { pieces: listed(rest), then }) : then;
      /** @type {(i: number) => Figure} */
      const after = (i) => ({
        ...solid(i),
        pose: poseOf(puzzle.grid.centre(placed[i].cells[0]), i, motions, number + 1),
      });
      const figures = sorted([...rest, ...moving]).map(after);
      const coming = moving.map(after);
      const places = moving.flatMap((i) => centresOf(placed[i].cells, after(i).pose, puzzle.grid));
      const middle = mean(places);
      const arrow = motion.axis ? null : [middle, minus(middle, times(motion.by, REACH))];
      return { text, figures, coming, arrow };
    });
}

/** @type {(cells: Vector[], pose: Pose | undefined, grid: Grid) => Vector[]} */
const centresOf = (cells, pose, grid) =>
  cells.map((cell) => {
    const away = minus(grid.centre(cell), grid.centre(cells[0]));
    const { place, axes } = /** @type {Pose} */ (pose);
    return away.reduce((sum, x, i) => plus(sum, times(axes[i], x)), place);
  });

// The steps, the last first: which pieces stay and which move.
/** @type {(steps: Move[], many: number) => { number: number; rest: number[]; moving: number[] }[]} */
function stagesOf(steps, many) {
  let parts = [[...Array(many).keys()]];
  const found = steps.map(({ pieces, distance }, number) => {
    const part = parts.find((each) => pieces.every((i) => each.includes(i))) ?? pieces;
    const rest = part.filter((i) => !pieces.includes(i));
    if (distance === "out") parts = [...parts.filter((each) => each !== part), rest, pieces];
    return { number, rest, moving: pieces };
  });
  return found.reverse();
}

// What is done in a step: the opposite of a motion.
/** @type {(motion: Motion, step: Move, pieces: string[]) => string} */
function sentence({ by, axis, out }, { distance }, pieces) {
  if (axis) return say(words.turnPieces, { pieces, way: say(words.turned, { where: whereTo(times(axis, -1)) }) });
  if (out) return say(words.addPieces, { pieces, from: whereTo(by, words.comeFrom, words.fromSide) });
  const way = say(words.moved, { where: whereTo(times(by, -1)), far: Math.abs(Number(distance)) });
  return say(words.slidePieces, { pieces, way });
}
