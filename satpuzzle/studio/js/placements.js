// The exact cover of a puzzle, as the checker makes it, in the form that searches and play have.
//
// Items are the board's cells, then the pieces, then the items of rules, or the edges of tiles; the last ones have colours,
// and options that cover one must agree on its colour.  An option is a placement; it may cover an item of a rule several
// times.  If the number of empty cells is counted,
// there is one more piece: its placements, the last options, are the cells that may stay empty.
import { ascending, minus } from "./cell.js";
import { range } from "./lists.js";
import { geometryOf, lettersBehind } from "./symmetry.js";

// Return the cover of a puzzle: its options, each an ascending list of items, and the bounds of its items.
//
// `further` is the number of cells and pieces, `plain` that of items without colours.  The others are in `sizes`, with
// their numbers of colours.  If there are colours, `hues` has for each option the hue of each of its items.  On a cell it
// is the colour of the piece, 0 for none; on an item with colours, 1 and more.  If an option covers an item several times,
// `weights` has for each option how often it covers each of its items.  With `counting`, the number of empty cells
// is counted if there can be any.  Raises a Complaint if there are too many placements.
/** @type {(puzzle: Puzzle, counting?: boolean) => Cover} */
export const coverOf = (puzzle, counting = false) => coverIn(geometryOf(puzzle, counting), puzzle);

/** @type {(geometry: Geometry, puzzle: Puzzle) => Cover} */
export function coverIn({ sizes, arrays, rules }, puzzle) {
  const { low, high, piece, begin, item, tint, weight, sides, before, home } = arrays;
  const { cells, pieces, items, options } = sizes;
  const further = cells + pieces;
  const hueOf = range(items).map(() => new Map([[0, 0]])); // of each item with colours, by what the checker calls them
  item.forEach(
    (each, i) => each >= further && tint[i] && hueOf[each].set(tint[i], hueOf[each].get(tint[i]) ?? hueOf[each].size),
  );
  const [plain, coloured] = [false, true].map((is) => range(items).filter((each) => hueOf[each].size > 1 === is));
  const order = [...plain, ...coloured]; // items as the checker numbers them
  const place = new Int32Array(items);
  order.forEach((each, i) => (place[each] = i));
  const hued = coloured.length > 0 || puzzle.coloured;
  const weighed = weight.some((each) => each > 1);
  /** @type {(option: number) => { item: number; hue: number; weight: number }[]} */
  const itemsOf = (option) =>
    range(begin[option + 1] - begin[option])
      .map((i) => begin[option] + i)
      .map((i) => ({
        item: place[item[i]],
        hue: item[i] < further ? tint[i] : (hueOf[item[i]].get(tint[i]) ?? 0),
        weight: weight[i],
      }))
      .sort((one, other) => one.item - other.item);
  const letters = lettersBehind(puzzle);
  let cell = 0;
  const laid = range(options).map((number) => {
    const all = itemsOf(number);
    const own = all.filter((one) => one.item < cells);
    const wraps = before.length > 0 && piece[number] !== sizes.empties;
    const homes = wraps ? home.slice(cell, cell + own.length) : null;
    const shape = wraps ? own.map(() => [...before.slice(3 * cell, 3 * ++cell)]) : null;
    const way = sides.slice(sizes.sides * number, sizes.sides * (number + 1));
    const said = [...way].map((code) => letters.get(String.fromCharCode(code))).join("");
    const hues = own.map((one) => one.hue);
    return {
      number,
      all,
      piece: piece[number],
      at: own[0].item,
      shape,
      homes,
      said,
      hues,
      cells: own.map((one) => one.item),
    };
  });
  laid.sort(inOrder(puzzle, sizes.empties));
  return {
    cells,
    further,
    plain: plain.length,
    items,
    sizes: coloured.map((each) => hueOf[each].size - 1),
    lower: order.map((each) => low[each]),
    upper: order.map((each) => high[each]),
    placing: laid.filter((one) => one.piece !== sizes.empties).length,
    options: laid.map(({ all }) => all.map((one) => one.item)),
    hues: hued ? laid.map(({ all }) => all.map((one) => one.hue)) : null,
    weights: weighed ? laid.map(({ all }) => all.map((one) => one.weight)) : null,
    sides: puzzle.tiled ? laid.map(({ said }) => said) : null,
    shapes: before.length ? laid.map(({ shape }) => shape ?? []) : null,
    homes: before.length ? laid.map(({ homes }) => homes ?? new Int32Array()) : null,
    pieceOf: laid.map((one) => one.piece),
    rules: order.slice(further).map((each) => rules[arrays.rule[each - further]] ?? null),
    order,
    numbers: laid.map((one) => one.number),
  };
}

// An option as it lies: the number of its first cell, its cells before the board wraps round, the sides of a tile.
/** @typedef {{ piece: number; at: number; cells: number[]; shape: Vector[] | null; said: string; hues: number[] }} Laid */

// Options have the order that they have in Python: by piece, by the kind of the first cell, by orientation, by place.
/** @type {(puzzle: Puzzle, empties: number) => (a: Laid, b: Laid) => number} */
function inOrder({ grid, board, wrap, tiled }, empties) {
  const kinds = board.map((cell) => grid.kind(cell));
  /** @type {(one: Laid) => Vector[]} */
  const lying = ({ shape, cells }) => shape ?? cells.map((cell) => board[cell]);
  /** @type {(a: Laid, b: Laid) => number} */
  const turned = (a, b) => {
    const [one, other] = [lying(a), lying(b)];
    for (let i = 0; i < one.length; i++) {
      const found = ascending(minus(one[i], one[0]), minus(other[i], other[0])) || a.hues[i] - b.hues[i];
      if (found) return found;
    }
    return 0;
  };
  /** @type {(a: Laid, b: Laid) => number} */
  const kindly = (a, b) =>
    wrap && !tiled ? ascending(grid.home(lying(a)[0]), grid.home(lying(b)[0])) : kinds[a.at] - kinds[b.at];
  return (a, b) =>
    a.piece - b.piece ||
    (a.piece === empties
      ? 0
      : kindly(a, b) || (tiled ? Number(a.said > b.said) - Number(a.said < b.said) : turned(a, b))) ||
    (a.shape && b.shape ? ascending(a.shape[0], b.shape[0]) : a.at - b.at);
}
