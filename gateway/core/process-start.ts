import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { constants } from 'node:os';

/** A process, as a file identifies it. A number alone may belong to a later process, or to one of another container. */
export interface NamedProcess {
  readonly pid: number;
  /** See {@link startOf}. */
  readonly start: string;
}

/**
 * Returns the start time of a process in the kernel's units. It tells the process from another with the same number,
 * after a crash or in another container. Returns `?` where the system does not show it.
 */
export function startOf(pid: number): string {
  try {
    // proc(5): the 22nd field; the second, a name in brackets, may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[19] ?? '?';
  } catch {
    return '?';
  }
}

/**
 * Returns whether a file may have been right about a process: it runs, and belongs to the user who owns the file. Anyone
 * who can write to the file can name any process in it, so a command of root must not trust the file alone. Another user
 * can signal only processes of its own: these are right too, as some file systems show one owner for all files.
 *
 * @param user - the owner of the file that names the process.
 */
export function isProcessOf({ pid, start }: NamedProcess, user: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || startOf(pid) !== start) return false;
  const own = process.geteuid?.();
  const found = userOf(pid);
  return found !== undefined && (found === user || (own !== 0 && found === own));
}

/** Returns the user of a process; undefined if it has ended, or acts for several users, as programs with setuid do. */
function userOf(pid: number): number | undefined {
  try {
    const users =
      process.platform === 'linux'
        ? // Not every kernel shows it (gVisor).
          (statusOf(pid, 'Uid') ?? String(statSync(`/proc/${pid}`).uid)).split('\t')
        : execFileSync('ps', ['-o', 'ruid=,uid=', '-p', String(pid)], { encoding: 'utf8' })
            .trim()
            .split(/\s+/);
    const [user = ''] = users;
    return user !== '' && users.every((each) => each === user) ? Number(user) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a process handles a signal; any other one may be ended by it. Returns true where the system does not
 * show it.
 */
export function handlesSignal(pid: number, signal: NodeJS.Signals): boolean {
  if (process.platform !== 'linux') return true;
  try {
    const mask = statusOf(pid, 'SigCgt');
    if (mask === undefined) return true;
    const caught = BigInt(`0x${mask}`);
    return ((caught >> BigInt(constants.signals[signal] - 1)) & 1n) === 1n;
  } catch {
    return false;
  }
}

/** Returns a field of `/proc/PID/status` (proc(5)). @throws {Error} if there is no such process. */
function statusOf(pid: number, field: string): string | undefined {
  return new RegExp(`^${field}:\\t(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
}

/** Returns the name of a process that no other has, or nearly so where the system does not show when it began. */
export function nameOfProcess(pid: number): string {
  return `${pid} ${startOf(pid)}`;
}

/** Whether the process of a name runs. @param name - see {@link nameOfProcess}. */
export function isRunning(name: string): boolean {
  const [pid = '', start = '?'] = name.split(' ');
  if (startOf(Number(pid)) !== start) return false;
  if (start !== '?') return true;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
