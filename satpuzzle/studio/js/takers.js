// Lets workers take packings apart, each worker one at a time.
const UNDECIDED = { verdict: "unknown", steps: [], core: [], together: [] };

export class Takers {
  // `next` returns the number of a packing to be taken apart, or null; `task` the message about it to a worker;
  // `answered` is called with the number and what was found.
  /** @param {Workers} workers @param {{ next: () => number | null; task: (number: number) => object; answered: (number: number, found: Taken) => void }} of */
  constructor(workers, { next, task, answered }) {
    this.workers = workers;
    this.next = next;
    this.task = task;
    this.answered = answered;
    /** @type {Set<Worker>} */
    this.crew = new Set();
  }

  // Let workers begin that have nothing to do.
  go() {
    while (this.crew.size < (navigator.hardwareConcurrency || 2)) {
      const number = this.next();
      if (number === null) return;
      this.#hire(number);
    }
  }

  end() {
    for (const worker of this.crew) worker.terminate();
    this.crew.clear();
  }

  /** @type {(first: number) => void} */
  #hire(first) {
    /** @type {number | null} */
    let number = first;
    /** @type {(found: Taken, alive: boolean) => void} */
    const done = (found, alive) => {
      if (number === null || !this.crew.has(worker)) return;
      const of = number;
      number = alive ? this.next() : null;
      if (number === null) this.#dismiss(worker);
      else worker.postMessage(this.task(number));
      this.answered(of, found);
      this.go();
    };
    /** @type {(message: any) => void} */
    const heard = ({ kind, ...found }) => done(kind === "apart" ? found : UNDECIDED, kind === "apart");
    const worker = this.workers.start(heard, () => done(UNDECIDED, false));
    this.crew.add(worker);
    worker.postMessage(this.task(first));
  }

  /** @type {(worker: Worker) => void} */
  #dismiss(worker) {
    worker.terminate();
    this.crew.delete(worker);
  }
}
