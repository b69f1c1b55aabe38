// Checks every solution before it is counted or shown, without using any data that the search computed.

// Return the error in a solution, which is a list of options, or null if it is valid.
/** @type {(cover: Cover, solution: number[]) => string | null} */
export function wrong(cover, solution) {
  const many = new Int32Array(cover.items);
  for (const option of solution) {
    if (!Number.isInteger(option) || !cover.options[option]) return "an option is out of range";
    for (const [i, item] of cover.options[option].entries()) many[item] += cover.weights?.[option][i] ?? 1;
  }
  if (new Set(solution).size < solution.length) return "an option is chosen twice";
  for (let item = 0; item < cover.items; item++)
    if (many[item] < cover.lower[item] || many[item] > cover.upper[item])
      return `item ${item} is covered ${many[item]} times`;
  if (cover.plain === cover.items) return null;
  const hues = new Map(); // of the items with colours
  for (const option of solution)
    for (const [i, item] of cover.options[option].entries()) {
      if (item < cover.plain) continue;
      const hue = cover.hues?.[option][i];
      if (hues.has(item) && (!hue || hues.get(item) !== hue)) return `item ${item} has two colours`;
      hues.set(item, hue);
    }
  return null;
}
