import { setImmediate as nextTurn } from 'node:timers/promises';
import { everyTicks, tickMs } from './ticks.js';

/** How time passes; a simulation has its own timers. Times are in milliseconds. Each timer returns what prevents it. */
export interface Timers {
  /** Runs something once. */
  after(ms: number, run: () => void): () => void;
  /** Runs something again and again. */
  every(ms: number, run: () => void): () => void;
  /** Resolves in the next turn of the event loop. */
  nextTurn(): Promise<void>;
}

/** Timers of Node.js, which do not keep the process running. Those of whole seconds run together: see {@link everyTicks}. */
export const nodeTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    if (ms % tickMs === 0) return everyTicks(ms, run);
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
  nextTurn: () => nextTurn(),
};

/** A timer that keeps the process running, for work that somebody waits for. */
export const runAfter: Timers['after'] = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
