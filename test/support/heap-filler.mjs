// @ts-check
import { isMainThread } from 'node:worker_threads';

// Preloaded by a gateway: on SIGUSR2 its event loop allocates more memory than there is.
if (isMainThread) {
  process.on('SIGUSR2', () => {
    const kept = [];
    for (;;) kept.push(new Array(1_000).fill(kept.length));
  });
}
