import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import type { RequestedStep } from '#engine/operations/requested-step.js';
import { compileWorkflow } from '#engine/operations/workflow.js';
import { grouped } from '#gateway/cli/text/group-options.js';
import { workflowText } from '#gateway/cli/text/workflow-text.js';
import { runCommand } from '../../support/command-line.js';
import { runRequest } from '../../support/run-request.js';
import { sampleSize } from '../../support/sample-size.js';

const catalogue = await loadCatalogue();

describe('textmill run --each', () => {
  const cases: readonly (readonly [options: readonly string[], input: string, stdout: string, title: string])[] = [
    [['--each', 'line', 'json-minifier'], '{ "a": 1 }\n[ ]', '{"a":1}\n[]', 'each line through a tool for whole texts'],
    [['--each', 'csv:name,3', 'upper-case'], 'name,b,c\nx,y,z\n', 'name,b,c\nX,y,Z\n', 'columns by name and number'],
    [['--each', 'field:2', 'upper-case'], 'a b\nc d\n', 'a B\nc D\n', 'a field'],
    [['--each', 'json:$.items[*].n', 'upper-case'], '{"items":[{"n":"a"}]}', '{"items":[{"n":"A"}]}', 'values of JSON'],
    [['--each', 'jsonl:$.n', 'upper-case'], '{"n":"a"}\n{"n":"b"}\n', '{"n":"A"}\n{"n":"B"}\n', 'values of each line'],
    [['--each', 'match:[a-c]+', 'upper-case'], 'abxc', 'ABxC', 'matches'],
    [['--each', 'paragraph', 'line-break-remover'], 'a\nb\n\nc\n', 'a b\n\nc\n', 'paragraphs'],
    [['--each', 'line', '--when', 'not:contains:x', 'upper-case'], 'ax\nb\n', 'ax\nB\n', 'a condition'],
    [['--each', 'line', '--when', 'longer-than:1', 'upper-case'], 'a\nbb\n', 'a\nBB\n', 'a length'],
  ];
  for (const [options, input, stdout, title] of cases) {
    test(title, async () => {
      assert.deepEqual(await runCommand(['run', ...options], { input }), { code: 0, stdout, stderr: '' });
    });
  }

  test('says which parts failed, with their lines in the whole text', async () => {
    const input = `${'1\n'.repeat(100_000)}z\n${'2\n'.repeat(50_000)}y\n`;
    const args = ['run', '--each', 'line', '--on-error', 'drop', 'number-base-converter'];
    const { code, stdout, stderr } = await runCommand(args, { input });
    assert.equal(code, 0);
    assert.equal(stdout, `${'1\n'.repeat(100_000)}${'2\n'.repeat(50_000)}`);
    const reason = (text: string) => `column 1: "${text}" is not a digit of base 10`;
    assert.equal(
      stderr,
      `Step 1 (number-base-converter) failed at line 100001: ${reason('z')}\n` +
        `Step 1 (number-base-converter) failed at line 150002: ${reason('y')}\n`,
    );
  });

  test('an error names the line in the whole text', async () => {
    const input = `${'1\n'.repeat(100_000)}z\n`;
    const { code, stderr } = await runCommand(['run', '--each', 'line', 'number-base-converter'], { input });
    assert.equal(code, 1);
    assert.match(stderr, /^textmill: Step 1 \(number-base-converter\) failed at line 100001: /);
  });

  const refusals: readonly (readonly [options: readonly string[], stderr: RegExp])[] = [
    [['--each', 'lines'], /steps\[0\]\.each must be line, .*Did you mean "line"\?/],
    [['--each', 'field:x'], /steps\[0\]\.each\.field\.fields\[0\] must be/],
    [['--when', 'like:x'], /--when like:x: write contains:TEXT/],
    [['--on-error', 'skip'], /steps\[0\]\.onError must be one of: error, keep, drop, blank, mark/],
  ];
  for (const [options, expected] of refusals) {
    test(String(expected), async () => {
      const { code, stderr } = await runCommand(['run', ...options, 'upper-case'], { input: 'a' });
      assert.equal(code, 2);
      assert.match(stderr, expected);
    });
  }
});

