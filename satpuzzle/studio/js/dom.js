// HTML elements.  Text is always inserted as text, never as markup, so a piece's name cannot insert elements.
const SVG = "http://www.w3.org/2000/svg";

// These are set as properties, because their attributes are only the initial values.
const PROPERTIES = ["value", "checked", "disabled", "hidden", "textContent", "open"];

const present = (children) =>
  children.flat(9).filter((child) => child !== null && child !== undefined && child !== false);

function fill(element, properties, children) {
  element.properties = properties ?? {};
  element.append(...present(children)); // before the value is set, which selects one of the children
  for (const [name, value] of Object.entries(element.properties)) set(element, name, value);
  return element;
}

function set(element, name, value) {
  if (name.startsWith("on")) element[name] = value;
  else if (name === "style") for (const [key, to] of Object.entries(value)) element.style.setProperty(key, to);
  else if (PROPERTIES.includes(name)) element[name] = value;
  else if (value === undefined || value === null || (value === false && !name.startsWith("aria-")))
    element.removeAttribute(name);
  else element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : value);
}

/** @returns {any} */
export const h = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);
/** @returns {any} */
export const s = (tag, properties, ...children) => fill(document.createElementNS(SVG, tag), properties, children);
/** @returns {any} */
export const byId = (id) => document.getElementById(id);

// Replace the children of an element by these.  An old child of the same kind and name is changed instead of replaced,
// so that it keeps the focus and a click in progress; but if either has its own listeners (`data-fresh`), it is replaced.
export function refill(element, ...children) {
  const wanted = present(children);
  const old = [...element.childNodes];
  wanted.forEach((child, i) => {
    const node = typeof child === "object" ? child : document.createTextNode(child);
    if (i >= old.length) element.append(node);
    else if (old[i] !== node && alike(old[i], node)) adapt(old[i], node);
    else if (old[i] !== node) old[i].replaceWith(node);
  });
  for (const node of old.slice(wanted.length)) node.remove();
}

function alike(old, node) {
  if (old.nodeName !== node.nodeName) return false;
  if (node.nodeType !== Node.ELEMENT_NODE) return true;
  return (
    Boolean(old.properties) &&
    Boolean(node.properties) &&
    ![old, node].some(({ properties }) => "data-fresh" in properties) &&
    old.id === node.id &&
    old.dataset.key === node.dataset.key
  );
}

function adapt(old, node) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== node.data) old.data = node.data;
    return;
  }
  const typing =
    old === document.activeElement && old.matches("input:not([type=checkbox]):not([type=range]), textarea");
  for (const name of Object.keys(old.properties))
    if (!(name in node.properties))
      set(old, name, name.startsWith("on") ? null : PROPERTIES.includes(name) ? false : name === "style" ? {} : null);
  refill(old, [...node.childNodes]);
  for (const [name, value] of Object.entries(node.properties))
    if (
      !(typing && name === "value") &&
      (old.properties[name] !== value || (PROPERTIES.includes(name) && old[name] !== value))
    )
      set(old, name, value);
  old.properties = node.properties;
}

// Icons of 24 by 24, drawn with lines.
const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  left: "m15 5-7 7 7 7",
  right: "m9 5 7 7-7 7",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6 6 18",
  play: "M7 5v14l12-7z",
  pause: "M8 5v14M16 5v14",
  turn: "M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7",
  flip: "M12 3v18M8 7 3 17h5zM16 7l5 10h-5z",
  paint: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  erase: "M8 20h12M5 15 14 6l5 5-8 8H8z",
  maybe: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.01",
  grid: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  open: "M3 19V6h6l2 2h9v11zM3 11h18",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  up: "m6 15 6-6 6 6",
  down: "m6 9 6 6 6-6",
  bulb: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0l-1 2H9z",
  moon: "M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10z",
  check: "m5 13 4 4L19 7",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  cube: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9",
  mirror: "M12 3v18M4 17V7l5 5zM20 17V7l-5 5z",
};
export const icon = (name) =>
  s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));

// Return a button with an icon, and with a name for screen readers.
export const tool = (name, label, onclick, properties = {}) =>
  h(
    "button",
    { type: "button", class: "tool", title: label, "aria-label": label, onclick, "data-key": label, ...properties },
    icon(name),
  );

// Return a button with an icon and a text, whose name for `refill` is `key`.
export const wide = (name, text, key, onclick, properties = {}) =>
  button([icon(name), h("span", {}, text)], onclick, { class: "tool wide", "data-key": key, ...properties });

export const button = (content, onclick, properties = {}) =>
  h("button", { type: "button", class: "button", onclick, "data-key": content, ...properties }, content);

// Return a list of choices, each [value, text]; `choose` gets the value, a text, that the user chooses.
export const select = (value, choices, choose, properties = {}) =>
  h(
    "select",
    { class: "button", value, onchange: ({ target }) => choose(target.value), ...properties },
    choices.map(([each, text]) => h("option", { value: each }, text)),
  );

// Return a box to be checked, whose name for `refill` is `key`.
export const check = (text, checked, key, change, properties = {}) =>
  h("label", { class: "check" }, [
    h("input", {
      type: "checkbox",
      checked,
      "data-key": key,
      onchange: ({ target }) => change(target.checked),
      ...properties,
    }),
    text,
  ]);

// Return a slider from `min` 0 on; `slide` gets its number.
export const slider = (value, max, key, slide, properties = {}) =>
  h("input", {
    type: "range",
    min: 0,
    max,
    value,
    "data-key": key,
    oninput: ({ target }) => slide(Number(target.value)),
    ...properties,
  });
