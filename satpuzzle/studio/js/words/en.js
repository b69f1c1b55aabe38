// English: what the page says.  The other languages beside this file have the same texts, of the same arguments.
import { sum } from "../lists.js";
import { sayingIn } from "../saying.js";

const { say, some, time, day } = sayingIn("en");
/** @type {(...texts: any[]) => string} */
const spaced = (...texts) => texts.filter(Boolean).join(" ");
/** @type {(low: number, high: number) => string} */
const between = (low, high) => (low === high ? say(low) : `${say(low)} to ${say(high)}`);
/** @type {(number: number) => string} */
const manyCells = (number) => some(number, "cell", "cells");
/** @type {(number: number) => string} */
const manyPieces = (number) => some(number, "piece", "pieces");
/** @type {(number: number) => string} */
const manySolutions = (number) => some(number, "solution", "solutions");
/** @type {(pieces: Piece[]) => string} */
const allOf = (listed) => manyPieces(sum(listed, ({ max }) => max));

/** @type {Record<string, string>} */
const colouringOf = {
  chequers: "like a chessboard",
  columns: "in dark and light columns",
  rows: "in dark and light rows",
  layers: "in dark and light layers",
  kinds: "by their direction",
};
/** @type {Record<string, string>} */
const symmetries = {
  "half turn": "a half turn",
  "third turn": "a third of a turn",
  "quarter turn": "a quarter turn",
  "sixth turn": "a sixth of a turn",
  horizontal: "a reflection in a horizontal line",
  vertical: "a reflection in a vertical line",
  upright: "a reflection in a horizontal or a vertical line",
  diagonal: "a reflection in a diagonal line",
  mirror: "a reflection",
  point: "a reflection in its centre",
  any: "some symmetry of the board",
};
/** @type {(numbers: number[]) => string} */
const either = (numbers) =>
  numbers.length > 4 ? `${numbers.slice(0, 3).join(", ")}, … or ${numbers.at(-1)}` : numbers.join(" or ");
/** @type {(named: string[]) => string} */
const along = ([right, near, up]) => spaced(up, (near || right) && `to the ${spaced(near, right)}`);
const backwards = "Played backwards, this is how it is put together.";

/** @type {(moves: string, letters: string[]) => string} */
const stuckBy = (moves, letters) =>
  `It does not come apart by ${moves}: ${letters.join(", ")} ${letters.length > 1 ? "are" : "is"} stuck.`;

