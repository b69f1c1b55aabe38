// The rule `symmetric`: a packing is its own image under an isometry of the board of some kind.  If one isometry and its
// powers are meant, the packing is one of its quotient: there is an item for each orbit of cells, and its colour is the
// orbit of the placement that covers them, or that they stay empty (satpuzzle/puzzle/rules/symmetric.py).
import { carried } from "./carried.js";
import { UNBOUNDED } from "./cover.js";
import { grouped, range, sorted, sum } from "./lists.js";
import { words } from "./words.js";

const NEAR = 1e-3; // of points that are one: the tables have six digits
/** @type {Record<string, number>} */
const TURNS = { "half turn": 2, "third turn": 3, "quarter turn": 4, "sixth turn": 6 }; // with their orders
export const KINDS = [...Object.keys(TURNS), "horizontal", "vertical", "upright", "diagonal", "mirror", "point", "any"];

// An isometry of the board, by the image of each cell: whether it is a turn, and its kinds.
/** @typedef {{ to: number[]; turned: boolean; kinds: Set<string> }} BoardMove */
// The powers of an isometry, the identity among them.
/** @typedef {{ powers: number[][]; turned: boolean }} Quotient */

/** @type {(to: number[]) => string} */
const nameOf = (to) => to.join();

// Return the powers of a move, the move itself first and the identity last.
/** @type {(to: number[]) => number[][]} */
function powersOf(to) {
  const found = [to];
  for (let last = to; last.some((there, cell) => there !== cell); found.push(last)) last = last.map((cell) => to[cell]);
  return found;
}

/** @type {WeakMap<Vector[], BoardMove[]>} */
const known = new WeakMap(); // by boards

// Return the isometries of the board but for the identity.
/** @type {(ground: Ground) => BoardMove[]} */
function movesOf({ grid, board }) {
  const found = known.get(board) ?? isometries(grid, board);
  known.set(board, found);
  return found;
}

/** @type {(grid: Grid, board: Vector[]) => BoardMove[]} */
function isometries(grid, board) {
  /** @type {(images: (cells: Vector[]) => Vector[][]) => Map<string, number[]>} */
  const moves = (images) => new Map(carried({ grid }, board, images).map((to) => [nameOf(to), to]));
  const turns = moves((cells) => grid.rotations(cells, false));
  const others = grid.turns.filter(({ rotation, over }) => (grid.flat ? over : !rotation));
  const reflections = grouped(
    others.flatMap((turn) => [...moves((cells) => [grid.turned(turn, cells)]).keys()].map((name) => ({ turn, name }))),
    ({ name }) => name,
  );
  const points = board.map((cell) => grid.centre(cell));
  const middle = [0, 1, 2].map((axis) => sum(points, (point) => point[axis]) / board.length);
  const places = points.map((point) => middle.map((at, axis) => (point[axis] ?? 0) - at));
  const all = [...moves((cells) => grid.isometries(cells))].filter(([, to]) =>
    to.some((there, cell) => there !== cell),
  );
  return all.map(([name, to]) => {
    const turned = turns.has(name);
    const by = (reflections.get(name) ?? []).map(({ turn }) => turn);
    return { to, turned, kinds: kindsOf(grid, { to, turned, by, places }) };
  });
}

// Return the kinds of an isometry: `places` are the centres of the cells, seen from the middle of the board, and `by` has
// the reflections of the grid that move the cells so; on a board in a line or a plane a turn may do so, too.
/** @type {(grid: Grid, move: { to: number[]; turned: boolean; by: Isometry[]; places: Vector[] }) => Set<string>} */
function kindsOf(grid, { to, turned, by, places }) {
  const order = powersOf(to).length;
  const found = new Set(["any", ...Object.keys(TURNS).filter((kind) => turned && TURNS[kind] === order)]);
  /** @type {(sign: number, axes: number[]) => boolean} */
  const alike = (sign, axes) =>
    places.every((place, cell) => axes.every((axis) => Math.abs(place[axis] - sign * places[to[cell]][axis]) < NEAR));
  /** @type {(turn: Isometry) => Vector[]} */
  const twice = (turn) => turn.basis.map((vector) => grid.combine(grid.coordinates(vector), turn.basis));
  /** @type {(vectors: Vector[], sign: number) => boolean} */
  const scaled = (vectors, sign) =>
    vectors.every((vector, i) => vector.every((x, axis) => Math.abs(x - sign * grid.basis[i][axis]) < NEAR));
  if (grid.flat) {
    if (turned && !by.length) return found;
    const [level, steep] = [alike(1, [0]), alike(1, [1])];
    found.add("mirror").add(level || steep ? "upright" : "diagonal");
    if (level || steep) found.add(level ? "horizontal" : "vertical");
  } else if (!turned && by.length) {
    for (const turn of by.filter((each) => scaled(twice(each), 1)))
      found.add(scaled(turn.basis, -1) ? "point" : "mirror");
  } else if (!turned && order === 2) found.add(alike(-1, [0, 1, 2]) ? "point" : "mirror");
  return found;
}

