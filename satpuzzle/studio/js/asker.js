// Asks a worker whether the placed pieces can be completed to a solution, and which piece may come next.
const LATEST = 20_000; // milliseconds for an answer; the worker itself stops after a quarter of that time

export class Asker {
  // `answered` is called with {possible, solution, next, more, ways, wrong} for the latest question; `possible` is "failed" if no answer came.
  /** @param {Workers} workers @param {Content} content @param {(answer: Answer) => void} answered */
  constructor(workers, content, answered) {
    this.workers = workers;
    this.content = content;
    this.answered = answered;
    /** @type {Worker | null} */
    this.worker = null;
    this.number = 0;
  }

  // Ask about options, and perhaps for more, "ways" or "wrong"; a worker that ended is replaced.
  /** @type {(placed: number[], more?: string) => void} */
  ask(placed, more = "") {
    this.number++;
    this.question = { placed, more };
    clearTimeout(this.late);
    if (!this.worker) this.#hire();
    else if (this.ready) this.#send();
  }

  end() {
    clearTimeout(this.late);
    this.worker?.terminate();
    this.worker = null;
  }

  #hire() {
    /** @type {(message: any) => void} */
    const heard = (message) => this.worker === worker && this.#heard(message);
    const died = () => this.worker === worker && this.#lost();
    const worker = this.workers.start(heard, died, this.content);
    this.worker = worker;
    this.ready = false;
    worker.postMessage({ kind: "cover", content: this.content });
  }

  #send() {
    this.worker?.postMessage({ kind: "ask", id: this.number, ...this.question });
    this.late = setTimeout(() => this.#lost(), LATEST); // a worker that was killed sends nothing
  }

  /** @type {(message: any) => void} */
  #heard({ kind, id, ...answer }) {
    if (kind === "prepared") {
      this.ready = true;
      this.#send();
    }
    if (kind === "failed") this.#lost();
    if (kind !== "answer" || id !== this.number) return;
    clearTimeout(this.late);
    this.answered(answer);
  }

  #lost() {
    this.end();
    this.answered({ possible: "failed", next: null });
  }
}
