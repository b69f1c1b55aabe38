// Types for tsc: the libraries in the page, and what modules get as data.
export {};

declare global {
  const THREE: any;
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
  type App = any;

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
    weight?: number;
    value?: number;
    groups?: Record<string, number>;
  }

  interface Puzzle {
    title: string;
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
    match: boolean;
    rotate: boolean;
    wrap: string;
    [other: string]: any;
  }

  // A rule, an entry of the table of rules, and an item that a rule adds to the exact cover (rules.js, ruled.js): what it is
  // about, and whether a placement covers it by the number of its cells in the first set, and of all its cells.
  type Rule = { word: string; names: string[]; way?: string; number?: number };
  type RuleItem = { low: number; high: number; about: number[][]; takes: (many: number, size: number) => boolean };
  type Ground = import("./ground.js").Ground;
  interface RuleKind {
    takes?: string;
    read?: (text: string) => Partial<Rule> | null;
    written?: (rule: Rule) => string;
    never?: (puzzle: Puzzle) => string | null;
    wrong?: (ground: Ground, rule: Rule) => string | null;
    allows?: (ground: Ground, rule: Rule) => (cells: number[]) => boolean;
    items?: (ground: Ground, rule: Rule) => RuleItem[];
  }

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
    hues: any; // number[][], null if there are no colours
    sides: string[] | null;
    shapes: Vector[][] | null;
    pieceOf: number[];
  }

  // A subproblem of a cover, and what is left of it as a cover (cover.js).
  type Part = { cover: Cover; chosen: number[]; live: Uint8Array };
  type Rest = Pick<Cover, "cells" | "further" | "plain" | "items" | "sizes" | "lower" | "upper" | "options" | "hues"> & { numbers: number[] };

  // The symmetries of a cover (group.js), and how many of them fix a solution (classes.js).
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

  // The images of items and options under a symmetry, -1 for none.
  type Images = { items: Int32Array; options: Int32Array };

  // An item whose options are restricted, with those that are dropped; and what all workers of a search need (tables.js).
  type Restriction = { item: number; dropped: number[]; nodes?: any };
  type Tables = { cover: Cover; symmetry: Symmetry; leader: number; dropped: number[]; nodes: number };

  // Called for a placement: its piece, the cells that it covers, their colours, and its cells before the board wraps round.
  type Found = (piece: number, cells: number[], colours: number[] | null, shape: any) => void;

  // Whether placed pieces can be completed, null if that is not known, and a solution that completes them (asking.js).
  type Completion = { possible: boolean | null; solution?: any };

  // A piece as it lies: its cells, and how they are painted (way.js).
  type Lying = { cells: Vector[]; way: any };

  // A placed piece, with the number of its piece; what is painted on it may come with the page.
  type Placed = { piece: number; cells: Vector[]; way?: string | null; paint?: any };
  type Copied = Placed & { copy: number };

  // A step of taking apart as a motion, and a piece after some of them (motion.js).
  type Motion = { pieces: number[]; out: boolean; text: string; by?: any; axis?: any; point?: any };
  type Pose = { place: Vector; axes: Vector[]; shrunk: number; gone: boolean };

  type Texts = { [name: string]: string | string[] | Texts | ((...about: any[]) => string) };

  // The surface of cells in space: corners of faces and ends of lines are numbers of vertices.
  interface Surface {
    vertices: Vector[];
    faces: number[][];
    normals: Vector[];
    cellOf: number[]; // the number of each face's cell
    lines: number[][];
    letters: { place: Vector; normal: Vector; upward: Vector }[];
    balls: Vector[];
    bonds: number[][]; // pairs of balls
  }

  // A piece that the user holds: the name of its shape as it lies, where it would be put, and the cell that the pointer holds.
  interface Held {
    piece: number;
    shape: string;
    place: any;
    grab: number;
  }

  // What a stroke of the brush needs to know (session.js).
  type Drawing = { puzzle: Puzzle; editing: number; tool: string; hue: number | null; cells: Vector[] };

  // What the modes show of a puzzle.
  interface Views {
    solve: {
      given: any; // solutions that came with the page
      number: number; // of the solution that is shown
      taken: Map<number, any>; // what is known of how each solution comes apart
      explode: number; // how far the pieces are moved apart, from 0 to 1
      hidden: Set<number>; // pieces of the solution
      solid: boolean; // whether a flat puzzle is shown in space
    };
    play: {
      held: Held | null;
      hinted: number | null; // the number of the placed piece that a hint has placed
      asked: string | null; // the placed options about which the worker was asked last
      answer: boolean | "unknown" | "failed" | null; // whether they can be completed; null while the worker thinks
      next: number | null; // the option that comes next
      hinting: boolean; // whether the answer will be a hint
      solvedAt: string | null; // the solution that was celebrated last
      times: number; // how many solutions the user has found
    };
  }

  // The geometry of a grid, as satpuzzle/puzzle/grids/tables.py writes it.
  interface GridTable {
    name: string;
    flat: boolean;
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
    drawing: { cells: (Vector | null)[]; steps: Vector[]; margins: Vector[]; upwards: boolean };
    moves: { by: Vector; swept: Vector[][] }[];
    sides: { ring: Vector[][]; facing: number[][] }; // null if the grid takes no tiles
  }
}

declare module "./grid.js" {
  interface Grid extends GridTable {}
}
