import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { HeapOrder } from './tool-heap.js';

// Runs a measuring thread in a separate process: V8 may end the whole process when a thread runs out of memory.

const [memoryMb = '', order = ''] = process.argv.slice(2);
const thread = new Worker(fileURLToPath(new URL('./tool-heap-thread.ts', import.meta.url)), {
  workerData: JSON.parse(order) as HeapOrder,
  // As in the pool: 1.5 times what jobs may use.
  resourceLimits: { maxOldGenerationSizeMb: 1.5 * Number(memoryMb) },
});
thread.on('message', (found) => process.stdout.write(JSON.stringify(found)));
thread.on('error', (error) => {
  process.stderr.write(`${error}\n`);
  process.exitCode = 1;
});
