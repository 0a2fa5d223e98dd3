// @ts-check
// Loaded before anything else by a process whose pool threads are to die while they start: as long as there is a file
// `dying-threads` in its working folder, in the way that the file says.
import { existsSync, readFileSync } from 'node:fs';
import { isMainThread, workerData } from 'node:worker_threads';

const file = 'dying-threads';

// The thread of the counters does not belong to the pool.
if (!isMainThread && workerData?.toolDirectories !== undefined && existsSync(file)) {
  const way = readFileSync(file, 'utf8');
  if (way === 'exit') process.exit(1);
  if (way === 'throw') throw new Error('This thread cannot start');
  if (way === 'memory') {
    const hoard = [];
    for (;;) hoard.push({ item: hoard.length });
  }
}
