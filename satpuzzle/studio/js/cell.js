// Cells and vectors: three integers, [x, y, z].
export const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a, n) => [a[0] * n, a[1] * n, a[2] * n];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const ascending = (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

// The name of a cell as a key of maps; coordinates lie between -FAR and FAR.
export const FAR = 2 ** 15;
export const code = (cell) => ((cell[0] + FAR) * 2 * FAR + (cell[1] + FAR)) * 2 * FAR + (cell[2] + FAR);
