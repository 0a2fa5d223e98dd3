import { CommandError } from './io.js';

/**
 * Sends a signal to a process of Textmill.
 *
 * @param role - of the process: `gateway` or `supervisor`.
 * @throws {CommandError} if it cannot be sent.
 */
export function sendSignal(signal: NodeJS.Signals, pid: number, role: string): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EPERM' ? "it is another user's" : 'it is not a process of this machine or container';
    throw new CommandError(`${signal} cannot be sent to the ${role} ${pid}: ${reason}`, { cause: error });
  }
}
