import { signal } from '@preact/signals';

/** How long to wait between two questions whether the gateway is back, in milliseconds. */
const retryMs = 1_500;

/** Whether the gateway answered the last time that it was asked. */
export const reachable = signal(true);

/** Needs no key, and is not limited. Typed so that it means the same to a browser and to Node, where it is tested. */
const question: RequestInit & { readonly cache: 'no-store' } = { cache: 'no-store', credentials: 'omit' };

let timer: ReturnType<typeof setTimeout> | undefined;

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
    // While it starts or drains it is not yet worth asking for anything else.
    const { ok } = await fetch('/readyz', question);
    if (ok) return noteAnswer();
  } catch {
    // Still silent.
  }
  noteSilence();
}
