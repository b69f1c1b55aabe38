// Links: a puzzle and the pieces placed on it, in the address behind `#p=`: JSON, raw deflate, base64url.  Behind `&t=` may
// stand the title, for people.
// satpuzzle/puzzle/formats/link.py reads and writes the same.
import { through } from "./stream.js";
import { Complaint, words } from "./words.js";

const LONGEST = 2_000_000;
const LONGEST_TITLE = 60;
const LARGEST = 8_000_000; // characters of a link, bytes of its unpacked content

/** @type {(content: object) => Promise<string>} */
export async function packed(content) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(content)));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `p=${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// Return a title as the end of a link.
/** @type {(title: string) => string} */
export function titled(title) {
  const words = title.match(/[\p{L}\p{N}]+/gu)?.join("-") ?? "";
  return words && `&t=${encodeURIComponent([...words].slice(0, LONGEST_TITLE).join(""))}`;
}

// The address with which links begin: the one that the page was given, or that a visitor gave it, or its own on a web site.
/** @type {(app: App) => string | null} */
const baseOf = ({ library }) =>
  library.data.base ?? (location.protocol.startsWith("http") ? location.origin + location.pathname : null);

// A link that contains the puzzle and pieces placed on it, and the address with which it begins, null if there is none.
// One that is `short` has a bundled puzzle's name alone.
/** @type {(app: App, how?: { short?: boolean; placed?: Placed[] }) => Promise<{ base: string | null; text: string }>} */
export async function linkOf(app, { short = false, placed = app.session.placed } = {}) {
  const { library, puzzle } = app;
  const { name, family } = puzzle;
  const named = short && name && !family;
  const fragment = await packed(named ? { name } : app.document(puzzle, placed));
  const title = named ? "" : titled(library.titleOf(puzzle));
  const base = baseOf(app);
  return { base, text: `${base ?? ""}#${fragment}${title}` };
}

// Return the content of a fragment, or null if it is empty; complains of any other.
/** @type {(fragment: string) => Promise<any>} */
export async function unpacked(fragment) {
  const found = /(?:^|#)p=([\w-]*)(?:&t=[\w%-]*)?$/.exec(fragment.slice(0, LONGEST + 1));
  if (fragment.length > LONGEST) throw new Complaint(words.linkTooLarge);
  if (!found && fragment.length <= 1) return null;
  try {
    return await parsed(/** @type {RegExpExecArray} */ (found)[1]);
  } catch (error) {
    throw error instanceof Complaint ? error : new Complaint(words.linkBroken);
  }
}

// Return what a compressed JSON text describes.
/** @type {(base64: string) => Promise<any>} */
const parsed = async (base64) => JSON.parse(new TextDecoder().decode(await inflated(base64)));

/** @type {(base64: string) => Promise<Uint8Array<ArrayBuffer>>} */
export const inflated = (base64) =>
  through(
    new DecompressionStream("deflate-raw"),
    bytesOf(base64.replaceAll("-", "+").replaceAll("_", "/")),
    LARGEST,
    words.linkTooLarge,
  );

// The bytes of a text in base64; older browsers have no function for it.
/** @type {(base64: string) => Uint8Array<ArrayBuffer>} */
function bytesOf(base64) {
  const { fromBase64 } = /** @type {any} */ (Uint8Array);
  if (fromBase64) return fromBase64.call(Uint8Array, base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i); // 50 times as fast as Uint8Array.from
  return bytes;
}
