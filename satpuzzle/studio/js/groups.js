// Groups of pieces that may stay together (satpuzzle/motion/groups.py).  The puzzle says for each piece how many of its
// copies each group may contain; several parts may stay together, each as one group.

export class Groups {
  // `placed` has for each placed copy, in order, the number of its `piece` and the `groups` of this piece.
  /** @param {{ piece: number; groups?: Record<string, number> }[]} placed */
  constructor(placed) {
    this.pieces = placed.map(({ piece }) => piece);
    this.room = new Map(
      placed.flatMap(({ piece, groups }) =>
        Object.entries(groups ?? {}).map(([group, copies]) => [`${piece} ${group}`, copies]),
      ),
    );
    this.names = [...new Set(placed.flatMap(({ groups }) => Object.keys(groups ?? {})))].sort(
      (a, b) => Number(a) - Number(b),
    );
  }

  // Whether all these parts, each a list of placed copies, may stay together, each as a group.
  /** @type {(parts: number[][]) => boolean} */
  allow(parts) {
    return this.names.length > 0 && this.#fit(parts, new Map());
  }

  /** @type {(parts: number[][], used: Map<string, number>) => boolean} */
  #fit(parts, used) {
    const [part, ...rest] = parts;
    return (
      !part ||
      this.names.some((group) => {
        const after = new Map(used);
        for (const copy of part) {
          const name = `${this.pieces[copy]} ${group}`;
          const many = (after.get(name) ?? 0) + 1;
          if (many > (this.room.get(name) ?? 0)) return false;
          after.set(name, many);
        }
        return this.#fit(rest, after);
      })
    );
  }
}
