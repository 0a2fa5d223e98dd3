import { closeSync, openSync } from 'node:fs';

/** The two meanings of SIGHUP. */
export interface HangUpListener {
  /** Reads the settings again. */
  reload(): void;
  /** Called once, when the terminal that the process was started in is closed. */
  hangUp(): void;
}

/**
 * Listens for SIGHUP, which would otherwise end the process.
 *
 * The signal asks for a reload. A terminal that is closed sends it too.
 */
export function onHangUpSignal(listener: HangUpListener): void {
  let isInTerminal = false;
  let hungUp = false;
  process.on('SIGHUP', () => {
    if (!isInTerminal || hasTerminal()) return listener.reload();
    // The kernel and the shell both send the signal for a closed terminal.
    if (!hungUp) listener.hangUp();
    hungUp = true;
  });
  // After the listener, because Node.js loads modules for it. No signal is delivered before this function returns.
  isInTerminal = process.stdout.isTTY === true && hasTerminal();
}

/** Ends the process by a signal. Not with an exit: Node aborts if it cannot restore a terminal that is gone. */
export function endBySignal(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** Whether the process has a controlling terminal. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
