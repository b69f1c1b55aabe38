// Every solution passes here before it is counted or shown: it uses nothing of what the search computed.

// What is wrong with a solution, a list of options, or null.
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
