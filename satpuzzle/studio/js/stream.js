// Compression and decompression.
import { Complaint } from "./words.js";

// Return what a stream makes of some bytes, which is five times as fast as by way of Blobs.  Raises a Complaint with `large` if that has more than `most` bytes.
/** @type {(stream: any, content: Uint8Array, most?: number, large?: string) => Promise<Uint8Array<ArrayBuffer>>} */
export async function through(stream, content, most = Infinity, large = "") {
  const writer = stream.writable.getWriter();
  for (const done of [writer.write(content), writer.close()]) done.catch(() => {}); // the reader complains
  const reader = stream.readable.getReader();
  const parts = [];
  let size = 0;
  for (let part; !(part = await reader.read()).done; parts.push(part.value)) {
    size += part.value.length;
    if (size <= most) continue;
    reader.cancel();
    throw new Complaint(large);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) all.set(part, (at += part.length) - part.length);
  return all;
}
