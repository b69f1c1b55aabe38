// The isometries of a grid by which the user turns and reflects what is drawn or held.

// Return the angle of a rotation in the plane, from 0 to 2π.
function angleOf(grid, turn) {
  const [x, y] = grid.combine(grid.coordinates(turn.basis[0]), grid.axes);
  const angle = Math.atan2(y, x) - Math.atan2(grid.axes[0][1], grid.axes[0][0]);
  return ((angle % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
}

// Return the smallest rotation in the plane, clockwise on the sheet.
export function quarterOf(grid) {
  const flat = grid.turns.filter(({ rotation, over, basis }) => rotation && (grid.flat ? !over : inPlane(grid, basis)));
  return flat.filter((turn) => angleOf(grid, turn) > 1e-6).sort((a, b) => angleOf(grid, a) - angleOf(grid, b))[0];
}

// The reflection that exchanges left and right.
export function mirrorOf(grid) {
  const flips = grid.turns.filter(({ rotation, over, basis }) =>
    grid.flat ? rotation && over : !rotation && inPlane(grid, basis),
  );
  return flips.sort((a, b) => Math.abs(angleOf(grid, a) - Math.PI) - Math.abs(angleOf(grid, b) - Math.PI))[0];
}

// Return whether an isometry of a grid in space keeps every point at its height.
function inPlane(grid, basis) {
  const to = basis.map((vector) => grid.vector(vector));
  const from = grid.axes;
  return to.every((vector, i) => Math.abs(vector[2] - from[i][2]) < 1e-6);
}
