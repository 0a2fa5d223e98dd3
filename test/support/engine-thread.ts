import { parentPort, workerData } from 'node:worker_threads';
import { createLazyEngine } from '../../engine/lazy-engine.js';

const { maxOutput } = workerData as { maxOutput: number };
const engine = createLazyEngine(undefined, { maxOutput, runStep: (_, perform) => perform() });

/** Runs each request without a time limit, and posts its result or error. */
parentPort?.on('message', async (request: Uint8Array) => {
  const { body } = await engine.execute('run', request);
  const { result, error } = JSON.parse(Buffer.from(body).toString()) as { result?: string; error?: string };
  parentPort?.postMessage(result ?? error);
});
