// Files and links: open, save, print, send.
import { complete, copyWith } from "./copy.js";
import { button, byId, closing, h, showDialog } from "./dom.js";
import { download } from "./download.js";
import { takeFile } from "./finds.js";
import { contentOf, mistake } from "./puzzle.js";
import { packed, titled } from "./link.js";
import { qrOf } from "./qr.js";
import { stlOf } from "./stl.js";
import { readToml, writeToml } from "./toml.js";
import { readBurr } from "./xmpuzzle.js";
import { Complaint, words } from "./words.js";

const LARGEST = 2_000_000; // bytes
const FONT = ["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];
const STYLES = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", ...FONT]; // in saved pictures

// Open a file that was chosen or dropped on the page: a puzzle, or a diary, whose solutions are added to those that were found.
/** @type {(app: App, file: File) => Promise<void>} */
export async function openFile(app, file) {
  const wanted = app.wish();
  await app.trying(async () => {
    if (file.size > LARGEST) throw new Complaint(words.fileTooLarge);
    const text = await file.text();
    const ending = file.name.toLowerCase().split(".").pop();
    const burr = ending === "xmpuzzle" ? await readBurr(file) : [];
    const said = ending === "json" ? json(text) : null;
    if (said?.diary !== undefined) return app.say(words.diaryTaken(await takeFile(app, said.diary)));
    if (!wanted()) return;
    if (ending === "toml") show(app, file, readToml(text));
    else if (ending === "json") show(app, file, said);
    else if (ending === "xmpuzzle") chooseProblem(app, file, burr);
    else throw new Complaint(words.unknownFile);
  }, `${file.name}: `);
}

/** @type {(app: App, file: File, content: Content) => void} */
function show(app, file, content) {
  const puzzle = app.library.read(content);
  app.open({ ...puzzle, title: puzzle.title || file.name.replace(/\.\w+$/, "") }, { mode: "solve" });
  app.say(words.opened(file.name));
}

// Open the problem of a BurrTools file; if there are several, ask which one.
/** @type {(app: App, file: File, problems: Problem[]) => void} */
function chooseProblem(app, file, problems) {
  /** @type {(chosen: Problem) => void} */
  const open = ({ content, problem }) => {
    const act = () => {
      if (problem) throw new Complaint(problem);
      show(app, file, content);
      if (!app.puzzle.grid.flat && !mistake(app.puzzle)) app.modes.solve.assemble();
    };
    app.trying(act, `${file.name}: `);
  };
  /** @type {(problem: Problem) => HTMLElement} */
  const choice = (problem) =>
    button(
      problem.name,
      closing(() => open(problem)),
    );
  if (problems.length === 1) open(problems[0]);
  else showDialog("small", words.chooseProblem, null, h("div", { class: "list" }, problems.map(choice)));
}

/** @type {(text: string) => Content} */
function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Complaint(words.notJson);
  }
}

/** @type {(app: App) => string} */
function fileName({ puzzle }) {
  const name = puzzle.title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return name.replace(/^-|-$/g, "") || "puzzle";
}

// Ways to save the puzzle, and its picture.
/** @type {(app: App) => void} */
export function saveMenu(app) {
  const { puzzle } = app;
  const name = fileName(app);
  const solid = puzzle.pieces.length > 0 && mistake(puzzle) === null;
  /** @type {(text: string, act: () => void) => HTMLElement} */
  const way = (text, act) => button(text, closing(act));
  /** @type {(text: string, ending: string, type: string, write: () => BlobPart) => HTMLElement} */
  const save = (text, ending, type, write) => way(text, () => download(`${name}.${ending}`, write(), type));
  const buttons = [
    save(words.saveToml, "toml", "text/plain", () => writeToml(contentOf(puzzle))),
    save(words.saveJson, "json", "application/json", () => JSON.stringify(contentOf(puzzle))),
    complete() && way(words.savePage, () => savePage(app)),
    solid && save(words.saveStl, "stl", "model/stl", () => stlOf(puzzle.pieces, puzzle.grid)),
    way(words.savePicture, () => savePicture(app, name)),
    way(words.print, () => print()),
  ];
  showDialog("small", words.save, null, h("div", { class: "list" }, buttons));
}

// Save a page like this one that opens in Play, with this puzzle and the pieces on the board.
/** @type {(app: App) => void} */
function savePage(app) {
  download(`${fileName(app)}.html`, copyWith({ ...app.document(), mode: "play" }), "text/html");
}

// Return the current picture: SVG for a flat board, PNG for a board in space.
/** @type {(app: App, name: string) => void} */
function savePicture(app, name) {
  const svg = byId("sheet").querySelector("svg.picture");
  const canvas = byId("space").hidden ? null : byId("space").querySelector("canvas");
  if (canvas) app.space?.finish();
  if (canvas) return canvas.toBlob((/** @type {Blob} */ blob) => download(`${name}.png`, blob, "image/png"));
  if (!svg) return app.say(words.noPicture);
  const copy = svg.cloneNode(true);
  const of = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((/** @type {Element} */ element, i) => {
    // the file has no style sheet
    const style = getComputedStyle(of[i]);
    for (const key of STYLES) element.setAttribute(key, style.getPropertyValue(key));
    element.removeAttribute("style");
    element.removeAttribute("class");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  download(`${name}.svg`, new XMLSerializer().serializeToString(copy), "image/svg+xml");
}

// A link that contains the puzzle and the pieces placed on it.
/** @type {(app: App) => Promise<void>} */
export async function share(app) {
  const { puzzle } = app;
  const fragment = (await packed(app.document())) + titled(puzzle.title);
  if (puzzle !== app.puzzle) return; // another one was opened meanwhile
  const base =
    app.library.data.base ?? (location.protocol.startsWith("http") ? location.origin + location.pathname : null);
  const text = base ? `${base}#${fragment}` : `#${fragment}`;
  const field = h("textarea", { "data-fresh": true, readonly: true, rows: 5, "aria-label": words.link, value: text });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      app.say(words.copied);
    } catch {
      field.select();
      app.say(words.copyYourself);
    }
  };
  const note = h("p", { class: "note" }, base ? words.linkNote : words.fragmentNote);
  const page = !base && complete() && button(words.savePage, () => savePage(app));
  const buttons = h("div", { class: "list" }, button(words.copyLink, copy, { class: "button primary" }), page);
  const code = base && (qrOf(text, words.qr) ?? h("p", { class: "note" }, words.noQr));
  showDialog("small", words.link, null, note, field, code, buttons);
  field.select();
}
