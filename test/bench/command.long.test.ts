import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runBench } from '#bench/command.js';
import { type MeasurementEntry, measurements } from '#bench/measurements.js';
import { figuresPart } from '#bench/page-parts.js';
import { keepResults, keptResults } from '#bench/results.js';
import type { RowId, Target } from '#bench/row.js';
import { comparisonOf } from '../support/benchmark-rows.js';
import { runProgram } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A row with a constant figure. */
function row(id: RowId, value: number, target: Target): MeasurementEntry {
  const comparisons = [comparisonOf(value, { name: 'mixed', target })];
  return {
    ids: [id],
    load: async () => ({
      ids: [id],
      run: async ({ progress }) => {
        progress(`${id} is measured`);
        return [{ id, title: `the title of ${id}`, comparisons, notes: [] }];
      },
    }),
  };
}

const rows = [row('P4', 1.5, { atMost: 2 }), row('P5', 5, { atMost: 4.5 })];

/** Runs the command with results in a separate folder. */
async function run(
  t: TestContext,
  args: readonly string[],
  entries: readonly MeasurementEntry[] = rows,
  folder = temporaryFolder(t),
) {
  const output = { stdout: '', stderr: '' };
  const to = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      output[name] += text;
    },
  });
  const now = (): Date => new Date('2026-03-14T09:26:53Z');
  const surroundings = { measurements: entries, folder, stdout: to('stdout'), stderr: to('stderr'), now };
  return { status: await runBench(args, surroundings), folder, ...output };
}

describe('npm run bench', () => {
  test('measures everything, prints its progress, and stores the figures with their charts', async (t) => {
    const { status, stdout, stderr, folder } = await run(t, []);
    assert.equal(status, 0);
    assert.equal(stderr, 'P4 is measured\nP5 is measured\n');
    assert.match(stdout, /^P4 {2}the title of P4\n.*\nmixed .* met$/m);
    assert.match(stdout, /^P5 {2}the title of P5\n.*\nmixed .* MISSED$/m);
    assert.doesNotMatch(stdout, /moved/i, 'nothing was kept before');
    assert.deepEqual(readdirSync(folder), ['engine.svg', 'figures.json']);
    const [first] = keptResults(folder)?.rows ?? [];
    assert.equal(first?.facts.rounds, 5);
    assert.equal(first?.facts.node, process.version);
    assert.match(first?.facts.commit ?? '', /^([0-9a-f]{7,}\+?|unknown)$/);
    const part = figuresPart(folder);
    assert.match(part, /^!\[.*\]\(results\/engine\.svg\)$/m);
    assert.match(part, /^\| P5 \| .* \| \*\*.*\*\* \| 0 of 1 \|$/m);
  });

  test('keeps what is finished when it is ended early, and compares with what was kept before it began', async (t) => {
    const folder = temporaryFolder(t);
    await run(t, [], [row('P4', 3, { atMost: 2 })], folder);
    const broken: MeasurementEntry = { ids: ['P6'], load: () => Promise.reject(new Error('ended')) };
    await assert.rejects(run(t, [], [...rows, broken], folder), /ended/);
    assert.deepEqual(
      keptResults(folder)?.rows.map(({ id, comparisons }) => [id, comparisons[0]?.value]),
      [
        ['P4', 1.5],
        ['P5', 5],
      ],
    );
    await run(t, [], [row('P4', 3, { atMost: 2 })], folder);
    const { stdout } = await run(t, [], rows, folder);
    assert.match(stdout, /better: P4 mixed .* \(−50 %\)/);
  });

  test('names the figures that moved since they were kept', async (t) => {
    const { folder } = await run(t, []);
    const [row] = keptResults(folder)?.rows ?? [];
    assert.ok(row !== undefined);
    const slower = row.comparisons.map((comparison) => ({ ...comparison, value: comparison.value / 2 }));
    keepResults(folder, [{ ...row, comparisons: slower }]);
    const { stdout } = await run(t, ['--only', row.id], undefined, folder);
    assert.match(stdout, /^Changed by more than 15 % .*:\n {2}worse: P4 mixed .* \(\+100 %\).*$/m);
  });

  test('--check ends with 1 if a target is missed, and says which', async (t) => {
    const { status, stdout } = await run(t, ['--check']);
    assert.equal(status, 1);
    assert.match(stdout, /^Targets missed: P5 mixed compared with JSON floor\.$/m);
  });

  test('--check ends with 0 if every target is met', async (t) => {
    const { status, stdout } = await run(t, ['--check', '--only', 'P4']);
    assert.equal(status, 0);
    assert.match(stdout, /^All targets are met\.$/m);
  });

  test('--only loads and measures only these rows', async (t) => {
    const load = () => assert.fail('loaded');
    const { stderr, folder } = await run(t, ['--only', 'P5'], [...rows, { ids: ['P1'], load }]);
    assert.equal(stderr, 'P5 is measured\n');
    assert.deepEqual(
      keptResults(folder)?.rows.map(({ id }) => id),
      ['P5'],
    );
  });

  test('stores nothing with fewer than five rounds', async (t) => {
    const { status, stdout, folder } = await run(t, ['--rounds', '4']);
    assert.equal(status, 0);
    assert.match(stdout, /^These figures are not kept: that needs at least 5 rounds\.$/m);
    assert.deepEqual(readdirSync(folder), []);
    assert.match(figuresPart(folder), /^No figures are kept yet/);
  });

  test('wrong arguments end with 2 and the usage', async (t) => {
    const { status, stdout, stderr } = await run(t, ['--only', 'P99']);
    assert.equal(status, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /^Unknown row P99: the rows are P4, P5\.\nUsage: npm run bench -- /);
  });

  test('says why a row is skipped, and keeps its figures', async (t) => {
    const { folder } = await run(t, []);
    const run4 = () => assert.fail('measured');
    const load = async () => ({ ids: ['P4'] as const, skipped: () => 'nothing is installed', run: run4 });
    const { status, stdout } = await run(t, ['--only', 'P4'], [{ ids: ['P4'], load }], folder);
    assert.equal(status, 0);
    assert.match(stdout, /^P4 skipped: nothing is installed$/m);
    assert.deepEqual(
      keptResults(folder)?.rows.map(({ id }) => id),
      ['P4', 'P5'],
    );
  });

  test('--help prints the usage', async (t) => {
    const { status, stdout } = await run(t, ['--help']);
    assert.equal(status, 0);
    assert.match(stdout, /--rounds N/);
  });
});

test('bench/run.ts is the command', async () => {
  const script = fileURLToPath(new URL('../../bench/run.ts', import.meta.url));
  const args = ['--import', import.meta.resolve('../../gateway/build/typescript.mjs'), script, '--rounds', '0'];
  const { status, stderr } = await runProgram(process.execPath, args);
  assert.equal(status, 2);
  assert.match(stderr, /^--rounds must be/);
});

describe('the measurements', () => {
  for (const { ids, load } of measurements) {
    test(`${ids.join(', ')}: the list has the rows of the measurement`, async () => {
      assert.deepEqual((await load()).ids, ids);
    });
  }

  test('a real row is measured', { timeout: 60_000 }, async (t) => {
    const { status, stdout, folder } = await run(t, ['--rounds', '1', '--only', 'P4'], measurements);
    assert.equal(status, 0);
    assert.match(
      stdout,
      /^P4 {2}sanitize, 500 URLs.*\n.*\nmixed +[\d.]+ ms +[\d.]+ ms +JSON floor +[\d.]+ × +≤ 0.6 × /m,
    );
    assert.match(stdout, /^long /m);
    assert.deepEqual(readdirSync(folder), []);
  });
});
