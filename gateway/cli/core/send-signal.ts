import { handlesSignal } from '../../core/process-start.js';
import { CommandError } from './io.js';

/**
 * Sends a signal to a process of Textmill. It must handle the signal, which would end most other processes.
 *
 * Between the check and the signal another process may get the same number, for a few microseconds. Node.js has no
 * pidfd_send_signal(2), which would exclude it.
 *
 * @param role - of the process: `gateway` or `supervisor`.
 * @throws {CommandError} if it cannot be sent.
 */
export function sendSignal(signal: NodeJS.Signals, pid: number, role: string): void {
  if (!handlesSignal(pid, signal)) {
    throw new CommandError(
      `${signal} was not sent to the ${role} ${pid}: the process does not handle it, and would end`,
    );
  }
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EPERM' ? "it is another user's" : 'it is not a process of this machine or container';
    throw new CommandError(`${signal} cannot be sent to the ${role} ${pid}: ${reason}`, { cause: error });
  }
}
