import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, test } from 'node:test';
import { lines, linesNames } from '../../../bench/corpora.js';
import { bothWays, lengthened, runBothWays } from '../../support/both-ways.js';
import { isFullForm } from '../../support/sample-size.js';
import { alphabets, sortBody } from '../../support/sort-bodies.js';

const engines = bothWays();

/** Runs a request both ways. @returns the response, or 'left' if the kernels left it to the others. */
function byKernels(request: object): { readonly output: string; readonly lines: number } | 'left' {
  const { result, isByKernels } = runBothWays(engines, 'sort-dedupe', lengthened(Buffer.from(JSON.stringify(request))));
  return isByKernels ? JSON.parse(Buffer.from(result.body).toString()) : 'left';
}

const bodiesOfEach = isFullForm ? 54_000 : 250;
const first = isFullForm ? randomInt(2 ** 31) : 1;

/** How many of a hundred random requests the kernels leave to the strings at most; 20 if it is not said. */
const mostLeft: Readonly<Record<string, number>> = {
  accents: 30,
  German: 35,
  Greek: 30,
  expansions: 35,
  contractions: 40,
  marks: 50,
  Asia: 40,
  'Hebrew and Arabic': 25,
  emoji: 45,
  'white space': 35,
  invisible: 45,
  other: 45,
  mixed: 40,
};

for (const [name, parts] of Object.entries(alphabets)) {
  test(`lines are sorted the same by kernels and as strings: ${name}`, (t) => {
    let left = 0;
    for (let seed = first; seed < first + bodiesOfEach; seed++) {
      const body = sortBody(seed, parts);
      const response = engines.engine.executeOnBytes('sort-dedupe', body);
      const expected = engines.oracle.execute('sort-dedupe', body);
      const isSame = response?.status === expected.status && Buffer.compare(response.body, expected.body) === 0;
      if (response !== undefined && !isSame) {
        const message = `sortBody(${seed}) of ${name}`;
        // It says what differs.
        runBothWays(engines, 'sort-dedupe', body, message);
        assert.fail(message);
      }
      if (response === undefined && expected.status === 200) left++;
    }
    const percent = (100 * left) / bodiesOfEach;
    t.diagnostic(`seeds from ${first}: ${percent.toFixed(1)} % of ${bodiesOfEach} left`);
    assert.ok(percent <= (mostLeft[name] ?? 20), `${percent} % left`);
  });
}

describe('long lists', () => {
  for (const name of linesNames) {
    test(`${name}: most lines that a request may have, in both directions`, () => {
      const given = lines(name, 5_000);
      for (const direction of ['asc', 'desc']) {
        for (const dedupe of [true, false]) {
          assert.notEqual(byKernels({ lines: given, direction, dedupe }), 'left');
          assert.notEqual(byKernels({ input: given.join('\r\n'), direction, dedupe }), 'left');
        }
      }
    });
  }

  test('one line more is refused', () => {
    for (const last of ['a', '', ' ']) {
      assert.equal(byKernels({ lines: [...Array(5_000).fill('b'), last] }), 'left');
      const expected = last === '' ? { output: 'b', lines: 1 } : 'left';
      assert.deepEqual(byKernels({ input: `${'b\n'.repeat(5_000)}${last}` }), expected);
    }
  });

  test('the most characters that a request may have', () => {
    const long = 'abcdefghi\n'.repeat(100).padEnd(100_000, 'x');
    assert.notEqual(byKernels({ input: `${long.slice(0, 99_999)}\n`.repeat(10) }), 'left');
    assert.equal(byKernels({ input: `${`${long.slice(0, 99_999)}\n`.repeat(10)}b` }), 'left');
    const [a, b] = ['"'.repeat(400_000), '\t\u0001'.repeat(100_000)];
    for (const options of [{}, { trimLines: false }, { sort: false }])
      runBothWays(engines, 'sort-dedupe', bodyOf([a, b], options));
  });

  test('few lines that are often repeated, with and without their case', () => {
    const given = Array.from({ length: 5_000 }, (_, index) => ['info', 'INFO', 'Info', 'été', 'Été'][index % 5] ?? '');
    for (const dedupe of [true, false]) {
      for (const ignoreCase of [true, false])
        runBothWays(engines, 'sort-dedupe', bodyOf(given, { dedupe, ignoreCase }));
    }
    assert.deepEqual(byKernels({ lines: given.map((line) => line.slice(0, 4)).filter((_, at) => at % 5 < 3) }), {
      output: 'info\nInfo\nINFO',
      lines: 3,
    });
  });

  test('lines that begin with the same long text', () => {
    const prefix = 'the same beginning, '.repeat(4);
    const given = Array.from(
      { length: 3_000 },
      (_, index) => `${prefix}${index % 7}${prefix}${(index * 7919) % 3_000}`,
    );
    assert.notEqual(byKernels({ lines: given }), 'left');
  });
});

function bodyOf(given: readonly string[], options: object): Buffer {
  return Buffer.from(JSON.stringify({ lines: given, ...options }));
}

/** Code points, in the full form all of the Basic Multilingual Plane but surrogates, and those of every emoji. */
const codePoints: readonly [from: number, to: number][] = isFullForm
  ? [
      [0, 0xd800],
      [0xe000, 0x10000],
      [0x1f000, 0x20000],
    ]
  : [
      [0, 0x3100],
      [0x1f300, 0x1f700],
    ];
const characters = codePoints.flatMap(([from, to]) =>
  Array.from({ length: to - from }, (_, index) => String.fromCodePoint(from + index)),
);

describe('every character', () => {
  const chunks = Array.from({ length: Math.ceil(characters.length / 1_000) }, (_, index) =>
    characters.slice(1_000 * index, 1_000 * (index + 1)),
  );

  test('is white space or not, and upper case or not, as for JavaScript', () => {
    for (const chunk of chunks) {
      const given = chunk.flatMap((character) => [
        `${character}a${character}`,
        character,
        `b${character.toLowerCase()}`,
        `b${character}`,
      ]);
      runBothWays(engines, 'sort-dedupe', bodyOf(given, { sort: false, ignoreCase: true }));
      // Most chunks are left as a whole for one character.
      for (let at = 0; at < given.length; at += 40) {
        runBothWays(engines, 'sort-dedupe', bodyOf(given.slice(at, at + 40), { sort: false, ignoreCase: true }));
      }
    }
  });

  test('has its place', () => {
    for (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += 100) {
        const given = chunk.slice(at, at + 100).flatMap((character) => [`a${character}`, `${character}b`]);
        runBothWays(engines, 'sort-dedupe', bodyOf(given, { trimLines: false, dropBlank: false }));
      }
    }
  });
});
