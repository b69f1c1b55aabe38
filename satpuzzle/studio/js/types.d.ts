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
    sides: any;
  }
}

declare module "./grid.js" {
  interface Grid extends GridTable {}
}
