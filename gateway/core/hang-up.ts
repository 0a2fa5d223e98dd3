import { closeSync, openSync } from 'node:fs';

/** What SIGHUP may mean. */
export interface HangUpListener {
  /** The settings are to be read again. */
  reload(): void;
  /** The terminal that the process was started in is closed; called once. */
  hangUp(): void;
}

/**
 * Listens for SIGHUP, from now on: without a listener it ends the process.
 *
 * It asks for a reload. It is also what a terminal that is closed sends to what was started in it.
 */
export function onHangUpSignal(listener: HangUpListener): void {
  const isInTerminal = process.stdout.isTTY === true && hasTerminal();
  let hungUp = false;
  process.on('SIGHUP', () => {
    if (!isInTerminal || hasTerminal()) return listener.reload();
    // The kernel and the shell both send the signal.
    if (!hungUp) listener.hangUp();
    hungUp = true;
  });
}

/** Ends the process by a signal. Node aborts when it exits and cannot give a terminal back that is gone. */
export function endBySignal(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** Whether there is a terminal that controls the process. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
