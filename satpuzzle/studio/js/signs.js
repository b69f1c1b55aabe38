// The signs of rules: a small picture for each kind, on a sheet of 4 x 4 units, so that a switch is understood before its
// sentence is read.  A kind that has none here, or is a puzzle's own, is shown without.
//
// A sign is what is drawn, from below to above, as pairs of how and a path: "one", "two" and "three" are pieces, "board" is
// an outline and "stick" a thick line; "line" is thought of, "mark" is what the rule is about, and "no" is a cross through
// what it forbids.
import { s } from "./dom.js";

const BOARD = ["board", "M0 0H4V4H0Z"];
const UP = "M2 -.3V4.3";
const ACROSS = "M-.3 2H4.3";
const FALLING = "M-.2-.2 4.2 4.2";
const RISING = "M-.2 4.2 4.2-.2";
// A cross, on a lighter one that sets it off.
/** @type {(x?: number, y?: number) => string[][]} */
const no = (x = 2, y = 2) => ["halo", "no"].map((how) => [how, `M${x - 0.75} ${y - 0.75}l1.5 1.5m0-1.5l-1.5 1.5`]);

/** @type {(angle: number, radius: number) => string} */
const around = (angle, radius) =>
  [Math.sin(angle), -Math.cos(angle)].map((x) => Number((2 + radius * x).toFixed(2))).join(" ");

// Return the sign of a turn by the `order`-th part of a circle: that many equal blades, and an arrow from one to the next.
/** @type {(order: number) => string[][]} */
function turn(order) {
  const part = (2 * Math.PI) / order;
  const blades = [...Array(order).keys()].map((k) => {
    const [from, to] = [k * part, (k + 0.5) * part];
    return `M2 2 ${around(from, 1.7)}A1.7 1.7 0 0 1 ${around(to, 1.7)}Z`;
  });
  const head = `M${around(part - 0.3, 1.8)} ${around(part, 2.15)} ${around(part - 0.3, 2.5)}`;
  return [
    ["one", blades.join("")],
    ["mark", `M${around(0, 2.15)}A2.15 2.15 0 0 1 ${around(part, 2.15)}${head}`],
  ];
}

/** @type {Record<string, string[][]>} */
const SYMMETRIC = {
  "half turn": turn(2),
  "third turn": turn(3),
  "quarter turn": turn(4),
  "sixth turn": turn(6),
  horizontal: [
    ["one", "M0 0H3V1.6H0ZM0 4H3V2.4H0Z"],
    ["line", ACROSS],
  ],
  vertical: [
    ["one", "M0 4V1H1.6V4ZM4 4V1H2.4V4Z"],
    ["line", UP],
  ],
  upright: [BOARD, ["line", UP + ACROSS]],
  diagonal: [
    ["one", "M0 1.2V4H2.8ZM1.2 0H4V2.8Z"],
    ["line", FALLING],
  ],
  mirror: [BOARD, ["line", UP + ACROSS + FALLING + RISING]],
  point: [
    ["one", "M0 0H1.6L0 1.6ZM4 4H2.4L4 2.4Z"],
    ["line", "M.8.8 3.2 3.2"],
    ["mark", "M2 2h0"],
  ],
  any: [...turn(2), ["line", UP]],
};
/** @type {Record<string, string>} */
const COMPARED = { "at most": "M2.7 2.1l-1.4.6 1.4.6M1.3 3.9h1.4", "at least": "M1.3 2.1l1.4.6-1.4.6M1.3 3.9h1.4" };

/** @type {Record<string, (rule: Rule) => string[][]>} */
export const SIGNS = {
  "anti-slide": () => [["one", "M0 1H1.6V3H0Z"], ["mark", "M2 2H4.1M3.4 1.3l.7.7-.7.7"], ...no(2.75)],
  apart: () => [["one", "M0 1H2V3H0Z"], ["two", "M2 1H4V3H2Z"], ...no()],
  "apart at corners": () => [["one", "M0 0H2V2H0Z"], ["two", "M2 2H4V4H2Z"], ...no()],
  "at border": ({ way }) => [BOARD, ["one", "M0 1H2V3H0Z"], ["mark", "M0 1V3"], ...(way === "none" ? no(0.5) : [])],
  colours: () => [
    ["one", "M0 0H3V2H0Z"],
    ["two", "M3 0H4V4H2V2H3Z"],
    ["three", "M0 2H2V4H0Z"],
  ],
  connected: () => [BOARD, ["one", "M0 1H2V4H0ZM3 0H4V3H3Z"], ["mark", "M.5.5H2.5V3.5H3.5"]],
  "fault-free": () => [["one", "M0 0H3V2H0ZM1 2H4V4H1Z"], ["two", "M3 0H4V2H3ZM0 2H1V4H0Z"], ["line", ACROSS], ...no()],
  "no crossing": () => [["stick one", "M0 2H4"], ["stick two", "M2 0V4"], ...no()],
  "no crossroads": () => [["one", "M0 0H2V2H0ZM2 2H4V4H2Z"], ["two", "M2 0H4V2H2ZM0 2H2V4H0Z"], ...no()],
  supported: () => [
    ["one", "M0 2H4V4H0Z"],
    ["two", "M1 0H3V2H1Z"],
    ["mark", "M1 2H3"],
  ],
  symmetric: ({ way = "" }) => SYMMETRIC[way],
  together: ({ way = "" }) => [
    ["one", "M0 0H1.5V1.5H0Z"],
    ["two", "M2.5 0H4V1.5H2.5Z"],
    ["mark", COMPARED[way] ?? "M1.3 2.6h1.4M1.3 3.4h1.4"],
  ],
  touch: () => [
    ["one", "M0 1H2V3H0Z"],
    ["two", "M2 1H4V3H2Z"],
    ["mark", "M2 1V3"],
  ],
};

// Return the picture of a rule, or null.
/** @type {(rule: Rule) => SVGElement | null} */
export function signOf(rule) {
  const sign = rule.table ? null : SIGNS[rule.word]?.(rule);
  const paths = sign?.map(([how, d]) => s("path", { class: how, d }));
  return paths ? s("svg", { class: "sign", viewBox: "-.4 -.4 4.8 4.8", "aria-hidden": "true" }, paths) : null;
}
