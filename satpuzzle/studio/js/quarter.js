// Which squares a square sweeps in a quarter turn about a line, in half cells from that line; satpuzzle/motion/quarter.py
// explains the inequalities.  There they are decided in integers; here between roots, which do not lie as close as CLOSE.
const CLOSE = 1e-9;

const known = new Map();

// Return the squares that each square up to a distance `reach` sweeps, one after the other, and where those begin and end
// that belong to (u, v), at index (u + reach, v + reach).
/** @type {(reach: number) => { squares: Int16Array; bounds: number[] }} */
export function sweeps(reach) {
  if (!known.has(reach)) known.set(reach, swept(reach));
  return known.get(reach);
}

/** @type {(reach: number) => { squares: Int16Array; bounds: number[] }} */
function swept(reach) {
  const squares = [];
  const bounds = [];
  for (let u = -reach; u <= reach; u++)
    for (let v = -reach; v <= reach; v++) {
      bounds.push(squares.length / 2);
      if ((u - v) % 2 === 0) for (const square of sweptBy(u, v)) squares.push(...square);
      bounds.push(squares.length / 2);
    }
  return { squares: Int16Array.from(squares), bounds };
}

// The squares that one square sweeps, by symmetry from those for an eighth of the plane.
/** @type {(u: number, v: number) => number[][]} */
function sweptBy(u, v) {
  if ((u || v) && !(-u < v && v <= u)) return sweptBy(v, -u).map(([x, y]) => [-y, x]);
  if (v < 0) return sweptBy(u, -v).map(([x, y]) => [y, x]);
  const reach = Math.floor(Math.hypot(u, v)) + 3;
  const found = [];
  for (let x = u - 2 * ((u + reach) >> 1); x <= reach; x += 2)
    for (let y = v - 2 * ((v + reach) >> 1); y <= reach; y += 2) if (enters(u, v, x, y)) found.push([x, y]);
  return found;
}

// Whether the square at (u, v) enters the square at (x, y): whether all conditions hold somewhere between 0 and 1.
/** @type {(u: number, v: number, x: number, y: number) => boolean} */
function enters(u, v, x, y) {
  const near = Math.hypot(x, y) - Math.hypot(u, v);
  if (Math.abs(near) >= Math.sqrt(8)) return false;
  const conditions = [
    [x + u, 2 * v, x - u],
    [y + v, -2 * u, y - v],
    [-x - u, 2 * y, x - u],
    [-y - v, -2 * x, y - v],
  ].flatMap(([a, b, d]) => [1, -1].map((sign) => [sign * a, sign * b + 2, sign * d + 2]));
  const ends = [0, 1, ...conditions.flatMap(roots)].filter((t) => t >= 0 && t <= 1).sort((a, b) => a - b);
  return ends.some((end, i) => {
    const t = (end + ends[i + 1]) / 2;
    return ends[i + 1] - end > CLOSE && conditions.every(([a, b, d]) => (a * t + b) * t + d > 0);
  });
}

/** @type {(square: number[]) => number[]} */
function roots([a, b, d]) {
  if (!a) return b ? [-d / b] : [];
  const square = b * b - 4 * a * d;
  return square < 0 ? [] : [1, -1].map((sign) => (sign * Math.sqrt(square) - b) / (2 * a));
}
