// What isometries of a board make of pieces (docs/counting.md): a motion that every piece may make keeps each one; any other
// isometry makes of it its mirror image, or its mate.

// Return which motions all pieces may make.
/** @type {(pieces: Piece[]) => { turnOver: boolean; rotate: boolean | number }} */
export function turningOf(pieces) {
  /** @type {(a: number, b: number) => number} */
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  const limits = pieces.flatMap(({ rotate = true }) => (rotate === true ? [] : [Number(rotate) || 1]));
  return { turnOver: pieces.every(({ mirror }) => mirror), rotate: limits.length ? limits.reduce(gcd) : true };
}

// Whether bounds are the same, or have a number in common.
/** @type {(a: number[], b: number[]) => boolean} */
const equal = (a, b) => a[0] === b[0] && a[1] === b[1];
/** @type {(a: number[], b: number[]) => boolean} */
const meeting = (a, b) => Math.max(a[0], b[0]) <= Math.min(a[1], b[1]);

// Return the piece that each piece becomes under each of some isometries, -1 for none.  `own` has a name for the placements
// of each piece, `shapes` for each isometry the names of their images, and `bounds` those of the numbers of copies.
// Pieces that become each other are mates, at most one for each set of placements.
/** @type {(own: string[], shapes: string[][], bounds: number[][]) => number[][]} */
export function matched(own, shapes, bounds) {
  const mates = own.map((shape, p) => new Map([[shape, p]]));
  for (const match of [equal, meeting])
    own.forEach((_, p) =>
      own.forEach((shape, q) => {
        const free = mates[q].size === 1 && !mates[p].has(shape) && shapes.some((images) => images[p] === shape);
        if (!free || !match(bounds[p], bounds[q])) return;
        mates[p].set(shape, q);
        mates[q] = mates[p];
      }),
    );
  return shapes.map((images) => images.map((shape, p) => mates[p].get(shape) ?? -1));
}
