/** How many parts may be done or waiting behind one that takes long, for each connection. */
const partsAhead = 4;

/**
 * Works on several parts at a time, and hands the results over in the order of the parts.
 *
 * @param connections - so many at a time.
 * @param done - called with one result after another; the next waits for it.
 * @throws what `perform` or `done` throws first, in order.
 */
export async function inOrder<Part, Result>(
  parts: AsyncIterable<Part>,
  connections: number,
  perform: (part: Part) => Promise<Result>,
  done: (part: Part, result: Result) => Promise<void>,
): Promise<void> {
  const queue: { readonly part: Part; readonly result: Promise<Result> }[] = [];
  const slots = new Slots(connections);
  const finishFirst = async (): Promise<void> => {
    const first = queue.shift();
    if (first !== undefined) await done(first.part, await first.result);
  };
  for await (const part of parts) {
    const result = slots.use(() => perform(part));
    // It is asked for when its turn comes; until then a failure is nobody's.
    result.catch(() => {});
    queue.push({ part, result });
    if (queue.length >= connections * partsAhead) await finishFirst();
  }
  while (queue.length > 0) await finishFirst();
}

/** Lets so many work at a time. */
class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}
