import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { runCommand } from '../../../support/command-line.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const switches = ['--no-trim', '--keep-blank', '--no-dedupe', '--ignore-case', '--no-sort', '--desc'];
/** So little that a few dozen lines are a run, and four runs are merged at a time. */
const tiny = ['--memory', '64K', '--parallel', '1'];

async function sorted(args: readonly string[], input: string): Promise<string> {
  const { code, stdout, stderr } = await runCommand(['sort', ...args], { input });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return stdout;
}

/** Whether two long texts are the same; a difference is shown from the first line on that differs. */
function assertSame(actual: string, expected: string): void {
  if (actual === expected) return;
  const [left, right] = [actual.split('\n'), expected.split('\n')];
  const at = left.findIndex((line, index) => line !== right[index]);
  assert.deepEqual(left.slice(at, at + 5), right.slice(at, at + 5), `from line ${at} on`);
  assert.equal(left.length, right.length);
}

const plainWord = fc.stringMatching(/^[a-z]{0,3}$/);
/** Characters that collation, case and white space treat in a way of their own. */
const oddWord = fc
  .array(
    fc.constantFrom(
      ...'aAbBzZ019-_ \t'.split(''),
      ...['\u00e9', 'e\u0301', '\u0130', 'i\u0307', '\u212a', '\u03a3', '\u03c3', '\u03c2', '\u00df', '\u1e9e'],
      ...['\u0001', '\u00ad', '\u3000', '\u4e2d', '\u0e40\u0e01', '\ud83d\udc4d', '\ufffd', '\uac01', '\u0301'.repeat(33)],
    ),
    { maxLength: 5 },
  )
  .map((characters) => characters.join(''));
const line = fc.oneof(plainWord, oddWord, fc.tuple(plainWord, oddWord).map(([a, b]) => a + b));
const longLine = fc.tuple(line, fc.integer({ min: 1, max: 30_000 })).map(([text, times]) => text.repeat(times));
const lineEnd = fc.constantFrom('\n', '\n', '\r\n', '\r');

describe('textmill sort beyond the memory', () => {
  test('gives byte for byte what it gives in memory, for any lines and options', async () => {
    const block = fc.tuple(fc.array(line, { minLength: 1, maxLength: 60 }), lineEnd, fc.integer({ min: 1, max: 40 }));
    const text = fc
      .tuple(fc.array(block, { minLength: 1, maxLength: 20 }), fc.array(longLine, { maxLength: 3 }))
      .map(([blocks, long]) => {
        const parts = blocks.map(([lines, end, times]) => `${lines.join(end)}${end}`.repeat(times));
        return [...parts, ...long].join('\n');
      });
    await fc.assert(
      fc.asyncProperty(text, fc.subarray(switches), async (input, chosen) => {
        assertSame(await sorted([...tiny, ...chosen], input), await sorted(chosen, input));
      }),
      { seed: 7, numRuns: 150 },
    );
  });
});
