// In a notebook: the library is in one view, which puts it on the window around all of them.  The others look there until
// it comes, for the first cell may be shown last; meanwhile they say what they wait for.
"use strict";
(() => {
  const KEY = "$key", PATIENCE = 3000, STEP = 200; // milliseconds
  const LOST = "What this view needs is in another view of the notebook, the first one, which is not here. Run " +
    "that cell again; or, if there is none, restart the kernel and run this cell, or show it by view(..., library=True).";
  const element = (name) => document.getElementById(name);
  const own = element("library");
  const add = (text, properties) => document.body.append(Object.assign(document.createElement("script"), properties, { textContent: text }));
  const around = (text) => { // what is on the window around, which may be of another origin
    try {
      if (text) window.parent[KEY] = text;
      return window.parent[KEY];
    } catch {
      return text;
    }
  };
  const begin = (waited) => {
    const library = around(own ? own.textContent : null);
    element("lost").hidden = Boolean(library) || waited < PATIENCE;
    if (library) {
      const { contents, scripts } = JSON.parse(library);
      for (const [id, text] of Object.entries(contents)) add(text, { id, type: "application/json" });
      for (const script of scripts) add(script);
    } else {
      setTimeout(begin, STEP, waited + STEP);
    }
  };
  element("lost").textContent = LOST;
  begin(0);
})();
