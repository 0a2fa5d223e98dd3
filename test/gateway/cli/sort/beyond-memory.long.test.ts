import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { commandLineProgram, runCommand } from '../../../support/command-line.js';
import { runProgram } from '../../../support/program.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const switches = ['--no-trim', '--keep-blank', '--no-dedupe', '--ignore-case', '--no-sort', '--desc'];
/** So little memory that a run has a few dozen lines, and a merge four runs. */
const tiny = ['--memory', '64K', '--parallel', '1'];

/** Dozens of runs with tiny memory: more of them only take longer. */
const lineCount = 2_000;

/** Enough memory to sort everything at once. */
const large = ['--memory', '1G', '--parallel', '1'];

async function sorted(args: readonly string[], input: string): Promise<string> {
  const { code, stdout, stderr } = await runCommand(['sort', ...args], { input });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return stdout;
}

/** Compares two long texts, and shows a difference from its first line on. */
function assertSame(actual: string, expected: string): void {
  if (actual === expected) return;
  const [left, right] = [actual.split('\n'), expected.split('\n')];
  const at = left.findIndex((line, index) => line !== right[index]);
  assert.deepEqual(left.slice(at, at + 5), right.slice(at, at + 5), `from line ${at} on`);
  assert.equal(left.length, right.length);
}

const plainWord = fc.stringMatching(/^[a-z]{0,3}$/);
/** Characters that collation, case or white space treat specially. */
const oddWord = fc
  .array(
    fc.constantFrom(
      ...'aAbBzZ019-_ \t'.split(''),
      ...['\u00e9', 'e\u0301', '\u0130', 'i\u0307', '\u212a', '\u03a3', '\u03c3', '\u03c2', '\u00df', '\u1e9e'],
      ...[
        '\u0001',
        '\u00ad',
        '\u3000',
        '\u4e2d',
        '\u0e40\u0e01',
        '\ud83d\udc4d',
        '\ufffd',
        '\uac01',
        '\u0301'.repeat(33),
      ],
    ),
    { maxLength: 5 },
  )
  .map((characters) => characters.join(''));
const line = fc.oneof(
  plainWord,
  oddWord,
  fc.tuple(plainWord, oddWord).map(([a, b]) => a + b),
);
const longLine = fc.tuple(line, fc.integer({ min: 1, max: 30_000 })).map(([text, times]) => text.repeat(times));
const lineEnd = fc.constantFrom('\n', '\n', '\r\n', '\r');

describe('textmill sort with less memory than lines', () => {
  test('gives the same bytes as in memory, for all lines and options', async () => {
    const block = fc.tuple(fc.array(line, { minLength: 1, maxLength: 60 }), lineEnd, fc.integer({ min: 1, max: 40 }));
    const text = fc
      .tuple(fc.array(block, { minLength: 1, maxLength: 20 }), fc.array(longLine, { maxLength: 3 }))
      .map(([blocks, long]) => {
        const parts = blocks.map(([lines, end, times]) => `${lines.join(end)}${end}`.repeat(times));
        return [...parts, ...long].join('\n');
      });
    await fc.assert(
      fc.asyncProperty(text, fc.subarray(switches), async (input, chosen) => {
        assertSame(await sorted([...tiny, ...chosen], input), await sorted([...large, ...chosen], input));
      }),
      { seed: 7, numRuns: 30 },
    );
  });

  for (const [name, lines] of [
    ['in order already', (i: number) => String(i).padStart(6, '0')],
    ['in reverse order', (i: number) => String(lineCount - i).padStart(6, '0')],
    ['all the same', () => 'the same line again and again'],
    ['of few kinds', (i: number) => `kind ${(i * 31) % 17}`],
    ['all empty or blank', (i: number) => ' '.repeat(i % 3)],
    ['that differ late', (i: number) => `${'common '.repeat(20)}${(i * 7_919) % 2_011}`],
    ['that differ in case', (i: number) => (i % 2 === 0 ? `Name ${i % 499}` : `nAME ${i % 499}`)],
  ] as const) {
    test(`sorts lines ${name}, with every option`, async () => {
      const input = Array.from({ length: lineCount }, (_, i) => lines(i)).join('\n');
      for (const chosen of [
        [],
        ...switches.map((option) => [option]),
        ['--no-sort', '--ignore-case', '--keep-blank'],
      ]) {
        assertSame(await sorted([...tiny, ...chosen], input), await sorted([...large, ...chosen], input));
      }
    });
  }

  test('sorts lines that are longer than the memory', async () => {
    const long = ['b', 'a', '\u00e9', 'b', 'A'].map((letter) => `${letter.repeat(80_000)}${letter}`);
    const input = [...long, ...Array.from({ length: 3_000 }, (_, i) => `line ${i}`), ...long].join('\n');
    for (const chosen of [[], ['--no-dedupe'], ['--ignore-case'], ['--no-sort'], ['--desc']]) {
      assertSame(await sorted([...tiny, ...chosen], input), await sorted([...large, ...chosen], input));
    }
  });

  test('gives the same with threads', async () => {
    const input = Array.from({ length: 20_000 }, (_, i) => `Line ${(i * 7_919) % 10_007} \u00e9`).join('\r\n');
    // Each thread that starts costs more than what it sorts.
    for (const chosen of [[], ['--no-dedupe', '--desc', '--ignore-case']]) {
      const inThreads = await sorted(['--memory', '2M', '--parallel', '2', ...chosen], input);
      assertSame(inThreads, await sorted([...large, ...chosen], input));
    }
  });

  test('keeps few files open, for any number of runs', async (t) => {
    const folder = temporaryFolder(t);
    const lines = Array.from({ length: 100_000 }, (_, i) => `${(i * 7_919) % 100_003} is a number`);
    writeFileSync(join(folder, 'in.txt'), lines.join('\n'));
    // They make 200 runs. Node.js itself has about 30 open files.
    const limited = ['-c', 'ulimit -n 120 && exec "$0" "$@"', process.execPath, ...commandLineProgram()];
    const options = ['--memory', '1M', '--parallel', '1', '--temporary-directory', folder];
    for (const chosen of [[], ['--no-sort']]) {
      const args = [...limited, 'sort', ...options, ...chosen, join(folder, 'in.txt')];
      const { status, stdout, stderr } = await runProgram('sh', args);
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
      assert.equal(stdout.split('\n').length, 100_001);
    }
  });
});
