import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const timerModule = new URL('./reference-timer.mjs', import.meta.url).href;

/** Starts the reference timer of a process that has preloaded {@link referenceTimer}. */
export const startReferenceTimer: NodeJS.Signals = 'SIGWINCH';

/** Returns the URL of a module that adds a timer to a gateway; a signal starts it. */
export function referenceTimer(milliseconds: number): string {
  return `${timerModule}?ms=${milliseconds}`;
}

/**
 * Returns when reference timers of a process fired, in milliseconds since the epoch.
 *
 * @param folder - its working folder.
 * @param milliseconds - the delay of the timers.
 */
export function referencesFired(folder: string, milliseconds: number): number[] {
  const file = join(folder, `reference-timer-${milliseconds}`);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1).map(Number) : [];
}
