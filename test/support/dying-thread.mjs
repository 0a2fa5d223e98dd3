// @ts-check
// Preloaded by a process whose pool threads must die while they start: as long as its working folder has a file
// `dying-threads`, which says how they die.
import { existsSync, readFileSync } from 'node:fs';
import { isMainThread, workerData } from 'node:worker_threads';

const file = 'dying-threads';

// The thread that syncs the counters does not belong to the pool.
if (!isMainThread && workerData?.toolDirectories !== undefined && existsSync(file)) {
  const way = readFileSync(file, 'utf8');
  if (way === 'exit') process.exit(1);
  if (way === 'throw') throw new Error('This thread cannot start');
  if (way === 'memory') {
    const hoard = [];
    for (;;) hoard.push({ item: hoard.length });
  }
}
