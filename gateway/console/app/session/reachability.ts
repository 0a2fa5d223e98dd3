import { signal } from '@preact/signals';

/** How long to wait between two questions whether the gateway is back, in milliseconds. */
const retryMs = 1_500;

/** Whether the gateway answered the last time that it was asked. */
export const reachable = signal(true);

let timer: number | undefined;

/** It has answered, whatever it said. */
export function noteAnswer(): void {
  clearTimeout(timer);
  timer = undefined;
  reachable.value = true;
}

/** It has not: from now on it is asked until it does. What waits for it watches {@link reachable}. */
export function noteSilence(): void {
  reachable.value = false;
  timer ??= setTimeout(askAgain, retryMs);
}

async function askAgain(): Promise<void> {
  timer = undefined;
  try {
    // Not limited, and needs no key. While it starts or drains it is not yet worth asking for anything else.
    const { ok } = await fetch('/readyz', { cache: 'no-store', credentials: 'omit' });
    if (ok) return noteAnswer();
  } catch {
    // Still silent.
  }
  noteSilence();
}
