// The colours of a tile's sides and of a piece's cells, as they are drawn (satpuzzle/pictures/wedges.py).
import { bodyOf } from "./body.js";
import { code, mean, minus, plus, times } from "./cell.js";
import { lettersOf } from "./tiles.js";
import { around } from "./lists.js";

const PAPER = "#ffffff"; // below the wedges
const INNER = 0.42;
const PATCH = 0.62; // the size of a tile's middle, and of the patch on a cell
const RAISED = 0.0015; // how far what is painted is above the faces

// How a colour of cells is drawn, from its number; "" for none.  `colour` returns the colours of the palette.
/** @type {(puzzle: Puzzle, number: number, colour: Palette) => string} */
export const hueOf = ({ hues }, number, colour) => (number ? (hues[number - 1] ?? colour(number - 1)) : "");

// Return the colours of a painted piece: `hues` of the sides of a tile, or `spots` of the cells, "" for none.
/** @type {(puzzle: Puzzle, way: string | null | undefined, colour: Palette) => Look} */
export function looks(puzzle, way, colour) {
  if (!way) return {};
  if (puzzle.tiled) {
    const letters = lettersOf(puzzle.pieces);
    return { colour: PAPER, ink: "#000000", hues: [...way].map((letter) => colour(letters.indexOf(letter))) };
  }
  return { spots: way.split(",").map((number) => hueOf(puzzle, Number(number), colour)) };
}

/** @type {(middle: number[], share: number) => (corner: number[]) => number[]} */
const towards = (middle, share) => (corner) => corner.map((x, i) => middle[i] + share * (x - middle[i]));

// Return the part of a level face next to each of its sides, clockwise from 12 o'clock, as [right, near] or in space.
/** @type {(corners: number[][]) => number[][][]} */
function wedges(corners) {
  const middle = mean(corners);
  const inner = towards(middle, INNER);
  const sides = around(corners).map(([a, b]) => {
    const angle = Math.atan2((a[0] + b[0]) / 2 - middle[0], middle[1] - (a[1] + b[1]) / 2);
    return { angle: angle < -1e-6 ? angle + 2 * Math.PI : angle, corners: [a, b, inner(b), inner(a)] };
  });
  return sides.sort((a, b) => a.angle - b.angle).map((side) => side.corners);
}

// Return what is painted on a piece seen from above, each {fill, corners}.  The middle of a tile has the colour of its
// upper side, if it has one.
/** @type {(cells: Vector[], grid: Grid, look: Look) => Patch[]} */
export function paintAbove(cells, grid, { hues, spots }) {
  if (hues) {
    const corners = grid.section(cells[0]);
    const middle = mean(corners);
    const top = hues[corners.length];
    return [
      ...wedges(corners).map((each, side) => ({ fill: hues[side], corners: each })),
      ...(top ? [{ fill: top, corners: corners.map(towards(middle, INNER)) }] : []),
    ];
  }
  return (spots ?? []).flatMap((fill, i) => (fill ? [{ fill, corners: patchOf(grid.section(cells[i])) }] : []));
}

/** @type {(corners: number[][]) => number[][]} */
const patchOf = (corners) => corners.map(towards(mean(corners), PATCH));

// The same, from what is painted on a piece in space, see below, whose first cell lies at [x, y].
/** @type {(paint: Paint, place: number[]) => Patch[]} */
export function patchesOf({ polygons }, [x, y]) {
  const level = polygons.filter(([, corners]) => corners.every(({ 2: z }) => z > 0 && z === corners[0][2]));
  return level.map(([fill, corners]) => ({ fill, corners: corners.map((corner) => [corner[0] + x, corner[1] + y]) }));
}

// Return what is painted on the faces of a piece in space, as meshes.js needs it: polygons with their colours, relative to
// the first cell's centre, and the colours of letters by their places.
/** @type {(cells: Vector[], grid: Grid, look: Look) => Paint} */
export function paintAround(cells, grid, { hues, spots }) {
  /** @type {Paint} */
  const paint = { polygons: [], inks: [] };
  if (!hues && !spots) return paint;
  const { vertices, faces, normals, cellOf, letters } = bodyOf(cells, grid, true);
  const kind = grid.kind(cells[0]);
  faces.forEach((face, f) => {
    const corners = face.map((v) => vertices[v]);
    /** @type {(hue: string, some: Vector[], height: number) => void} */
    const add = (hue, some, height) => {
      const raised = some.map((corner) => plus(corner, times(normals[f], height * RAISED)));
      if (hue) paint.polygons.push([hue, raised]);
    };
    const behind = hues && grid.bodies[kind].faces?.[f].behind;
    const hue = spots ? spots[cellOf[f]] : behind ? hues[grid.sides.ring[kind].findIndex(same(behind))] : PAPER;
    const written = letters.filter(({ place }) => hue && Math.hypot(...minus(place, mean(corners))) < 0.01);
    for (const { place } of written) paint.inks.push([place, inkOn(hue)]);
    if (spots) return add(hue, patchOf(corners), 2);
    add(hue, corners, 1);
    if (!behind) wedges(corners).forEach((each, side) => add(hues?.[side] ?? PAPER, each, 2));
  });
  return paint;
}

/** @type {(step: Vector) => (other: Vector) => boolean} */
const same = (step) => (other) => code(step) === code(other);

// Black or white, whichever is easier to read on a colour (WCAG 2).
/** @type {(colour: string) => string} */
export function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}
