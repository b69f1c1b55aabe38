// Where the visitor has been: each mode and each puzzle that is opened is an entry of the browser's history, with what was
// there.  So *back* returns to it, and a tab that is loaded again shows what it had, whatever other tabs have done since.
export class Visits {
  open = false; // whether there are new entries: not while the page begins or goes back

  // What the present entry had, when the page was loaded before; null if it is new.
  get here() {
    return history.state;
  }

  // Keep what is there now in the present entry.
  /** @type {(kept: any) => void} */
  leave(kept) {
    if (this.open) attempt(() => history.replaceState(kept, ""));
  }

  /** @type {(kept: any) => void} */
  enter(kept) {
    if (this.open) attempt(() => history.pushState(kept, ""));
  }
}

// A browser may refuse large entries, or many at once; then there are fewer of them.
/** @type {(act: () => void) => void} */
function attempt(act) {
  try {
    act();
  } catch {
    return;
  }
}
