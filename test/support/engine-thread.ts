import { parentPort, workerData } from 'node:worker_threads';
import { createLazyEngine } from '#engine/lazy-engine.js';

const { request, maxOutput } = workerData as { request: Uint8Array; maxOutput: number };

/** Runs one request without a time limit, and posts its result or error. */
const engine = createLazyEngine(undefined, { maxOutput, runStep: (_, execute) => execute(() => undefined) });
const { body } = await engine.execute('run', request);
const { result, error } = JSON.parse(Buffer.from(body).toString()) as { result?: string; error?: string };
parentPort?.postMessage(result ?? error);