// Return the isometry whose powers keep all packings that one of this kind keeps; null if there are several.
/** @type {(moves: BoardMove[]) => Quotient | null} */
function quotientOf(moves) {
  const groups = moves.map(({ to, turned }) => ({ powers: powersOf(to), turned }));
  const [least] = groups.toSorted((a, b) => a.powers.length - b.powers.length);
  const own = least?.powers.map(nameOf);
  /** @type {(group: Quotient) => boolean} */
  const among = ({ powers, turned }) => {
    const names = new Set(powers.map(nameOf));
    return own.every((name) => names.has(name)) && turned === least.turned;
  };
  return least && groups.every(among) ? least : null;
}

// Return why a puzzle cannot be solved with the rule, null if it can.
/** @type {(ground: Ground, kind: string) => string | null} */
export function faultOf(ground, kind) {
  const moves = movesOf(ground);
  const own = moves.filter(({ kinds }) => kinds.has(kind));
  const kinds = KINDS.filter((each) => each !== "any" && moves.some((move) => move.kinds.has(each)));
  if (!own.length && kind !== "any") return words.noSymmetry(kinds);
  const names = new Set(own.map(({ to }) => nameOf(to)));
  /** @type {(by: BoardMove, move: BoardMove) => boolean} */
  const stays = (by, move) => {
    /** @type {number[]} */
    const image = [];
    by.to.forEach((there, cell) => (image[there] = by.to[move.to[cell]]));
    return names.has(nameOf(image));
  };
  if (!moves.every((by) => own.every((move) => stays(by, move)))) return words.symmetriesMove;
  return quotientOf(own) ? null : words.judges;
}

/** @type {(ground: Ground, rule: Rule) => Quotient} */
const quotient = (ground, { way = "" }) =>
  quotientOf(movesOf(ground).filter(({ kinds }) => kinds.has(way))) ?? { powers: [], turned: true };

// The images of a placement, each as its cells in ascending order.
/** @type {(powers: number[][], cells: number[]) => number[][]} */
const images = (powers, cells) => powers.map((to) => sorted(cells.map((cell) => to[cell])));

// Return which placements are allowed: those that overlap none of their images but themselves.
/** @type {(ground: Ground, rule: Rule) => (cells: number[]) => boolean} */
export function quotientAllows(ground, rule) {
  const { powers } = quotient(ground, rule);
  return (cells) => {
    const own = new Set(cells);
    return images(powers, cells).every((image) =>
      [0, cells.length].includes(sum(image, (cell) => Number(own.has(cell)))),
    );
  };
}

// Return an item for each orbit of several cells; its colours are orbits of placements, for a turn with their piece.
/** @type {(ground: Ground, rule: Rule) => RuleItem[]} */
export function quotientItems(ground, rule) {
  const { powers, turned } = quotient(ground, rule);
  const orbits = range(ground.board.length).map((cell) => sorted(new Set(powers.map((to) => to[cell]))));
  /** @type {(piece: number, cells: number[]) => string} */
  const colour = (piece, cells) => `${piece < 0 || turned ? piece : ""}:${images(powers, cells).map(nameOf).sort()[0]}`;
  return orbits
    .filter((orbit, cell) => orbit.length > 1 && orbit[0] === cell)
    .map((orbit) => ({ low: 0, high: UNBOUNDED, about: [orbit], takes: (many) => many > 0, colour }));
}
