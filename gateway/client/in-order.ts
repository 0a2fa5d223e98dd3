/** How many finished or waiting parts may queue behind a slow one, per connection. */
const partsAhead = 4;

interface Entry<Part, Result> {
  readonly part: Part;
  /** Undefined until the part is finished. */
  outcome?: { readonly result: Result } | { readonly error: unknown };
}

/**
 * Processes several parts in parallel, and yields each result as soon as all earlier ones have been yielded.
 *
 * Reads ahead a bounded number of parts. Closes the source (`return`) when the caller stops early.
 *
 * @param connections - the number of parts at a time.
 * @param execute - its error is thrown when the turn of that part comes; no further part is started after an error.
 * @param signal - ends it immediately. As after an early stop, the caller must end the work of `execute`.
 * @throws the first error of `execute`, in order; errors of the source, after the results before them.
 */
export async function* resultsInOrder<Part, Result>(
  parts: AsyncIterable<Part>,
  connections: number,
  execute: (part: Part) => Promise<Result>,
  signal?: AbortSignal,
): AsyncGenerator<{ readonly part: Part; readonly result: Result }, void, undefined> {
  const work = new Work(parts[Symbol.asyncIterator](), connections, execute);
  const wake = () => work.wake();
  signal?.addEventListener('abort', wake);
  try {
    for (;;) {
      signal?.throwIfAborted();
      work.proceed();
      const first = work.takeFirst();
      if (first !== undefined) {
        if ('error' in first.outcome) throw first.outcome.error;
        yield { part: first.part, result: first.outcome.result };
      } else if (work.isOver) break;
      else await work.change();
    }
    work.throwSourceError();
  } finally {
    signal?.removeEventListener('abort', wake);
    await work.close();
  }
}

/**
 * Calls a function with the results of {@link resultsInOrder}.
 *
 * @param done - called with one result after another, and awaited.
 * @throws the first error of `execute`, `done` or the source.
 */
export async function inOrder<Part, Result>(
  parts: AsyncIterable<Part>,
  connections: number,
  execute: (part: Part) => Promise<Result>,
  done: (part: Part, result: Result) => Promise<void>,
): Promise<void> {
  for await (const { part, result } of resultsInOrder(parts, connections, execute)) await done(part, result);
}

/** The parts that were read but not yielded: running ones in front, waiting ones behind. */
class Work<Part, Result> {
  readonly #source: AsyncIterator<Part>;
  readonly #connections: number;
  readonly #execute: (part: Part) => Promise<Result>;
  readonly #queue: Entry<Part, Result>[] = [];
  readonly #waiting: Entry<Part, Result>[] = [];
  #active = 0;
  #reading = false;
  #ended = false;
  #hasFailed = false;
  #sourceError: { readonly error: unknown } | undefined;
  #wake: () => void = () => {};

  constructor(source: AsyncIterator<Part>, connections: number, execute: (part: Part) => Promise<Result>) {
    this.#source = source;
    this.#connections = connections;
    this.#execute = execute;
  }

  get isOver(): boolean {
    return this.#ended && this.#queue.length === 0;
  }

  /** Starts the parts that can be started. */
  proceed(): void {
    if (this.#hasFailed) return;
    while (this.#active < this.#connections) {
      const entry = this.#waiting.shift();
      if (entry === undefined) break;
      void this.#work(entry);
    }
    const isFull = this.#queue.length >= this.#connections * partsAhead;
    if (!this.#ended && !this.#reading && !isFull) void this.#read();
  }

  /** @returns undefined until the first part is finished. */
  takeFirst(): Required<Entry<Part, Result>> | undefined {
    const [first] = this.#queue;
    if (first?.outcome === undefined) return undefined;
    this.#queue.shift();
    return { part: first.part, outcome: first.outcome };
  }

  /** Resolves at the next change. Only one caller waits at a time. */
  change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  wake(): void {
    this.#wake();
  }

  throwSourceError(): void {
    if (this.#sourceError !== undefined) throw this.#sourceError.error;
  }

  /** Closes the source unless it has ended. */
  async close(): Promise<void> {
    this.#hasFailed = true;
    if (this.#ended) return;
    const closed = this.#source.return?.();
    // A pending `next()` may never settle.
    if (this.#reading) closed?.catch(() => {});
    else await closed;
  }

  async #read(): Promise<void> {
    this.#reading = true;
    try {
      const next = await this.#source.next();
      if (next.done === true) this.#ended = true;
      else {
        const entry = { part: next.value };
        this.#queue.push(entry);
        this.#waiting.push(entry);
      }
    } catch (error) {
      this.#ended = true;
      this.#sourceError = { error };
    }
    this.#reading = false;
    this.proceed();
    this.#wake();
  }

  async #work(entry: Entry<Part, Result>): Promise<void> {
    this.#active++;
    try {
      entry.outcome = { result: await this.#execute(entry.part) };
    } catch (error) {
      entry.outcome = { error };
      this.#hasFailed = true;
    }
    this.#active--;
    this.proceed();
    this.#wake();
  }
}
