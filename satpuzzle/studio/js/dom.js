// HTML elements.  Text is always inserted as text, never as markup, so a piece's name cannot insert elements.
import { words } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

// These are set as properties, because their attributes are only the initial values.
const PROPERTIES = ["value", "checked", "disabled", "hidden", "textContent", "open"];

/** @type {(children: any[]) => any[]} */
const present = (children) =>
  children.flat(9).filter((child) => child !== null && child !== undefined && child !== false);

/** @type {(element: any, properties: Properties | undefined, children: any[]) => any} */
function fill(element, properties, children) {
  element.properties = properties ?? {};
  element.append(...present(children)); // before the value is set, which selects one of the children
  for (const [name, value] of Object.entries(element.properties)) set(element, name, value);
  return element;
}

/** @type {(element: any, name: string, value: any) => void} */
function set(element, name, value) {
  if (name.startsWith("on")) element[name] = value;
  else if (name === "style") for (const [key, to] of Object.entries(value)) element.style.setProperty(key, to);
  else if (PROPERTIES.includes(name)) element[name] = value;
  else if (value === undefined || value === null || (value === false && !name.startsWith("aria-")))
    element.removeAttribute(name);
  else element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : value);
}

/** @type {(tag: string, properties?: Properties, ...children: any[]) => any} */
export const h = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);
/** @type {(tag: string, properties?: Properties, ...children: any[]) => any} */
export const s = (tag, properties, ...children) => fill(document.createElementNS(SVG, tag), properties, children);
/** @type {(id: string) => any} */
export const byId = (id) => document.getElementById(id);

// Replace the children of an element by these.  An old child of the same kind and name is changed instead of replaced,
// so that it keeps the focus and a click in progress; but if either has its own listeners (`data-fresh`), it is replaced.
/** @type {(element: any, ...children: any[]) => void} */
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

/** @type {(old: any, node: any) => boolean} */
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

/** @type {(old: any, node: any) => void} */
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
  const { style = {} } = node.properties;
  for (const key of Object.keys(old.properties.style ?? {})) if (!(key in style)) old.style.removeProperty(key);
  if (old.getAttribute("style") === "") old.removeAttribute("style");
  refill(old, [...node.childNodes]);
  for (const [name, value] of Object.entries(node.properties))
    if (
      !(typing && name === "value") &&
      (old.properties[name] !== value || (PROPERTIES.includes(name) && old[name] !== value))
    )
      set(old, name, value);
  old.properties = node.properties;
}

// An icon of the page, see page.html.
/** @type {(name: string) => SVGElement} */
export const icon = (name) => s("svg", { class: "icon", "aria-hidden": "true" }, s("use", { href: `#icon-${name}` }));

// Return a button with an icon, and with a name for screen readers.
/** @type {(name: string, label: string, onclick: Act, properties?: Properties) => HTMLElement} */
export const tool = (name, label, onclick, properties = {}) =>
  h(
    "button",
    { type: "button", class: "tool", title: label, "aria-label": label, onclick, "data-key": label, ...properties },
    icon(name),
  );

// Return a button with an icon and a text, whose name for `refill` is `key`.
/** @type {(name: string, text: string, key: string, onclick: Act, properties?: Properties) => HTMLElement} */
export const wide = (name, text, key, onclick, properties = {}) =>
  button([icon(name), h("span", {}, text)], onclick, { class: "tool wide", "data-key": key, ...properties });

/** @type {(content: any, onclick: Act, properties?: Properties) => HTMLElement} */
export const button = (content, onclick, properties = {}) =>
  h("button", { type: "button", class: "button", onclick, "data-key": content, ...properties }, content);

// Return a list of choices, each [value, text]; `choose` gets the value, a text, that the user chooses.
/** @type {(value: any, choices: any[][], choose: (value: string) => void, properties?: Properties) => HTMLElement} */
export const select = (value, choices, choose, properties = {}) =>
  h(
    "select",
    { class: "button", value, onchange: (/** @type {any} */ { target }) => choose(target.value), ...properties },
    choices.map(([each, text]) => h("option", { value: each }, text)),
  );

// Return a box to be checked, whose name for `refill` is `key`.
/** @type {(content: any, checked: boolean, key: string, change: (yes: boolean) => void, properties?: Properties) => HTMLElement} */
export const check = (content, checked, key, change, properties = {}) =>
  h("label", { class: "check" }, [
    h("input", {
      type: "checkbox",
      checked,
      "data-key": key,
      onchange: (/** @type {any} */ { target }) => change(target.checked),
      ...properties,
    }),
    content,
  ]);

// Return a slider from `min` 0 on; `slide` gets its number.
/** @type {(value: number, max: number, key: string, slide: (value: number) => void, properties?: Properties) => HTMLElement} */
export const slider = (value, max, key, slide, properties = {}) =>
  h("input", {
    type: "range",
    min: 0,
    max,
    value,
    "data-key": key,
    oninput: (/** @type {any} */ { target }) => slide(Number(target.value)),
    ...properties,
  });

// Show a dialog with a title, and perhaps something beside it; `size` is "small" or "large".
/** @type {(size: string, title: string, beside: any, ...content: any[]) => void} */
export function showDialog(size, title, beside, ...content) {
  const dialog = byId("dialog");
  const close = tool("close", words.close, () => dialog.close());
  refill(dialog, h("div", { class: "head" }, h("h2", {}, title), beside, close), content);
  dialog.className = size;
  dialog.showModal();
}

// Return a function that closes the dialog and then acts.
/** @type {(act: () => void) => () => void} */
export const closing = (act) => () => {
  byId("dialog").close();
  act();
};
