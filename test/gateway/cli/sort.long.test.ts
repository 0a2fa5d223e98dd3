import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { runCommand } from '../../support/command-line.js';
import { runOperation } from '../../support/operations.js';

async function sorted(args: readonly string[], input: string): Promise<string> {
  const { code, stdout, stderr } = await runCommand(['sort', ...args], { input });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return stdout;
}

function expected(input: string, fields: object): string {
  const { output, lines } = runOperation('sort-dedupe', { input, ...fields }) as { output: string; lines: number };
  return lines === 0 ? '' : `${output}\n`;
}

const options: [string[], object][] = [
  [[], {}],
  [['--no-trim'], { trimLines: false }],
  [['--keep-blank'], { dropBlank: false }],
  [['--no-dedupe'], { dedupe: false }],
  [['--ignore-case'], { ignoreCase: true }],
  [['--no-sort'], { sort: false }],
  [['--desc'], { direction: 'desc' }],
];

describe('textmill sort', () => {
  for (const [args, fields] of options) {
    test(`${args.join(' ') || 'without options'} does the same as the API with ${JSON.stringify(fields)}`, async () => {
      const input = 'pear\r\n apple\rApple\n\n  \npear\n\u00e9clair\n pear';
      if (args.length > 0) assert.notEqual(expected(input, fields), expected(input, {}));
      assert.equal(await sorted(args, input), expected(input, fields));
    });
  }

  test('gives the result of the API for all lines and options', async () => {
    const line = fc.constantFrom('a', 'A', ' a ', '', ' ', 'b', '\u00e9', '\ud83d\udc4d', '10', '9');
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { minLength: 1 })
      .map((lines) => lines.flat().join(''));
    const chosen = fc.subarray(options.slice(1));
    await fc.assert(
      fc.asyncProperty(text, chosen, async (input, choice) => {
        const args = choice.flatMap(([arg]) => arg);
        assert.equal(
          await sorted(args, input),
          expected(input, Object.assign({}, ...choice.map(([, field]) => field))),
        );
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  test('returns nothing for an empty text', async () => {
    for (const input of ['', '\n\n', '\ufeff']) assert.equal(await sorted([], input), '');
  });

  test('sorts a million lines', async () => {
    const numbers = Array.from({ length: 1_000_000 }, (_, i) => String((i * 7_919) % 1_000_003).padStart(7, '0'));
    const output = await sorted([], `${numbers.join('\n')}\n${numbers.slice(0, 1000).join('\r\n')}`);
    assert.ok(output === `${numbers.toSorted().join('\n')}\n`);
  });
});
