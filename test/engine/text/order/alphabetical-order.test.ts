import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { alphabeticalKey, compareAlphabetically, sortAlphabetically } from '#engine/text/order/alphabetical-order.js';

const collator = new Intl.Collator('en');
/** The definition, literally. */
const reference = (a: string, b: string) => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
const compare = (a: string, b: string) => compareAlphabetically(alphabeticalKey(a), alphabeticalKey(b));

/** Letters of several scripts and cases, canonical equivalents, ignorable characters, a contraction, surrogates. */
const characters = [
  ...'abAB zZ019-_."éÉßæœıİσς·lL中文가',
  'e\u0301',
  '\u0301',
  '\0',
  '\t',
  '\u00ad',
  '\u200b',
  '🚀',
  '\ud800',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...characters), fc.string({ maxLength: 1 })), { maxLength: 8 })
  .map((all) => all.join(''));

describe('the order', () => {
  test('is that of the collation root', () => {
    const lines = ['éclair', 'Éclair', 'Eclair', 'eclair', 'cherry', 'Banana', 'apple', '10', '9', '_', 'z', 'ö', 'o'];
    assert.deepEqual(sortAlphabetically(lines, 'asc'), [
      ...['_', '10', '9', 'apple', 'Banana', 'cherry'],
      ...['eclair', 'Eclair', 'éclair', 'Éclair', 'o', 'ö', 'z'],
    ]);
  });
  test('falls back to code units for texts that collate equally', () => {
    const lines = ['e\u0301', 'é', 'a\u00adb', 'ab', 'a\0b'];
    assert.deepEqual(sortAlphabetically(lines, 'asc'), ['a\0b', 'ab', 'a\u00adb', 'e\u0301', 'é']);
  });
  test('agrees with the collator for any two lines', () => {
    const pair = fc.tuple(text, text, text).map(([start, a, b]) => [start + a, start + b] as const);
    fc.assert(
      fc.property(pair, ([a, b]) => assert.equal(Math.sign(compare(a, b)), Math.sign(reference(a, b)))),
      { seed: 1, numRuns: 10_000 },
    );
  });
  test('agrees with the collator for all pairs of ASCII characters', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    for (const a of ascii) {
      for (const b of ascii) assert.equal(Math.sign(compare(a, b)), Math.sign(reference(a, b)), JSON.stringify([a, b]));
    }
  });
  test('does not depend on the language of the machine', () => {
    const module = new URL('../../../../engine/text/order/alphabetical-order.ts', import.meta.url).href;
    const script = `import { sortAlphabetically } from ${JSON.stringify(module)};
      console.log(['ö', 'z'].toSorted((a, b) => a.localeCompare(b)).join(''), sortAlphabetically(['z', 'ö'], 'asc').join(''));`;
    const env = { ...process.env, LC_ALL: 'sv_SE.UTF-8' };
    const output = execFileSync(
      process.execPath,
      ['--import', './gateway/build/typescript.mjs', '--input-type=module', '-e', script],
      { env },
    );
    assert.equal(output.toString().trim(), 'zö öz');
  });
});

describe('sorting', () => {
  test('does not depend on the order of the input, does not change it, and desc is the reverse of asc', () => {
    const permuted = fc
      .array(text)
      .chain((lines) => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })));
    fc.assert(
      fc.property(permuted, ([lines, shuffled]) => {
        const before = [...lines];
        const sorted = sortAlphabetically(lines, 'asc');
        assert.deepEqual(lines, before);
        assert.deepEqual(sorted, lines.toSorted(reference));
        assert.deepEqual(sortAlphabetically(shuffled, 'asc'), sorted);
        assert.deepEqual(sortAlphabetically(lines, 'desc'), sorted.toReversed());
        assert.deepEqual(sortAlphabetically(sorted, 'asc'), sorted);
      }),
      { seed: 2, numRuns: 1000 },
    );
  });
});

describe('a long list of Thai words, whose vowels are partly written before their consonant', () => {
  test('is in the collator’s order', () => {
    const syllables = [
      'กา',
      'เก',
      'เก่า',
      'แม่',
      'แม',
      'โต',
      'ไป',
      'ใจ',
      'น้ำ',
      'นำ',
      'ฤทธิ์',
      'กก',
      'เ',
      'ุก',
      'ํา',
      'ๆ',
      'a',
    ];
    const lines = syllables.flatMap((a) => syllables.flatMap((b) => [a + b, `${a} ${b}`, `${b}${a.repeat(9)}`]));
    assert.deepEqual(sortAlphabetically(lines, 'asc'), lines.toSorted(reference));
  });
});

describe('long runs of combining marks, which a collator takes quadratic time for', () => {
  const marks = '\u0301\u0323'.repeat(100_000);
  test('are sorted in linear time, by the surrounding letters', () => {
    const lines = [`b${marks}b`, `b${marks}a`, `a${marks}`, 'b', `B${marks}a`];
    assert.deepEqual(sortAlphabetically(lines, 'asc'), [`a${marks}`, 'b', `b${marks}a`, `B${marks}a`, `b${marks}b`]);
  });
  test('are found in any position, marks of two code units too', () => {
    for (const mark of ['\u0301\u0323', '\u{1e8d0}\u{1e944}']) {
      for (let start = 0; start < 70; start++) {
        const key = alphabeticalKey(`${'x'.repeat(start)}${mark.repeat(16)}x`);
        assert.ok(key.collated.includes('\u034f'), `after ${start}`);
      }
    }
  });
  test('of 30 are compared unchanged', () => {
    const line = `a${'\u0301\u0323'.repeat(15)}b`.repeat(3);
    assert.equal(alphabeticalKey(line).collated, line);
  });
});
