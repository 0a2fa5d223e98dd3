import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

// Runs a measuring thread in a separate process: V8 may end the whole process when a thread runs out of memory.

const [memoryMb = ''] = process.argv.slice(2);
const thread = new Worker(fileURLToPath(new URL('./tool-heap-thread.ts', import.meta.url)), {
  // As in the pool: 1.5 times what jobs may use.
  resourceLimits: { maxOldGenerationSizeMb: 1.5 * Number(memoryMb) },
});
process.on('message', (order) => thread.postMessage(order));
process.on('disconnect', () => process.exit());
thread.on('message', (found) => process.send?.(found));
thread.on('error', (error) => {
  process.stderr.write(`${error}\n`);
  process.exit(1);
});
