import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { measurements } from '#bench/measurements.js';
import { runProgram } from '../support/program.js';

const script = fileURLToPath(new URL('../../bench/run.ts', import.meta.url));
const typescript = import.meta.resolve('../../gateway/build/typescript.mjs');

/** Rows of which a round takes no longer than some seconds. */
const quick = new Set(['P5', 'P6', 'P7', 'P8', 'P11', 'P13', 'P18', 'P24', 'P25']);

/** Nothing else starts the servers of a row, and waits for what they say: it can fail for weeks without being noticed. */
describe('a round of a row is measured', () => {
  for (const [row = ''] of measurements.map(({ ids }) => ids)) {
    if (!quick.has(row)) continue;
    test(row, async () => {
      const args = ['--import', typescript, script, '--rounds', '1', '--only', row];
      const { status, stdout, stderr } = await runProgram(process.execPath, args);
      assert.equal(status, 0, stderr);
      assert.match(stdout, new RegExp(`^${row} `, 'm'));
      assert.doesNotMatch(stdout, /NaN/);
    });
  }
});
