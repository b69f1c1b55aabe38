// A picture of the board as it is drawn, with the title of the puzzle and some lines, to be shared.
import { button, h, showDialog } from "./dom.js";
import { download } from "./download.js";
import { linkOf } from "./link.js";
import { qrOf } from "./qr.js";
import { words } from "./words.js";

const FONT = ["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  ...FONT,
];
const WIDE = 1080; // pixels
const HIGHEST = 1080; // of the board
const EDGE = 60;
const CODE = 200; // the side of the QR code

// Return the text of a picture that needs no style sheet; a photo below it stays in the page.
/** @type {(svg: Element, size?: Record<string, number>) => string} */
export function alone(svg, size = {}) {
  const copy = /** @type {Element} */ (svg.cloneNode(true));
  const of = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(of[i]);
    for (const key of STYLES) element.setAttribute(key, style.getPropertyValue(key));
    element.removeAttribute("style");
    element.removeAttribute("class");
  });
  copy.querySelector("image")?.remove();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  for (const [name, value] of Object.entries(size)) copy.setAttribute(name, `${value}`);
  return new XMLSerializer().serializeToString(copy);
}

// Draw an SVG on a canvas.
/** @type {(context: CanvasRenderingContext2D, svg: string, x: number, y: number, wide: number, high: number) => Promise<void>} */
async function put(context, svg, x, y, wide, high) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  context.drawImage(image, x, y, wide, high);
  URL.revokeObjectURL(address);
}

// Show the picture, and let it be shared, copied and saved.
/** @type {(app: App, svg: SVGSVGElement, lines: string[]) => Promise<void>} */
export async function sharePicture(app, svg, lines) {
  const { puzzle } = app;
  const title = app.titleOf();
  const blob = await drawn(svg, title, lines, (await linkOf(app)).text).catch(() => null);
  if (puzzle !== app.puzzle) return;
  if (!blob) return app.say(words.pictureFailed);
  const file = new File([blob], "puzzle.png", { type: "image/png" });
  const copy = async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
      app.say(words.pictureCopied);
    } catch {
      app.say(words.notCopied);
    }
  };
  const send = () => navigator.share({ files: [file], title }).catch(() => {}); // who changes their mind shares nothing
  const address = URL.createObjectURL(blob);
  const shown = h("img", { class: "postcard", src: address, alt: [title, ...lines].join(", "), "data-fresh": true });
  shown.onload = () => URL.revokeObjectURL(address);
  const buttons = [
    navigator.canShare?.({ files: [file] }) && button(words.shareIt, send, { class: "button primary" }),
    button(words.save, () => download("puzzle.png", blob, "image/png"), { "data-key": "savePicture" }),
    button(words.copyPicture, copy),
  ];
  showDialog("small", words.sharePicture, null, shown, h("div", { class: "list" }, buttons));
}

// Return the picture as PNG; null if the browser cannot make it.
/** @type {(svg: SVGSVGElement, title: string, lines: string[], link: string) => Promise<Blob | null>} */
async function drawn(svg, title, lines, link) {
  const style = getComputedStyle(document.body);
  const { width, height } = svg.viewBox.baseVal;
  const code = link.startsWith("#") ? null : qrOf(link, "");
  const wide = WIDE - 2 * EDGE;
  const high = Math.min(HIGHEST, (wide * height) / width);
  const below = Math.max(lines.length * 50, code ? CODE : 0);
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = 3 * EDGE + 70 + high + below;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = style.getPropertyValue("--surface");
  context.fillRect(0, 0, canvas.width, canvas.height);
  /** @type {(text: string, size: number, colour: string, y: number, room: number) => void} */
  const write = (text, size, colour, y, room) => {
    context.fillStyle = style.getPropertyValue(colour);
    context.font = `${size > 40 ? 600 : 400} ${size}px ${style.fontFamily}`;
    context.textBaseline = "top";
    context.fillText(text, EDGE, y, room);
  };
  write(title, 48, "--ink", EDGE, wide);
  await put(
    context,
    alone(svg, { width, height }),
    (WIDE - (high * width) / height) / 2,
    EDGE + 80,
    (high * width) / height,
    high,
  );
  const under = EDGE + 80 + high + EDGE / 2;
  lines.forEach((line, i) => write(line, 34, "--soft", under + 50 * i, wide - (code ? CODE + EDGE : 0)));
  if (code) {
    const corner = [WIDE - EDGE - CODE, under];
    context.fillStyle = "#ffffff";
    context.fillRect(corner[0], corner[1], CODE, CODE);
    await put(context, alone(code, { width: CODE, height: CODE }), corner[0], corner[1], CODE, CODE);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
