// Files and links: open, save, print, send.
import { complete, copyWith } from "./copy.js";
import { button, byId, closing, h, showDialog } from "./dom.js";
import { download } from "./download.js";
import { takeFile } from "./finds.js";
import { contentOf, mistake } from "./puzzle.js";
import { linkOf } from "./link.js";
import { alone } from "./postcard.js";
import { qrOf } from "./qr.js";
import { stlOf } from "./stl.js";
import { readToml, writeToml } from "./toml.js";
import { readBurr } from "./xmpuzzle.js";
import { say } from "./saying.js";
import { Complaint, words } from "./words.js";

const LARGEST = 2_000_000; // bytes

// Open a file that was chosen, or dropped or pasted on the page: a puzzle; a diary, whose solutions are added to those that were
// found; or a photo to draw over.
/** @type {(app: App, file: File) => Promise<void>} */
export async function openFile(app, file) {
  if (file.type.startsWith("image/") && !app.session.plain) return app.modes.draw.takePhoto(file);
  const wanted = app.wish();
  await app.trying(async () => {
    if (file.size > LARGEST) throw new Complaint(words.fileTooLarge);
    const text = await file.text();
    const ending = file.name.toLowerCase().split(".").pop();
    const burr = ending === "xmpuzzle" ? await readBurr(file) : [];
    const said = ending === "json" ? json(text) : null;
    if (said?.diary !== undefined) return app.say(say(words.diaryTaken, { added: await takeFile(app, said.diary) }));
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
  app.say(say(words.opened, { name: file.name }));
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
    way(words.print, () => app.mode.print()),
  ];
  showDialog("small", words.save, null, h("div", { class: "list" }, buttons));
}

// Save a page like this one that opens in Play, with this puzzle and pieces on the board.
/** @type {(app: App, placed?: Placed[]) => void} */
function savePage(app, placed = app.session.placed) {
  const begin = { ...app.document(app.puzzle, placed), mode: "play" };
  download(`${fileName(app)}.html`, copyWith(begin, app.library.data.base), "text/html");
}

// Return the current picture: SVG for a flat board, PNG for a board in space.
/** @type {(app: App, name: string) => void} */
function savePicture(app, name) {
  const svg = byId("sheet").querySelector("svg.picture");
  const canvas = byId("space").hidden ? null : byId("space").querySelector("canvas");
  if (canvas) app.space?.finish();
  if (canvas) return canvas.toBlob((/** @type {Blob} */ blob) => download(`${name}.png`, blob, "image/png"));
  if (!svg) return app.say(words.noPicture);
  download(`${name}.svg`, alone(svg), "image/svg+xml");
}

// Show the link to the puzzle with pieces on its board, and what can be done with it.
/** @type {(app: App, placed?: Placed[]) => Promise<void>} */
export async function share(app, placed = app.session.placed) {
  const { puzzle } = app;
  const { base, text } = await linkOf(app, { placed });
  if (puzzle !== app.puzzle) return; // another one was opened meanwhile
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
  const page = !base && complete() && button(words.savePage, () => savePage(app, placed));
  const buttons = h("div", { class: "list" }, button(words.copyLink, copy, { class: "button primary" }), page);
  const code = base && (qrOf(text, words.qr) ?? h("p", { class: "note" }, words.noQr));
  showDialog("small", words.link, null, note, field, code, buttons, addressField(app, placed));
  field.select();
}

// Where the page is a file: the address at which others find it is asked for once, and links and pages have it from then on.
/** @type {(app: App, placed: Placed[]) => HTMLElement | null} */
function addressField(app, placed) {
  if (location.protocol.startsWith("http") || app.session.plain) return null;
  const field = h("input", { value: app.library.data.base ?? "", placeholder: "https://…", inputmode: "url" });
  /** @type {(event: Event) => void} */
  const take = (event) => {
    event.preventDefault();
    const said = field.value.trim();
    if (said && !/^https?:\/\/[^\s#]+$/.test(said)) return app.say(words.badAddress);
    app.library.data.base = said || null;
    app.keep("base", said || null);
    share(app, placed);
  };
  return h("form", { class: "row address", "data-fresh": true, onsubmit: take }, [
    h("label", { class: "field most" }, words.address, field),
    h("button", { class: "button", "data-key": "address" }, words.useAddress),
  ]);
}