test('a group by lines gives the same for a text in pieces as for the whole text', async () => {
  const line = fc.constantFrom('a', 'b c', '', '1', 'zz y', '12 x', ' ');
  const text = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r', '')), { maxLength: 8 })
    .map((lines) => lines.map((parts) => parts.join('')).join(''));
  const each = fc.constantFrom('line', 'field:1', 'field:-1');
  const onError = fc.constantFrom('keep', 'drop', 'blank', 'mark');
  await fc.assert(
    fc.asyncProperty(text, each, onError, fc.array(fc.nat(20), { maxLength: 4 }), async (input, part, choice, cuts) => {
      const steps = [
        ...grouped(['number-base-converter', 'upper-case'], { each: part, onError: choice }),
        ...grouped(['reverse-text'], { each: 'line', onError: 'drop' }),
      ];
      assert.equal(await inPieces(input, steps, cuts), runRequest({ input, steps }).result);
    }),
    { seed: 21, numRuns: sampleSize(3_000) },
  );
});

test('a group by columns gives the same for a text in pieces as for the whole text', async () => {
  const lineEnd = fc.constantFrom('\n', '\n', '\r\n', '\r');
  const row = fc.tuple(
    fc.array(fc.constantFrom('a', '1', '', '"x,\ny"', '"q""1"', ' 12', '"', 'b"c', '#'), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.constantFrom(',', ',', ';'),
    lineEnd,
  );
  const text = fc
    .tuple(fc.constantFrom('', 'sep=;\n', '#c\n', '\n'), fc.array(row, { maxLength: 6 }), fc.boolean())
    .map(([start, rows, isEnded]) => {
      const lines = rows.map(([cells, delimiter, end]) => cells.join(delimiter) + end).join('');
      return `${start}n,m\n${isEnded ? lines : lines.trimEnd()}`;
    });
  const options = fc.record({
    columns: fc.constantFrom(['n'], [1, 2], [2]),
    delimiter: fc.constantFrom('auto', ','),
    quotes: fc.constantFrom('strict', 'lenient', 'none', 'backslash'),
    comments: fc.constantFrom('', '#'),
    trim: fc.boolean(),
  });
  const onError = fc.constantFrom('keep', 'drop', 'blank', 'mark', 'error');
  await fc.assert(
    fc.asyncProperty(
      text,
      options,
      onError,
      fc.array(fc.nat(40), { maxLength: 6 }),
      async (input, csv, choice, cuts) => {
        const steps = [
          { each: { csv }, onError: choice, steps: ['number-base-converter'] },
        ] as object[] as RequestedStep[];
        const { result } = runRequest({ input, steps });
        const written = await inPieces(input, steps, cuts);
        // Of several mistakes the first is named, which may be another one than in the whole text.
        if (result === undefined) assert.match(written, /^Step 1/);
        else assert.equal(written, result);
      },
    ),
    { seed: 5, numRuns: sampleSize(6_000) },
  );
});

/** Returns what the command writes for a text that arrives in pieces, or why it stops. */
async function inPieces(input: string, steps: readonly RequestedStep[], cuts: readonly number[]): Promise<string> {
  const places = [0, ...cuts.map((cut) => Math.min(cut, input.length)).sort((a, b) => a - b), input.length];
  const pieces = places.slice(1).map((end, index) => input.slice(places[index], end));
  let written = '';
  try {
    const compiled = compileWorkflow(structuredClone(steps), catalogue).steps;
    for await (const piece of workflowText(asyncOf(pieces), compiled)) written += piece;
  } catch (error) {
    return (error as Error).message;
  }
  return written;
}

async function* asyncOf(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}
