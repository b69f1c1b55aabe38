// Types for tsc: the libraries in the page, and what modules get as data.
export {};

declare global {
  const THREE: any;
  const QR: { encode(text: string, options: { ecc: string; border: number }): { data: boolean[][]; size: number } };
  const TOML: { parse(text: string, options: { maxDepth: number }): object };

  type Vector = number[]; // three integers of a grid, or a point in space

  interface Isometry {
    kinds: Vector[]; // the images of one cell of each kind, and of the basis
    basis: Vector[];
    rotation: boolean;
    over: boolean; // whether it turns pieces over
    part: number; // a piece that is turned by n-ths of a full turn may use it if this divides n; 0: it may not
  }

  type Grid = import("./grid.js").Grid;

  interface Shape {
    cells: Vector[];
    colours?: number[] | null; // of cells, if not all are 0
    mirror: boolean;
    rotate?: boolean | number; // how it may be turned, if it is not in every way
  }

  interface Piece extends Shape {
    name: string;
    min: number;
    max: number;
    sides?: string; // of a tile
    chain?: string; // the word of a chain, whose cells are those by which it is drawn
    weight?: number;
    paint?: string; // its colour, "#rrggbb", for show; by default one of the palette
    value?: number;
    groups?: Record<string, number>;
  }

  interface Puzzle {
    name?: string | null; // of a bundled puzzle
    title: string;
    source: string;
    counts: Partial<Counts> | null;
    family?: Family | null;
    grid: Grid;
    board: Vector[];
    optional: boolean[];
    frame: Vector[];
    colours: number[] | null;
    pieces: Piece[];
    tiled: boolean;
    coloured: boolean;
    rules: Rule[];
    border: string;
    interchangeable: string[];
    match: boolean | string;
    up: string | number[]; // a side, or a vector
    rotate: boolean;
    wrap: string | (number | string)[][]; // axes or a surface, or periods
    empty: number | null; // how many cells may stay empty
    pairs: any; // "equal", "all", or pairs of colours as texts
    parts: string;
    hues: string[];
  }

  // The content of a puzzle file, which puzzle.js checks; a problem of a BurrTools file.
  type Content = any;
  type Problem = { name: string; content?: Content; problem?: string };

  // A shape of a BurrTools file (xmpuzzle.js).
  type Voxels = { name: string; weight: number; voxels: { cell: Vector; state: string; colour: number }[] };

  // What puzzle.js reads: pieces or tiles; cells by their marks, with the colours of those of a drawing; a rule's key (see
  // there); and a puzzle before what follows from its pieces is known.
  type Listing = (content: Content, grid: Grid, usual: boolean, library: Shelf, room: number) => Piece[];
  type Marked = { "*"?: Vector[]; "?"?: Vector[]; "#"?: Vector[]; colours?: Map<number, number> };
  interface RuleKey {
    usual: any;
    allowed: (found: any) => boolean;
    kept?: (found: any) => any;
    written?: (kept: any) => any;
  }
  type Unsettled = Pick<Puzzle, "title" | "grid" | "board" | "optional" | "frame" | "pieces" | "counts" | "source" | "colours"> & Partial<Puzzle>;

  // The data of the page (studio/page.py), and an entry of the gallery.
  interface PageData {
    grids: string; // see readGrids
    puzzles: Record<string, Content>;
    titles: Record<string, any>; // by language, but for English: by name, and of piece sets in `sets`
    sets: Record<string, Content>;
    keys: Keys;
    rules: Record<string, RuleTable>;
    colours: string[];
    pictures: Record<string, any[][]>;
    efforts: Record<string, number>;
    fields: Record<string, string[]>;
    three: string;
    kernels: Uint8Array<ArrayBuffer>;
    checker: Uint8Array<ArrayBuffer>;
    module: WebAssembly.Module;
    geometry: WebAssembly.Module;
    base: string | null;
    worker: string; // the script of the workers
  }
  type Shelf = { grids: { get: (key: string) => Grid | undefined; names: string[][] }; sets: Map<string, Content>; keys: Keys }; // what puzzle.js needs of it
  type Keys = { puzzle: string[]; piece: string[]; tile: string[] };
  type Entry = { name: string; title: string; puzzle: Puzzle; effort: number; hardness: number };

  // The member of a calendar's family: for each group the cells by their labels, and the labels that stay open.
  type Family = { name: string; labels: string[]; groups: Record<string, Record<string, Vector>> };

  // A rule (rules.js): its word, the number of its form, -1 for none, and what this has: names, other words, a number; the
  // table of a rule that is the puzzle's own.  A form is what its file says of it, with its sentences in other languages.
  type Rule = { word: string; form: number; names: string[]; way?: string; number?: number; table?: RuleTable };
  type RuleForm = { text?: string; sentence?: string; sentences?: Record<string, string>; items?: any[] };
  type RuleTable = RuleForm & { title?: string; form?: RuleForm[]; said?: string };

  // An exact cover: for each item its bounds, for each option its items (placements.js).
  interface Cover {
    cells: number;
    further: number;
    plain: number;
    items: number;
    sizes: number[];
    lower: number[];
    upper: number[];
    placing: number;
    options: number[][];
    hues: number[][] | null; // null if there are no colours
    weights: number[][] | null; // how often options cover their items; null if each does once
    sides: string[] | null;
    shapes: Vector[][] | null; // of options, before the board wraps round, and their cells on the board
    homes: Int32Array[] | null;
    pieceOf: number[];
    rules: (Rule | null)[]; // of the items of rules
    order: number[]; // the items as the checker numbers them
    numbers: number[]; // and the options
  }

  type Kernel = import("./kernel.js").Kernel;

  type WeightStep = { item: number; column: number; least: number; more: number }; // of a weight (kernel.js)
  type Weighed = Pick<Cover, "options" | "weights">;

  // A subproblem of a cover, and what is left of it as a cover (cover.js).
  type Part = { cover: Cover; chosen: number[]; live: Uint8Array };
  type Rest = Pick<Cover, "cells" | "further" | "plain" | "items" | "sizes" | "lower" | "upper" | "options" | "hues" | "weights"> & { numbers: number[] };

  type Geometry = import("./geometry.js").Geometry;

  // The symmetries of a cover (geometry.js), and how many of them fix a solution (classes.js).
  interface Symmetry {
    elements: { items: Int32Array; options: Int32Array; isometry: boolean; leader: number }[];
    rotations: number;
    isometries: number;
    total: number;
    normal: boolean; // whether the rotations are known to be a normal subgroup
  }
  type Fixed = {
    all: number;
    isometries: number;
    rotations: number;
    carrying: number;
    own: number;
    turned: number;
  };
  type Counts = { raw: number; rotations: number; isometries: number; patterns?: number };

  // An item whose options are restricted, with those that are dropped; and what all workers of a search need (tables.js).
  type Restriction = { item: number; dropped: number[] };
  type Tables = { cover: Cover; symmetry: Symmetry; leader: number; dropped: number[]; nodes: number };

  // A search for packings that leave at most so many cells empty, and what is known of the fewest (best.js, filling.js).
  type Seeking = { level: number; kernel: Kernel; cover: Cover; search: import("./kernel.js").Search | null };
  type Filled = { number: number | null; bound: number | null; done: boolean; placed: Placed[] | null; reasons: GapReason[] };
  // Why fewer cells cannot stay empty (reasons.js): cells that no piece can cover, by the sizes of pieces, or by a colouring.
  type GapReason =
    | { why: "never"; never: Vector[]; many: number; all: boolean }
    | { why: "sizes"; most: number; cells: number }
    | { why: "colouring"; how: string; dark: number; light: number; most: number };
  type Fill = Filled & { status: string; why: string }; // searching, paused, complete or failed, and why

  // Whether placed pieces can be completed, null if that is not known, and a solution that completes them (asking.js).
  type Completion = { possible: boolean | null; solution?: number[] };

  // A piece as it lies: its cells, and how they are painted (way.js); what is painted may come with the page.  A placed piece
  // has the number of its piece.
  type Lying = { cells: Vector[]; way?: string | null; paint?: Paint; bead?: Bead };
  type Placed = Lying & { piece: number; fixed?: boolean }; // one that is fixed belongs to the level
  type Bead = { cells: Vector[]; colour: string; ink: string; letter: string }; // a cell of a chain
  type Shown = { from: any; number: number; puzzle: Puzzle; placed: Copied[] }; // a solution, of a search or of the page
  type Copied = Placed & { copy: number; along?: Vector[] }; // of a chain, its cells in order

  // Taking a packing apart (disassembly.js, splits.js).  A spot is where the least cell of a piece is, and the number of
  // its shape, [x, y, z, shape]; a side has some pieces at their spots, and perhaps the frame holds them.
  type Copy = { cells: Vector[]; piece: number; weight?: number; groups?: Record<string, number> };
  type Spot = number[];
  type Side = { part: number[]; position: Spot[]; held: boolean };
  type Limits = { most: number; late: () => boolean; turns: boolean };
  // A rotation by its number, and then a translation; a move as the kernel finds it, and as it is seen in space.
  type Rigid = { turn: number; by: Vector };
  type KernelMove = { group: bigint; way: number; steps: number; line: number[] };
  type Move = {
    pieces: number[];
    direction?: Vector;
    distance?: number | "out";
    turn?: { axis: Vector; through: Vector };
  };
  // Moves after which a side is in two, the last of the pieces that leave; the arrays of a search for such moves.
  type Split = { moves: Move[]; left: Side; removed: Side };
  type Room = { call: import("./memory.js").Call; bytes: Record<string, number> };
  // Splits, each with those of the part that has left; a way to take a part apart, with the moves of its separations.
  type Disassembly = [Split, Disassembly][];
  type Levels = [moves: number, below: Levels][];
  type Way = { disassembly: Disassembly; together: number[][]; numbers: number[] };
  interface Taken {
    verdict: string; // yes, no, unknown, tooMany; asked: a worker takes it apart
    steps: Move[];
    moves?: number; // of the steps
    core: number[];
    together: number[][];
    level?: string;
    levels?: number[];
    cut?: boolean;
  }

  // A step of taking apart as a motion, and a piece after some of them (motion.js).
  type Motion = { pieces: number[]; out: boolean; text: () => string; by?: any; to?: any; axis?: any; point?: any };
  type Building = { text: string; figures: Figure[]; coming: Figure[]; arrow: Vector[] | null }; // a step of putting together
  type Pose = { place: Vector; axes: Vector[]; aside: boolean };

  // The texts of a language, those of English and of the same names: one, or some that belong together.
  type English = typeof import("../words/en.json");
  type Words = { [Name in keyof English]: English[Name] extends string ? string : any };

  // How something is drawn: the attributes of an element; the colours of a piece or a board; what is painted on a piece as
  // polygons with their colours, seen from above or in space (paint.js); and a picture of its own size (sketch.js).
  type Properties = Record<string, any>;
  type Palette = (number: number) => string;
  type Look = { colour?: string; ink?: string; letter?: string; hues?: string[] | null; spots?: string[] | null };
  type Style = Look & { patches?: Patch[] | null; [attribute: string]: any };
  type Inked = { colour?: string; ink: string; letter: string };
  type Figure = Look & {
    cells: Vector[];
    ghost?: boolean;
    lined?: boolean; // lines between all cells
    paint?: Paint;
    pose?: Pose; // in a sketch
    lettered?: boolean | "once";
  };
  // What is drawn besides pieces: further elements, and cells of a gap: hatched, or dark if they can `never` be covered.
  type Besides = { more?: any[]; gap?: Vector[]; never?: Vector[] };
  type BoardLook = { spots: string[] | null; border: string | null };
  type Patch = { fill: string; corners: number[][] };
  type Paint = { polygons: [string, Vector[]][]; inks: [Vector, string][] };
  type Sketch = { box: number[]; parts: any[] };
  type Arrangement = { explode?: number; motions?: Motion[]; done?: number; hidden?: Set<number> };

  // The surface of cells in space: corners of faces and ends of lines are numbers of vertices.
  interface Surface {
    vertices: Vector[];
    faces: number[][];
    normals: Vector[];
    cellOf: number[]; // the number of each face's cell
    beyond: (Vector | null)[]; // the cell on the other side of each face, if there is one
    lines: number[][];
    letters: { place: Vector; normal: Vector; upward: Vector }[];
    balls: Vector[];
    bonds: number[][]; // pairs of balls
  }

  // A place where a piece may lie (places.js): its option, its cells, and its shape and the name of this shape.
  interface Place extends Lying {
    piece: number;
    option: number;
    shape: Vector[];
    name: string;
  }

  // A page of the diary: a puzzle, in the form of a link, how many solutions it has, by position, null if that is not known,
  // and those that were found, each with its date (finds.js).
  type Find = { on: string; placed: any[][] };
  type DiaryPage = { puzzle: Content; day?: any[]; all: number | null; found: Find[] };

  // Solutions that came with the page (studio/view.py): for each the steps that take it apart, and a note.
  type Stuck = { core: number[]; tried: string; many?: number };
  type Given = { solutions: Placed[][]; steps: (any[] | null)[]; notes: (Stuck | null)[]; first: number };

  // A piece that the user holds: the name of its shape as it lies, where it would be put, and the cell that the pointer holds.
  interface Held {
    piece: number;
    shape: string;
    place: Place | null;
    grab: number;
  }

  type App = import("./app.js").App;
  type Session = import("./session.js").Session;
  type Workers = import("./solver.js").Workers;
  type Solver = import("./solver.js").Solver;
  type Mode = import("./mode.js").Mode;

  // What a mode shows: for each part around the stage a function for its content; the picture on the stage, which is drawn
  // again if a value of its key has changed, with the cells that must fit into the view in space, and what changes when
  // the camera must be put in front of them again; the pose of the figures; and what is done when all is there.
  type Stage = {
    sheet?: any;
    figures?: Figure[] | null;
    room?: Vector[] | null;
    aim?: string | number;
    turning?: boolean; // by itself, slowly
    pick?: Picking;
  };
  // The side of a cell in space, and what is done when one is clicked, null beside all cells (space.js).
  type Facet = { cell: Vector; beyond: Vector | null };
  type Picking = (side: Facet | null, erase: boolean) => void;
  type Picture = { key?: any[]; draw: () => Stage };
  interface View {
    picture: Picture;
    pose?: Arrangement | null;
    tools: () => any;
    bar: () => any;
    panel: () => any;
    after?: () => void;
  }

  // A search (solver.js): its parts, some solutions of a part as the number of options and the options of each, and a worker
  // that may search, with the number of seconds for which it has been silent.
  type SearchPart = {
    chosen: number[];
    nodes: number;
    taken?: boolean;
    done?: boolean;
    searched?: number;
    counts?: Counts;
    before?: Counts; // what it had found when the page was closed
    fraction?: number;
  };
  type Chunk = { part: number; solutions: Int32Array };
  type Hand = Worker & { searches?: boolean; silent?: number };

  // A step that undo takes back (session.js), what a button does, and an answer of a worker (asker.js).
  type Step = { puzzle: Puzzle; placed: Placed[]; editing: number };
  type KeptSteps = { past: any[][]; future: any[][]; puzzles: object[] }; // as they are kept (steps.js)
  type Act = (event: any) => void;
  type Answer = {
    possible: boolean | null | "failed";
    next: number | null;
    solution?: number[];
    more?: string;
    ways?: Ways | null;
    wrong?: number[] | null;
    level?: Level | null;
  };
  // A level (level.js): the options that are given, those of its solution, the effort for each piece to place, whether this is
  // more than a lower bound, and the number of the level's name; the same in a list, whose pieces lie on the board (series.js).
  type Grade = { load: number; ranked: boolean; rank: number };
  type Level = Grade & { options: number[]; solution: number[] };
  type GivenLevel = Pick<Grade, "ranked" | "rank"> & { given: Placed[] };
  type MadeLevel = Grade & { given: Placed[]; solution: Placed[]; solved: boolean };
  type Wanted = { many: number; from: string; to: string };
  interface SeriesState {
    open: boolean; // whether the list is shown
    wanted: Wanted;
    status: string; // new, making, stopped, few, done or failed
    levels: MadeLevel[];
  }
  // A node of a search that is watched: what is left when the options tried before are ruled out, the item chosen there, null
  // if none is chosen yet and -1 if all are covered, and its options; and what happened last.
  type WalkNode = { part: Part; left: Part; item: number | null; options: number[]; tried: number };
  type WalkEvent = { kind: string; item?: number; many?: number; option?: number; which?: number };
  type Ways = { many: number; complete: boolean };

  // A cell that is drawn, with its colour, 0 for none, and whether it may stay empty (session.js).
  type Drawn = { cell: Vector; hue: number; free: boolean };

  // What the modes show of a puzzle.
  interface Views {
    solve: {
      given: Given | null; // solutions that came with the page
      number: number; // of the solution that is shown
      chosen: boolean; // whether the user has chosen it
      taken: Map<number, any>; // what is known of how each solution comes apart; steps that are null were forgotten
      all: boolean; // whether all solutions are taken apart
      only: boolean; // whether only those that come apart are shown
      sort: string; // level, moves, pieces or found
      walk: import("./walk.js").Walk | null; // the search that is watched
      walks: Record<string, import("./walk.js").Walk>; // the first one of each order
      pace: number; // its steps a second
      fill: Fill | null; // what is known when the board is filled as much as possible
      explode: number; // how far the pieces are moved apart, from 0 to 1
      layers: boolean; // whether they are shown beside the view in space
      parting: boolean; // whether the slider takes pieces apart, if it is known how, or moves all apart
      playing: number | null; // the solution that is to be taken apart before one's eyes
      hidden: Set<number>; // pieces of the solution
      solid: boolean; // whether a flat puzzle is shown in space
    };
    play: {
      held: Held | null;
      hinted: number | null; // the number of the placed piece that a hint has placed
      asked: string | null; // the placed options about which the worker was asked last
      answer: boolean | "unknown" | "failed" | null; // whether they can be completed; null while the worker thinks
      next: number | null; // the option that comes next
      solution: number[] | null; // options of a solution
      ways: Ways | null; // in how many ways they can be completed
      series: SeriesState;
      level: GivenLevel | null; // the level that was begun last
      hints: number; // how many hints the user has had
      wrong: number[] | null; // the placed pieces that must be taken back
      pointed: { piece: number | null; cells: Vector[] } | null; // what a hint points at
      hinting: boolean; // whether the answer will be a hint
      solvedAt: string | null; // the solution that was celebrated last
      shown: string | null; // the solution that the page itself put on the board
      all: number | null; // how many solutions there are, by position; null if that is not known
      times: number; // how many solutions the user has found, 0 if this one is the page's
      streak: number; // on how many days in a row the puzzle of the day was solved
      sheet: "open" | "closing" | null; // what a phone has behind "…"
      unfolded: boolean; // whether a phone shows the view in space, not the layers
      spent: number; // milliseconds that the user has played
      since: number | null; // and since when this goes on
    };
  }

  // The geometry of a grid, as satpuzzle/puzzle/grids/tables.py writes it.
  interface GridTable {
    name: string;
    written?: Content; // the keys of a grid that is not bundled
    flat: boolean;
    interlaced: boolean; // whether cells reach below others in their layer
    basis: Vector[];
    kinds: Vector[];
    inverse: number[][];
    balls: boolean;
    turns: Isometry[];
    spin: number; // of a turn: the smallest rotation in the plane
    flip: number; // the reflection that exchanges left and right
    origins: Vector[];
    axes: Vector[];
    bodies: { radius?: number; faces?: { corners: Vector[]; normal: Vector; behind: Vector | null }[]; section: number[][] }[];
    neighbours: Vector[][];
    rules: string[]; // of a puzzle that does not say which ones it has
    drawing: {
      spans: number[];
      cells: (Vector | null)[];
      points: boolean[];
      dots: boolean;
      steps: Vector[];
      shifts: Vector[];
      upwards: boolean;
    };
    moves: { by: Vector; swept: Vector[][] }[];
    sides: { ring: Vector[][]; facing: number[][] }; // null if the grid takes no tiles
  }
}

declare module "./grid.js" {
  interface Grid extends GridTable {}
}
