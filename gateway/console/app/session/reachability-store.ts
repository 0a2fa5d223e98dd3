import { signal } from '@preact/signals';

// Inputs

/** Whether the gateway responded to the last request. */
export const reachable = signal(true);
/** How often this page has changed something at the gateway. */
export const writes = signal(0);

let timer: ReturnType<typeof setTimeout> | undefined;

// Actions

/** How often a gateway that is unavailable is tried, in milliseconds. */
const retryMs = 1_500;

/** Needs no key, and has no limits. The type means the same in a browser and in Node.js, where this is tested. */
const question: RequestInit & { readonly cache: 'no-store' } = { cache: 'no-store', credentials: 'omit' };

/** Records a change at the gateway: what is shown of it is loaded again. */
export function noteWrite(): void {
  writes.value += 1;
}

/** Records a response, whatever its status. */
export function noteResponse(): void {
  clearTimeout(timer);
  timer = undefined;
  reachable.value = true;
}

/** Records a missing response. Then polls the gateway until it responds; watch {@link reachable} to wait for it. */
export function noteSilence(): void {
  reachable.value = false;
  timer ??= setTimeout(askAgain, retryMs);
}

async function askAgain(): Promise<void> {
  timer = undefined;
  try {
    // A gateway that starts or drains would refuse other requests.
    const { ok } = await fetch('/readyz', question);
    if (ok) return noteResponse();
  } catch {
    // Still unavailable.
  }
  noteSilence();
}

/** Calls back once, when the gateway responds: immediately if it has responded to the last request. */
export function whenReachable(callback: () => void): void {
  const stop = reachable.subscribe((isReachable) => {
    if (!isReachable) return;
    // The first call is made before `stop` has a value.
    queueMicrotask(() => stop());
    callback();
  });
}
