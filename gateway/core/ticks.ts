/** Time from one tick to the next, in milliseconds. */
export const tickMs = 1_000;

interface Subscriber {
  readonly ticks: number;
  waited: number;
  readonly run: () => void;
}

const subscribers = new Set<Subscriber>();
let timer: NodeJS.Timeout | undefined;

/**
 * Runs something again and again, together with everything else that runs so: each timer of its own would wake an idle
 * process once more, which takes it about 0.1 ms of processor time. The timer does not keep the process running.
 *
 * @param ms - a multiple of {@link tickMs}. The first time comes up to a tick earlier.
 * @returns what ends it.
 */
export function everyTicks(ms: number, run: () => void): () => void {
  const subscriber: Subscriber = { ticks: Math.round(ms / tickMs), waited: 0, run };
  subscribers.add(subscriber);
  timer ??= setInterval(tick, tickMs).unref();
  return () => {
    subscribers.delete(subscriber);
    if (subscribers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns how often each subscriber runs, in milliseconds. */
export function tickPeriods(): number[] {
  return Array.from(subscribers, ({ ticks }) => ticks * tickMs);
}

function tick(): void {
  for (const subscriber of subscribers) {
    subscriber.waited++;
    if (subscriber.waited < subscriber.ticks) continue;
    subscriber.waited = 0;
    subscriber.run();
  }
}
