// Compression and decompression.
import { Complaint } from "./words.js";

// Return what a stream makes of some bytes or a text.  Raises a Complaint with `large` if that has more than `most` bytes.
/** @type {(stream: any, content: any, most?: number, large?: string) => Promise<ArrayBuffer>} */
export async function through(stream, content, most = Infinity, large = "") {
  const reader = new Blob([content]).stream().pipeThrough(stream).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    size += value.length;
    if (size > most) {
      reader.cancel();
      throw new Complaint(large);
    }
    parts.push(value);
  }
}
