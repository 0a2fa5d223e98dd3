import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { measurements } from '#bench/measurements.js';
import { runProgram } from '../support/program.js';

const script = fileURLToPath(new URL('../../bench/run.ts', import.meta.url));
const typescript = import.meta.resolve('../../gateway/build/typescript.mjs');

/** Rows that take more than half a minute for a round. */
const long = new Set(['P9', 'P10', 'P12', 'P17', 'P19', 'P20', 'P21', 'P22', 'P23']);

/** Nothing else starts the servers of a row, and waits for what they say: it can fail for weeks without being noticed. */
describe('a round of a row is measured', () => {
  for (const [row = ''] of measurements.map(({ ids }) => ids)) {
    if (long.has(row)) continue;
    test(row, async () => {
      const args = ['--import', typescript, script, '--rounds', '1', '--only', row];
      const { status, stdout, stderr } = await runProgram(process.execPath, args);
      assert.equal(status, 0, stderr);
      assert.match(stdout, new RegExp(`^${row} `, 'm'));
      assert.doesNotMatch(stdout, /NaN/);
    });
  }
});
