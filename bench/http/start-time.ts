import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Comparison, type Measurement, sampleOf } from '../row.js';
import { removeAtExit, removeFolder } from './child.js';
import { textmill, withServer } from './servers.js';

const atMostSeconds = 0.6;
const watchNote = 'The benchmark loads a module into each server, which adds a few milliseconds to the start.';

/**
 * P11: the time from the start of the process until `/readyz` responds with 200: catalogue, database and threads are
 * ready.
 */
export const startTime: Measurement = {
  ids: ['P11'],
  async run({ rounds, progress }) {
    const first: number[] = [];
    const later: number[] = [];
    for (let round = 0; round < rounds; round++) {
      progress(`start, round ${round + 1}`);
      const folder = mkdtempSync(join(tmpdir(), 'textmill-bench-'));
      removeAtExit(folder);
      try {
        first.push(await startSeconds(folder));
        later.push(await startSeconds(folder));
      } finally {
        removeFolder(folder);
      }
    }
    const comparisons = [inSeconds('a fresh DATA_DIR', first), inSeconds('an existing DATA_DIR', later)];
    return [{ id: 'P11', title: 'process start to /readyz 200, 2 threads', comparisons, notes: [watchNote] }];
  },
};

function startSeconds(dataDir: string): Promise<number> {
  // At `warn` it prints its address only at the first start.
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'info' };
  return withServer(textmill, { settings }, async ({ startMs }) => startMs / 1_000);
}

function inSeconds(name: string, values: readonly number[]): Comparison {
  const ours = sampleOf(values);
  return { name, unit: 's', ours, value: ours.median, valueUnit: 's', target: { atMost: atMostSeconds } };
}
