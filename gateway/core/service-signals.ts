import { endBySignal, onHangUpSignal } from './hang-up.js';

/** What a service does when it gets a signal that must not end it. */
export interface ServiceSignals {
  /** SIGHUP: read the settings again. */
  reload(): void;
  /** SIGUSR2: replace the gateways by the installed release. */
  restart(): void;
  /** SIGHUP of a closed terminal. Called once. */
  hangUp(): void;
}

/** What was asked for before somebody could do it. */
const held = new Set<'reload' | 'restart'>();
let receiver: ServiceSignals = {
  reload: () => held.add('reload'),
  restart: () => held.add('restart'),
  // Nothing is open yet that must be closed.
  hangUp: () => endBySignal('SIGHUP'),
};
let isHolding = false;

/**
 * Keeps SIGHUP and SIGUSR2 for {@link handleSignals}. Without a handler they would end the process, and a service takes
 * some tenths of a second to load. Call it before anything else is imported. Idempotent.
 */
export function holdSignals(): void {
  if (isHolding) return;
  isHolding = true;
  ignoreDebuggerSignal();
  process.on('SIGUSR2', () => receiver.restart());
  onHangUpSignal({ reload: () => receiver.reload(), hangUp: () => receiver.hangUp() });
}

/** Handles the signals from now on, and those that were held. */
export function handleSignals(signals: ServiceSignals): void {
  holdSignals();
  receiver = signals;
  for (const request of held) signals[request]();
  held.clear();
}

/**
 * Ignores SIGUSR1, on which Node.js opens its debugger: every user of the machine can connect to that, and run code in
 * the process. `node.sh` passes the option `--disable-sigusr1` as well, but not every Node.js is started by it.
 */
export function ignoreDebuggerSignal(): void {
  process.on('SIGUSR1', () => {});
}
