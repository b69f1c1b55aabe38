// BurrTools files: XML, often packed by gzip, with shapes as boxes of voxels and problems that pack some into another.
// (satpuzzle/puzzle/formats/xmpuzzle reads them completely; this module reads what the page needs.)
import { through } from "./stream.js";
import { say } from "./saying.js";
import { Complaint, words } from "./words.js";

const LARGEST = 8_000_000;
const MOST_VOXELS = 200_000; // bytes of a file, voxels of a shape
const GRIDS = ["cubic", "prisms", "fcc", "rhombic", "tetra-octa"];
const FIXED = "#";
const VARIABLE = "+";
const USUAL = /^problem(?: \d+)?$/i; // the name that BurrTools gives a problem: no title, no more than a letter or two

// Return the problems of a file, each {name, content}, where `content` is the content of a puzzle file.
/** @type {(file: File) => Promise<Problem[]>} */
export async function readBurr(file) {
  const root = parsed(await text(file));
  if (root.tagName !== "puzzle") throw new Complaint(words.notBurr);
  const grid = GRIDS[Number(root.querySelector(":scope > gridType")?.getAttribute("type")) || 0];
  if (!grid) throw new Complaint(words.notBurr);
  const shapes = all(root, "shapes > voxel").map(shapeOf);
  const hues = all(root, "colors > color").map(hueOf);
  const problems = all(root, "problems > problem").map((problem, i) => problemOf(problem, i, grid, shapes, hues));
  if (!problems.length) throw new Complaint(words.noProblem);
  return problems;
}

/** @type {(element: Element, path: string) => Element[]} */
const all = (element, path) => [...element.querySelectorAll(`:scope > ${path}`)];

/** @type {(colour: Element) => string} */
function hueOf(colour) {
  /** @type {(name: string) => number} */
  const part = (name) => Math.min(255, Math.max(0, Number(colour.getAttribute(name)) || 0));
  const digits = ["red", "green", "blue"].map((name) => part(name).toString(16).padStart(2, "0"));
  return `#${digits.join("")}`;
}

/** @type {(file: File) => Promise<string>} */
async function text(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes);
  try {
    const plain = await through(new DecompressionStream("gzip"), bytes, LARGEST, words.fileTooLarge);
    return new TextDecoder().decode(plain);
  } catch (error) {
    throw error instanceof Complaint ? error : new Complaint(words.notBurr);
  }
}

/** @type {(xml: string) => Element} */
function parsed(xml) {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml) || !/<\/puzzle\s*>\s*$/.test(xml)) throw new Complaint(words.notBurr); // custom entities could expand
  const found = new DOMParser().parseFromString(xml, "application/xml");
  if (found.querySelector("parsererror")) throw new Complaint(words.notBurr);
  return found.documentElement;
}

/** @type {(element: Element) => Voxels} */
function shapeOf(element) {
  const sizes = ["x", "y", "z"].map((name) => Number(element.getAttribute(name)));
  if (!sizes.every((size) => Number.isInteger(size) && size >= 0) || sizes[0] * sizes[1] * sizes[2] > MOST_VOXELS)
    throw new Complaint(words.notBurr);
  const marks = [...element.textContent.trim().matchAll(/([_#+])(\d{0,3})/g)];
  const [wide, deep, high] = sizes;
  if (marks.length !== wide * deep * high) throw new Complaint(words.notBurr);
  /** @type {(i: number) => Vector} */
  const cellOf = (i) => [i % wide, Math.floor(i / wide) % deep, Math.floor(i / wide / deep)];
  const every = marks.map(([, state, colour], i) => ({ cell: cellOf(i), state, colour: Number(colour) }));
  const voxels = every.filter(({ state }) => state !== "_");
  return { name: element.getAttribute("name") ?? "", weight: whole(element, "weight") ?? 1, voxels };
}

// Return an attribute that is an integer, or null.
/** @type {(element: Element, name: string) => number | null} */
function whole(element, name) {
  const text = element.getAttribute(name);
  return text !== null && /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : null;
}

// Return how many copies of a piece, of which there are at most `most`, each group may have.
/** @type {(element: Element, most: number) => Record<string, number>} */
function groupsOf(element, most) {
  const listed = all(element, "group").map((group) => [whole(group, "group"), whole(group, "count") ?? most]);
  const every = [...listed, [whole(element, "group"), most]];
  return Object.fromEntries(every.filter(([group, copies]) => Number(group) > 0 && Number(copies) > 0));
}

/** @type {(element: Element, number: number, grid: string, shapes: Voxels[], hues: string[]) => Problem} */
function problemOf(element, number, grid, shapes, hues) {
  const given = element.getAttribute("name")?.trim() ?? "";
  const title = given.length < 3 || USUAL.test(given) ? "" : given;
  const name = given || say(words.problem, { number: number + 1 });
  const result = shapes[Number(element.querySelector(":scope > result")?.getAttribute("id") ?? -1)];
  const parts = all(element, "shapes > shape")
    .map((part) => {
      const count = Number(part.getAttribute("count") ?? 1);
      const max = Number(part.getAttribute("max") ?? count);
      const min = Number(part.getAttribute("min") ?? count);
      return { shape: Number(part.getAttribute("id")), min, max, groups: groupsOf(part, max) };
    })
    .filter(({ max }) => max);
  /** @type {(why: string) => Problem} */
  const fail = (why) => ({ name, problem: why });
  if (!result || !parts.length || parts.some(({ shape }) => !shapes[shape])) return fail(words.noProblem);
  if (parts.some(({ shape }) => shapes[shape].voxels.some(({ state }) => state === VARIABLE)))
    return fail(words.variablePiece);
  const empty = Number(element.getAttribute("maxHoles") ?? -1);
  const limited = empty >= 0 && parts.some(({ min, max }) => min < max);
  const pairs = all(element, "bitmap > pair").map((pair) =>
    ["piece", "result"].map((name) => Number(pair.getAttribute(name)) + 1),
  );
  /** @type {(voxels: Voxels["voxels"]) => { colours?: number[] }} */
  const colours = (voxels) =>
    hues.length && voxels.some(({ colour }) => colour) ? { colours: voxels.map(({ colour }) => colour) } : {};
  const taken = new Set();
  /** @type {(base: string) => string} */
  const named = (base) => {
    let found = base;
    for (let i = 2; taken.has(found); i++) found = `${base} #${i}`;
    taken.add(found);
    return found;
  };
  /** @type {(part: (typeof parts)[number]) => object} */
  const pieceOf = ({ shape, min, max, groups }) => {
    const { name: own, weight, voxels } = shapes[shape];
    const grouped = { ...(weight !== 1 && { weight }), ...(Object.keys(groups).length && { groups }) };
    const cells = voxels.map(({ cell }) => cell);
    return { name: named(own || `S${shape + 1}`), min, max, ...grouped, cells, ...colours(voxels) };
  };
  /** @type {(state: string) => Vector[]} */
  const cells = (state) => result.voxels.filter((voxel) => voxel.state === state).map(({ cell }) => cell);
  const optional = cells(VARIABLE);
  const painted = colours(result.voxels);
  const board = painted.colours ? result.voxels.map(({ cell }) => cell) : cells(FIXED);
  return {
    name,
    content: {
      ...(title && { title }),
      grid,
      board,
      ...(optional.length && { optional }),
      ...painted,
      ...(limited && { empty }),
      ...(hues.length && { pairs, hues }),
      pieces: parts.map(pieceOf),
    },
  };
}
