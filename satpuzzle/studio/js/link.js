// Links: a puzzle and the pieces placed on it, in the address behind `#p=`: JSON, raw deflate, base64url.
// satpuzzle/puzzle/formats/link.py reads and writes the same.
import { Complaint } from "./complaint.js";
import { words } from "./words.js";

const LONGEST = 2_000_000;
const LARGEST = 8_000_000; // characters of a link, bytes of its unpacked content

async function through(stream, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    size += value.length;
    if (size > most) {
      reader.cancel();
      throw new Complaint(words.linkTooLarge);
    }
    parts.push(value);
  }
}

export async function packed(content) {
  const bytes = new Uint8Array(await through(new CompressionStream("deflate-raw"), JSON.stringify(content)));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `p=${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// Return the content of a fragment, or null if it has none of these forms.
export async function unpacked(fragment) {
  const found = /(?:^|#)p=([\w-]*)$/.exec(fragment.slice(0, LONGEST + 1));
  if (fragment.length > LONGEST) throw new Complaint(words.linkTooLarge);
  if (!found) return null;
  try {
    return JSON.parse(new TextDecoder().decode(await inflated(found[1])));
  } catch (error) {
    if (error instanceof Complaint) throw error;
    throw new Complaint(words.linkBroken);
  }
}

export async function inflated(base64) {
  const bytes = Uint8Array.from(atob(base64.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );
  return through(new DecompressionStream("deflate-raw"), bytes, LARGEST);
}
