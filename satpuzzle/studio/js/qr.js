// QR codes of links, which uqr makes (ISO/IEC 18004).
import { s } from "./dom.js";

const BORDER = 4; // modules around a code, as the standard asks for

// Return a picture of the QR code of a text, or null if it is too long for one.
/** @type {(text: string, label: string) => SVGElement | null} */
export function qrOf(text, label) {
  try {
    const { data, size } = QR.encode(text, { ecc: "L", border: BORDER });
    const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
    return s(
      "svg",
      {
        class: "qr",
        viewBox: `0 0 ${size} ${size}`,
        role: "img",
        "aria-label": label,
        "shape-rendering": "crispEdges",
      },
      s("path", { d: dark.join("") }),
    );
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
