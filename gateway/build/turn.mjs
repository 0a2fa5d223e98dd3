// @ts-check
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ScriptError, say } from './script.mjs';

/** Why a lock cannot be written, for reasons that the user can change. */
const unwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'];

/**
 * Waits until no other process does the same work in a checkout.
 *
 * @param {string} file - the lock: it contains the {@link nameOfProcess} of the process that has its turn.
 * @param {string} work - for the message to the user who waits.
 * @returns {Promise<() => void>} a function that ends the turn; the end of the process ends it too.
 * @throws {ScriptError} if the lock cannot be written.
 */
export async function takeTurn(file, work) {
  for (let said = false; ; said = true) {
    try {
      writeFileSync(file, nameOfProcess(process.pid), { flag: 'wx' });
      const release = () => {
        process.off('exit', release);
        rmSync(file, { force: true });
      };
      process.once('exit', release);
      return release;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (unwritable.includes(code)) throw new ScriptError(`${dirname(file)} is not writable: ${code}.`);
      if (code !== 'EEXIST') throw error;
    }
    const holder = holderOf(file);
    if (holder !== undefined && !said) say(`waiting for the ${work} by process ${holder}`);
    await setTimeout(200);
    // Twice: a process that has just created the file may not have written to it yet.
    if (holder === undefined && holderOf(file) === undefined) rmSync(file, { force: true });
  }
}

/**
 * Returns the other process that has its turn. A lock with the id of this process is from an earlier one: in a container
 * that has been restarted, processes get the same ids again.
 *
 * @param {string} file - a lock.
 * @returns {number | undefined} its id; undefined if it has ended.
 */
export function holderOf(file) {
  try {
    const name = readFileSync(file, 'utf8');
    const pid = Number.parseInt(name, 10);
    return pid > 0 && pid !== process.pid && nameOfProcess(pid) === name ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the id of a process and the time when it started, which no other process has, after a restart either.
 *
 * @param {number} pid
 * @throws {Error} if it is not running.
 */
export function nameOfProcess(pid) {
  if (process.platform === 'linux') {
    // proc(5): the 22nd field; the second, a name in brackets, may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return `${pid} ${fields[19]}`;
  }
  const options = { encoding: /** @type {const} */ ('utf8'), env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
  return `${pid} ${execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], options).trim()}`;
}
