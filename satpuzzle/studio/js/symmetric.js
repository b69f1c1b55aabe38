// The rule `symmetric`: a packing is its own image under an isometry of the board of some kind.  If one isometry and its
// powers are meant, the packing is one of its quotient: there is an item for each orbit of cells, and its colour is the
// orbit of the placement that covers them, or that they stay empty (satpuzzle/puzzle/rules/symmetric.py).  An isometry keeps
// what belongs to each cell, and the frame; it makes of a piece itself, its mirror image or its mate.
import { carried } from "./carried.js";
import { code, numbered, onceEach } from "./cell.js";
import { grouped, range, sorted, sum } from "./lists.js";
import { piecesOn } from "./lying.js";
import { matched, turningOf } from "./mates.js";
import { words } from "./words.js";

const HUE = 2 ** 20; // a colour of a cell is so much more than its number
const NEAR = 1e-3; // of points that are one: the tables have six digits
/** @type {Record<string, number>} */
const TURNS = { "half turn": 2, "third turn": 3, "quarter turn": 4, "sixth turn": 6 }; // with their orders
export const KINDS = [...Object.keys(TURNS), "horizontal", "vertical", "upright", "diagonal", "mirror", "point", "any"];

// An isometry of the board, by the image of each cell and of each piece, -1 for none; and its kinds.
/** @typedef {{ to: number[]; pieces: number[]; kinds: Set<string> }} BoardMove */
// A placement: the piece, its cells, and in ascending order the cells with the colours on them.
/** @typedef {{ piece: number; cells: number[]; name: string }} Placed */

/** @type {(to: number[]) => string} */
const nameOf = (to) => to.join();

// Return the powers of a move, the move itself first and the identity last.
/** @type {(to: number[]) => number[][]} */
function powersOf(to) {
  const found = [to];
  for (let last = to; last.some((there, cell) => there !== cell); found.push(last)) last = last.map((cell) => to[cell]);
  return found;
}

/** @type {WeakMap<Puzzle, BoardMove[]>} */
const known = new WeakMap(); // by puzzles

// Return the isometries of the board but for the identity.  Several isometries of board and frame may carry the board in
// one way: its kinds are those of all of them; in space, if one of them is a turn, those of turns.
/** @type {(ground: Ground) => BoardMove[]} */
function movesOf({ puzzle }) {
  const found = known.get(puzzle) ?? isometries(puzzle);
  known.set(puzzle, found);
  return found;
}

/** @type {(puzzle: Puzzle) => BoardMove[]} */
function isometries(puzzle) {
  const { grid, board, frame, optional, colours, coloured, pieces } = puzzle;
  const points = onceEach([...board, ...frame]);
  const own = numbered(points);
  const at = board.map((cell) => own.get(code(cell)) ?? -1);
  const cellAt = new Map(at.map((point, cell) => [point, cell]));
  const looks = points.map((_, point) => {
    const cell = cellAt.get(point);
    return cell === undefined ? "#" : `${optional[cell]}${coloured && colours ? colours[cell] : ""}`;
  });
  /** @type {(images: (cells: Vector[]) => Vector[][]) => Map<string, number[]>} */
  const moves = (images) =>
    new Map(
      carried({ grid }, points, images)
        .filter((to) => to.every((there, point) => looks[there] === looks[point]))
        .map((to) => [nameOf(to), to]),
    );
  /** @type {(way: number[]) => number[]} */
  const onBoard = (way) => at.map((point) => cellAt.get(way[point]) ?? -1);
  const turns = moves((cells) => grid.rotations(cells, false));
  const others = grid.turns.filter(({ rotation, over }) => (grid.flat ? over : !rotation));
  const reflections = grouped(
    others.flatMap((turn) => [...moves((cells) => [grid.turned(turn, cells)]).keys()].map((name) => ({ turn, name }))),
    ({ name }) => name,
  );
  const centres = points.map((cell) => grid.centre(cell));
  const middle = [0, 1, 2].map((axis) => sum(centres, (point) => point[axis]) / points.length);
  const places = centres.map((point) => middle.map((here, axis) => (point[axis] ?? 0) - here));
  const { turnOver, rotate } = turningOf(pieces);
  const keeping = new Set(
    [...moves((cells) => grid.rotations(cells, turnOver, rotate)).values()].map((way) => nameOf(onBoard(way))),
  );
  const ways = grouped(
    moves((cells) => grid.isometries(cells)),
    ([, way]) => nameOf(onBoard(way)),
  );
  ways.delete(nameOf(range(board.length)));
  const becoming = [...ways.keys()].filter((name) => !keeping.has(name));
  const becomes = piecesUnder(
    puzzle,
    becoming.map((name) => onBoard(ways.get(name)?.[0][1] ?? [])),
  );
  return [...ways].map(([board, each]) => {
    const some = each.map(([name, to]) => ({ name, to, turned: turns.has(name) }));
    const turned = grid.flat ? [] : some.filter((way) => way.turned);
    const kinds = (turned.length ? turned : some).map(({ name, to, turned }) => {
      const by = (reflections.get(name) ?? []).map(({ turn }) => turn);
      return [...kindsOf(grid, { to, turned, by, places })];
    });
    const pieces = becomes[becoming.indexOf(board)] ?? [...puzzle.pieces.keys()];
    return { to: onBoard(each[0][1]), pieces, kinds: new Set(kinds.flat()) };
  });
}

// Return what each piece becomes under isometries that are no motions of every piece.
/** @type {(puzzle: Puzzle, others: number[][]) => number[][]} */
function piecesUnder(puzzle, others) {
  if (!others.length) return [];
  /** @type {Placed[][]} */
  const lying = puzzle.pieces.map(() => []);
  piecesOn(puzzle, (piece, cells, colours) => lying[piece].push(placed(piece, cells, colours)));
  /** @type {(some: Placed[], to: number[]) => string} */
  const named = (some, to) =>
    some
      .map((one) => movedName(one.name, to))
      .sort()
      .join(";");
  const still = range(puzzle.board.length);
  return matched(
    lying.map((some) => named(some, still)),
    others.map((to) => lying.map((some) => named(some, to))),
    puzzle.pieces.map(({ min, max }) => [min, max]),
  );
}

/** @type {(piece: number, cells: number[], colours: number[] | null) => Placed} */
const placed = (piece, cells, colours) => ({
  piece,
  cells,
  name: nameOf(sorted(cells.map((cell, i) => cell + HUE * (colours?.[i] ?? 0)))),
});

// Return the name of the image of a placement.
/** @type {(name: string, to: number[]) => string} */
const movedName = (name, to) =>
  nameOf(
    sorted(
      name
        .split(",")
        .map(Number)
        .map((one) => to[one % HUE] + HUE * Math.floor(one / HUE)),
    ),
  );

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

// Return the powers of the isometry, but for the identity, that keep all packings that one of this kind keeps; null if
// there are several.
/** @type {(moves: BoardMove[], all: BoardMove[]) => BoardMove[] | null} */
function quotientOf(moves, all) {
  const groups = moves.map(({ to }) => powersOf(to).map(nameOf));
  const [least] = groups.toSorted((a, b) => a.length - b.length);
  if (!least || !groups.every((names) => least.every((name) => names.includes(name)))) return null;
  const byName = new Map(all.map((move) => [nameOf(move.to), move]));
  return least.flatMap((name) => byName.get(name) ?? []);
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
  return quotientOf(own, moves) ? null : words.judges;
}
