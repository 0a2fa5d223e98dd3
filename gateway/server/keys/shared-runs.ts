/** Runs something again and again, once at a time. Calls that wait for a run to end share the next one. */
export class SharedRuns {
  readonly #work: () => Promise<void>;
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Waits for a run that begins after this call. @throws what it fails with. */
  run(): Promise<void> {
    this.#next ??= this.#last.then(() => {
      this.#next = undefined;
      const run = this.#work();
      this.#last = run.catch(() => {});
      return run;
    });
    return this.#next;
  }
}
