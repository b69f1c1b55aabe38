// Checks every solution before it is counted or shown, without using any data that the search computed.

// Return the error in a solution, which is a list of options, or null if it is valid.
export function wrong(cover, solution) {
  const many = new Uint16Array(cover.items);
  for (const option of solution) {
    if (!Number.isInteger(option) || !cover.options[option]) return "an option is out of range";
    for (const item of cover.options[option]) many[item]++;
  }
  if (new Set(solution).size < solution.length)
    return "an option is chosen twice";
  for (let item = 0; item < cover.items; item++)
    if (many[item] < cover.lower[item] || many[item] > cover.upper[item]) return `item ${item} is covered ${many[item]} times`;
  return null;
}
