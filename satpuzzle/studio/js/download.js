// Files that the page writes.
import { h } from "./dom.js";

/** @type {(name: string, content: BlobPart, type: string) => void} */
export function download(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
