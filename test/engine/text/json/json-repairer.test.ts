import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { jsonrepair } from 'jsonrepair';
import { ToolError } from '#engine/core/errors.js';
import { JsonRepairer } from '#engine/text/json/json-repairer.js';

/** What the library makes of a text: the repair, or the offset where it fails; undefined where its stack overflows. */
function repairOfLibrary(text: string): string | { readonly offset: number } | undefined {
  try {
    return withDoubleQuotes(jsonrepair(text));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    return { offset: Math.min((error as { position: number }).position, text.length) };
  }
}

function repairOf(text: string): string | { readonly offset: number } {
  try {
    return withDoubleQuotes(new JsonRepairer(text).repair());
  } catch (error) {
    assert.ok(error instanceof ToolError, String(error));
    const { line, column = 0 } = error.place ?? { line: 0 };
    return { offset: offsetOf(text, line, column) };
  }
}

/** Writes inner quotes of all kinds as `\"`, as the library does; Textmill keeps them. */
function withDoubleQuotes(json: string): string {
  return json.replace(/(\\\\)|\\"|['\u2018\u2019`\u00b4\u201c\u201d]/g, (_, backslash?: string) => backslash ?? '\\"');
}

function offsetOf(text: string, line: number, column: number): number {
  const starts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map((match) => match.index + match[0].length)];
  const start = starts[line - 1] ?? 0;
  return start + [...text.slice(start)].slice(0, column - 1).join('').length;
}

const pieces = [
  ...['{', '}', '[', ']', '(', ')', ',', ':', ';', '"', "'", '`', '\u2018', '\u201c', '\u201d', '\\', '\\"', '/', '//'],
  ...[
    '/*',
    '*/',
    '*',
    '\n',
    '\r\n',
    ' ',
    '\t',
    '\u00a0',
    '\u200b',
    'a',
    'abc',
    '$x',
    'é',
    '1',
    '0',
    '-',
    '.',
    'e',
    'E',
    '+',
  ],
  ...[
    'true',
    'True',
    'None',
    'null',
    'undefined',
    'f(',
    'ObjectId(',
    '...',
    '```',
    '```json',
    '[```',
    '&quot;',
    '&apos;',
  ],
  ...['&#34;', '&#x27;', '&#10;', '&amp;', '&#x', '\\u12', '\\u0041', '\\x', '\\n', '\ud800', '\0', '\b', '__proto__'],
  ...[
    'http://',
    'https://a.b/c',
    '"a"',
    '"b":',
    '1,',
    '{"a":',
    "'c'",
    '[1',
    '"d" + "e"',
    '" "',
    ',"',
    '",',
    '"]',
    '")',
  ],
];

describe('repairs what the library repairs, the same way, and fails at the same place', () => {
  for (const [name, maxLength] of [
    ['short texts', 8],
    ['long texts', 60],
  ] as const) {
    test(name, () => {
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength }), (chosen) => {
          const text = chosen.join('');
          const expected = repairOfLibrary(text);
          if (expected !== undefined) assert.deepEqual(repairOf(text), expected, JSON.stringify(text));
        }),
        { seed: 1, numRuns: 5_000, examples: [[['/*', '*/', '/*']]] },
      );
    });
  }

  test('JSON of which characters are missing or doubled', () => {
    const edit = fc.tuple(fc.nat(), fc.constantFrom('', ',', '"', "'", ':', '}', ']', '\n', ' ', '\\', '+'));
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.array(edit, { minLength: 1, maxLength: 4 }), (json, edits) => {
        let text = json;
        for (const [place, replacement] of edits) {
          const at = place % (text.length + 1);
          text = text.slice(0, at) + replacement + text.slice(at + 1);
        }
        const expected = repairOfLibrary(text);
        if (expected !== undefined) assert.deepEqual(repairOf(text), expected, JSON.stringify(text));
      }),
      { seed: 2, numRuns: 3_000 },
    );
  });

  test('a text of thousands of tokens', () => {
    for (const text of [
      `[${`{id: 1, 'b': ["x" , ,],} // c\n`.repeat(700)}`,
      `{"a": 1}\n`.repeat(1_500),
      `${'[ 1 '.repeat(400)}${', 2\n'.repeat(1_500)}`,
      `"a" + 'b'\n + `.repeat(300),
    ])
      assert.deepEqual(repairOf(text), repairOfLibrary(text));
  });
});
