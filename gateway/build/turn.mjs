// @ts-check
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { isRunning, say } from './script.mjs';

/**
 * Waits until no other process does the same work in a checkout.
 *
 * @param {string} file - the lock: it contains the id of the process that has its turn.
 * @param {string} work - for the message to the user who waits.
 * @returns {Promise<() => void>} a function that ends the turn; the end of the process ends it too.
 */
export async function takeTurn(file, work) {
  for (let said = false; ; said = true) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      const release = () => {
        process.off('exit', release);
        rmSync(file, { force: true });
      };
      process.once('exit', release);
      return release;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = holderOf(file);
    if (holder !== undefined && !said) say(`waiting for the ${work} by process ${holder}`);
    await setTimeout(200);
    // Twice: a process that has just created the file may not have written to it yet.
    if (holder === undefined && holderOf(file) === undefined) rmSync(file, { force: true });
  }
}

/**
 * @param {string} file - a lock.
 * @returns {number | undefined} the process that has its turn, if it is running.
 */
export function holderOf(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return isRunning(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}
