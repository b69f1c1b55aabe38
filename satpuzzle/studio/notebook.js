// A view in a notebook.  One view contains the library and stores it in the window around all views.  The other views
// wait until it is there, because the first cell may be displayed last; meanwhile they show a message.
"use strict";
(() => {
  const KEY = "$key";
  const PATIENCE = 3000;
  const STEP = 200; // milliseconds
  const LOST =
    "What this view needs is in another view of the notebook, the first one, which is not here. Run " +
    "that cell again; or, if there is none, restart the kernel and run this cell, or show it by view(..., library=True).";
  const element = (name) => document.getElementById(name);
  const own = element("library");
  const add = (text, properties) =>
    document.body.append(Object.assign(document.createElement("script"), properties, { textContent: text }));
  const around = (text) => {
    // read a value from the window around, which may have another origin
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