/** @satisfies {Texts} */
export const en = {
  lang: "en",

  // What is wrong with a puzzle
  notAPuzzle: "This is not a puzzle.",
  isAFamily: "This file has a puzzle for each day; choose one of them.",
  unknownKey: (key, known) => `The key “${key}” is not known. Known are ${known.join(", ")}.`,
  unknownGrid: (found, known) =>
    `The grid ${JSON.stringify(found?.title ?? found)} is not known. Known are ${known.join(", ")}.`,
  noPieces: "The puzzle names no pieces.",
  tooMany: (what, found, most) => `The puzzle has ${say(found)} ${what}; this page takes at most ${say(most)}.`,
  frameInBoard: "A cell of the frame is one of the board.",
  twoBoards: "A puzzle has either “box” or “board”.",
  badBox: (axes) => `The size of the box must be ${axes} positive numbers.`,
  badCells: (key) => `“${key}” must be a drawing or a list of cells.`,
  badCell: (key, cell, grid) => `“${key}” has ${cell}, which is no cell of the grid ${grid}.`,
  twice: (key) => `“${key}” has a cell twice.`,
  flatLayers: "The drawing has several layers, but the grid is flat.",
  badMark: (key, mark) => `“${key}” has the mark “${mark}”, which has no meaning there.`,
  badDrawing: (key, grid) => `“${key}” has a mark where the grid ${grid} has no cell.`,
  manyShapes: (key, grid) =>
    `“${key}” has no cell of the grid ${grid} where it begins, and could be several shapes further on: put dots before it.`,
  badPiece: (number) => `Piece ${number} has no name.`,
  emptyPiece: (name) => `Piece ${name} has no cells yet.`,
  badCopies: (name) => `The number of copies of piece ${name} is not allowed.`,
  badTruth: (key) => `“mirror” of ${key} must be true or false.`,
  badPaint: (paint) => `“paint” is ${paint}; allowed are texts such as “#ff8000”.`,
  badRule: (key) => `“${key}” has a value that is not allowed.`,
  unknownRule: (said, known) => `“rules” has “${said}”: choose from ${known.join(", ")}.`,
  badRuleText: (said, form) => `“rules” has “${said}”; allowed is “${form}”.`,
  wrongRule: (said, why) => `“rules” has “${said}”: ${why}.`,
  notForTiles: "it is for pieces, and not for tiles",
  needsFlat: "it needs a flat board that is moved as a whole",
  needsSticks: "it needs a grid of sticks",
  needsCorners: "it needs a flat grid on which so many cells meet in a point",
  needsRows: "it needs a grid whose cells lie in straight rows",
  noPieceNamed: (name) => `there is no piece ${name}`,
  judges: "it judges whole packings, which only the command line does",
  needsWhole: "it needs a board that does not wrap round and is moved as a whole",
  noSymmetry: (kinds) => `the board has no such symmetry: it has ${kinds.join(", ") || "none"}`,
  symmetriesMove: "symmetries of the board carry it to others: say upright or mirror",
  noLine: "no straight line runs along sides of cells through the board",
  regionsOutside: "its regions have cells that are not on the board",
  copiesAre: (least, most) => `by their numbers of copies, there are ${between(least, most)} of them`,
  badColours: (key) => `“colours” must be a list of numbers, one for each of the listed cells of “${key}”.`,
  badBorder: (found, letters) =>
    `“border” is “${found}”; allowed are “same”, “same on each side”, “different on each side” and the colours ${letters.join(" ")}.`,
  badRotate: (grid) => `On the grid ${grid} tiles fit all cells only if they may be turned.`,
  badSides: (number, sides) => `Tile ${number} must have ${sides} sides, each a letter or a digit.`,
  noTiles: (grid) => `The grid ${grid} takes no tiles with coloured sides.`,
  badChain: (name, most) =>
    `The chain of ${name} must be a word of the letters S, B and ?, or a list of lengths from 2, with ${say(most)} cells at most.`,
  noChains: (grid, known) => `The grid ${grid} takes no chains. Grids with chains are ${known.join(", ")}.`,
  chainOnRing: "This page folds no chains on a board that wraps round.",
  chainRule: "This rule is for rigid pieces: the puzzle has a chain.",
  chainByWord: "A chain is said by its word in the file; it is not drawn.",
  chainByHand: "A chain is folded in Solve, not by hand.",
  flatWrap: "Only a flat board can wrap round.",
  badPeriods: "“wrap” must be one or two translations of the grid in different directions.",
  badGlide:
    "“wrap” with “flip” needs a middle line of the board about which the grid is symmetric, and a second period at right angles to it; or this page does not know such boards yet.",
  sameCell: "Two cells of the board are the same, since it wraps round.",
  smallWrap: (least) => `A board of tiles that wraps round needs at least ${least} cells on each way round.`,
  noExchange: (tile) => `The colours cannot be exchanged: ${tile} becomes a tile of which there are not as many.`,
  tooManySymmetries: "The puzzle has more symmetries than this page can handle; the command line takes more.",
  badText: (key) => `“${key}” must be text.`,
  emptyBoard: "The board is empty: paint its cells.",
  noPieceYet: "There are no pieces yet: add one.",
  tooMuch: (least, cells, exact) =>
    `The pieces have ${exact ? "" : "at least "}${manyCells(least)}, the board has ${exact ? "" : "only "}${say(cells)}.`,
  tooLittle: (most, required, exact, free) =>
    `The pieces have ${exact ? "" : "at most "}${manyCells(most)}, the board has ${say(required)}${free ? " that must be covered" : ""}.`,
  noChoice: (required, cells) => `No choice of pieces has ${between(required, cells)} cells in all.`,
  tooManyPlacements: (most) =>
    `The pieces have more than ${say(most)} placements; this page does not search puzzles of that size. The command line does.`,

  // The rules of a puzzle
  ruleNamed: (rule) => `Another rule: ${rule}.`,
  listed: (names) => names.join(", "),
  sentence: (text) => `${text}.`,
  rules: {
    match: "Where two pieces meet, their sides have the same colour.",
    opposite: "Where two pieces meet, their sides have opposite colours, such as A and a: a head and a tail.",
    noTurn: "Pieces must not be turned.",
    fixed: (names) => `These pieces may be turned in some ways only: ${names.join(", ")}.`,
    border: {
      same: "All sides on the border have the same colour.",
      "same on each side": "On each side of the board, all sides on the border have one colour.",
      "different on each side": "On each side of the board, no colour appears twice.",
    },
    borderColour: "All sides on the border have the colour of the line around the board.",
    coloured: "A coloured cell of a piece lies on a cell of the same colour.",
    pairs: "A coloured cell of a piece lies only on certain colours of the board.",
    wrap: {
      x: "The board wraps round: its right edge is joined to its left edge.",
      y: "The board wraps round: its upper edge is joined to its lower edge.",
      xy: "The board wraps round: opposite edges are joined.",
      moebius: "The board is a Möbius strip: its right edge is joined to its left edge upside down.",
      "moebius y":
        "The board is a Möbius strip: its lower edge is joined to its upper edge, with left and right exchanged.",
      klein:
        "The board is a Klein bottle: its right edge is joined to its left edge upside down, and its lower edge to its upper edge.",
      "klein y":
        "The board is a Klein bottle: its lower edge is joined to its upper edge, with left and right exchanged, and its right edge to its left edge.",
    },
    wrapBy: (periods) =>
      `The board wraps round, by ${periods.map((/** @type {Vector} */ by) => `(${by.join(", ")})`).join(" and ")}.`,
    symmetric: ({ way }) => `The packing is symmetric: ${symmetries[way]} leaves it unchanged.`,
    chain: (name, cells) => `${name} is a chain of ${manyCells(cells)} that is folded.`,
    empty: (many) => `At most ${manyCells(many)} may stay empty.`,
    exchanged: (letters) =>
      `Solutions that differ only by an exchange of the colours ${letters.join(", ")} count as one in the first line.`,
  },

  // Why there is no solution
  noPlace: (piece) => `Piece ${piece} fits nowhere on the board.`,
  noRuleKept: (rule) => `The pieces fit in too few places for the rule “${rule}” to be kept.`,
  notCovered: (cell) => `No piece can cover the cell ${cell}.`,
  colouring: (name, dark, light, ways) =>
    `Colour the cells ${colouringOf[name]}: the board has ${say(dark)} dark cells and ${say(light)} light ones, but the pieces, however they lie, cover ${ways.length ? `${either(ways)} dark cells` : "other numbers of cells"}.`,
  sharesNote: "Below each piece: how many cells of one colour and of the other it covers, however it lies.",

  // What went wrong
  workerDied: "Part of the search ended unexpectedly. What has been found so far is still here.",
  outOfMemory:
    "The browser has no more memory for this search. The solutions found so far are still here; the command line can search further.",
  broken: (detail) => `The search failed (${detail}).`,

  // The page
  language: "Language",
  nameLabel: "Name of the puzzle",
  puzzleLabel: "Puzzle",
  modesLabel: "What to do",
  toolsLabel: "Tools",
  untitled: "My puzzle",
  modes: /** @type {Record<string, string>} */ ({ draw: "Draw", solve: "Solve", play: "Play" }),
  undo: "Undo",
  redo: "Redo",
  puzzles: "Puzzles",
  open: "Open",
  save: "Save",
  link: "Link",
  close: "Close",
  today: "Today",
  choosePuzzle: "Choose a puzzle",
  searchPuzzles: "Search by name or brand",
  filterLabels: /** @type {Record<string, string>} */ ({ kind: "Kind", size: "How many pieces" }),
  filters: /** @type {Record<string, Record<string, string>>} */ ({
    kind: { "": "All kinds", flat: "Flat", solid: "In space", coloured: "With colours", days: "Calendars" },
    size: { "": "All sizes", few: "Up to 7 pieces", some: "8 to 12 pieces", many: "More pieces" },
  }),
  sortsOfPuzzles: /** @type {Record<string, string>} */ ({
    name: "By name",
    easy: "Easiest first",
    hard: "Hardest first",
    few: "Fewest pieces first",
  }),
  easy: "easy, for kids", // words by which the easiest are found
  hardness: (hardness, hardest) => `Difficulty ${hardness} of ${hardest}, for a careful player`,
  nothingFound: "No puzzle here has this name. You can draw it, or open a file.",
  noSuchPuzzle: (name) => `There is no puzzle with the name ${name}.`,
  notKept: "The browser could not store this, perhaps because its space is full. Save your puzzle to a file.",
  noWebGL: "This browser has no WebGL, so the view in space cannot be shown.",
  noWebAssembly: "This browser has no WebAssembly, so the page cannot search. A newer browser can.",
  noDecompression: "This browser is too old for this page: it cannot unpack the page's data (DecompressionStream).",
  noSimd: "This browser is too old for this page: its WebAssembly lacks vectors (SIMD).",
  spaceLabel: "The puzzle in space; drag or use the arrow keys to turn it",
  boardLabel: "The empty board",
  grids: {
    square: "Squares",
    cubic: "Cubes",
    fcc: "Balls",
    hexagonal: "Hexagons",
    triangular: "Triangles",
    prisms: "Triangular prisms",
    rhombic: "Split cubes (24 tetrahedra)",
    "half-cubes": "Half cubes (of 12 tetrahedra)",
    "tetra-octa": "Tetrahedra and octahedra",
    "half-squares": "Half squares",
    cairo: "Cairo pentagons",
    drafters: "Drafters",
    kites: "Kites",
    octasquares: "Octagons and squares",
    "snub-square": "Triangles and squares",
    sticks: "Sticks",
    trigs: "Trigs (sides of triangles)",
    trihexes: "Triangles and hexagons",
    twigs: "Twigs (sides of hexagons)",
  },
  summary: ({ pieces, board }, count) =>
    `${allOf(pieces)}, ${manyCells(board.length)}${count === null ? "" : `, ${manySolutions(count)}`}`,

  // Solve
  solve: "Solve",
  pause: "Pause",
  goOn: "Continue",
  again: "Try again",
  about: ({ pieces, board }) =>
    `Finds every way to fit ${allOf(pieces)} into ${manyCells(board.length)}, here in your browser.`,
  preparing: "Finding all placements of the pieces …",
  none: "No solution",
  searchedAll: "All possibilities were tried: there is none.",
  found: (number) => manySolutions(number),
  unique: "This is the only one: all possibilities were tried.",
  complete: "These are all: all possibilities were tried.",
  foundSoFar: (number) => (number ? `≥ ${manySolutions(number)}` : "No solution so far"),
  searching: "So far; the search continues.",
  paused: "So far; the search can be continued.",
  checked: "Each solution was checked against the puzzle before it was counted.",
  numberOf: (number, many, complete) => `${say(number)} of ${say(many)}${complete ? "" : "+"}`,
  previous: "Previous solution",
  next: "Next solution",
  whichSolution: "Which solution is shown",
  moveApart: "Move apart",
  solutionLabel: (number) => `Solution ${say(number)}`,
  atLeast: (number, complete) => (complete ? say(number) : `≥ ${say(number)}`),
  patterns: "Up to exchanged colours",
  isometries: "Different solutions",
  rotations: "Mirror images counted too",
  raw: "Every position counted",
  whatNumbers: "What do the numbers mean?",
  ordersNote: ({ rotations, isometries }) =>
    isometries === 1
      ? "The puzzle has no symmetry: the three ways to count are the same."
      : `The puzzle has ${some(rotations, "rotation", "rotations")} and ${some(isometries, "symmetry", "symmetries")} in all; solutions that a symmetry maps to each other count as one in the first line.`,
  progress: "Part of the search that is done",
  progressNote: (fraction, rate, left) =>
    `${fraction < 0.995 ? `${say(100 * fraction, fraction < 0.1 ? 1 : 0)} %` : "nearly all"} done, ${rate > 1e6 ? `${say(rate / 1e6, 1)} million` : say(Math.round(rate / 1000) * 1000)} steps a second${left === null ? "" : `, about ${time(left)} left`}`,
  piecesLabel: "Pieces",
  notAllKept: (number) => `Only the first ${say(number)} can be viewed; all are counted.`,
  fasterThere: "This takes a while. The command line is faster on this machine: ",

  givenMany: (number) => `${manySolutions(number)} shown`,
  given: "These solutions came with the page; press Solve to find all solutions here.",
  givenAlone: "These solutions came with the page.",
  inSpace: "In space",
  lookAgain: "Reset view",
  ownColours: "Equal pieces in different colours",
  showAll: "Show all",
  hideAll: "Hide all",
  showPiece: (letter, name) => `Show ${letter === name ? name : `${letter}, ${name}`}`,
  seen: (title, { seen, aside, all }) =>
    `${title}: ${say(seen)} of ${manyPieces(all)} are shown${aside ? `, ${say(aside)} of them laid beside it` : ""}; drag or use the arrow keys to turn it`,
  keys: (several, steps) =>
    `Keys: arrows turn, + and − zoom, 0 to 9 move apart${steps ? ", space plays, comma and full stop step" : ""}${several ? ", N and P show the next and previous solution" : ""}.`,

  // Watching the search
  watch: "Watch it think",
  stopWatching: "Stop watching",
  watchLabel: (placed) => `The search has placed ${manyPieces(placed)}`,
  walkStep: "One step",
  pace: (steps) => `${some(steps, "step", "steps")} a second`,
  cellItem: ([x, y, z], flat) => `the cell in column ${x + 1}, row ${y + 1}${flat ? "" : `, layer ${z + 1}`}`,
  pieceItem: (name) => `piece ${name}`,
  ruleItem: "a rule",
  walked: ({ kind, item, many, piece, which, order }) =>
    /** @type {Record<string, string>} */ ({
      begin: "An empty board: nothing is placed yet.",
      chosen: `Next is ${item}: ${many === 1 ? "there is only one way" : `there are ${say(many ?? 0)} ways${order === "fewest" ? ", and nothing else has fewer" : ""}`}.`,
      tried: `Way ${which} of ${many}: it tries piece ${piece}.`,
      dead: `A dead end: for ${item} there is no way left.`,
      back: "Back: it takes the last piece away.",
      found: "A solution!",
      end: "All ways were tried.",
    })[kind],
  walkCounts: ({ tried, dead, found }) =>
    `${manyPieces(tried)} tried, ${some(dead, "dead end", "dead ends")}, ${manySolutions(found)}.`,
  tree: "The choices so far",
  level: (item, tried, many) => `${item}: way ${tried} of ${many}`,
  orders: /** @type {Record<string, string>} */ ({
    fewest: "Fewest ways first",
    cells: "Cell by cell",
    pieces: "Piece by piece",
  }),
  orderLabel: "Order",
  whyOrder: /** @type {Record<string, string>} */ ({
    fewest:
      "It always chooses the cell or piece with the fewest ways left, so a dead end shows early and little has to be taken back.",
    cells: "It always chooses the first cell that is not covered: a gap elsewhere is seen only when its turn comes.",
    pieces: "It takes one piece after the other and tries it everywhere, even where holes are left.",
  }),
  compare: "Compare the orders",
  triedHead: "Pieces tried",
  deadHead: "Dead ends",
  foundHead: "Solutions",

  // Filling as much as possible
  fillMost: "Fill as much as possible",
  backToSolve: "Back",
  leaves: (number) => (number ? `Leaves ${manyCells(number)} empty` : "Fills the whole board"),
  leavesAtMost: (number, bound) =>
    `Leaves at most ${manyCells(number)} empty${bound ? `, at least ${say(bound)}` : ""}`,
  noPackingYet: "No packing so far",
  noPacking: "No packing at all",
  noFewer: "Fewer is impossible.",
  noGap: "No cell stays empty.",
  neverFilled: "Whichever pieces are left out, the rules cannot be kept.",
  filledLabel: (placed, gap) => `On the board: ${manyPieces(placed)}; empty: ${manyCells(gap)}.`,
  leftOut: "Left out",

  // Which packings come apart
  packings: (number) => some(number, "packing", "packings"),
  assembled: ({ yes, unknown, decided, many, done, best }) =>
    spaced(
      done ? "" : `${say(decided)} of ${say(many)} have been taken apart so far.`,
      (yes > 0 || done) &&
        `${yes ? say(yes) : "None"} can be assembled${yes ? `, ${yes > 1 ? "the best with " : ""}level ${best.cut ? "at most " : ""}${best.level}` : ""}.`,
      unknown && `${say(unknown)} ${unknown === 1 ? "is" : "are"} undecided.`,
    ),
  whichAssembled: "Which can be assembled?",
  onlyAssembled: "Only those that can be assembled",
  sortBy: "Order",
  sorts: /** @type {Record<string, string>} */ ({
    level: "highest level first",
    moves: "most moves first",
    pieces: "fewest pieces first",
    found: "as they were found",
  }),

  // Take apart
  backwards,
  stuck: (letters, turned) =>
    spaced(
      stuckBy(turned === "no" ? "straight moves and quarter turns" : "straight moves", letters),
      turned === "unknown" && "A few seconds were not enough to find out whether turns help.",
    ),
  stuckIn: /** @type {Record<string, (letters: string[], many?: number) => string>} */ ({
    turns: (letters) => stuckBy("straight moves and turns", letters),
    straight: (letters) => stuckBy("straight moves", letters),
    out: (letters) => stuckBy("moving pieces straight out", letters),
    positions: (letters, many = 0) => `Undecided after ${some(many, "position", "positions")}: ${letters.join(", ")}.`,
  }),
  comesApart: ({ level, cut, steps }, together) =>
    spaced(
      `It comes apart. Level ${cut ? "at most " : ""}${level}.`,
      ...together.map((/** @type {string[]} */ letters) => `${letters.join(", ")} stay together as a group.`),
      steps.length > 0 && backwards,
    ),
  apartAs: /** @type {Record<string, string>} */ ({
    asked: "Thinking …",
    unknown: "A few seconds were not enough to find out whether it comes apart; “satpuzzle assemble” searches longer.",
    tooMany: "These are too many pieces to be taken apart here; “satpuzzle assemble” takes more.",
  }),
  takeApart: "Take apart",
  tryTurns: "Try quarter turns",
  fold: "Fold",
  folded: (now, last, text) => `${say(now)} of ${say(last)}${text ? `: ${text}` : ""}`,
  toStart: "Back to the start",
  stepBack: "One step back",
  stepForth: "One step forward",
  playSteps: "Play",
  speed: "Speed",
  times: (speed) => `${speed === 0.5 ? "½" : speed}×`,
  stepped: (now, last, what) =>
    `${now} of ${last}${what ? `: ${what.letters.join(", ")} ${what.letters.length > 1 ? "go" : "goes"} ${what.text}` : ""}`,
  directions: { right: ["right", "left"], near: ["front", "back"], up: ["up", "down"] },
  moved: (named, far) => `${along(named)} by ${say(far)}`,
  movedOut: (named) => `${along(named)} and out`,
  turned: (named) => `a quarter turn about a line ${along(named)}`,

  // Draw
  board: "Board",
  grid: "Made of",
  newPuzzle: "New puzzle",
  drawOwn: "Draw your own",
  newBoard: "New board",
  fill: "Fill",
  sizes: ["Width", "Depth", "Height"],
  paint: "Paint cells",
  erase: "Erase cells",
  maybe: "Cells that may stay empty",
  turnDrawing: "Turn",
  mirrorDrawing: "Mirror",
  copyLayer: "Copy this layer upwards",
  clear: "Clear",
  hue: "Colour of painted cells",
  hueRule: "A rule: a coloured cell of a piece lies on a cell of the same colour",
  hueNamed: (number) => (number ? `Colour ${number}` : "No colour"),
  paintOf: (name) => `Colour of piece ${name}, for its looks only`,
  sides: "Sides",
  tileAsWord:
    "A tile is one cell. Its sides are letters, one for each side, clockwise from the top: write them beside its name.",
  layer: (z) => `Layer ${z + 1}`,
  layerUp: "One layer up",
  layerDown: "One layer down",
  addPiece: "Add a piece",
  addSet: "Add a set …",
  pieceNamed: (name) => `Piece ${name}`,
  drawThis: (name) => `Draw ${name}`,
  drawIt: (name) => `Paint piece ${name} on the sheet.`,
  cellsOf: (cells, optional) => `${manyCells(cells)}${optional ? `, ${say(optional)} may stay empty` : ""}`,
  nameOf: (name) => `Name of piece ${name}`,
  nameTaken: (name) => `There is a piece ${name} already.`,
  nameEmpty: "A piece needs a name.",
  duplicate: (name) => `Duplicate piece ${name}`,
  remove: (name) => `Remove piece ${name}`,
  fewer: (name) => `Fewer copies of ${name}`,
  more: (name) => `More copies of ${name}`,
  copies: "Copies",
  upTo: "optional",
  turnOver: "two-sided",
  notConnected: "In several parts",
  sums: (least, most, required, cells) =>
    least === most && required === cells
      ? `The pieces have ${manyCells(least)}, and so has the board.`
      : `The pieces have ${between(least, most)} cells, the board has ${between(required, cells)} to cover.`,
  sheetLabel: (name, cells) => `${name}, ${manyCells(cells)} painted. Arrow keys move, space paints.`,
  cellNamed: (cell, on) => `${cell.join(", ")}${on ? ", painted" : ""}`,

  // Play
  hint: "Hint",
  hintsLabel: "What a hint tells",
  hints: /** @type {Record<string, string>} */ ({ both: "both", piece: "piece", place: "place" }),
  hintPiece: (name) => `Piece ${name} comes next.`,
  hintPlace: "One piece covers the marked cells.",
  fix: "Fix",
  unfix: "Let go",
  isFixed: (name) => `Piece ${name} is fixed.`,
  howManyWays: "How many ways to finish?",
  ways: ({ many, complete }) => `${complete ? "" : "At least "}${some(many, "way", "ways")} to finish.`,
  solveFromHere: "Solve from here",
  whichIsWrong: "Which piece is wrong?",
  wrongPieces: (names) =>
    names.length === 1
      ? `Piece ${names[0]} is wrong: take it back, and it can be finished.`
      : `Take back ${names.join(", ")}, and it can be finished.`,
  newLevel: "New level",
  levels: /** @type {Record<string, string>} */ ({ easy: "easy", medium: "medium", hard: "hard" }),
  levelIs: ({ given, tries }) =>
    `A level with ${some(given, "given piece", "given pieces")} and only one solution. If you always look where the fewest ways are left, you solve it in ${some(tries, "try", "tries")}.`,
  booklet: "Booklet to print",
  makingBooklet: (made, all) => `Making level ${made + 1} of ${all} …`,
  printedLevel: (number, level) => `${number} – ${level}`,
  timesPrinted: (many) => `× ${many}`,
  answers: "Answers",
  answerLabel: (number) => `The answer to level ${number}`,
  noLevel: "No level was found in a few seconds.",
  clearBoard: "Clear",
  toDraw: "Draw the puzzle",
  turnPiece: "Turn (R)",
  flipPiece: "Turn over (F)",
  tray: (left) => `${manyPieces(left)} left`,
  trayEmpty: "All pieces are on the board",
  tagOf: (symbols, name, left) =>
    `${symbols.length === 1 && symbols[0] !== name && name.length < 8 ? `${symbols[0]} ` : ""}${name}${left ? ` ×${left}` : ""}`,
  take: (name, left) => `Take piece ${name}${left > 1 ? `, ${left} left` : ""}`,
  playHelp:
    "Drag a piece onto the board, or click it and then the board. Click a piece on the board to take it up again.",
  heldByTouch: "Tap the board where the piece should go; a button above the board turns it.",
  heldHelp: (flat) =>
    flat
      ? "R or the wheel turns the piece, F turns it over, Esc lets it go."
      : "R or the wheel turns the piece, arrow keys and Page up and down move it, Enter puts it on the board, Esc lets it go.",
  playLabel: (placed, all) => `The board with ${say(placed)} of ${manyPieces(all)}`,
  tellMe: "Tell me if it can be finished",
  thinking: "Thinking …",
  tooLong: "A few seconds were not enough to find out.",
  unanswered: "No answer came. Your next move asks again.",
  canFinish: "This can be finished.",
  cannotFinish: "This cannot be finished any more.",
  noMore: "No piece has to be added: this is a solution.",
  noHint: "From here it cannot be finished: take a piece back first.",
  hinted: (name) => `Piece ${name} may go here.`,
  solved: (times, all) =>
    !times
      ? "Solved by this page."
      : all !== null && times <= all
        ? `Solved: solution ${say(times)} of ${say(all)}.`
        : times > 1
          ? `Solved, in ${say(times)} ways so far.`
          : "Solved.",
  fitsNowhere: (name) => `Piece ${name} fits nowhere on this board.`,
  noRoom: "There is no room for it in this position.",
  put: (name) => `Piece ${name} was put on the board.`,
  diary: "Diary",
  nothingYet: "Nothing yet. What you solve in Play is listed here, with the date.",
  foundOn: (number, all, on) => `Solution ${say(number)}${all === null ? "" : ` of ${say(all)}`}, ${day(on)}`,
  lastFound: (shown, all) => `The last ${say(shown)} of ${manySolutions(all)} are shown.`,
  saveDiary: "Save",
  addDiary: "Add from a file",
  diaryTaken: (added) => `${manySolutions(added)} ${added === 1 ? "was" : "were"} added to the diary.`,
  badDiary: (page) => (page ? `Page ${page} of the diary is damaged.` : "This is not a diary."),
  ghostAt: (cells) => `At ${cells.map((/** @type {Vector} */ cell) => cell.join(" ")).join("; ")}`,

  // Files and links
  opened: (name) => `${name} was opened.`,
  fileTooLarge: "The file is too large for a puzzle or a diary.",
  unknownFile: "A puzzle file ends in .toml, .json or .xmpuzzle.",
  notJson: "This is not JSON.",
  badToml: (line) => `Line ${line} is not valid TOML for a puzzle file.`,
  notBurr: "This is not a BurrTools file that can be read.",
  noProblem: "The file has no problem that is a puzzle.",
  problem: (number) => `Problem ${number}`,
  chooseProblem: "Choose a problem",
  variablePiece: "A piece has variable voxels.",
  saveToml: "Puzzle file (TOML)",
  saveJson: "Puzzle file (JSON)",
  savePage: "Web page with this puzzle",
  saveStl: "Pieces for a 3D printer (STL)",
  savePicture: "Picture",
  print: "Print",
  noPicture: "There is no picture to save.",
  linkTooLarge: "The link is too long for a puzzle.",
  linkBroken: "The link is damaged: part of it is missing or was changed.",
  linkNote: "The link holds the whole puzzle and the pieces on the board. Nothing is uploaded.",
  fragmentNote:
    "This page is a file on your machine, so only the end of a link can be given: append it to the address of any studio, or give it to “satpuzzle studio”. Or save a web page with this puzzle and send that.",
  qr: "The link as a QR code",
  noQr: "The link is too long for a QR code.",
  copyLink: "Copy",
  copied: "Copied.",
  copyYourself: "Copy the selected text.",
};
