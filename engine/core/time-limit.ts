import { Script } from 'node:vm';

/** Code was stopped in the middle because it took too long. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'TimeLimitExceeded';
}

/** Where the script finds what it has to do: it sees the global object and nothing else. */
const work: unique symbol = Symbol.for('textmill.work');
const global = globalThis as { [work]?: (() => void) | undefined };
const script = new Script("globalThis[Symbol.for('textmill.work')]()");

/**
 * Runs synchronous code, and stops it when it takes too long.
 *
 * Only V8 can stop code that does not return, and a script of `node:vm` is the door to it; a call costs about 70 µs.
 * Native functions (`String.prototype.normalize`) are not stopped before they return. The code cannot catch the stop,
 * but its `finally` blocks do not run either: whatever it was changing is left half-done, so a thread should be
 * replaced after it.
 *
 * @throws {TimeLimitExceeded} after `limitMs`; else what the work throws.
 */
export function withTimeLimit<Result>(limitMs: number, execute: () => Result): Result {
  let result: Result | undefined;
  global[work] = () => {
    result = execute();
  };
  try {
    script.runInThisContext({ timeout: limitMs });
    return result as Result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new TimeLimitExceeded();
    throw error;
  } finally {
    global[work] = undefined;
  }
}
