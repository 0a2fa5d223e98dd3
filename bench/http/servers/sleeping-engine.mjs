// @ts-check
// Loaded with `node --import` into a gateway: its threads sleep as long as a job takes, and return as many bytes as its
// result has. So a machine with two cores shows what the event loop does on one with many.
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** An engine for threads, in place of that of `engine/lazy-engine.ts`, which a release has in a file of its own. */
const source = `
const { busyUs, bytes } = JSON.parse(process.env.SLEEPING_ENGINE);
const nobody = new Int32Array(new SharedArrayBuffer(4));
export const createLazyEngine = () => ({
  async execute(operation, body, outputBuffer) {
    Atomics.wait(nobody, 0, 0, busyUs / 1_000);
    return { status: 200, body: bytes <= outputBuffer.byteLength ? outputBuffer.subarray(0, bytes) : new Uint8Array(bytes) };
  },
});
`;

// Threads inherit `--import`.
if (!isMainThread) {
  registerHooks({
    load(url, context, nextLoad) {
      if (!/\/(?:engine\/lazy-engine\.ts|lazy-engine-\w+\.mjs)$/.test(url)) return nextLoad(url, context);
      return { format: 'module', source, shortCircuit: true };
    },
  });
}
