import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { refusalOf, runOperation } from '../../support/operations.js';
import { engine } from '../../support/tool-cases.js';

const sortDedupe = (request: object) => runOperation('sort-dedupe', request) as { output: string; lines: number };
const refusal = (request: object) => refusalOf('sort-dedupe', request);
/** All options off, so that a test can enable one of them. */
const off = { trimLines: false, dropBlank: false, dedupe: false, sort: false };
const linesOf = (request: object) => {
  const { output, lines } = sortDedupe(request);
  assert.equal(lines, output === '' && lines === 0 ? 0 : output.split('\n').length);
  return lines === 0 ? [] : output.split('\n');
};

test('the given example', () => {
  const lines = ['apple', 'banana', 'apple', ' cherry ', '', 'Banana'];
  const expected = { output: 'apple\nbanana\nBanana\ncherry', lines: 4 };
  assert.deepEqual(sortDedupe({ lines }), expected);
  assert.deepEqual(sortDedupe({ input: lines.join('\n') }), expected);
  assert.deepEqual(sortDedupe({ lines, ignoreCase: true }), { output: 'apple\nbanana\ncherry', lines: 3 });
});

describe('lines', () => {
  test('end at every kind of line end, and a final line end starts no new line', () => {
    assert.deepEqual(linesOf({ ...off, input: 'c\r\nb\ra\n\nd\n' }), ['c', 'b', 'a', '', 'd']);
    assert.deepEqual(linesOf({ ...off, input: 'a\u2028b\u2029c\u0085d\fe\vf' }), ['a\u2028b\u2029c\u0085d\fe\vf']);
  });
  test('an element with line ends is several lines', () => {
    const lines = ['a', '', 'b\r\nc', 'd\n', '\n', 'e\r\rf', ''];
    assert.deepEqual(linesOf({ ...off, lines }), ['a', '', 'b', 'c', 'd', '', 'e', '', 'f', '']);
  });
  test('do not change with all options off, lone surrogates and prototype names too', () => {
    const lines = [' b\ud800', '__proto__', 'constructor', '__proto__', ' b\ud800'];
    assert.deepEqual(linesOf({ ...off, lines }), lines);
    assert.deepEqual(linesOf({ ...off, dedupe: true, lines }), lines.slice(0, 3));
    assert.deepEqual(linesOf({ ...off, dedupe: true, ignoreCase: true, lines }), lines.slice(0, 3));
  });
});

describe('each step', () => {
  test('trimming removes what String.prototype.trim removes', () => {
    const lines = ['\ufeff\u00a0 a\u3000', '\u200bb '];
    assert.deepEqual(linesOf({ ...off, trimLines: true, lines }), ['a', '\u200bb']);
  });
  test('a line of only white space is blank, trimmed or not', () => {
    const lines = ['a', '', ' \t', '\u3000', '\u200b'];
    assert.deepEqual(linesOf({ ...off, dropBlank: true, lines }), ['a', '\u200b']);
    assert.deepEqual(linesOf({ ...off, trimLines: true, lines }), ['a', '', '', '', '\u200b']);
  });
  test('the first of several duplicates is kept', () => {
    const lines = ['b', 'B', 'a', 'b', 'e\u0301', 'é', ' b', 'ß', 'SS'];
    assert.deepEqual(linesOf({ ...off, dedupe: true, lines }), ['b', 'B', 'a', 'e\u0301', 'é', ' b', 'ß', 'SS']);
  });
  test('with ignoreCase, equal means equal in lower case, and nothing more', () => {
    const lines = [
      'B',
      'b',
      'É',
      'é',
      'e\u0301',
      'STRASSE',
      'straße',
      'Σ',
      'σ',
      'ς',
      'İ',
      'i\u0307',
      'ı',
      'K',
      '\u212a',
    ];
    const kept = ['B', 'É', 'e\u0301', 'STRASSE', 'straße', 'Σ', 'ς', 'İ', 'ı', 'K'];
    assert.deepEqual(linesOf({ ...off, dedupe: true, ignoreCase: true, lines }), kept);
    assert.deepEqual(linesOf({ ...off, ignoreCase: true, lines }), lines);
  });
  test('sorting is alphabetical, whatever ignoreCase says', () => {
    const lines = ['éclair', 'b', 'Eclair', 'B', 'eclair', 'a'];
    const sorted = ['a', 'b', 'B', 'eclair', 'Eclair', 'éclair'];
    assert.deepEqual(linesOf({ ...off, sort: true, lines }), sorted);
    assert.deepEqual(linesOf({ ...off, sort: true, ignoreCase: true, lines }), sorted);
    assert.deepEqual(linesOf({ ...off, sort: true, direction: 'desc', lines }), sorted.toReversed());
  });
  test('a direction without sorting changes nothing', () => {
    assert.deepEqual(linesOf({ ...off, direction: 'desc', lines: ['b', 'c', 'a'] }), ['b', 'c', 'a']);
  });
});

describe('the order of work', () => {
  test('trim comes before drop blank, dedupe and sort', () => {
    assert.deepEqual(linesOf({ lines: ['  b', ' ', 'b', 'a'] }), ['a', 'b']);
  });
  test('dedupe comes before sort: the first in the input is kept, not the first in order', () => {
    assert.deepEqual(linesOf({ lines: ['B', 'c', 'b', 'A', 'a'], ignoreCase: true }), ['A', 'B', 'c']);
    assert.deepEqual(linesOf({ lines: ['b', 'B'], ignoreCase: true, direction: 'desc' }), ['b']);
  });
});

describe('empty output, empty input', () => {
  test('an empty output is a success', () => {
    for (const request of [{ lines: [''] }, { input: '\n' }, { input: ' \r\n\t' }, { lines: [' ', '\n'] }]) {
      assert.deepEqual(sortDedupe(request), { output: '', lines: 0 });
    }
    assert.deepEqual(sortDedupe({ input: '\n', dropBlank: false }), { output: '', lines: 1 });
  });
  test('an empty input is refused', () => {
    for (const request of [{}, { lines: [] }, { input: '' }, { lines: [], input: '' }]) {
      assert.equal(refusal(request), 'No lines provided');
    }
  });
});

describe('refusals', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
  test('more than one field', () => {
    assert.equal(refusal({ lines: ['a'], input: 'b' }), 'Provide only one of lines, input');
    assert.equal(refusal({ lines: [''], input: '\n' }), 'Provide only one of lines, input');
    assert.equal(sortDedupe({ lines: ['a'], input: '' }).lines, 1);
    assert.equal(sortDedupe({ lines: [], input: 'a' }).lines, 1);
  });
  test('too many lines, counted before any work, inside elements too', () => {
    assert.equal(sortDedupe({ lines: lines(5000) }).lines, 5000);
    assert.equal(refusal({ lines: lines(5001) }), 'Too many lines: 5001 (maximum 5000)');
    assert.equal(refusal({ lines: ['\n'.repeat(5000), 'a'] }), 'Too many lines: 5001 (maximum 5000)');
    assert.equal(sortDedupe({ input: 'a\r\n'.repeat(5000) }).lines, 1);
    assert.equal(refusal({ input: `${'a\n'.repeat(5000)}b` }), 'Too many lines: 5001 (maximum 5000)');
  });
  test('too much text', () => {
    const half = 'é'.repeat(500_000);
    assert.equal(sortDedupe({ lines: [half, half] }).lines, 1);
    assert.equal(refusal({ lines: [half, half, 'a'] }), 'Input too large: 1000001 characters (maximum 1000000)');
    assert.equal(refusal({ input: `${half}\n${half}` }), 'Input too large: 1000001 characters (maximum 1000000)');
  });
  test('wrong types and unknown fields', () => {
    const cases: [object, string][] = [
      [{ lines: 'a' }, 'lines must be an array'],
      [{ lines: ['a', null] }, 'lines[1] must be a string'],
      [{ input: ['a'] }, 'input must be a string'],
      [{ lines: ['a'], trimlines: true }, 'Unknown field: trimlines'],
      [{ lines: ['a'], trimLines: 'true' }, 'trimLines must be a boolean'],
      [{ lines: ['a'], dropBlank: 1 }, 'dropBlank must be a boolean'],
      [{ lines: ['a'], dedupe: null }, 'dedupe must be a boolean'],
      [{ lines: ['a'], ignoreCase: 0 }, 'ignoreCase must be a boolean'],
      [{ lines: ['a'], sort: 'asc' }, 'sort must be a boolean'],
      [{ lines: ['a'], direction: 'up' }, 'direction must be one of: asc, desc'],
    ];
    for (const [request, message] of cases) assert.equal(refusal(request), message);
  });
  test('only the first error is reported, in this order: type, both fields, size, number', () => {
    const tooLarge = 'a'.repeat(1_000_001);
    assert.equal(refusal({ lines: [1], input: 'a' }), 'lines[0] must be a string');
    assert.equal(refusal({ lines: lines(5001), input: tooLarge }), 'Provide only one of lines, input');
    assert.match(refusal({ lines: [...lines(5001), tooLarge] }), /^Input too large: /);
  });
});

describe('properties', () => {
  const character = fc.constantFrom(
    'a',
    'A',
    'b',
    'é',
    'e\u0301',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '\u00ad',
    '🚀',
    '\ud800',
  );
  const line = fc.array(character, { maxLength: 5 }).map((all) => all.join(''));
  const options = fc.record({
    trimLines: fc.boolean(),
    dropBlank: fc.boolean(),
    dedupe: fc.boolean(),
    ignoreCase: fc.boolean(),
    sort: fc.boolean(),
    direction: fc.constantFrom('asc', 'desc'),
  });
  const request = fc.tuple(fc.array(line, { minLength: 1, maxLength: 12 }), options);

  test('the output agrees with the definition, step by step', () => {
    const collator = new Intl.Collator('en');
    fc.assert(
      fc.property(request, ([lines, config]) => {
        let expected = lines.flatMap((element) => element.replace(/(\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/));
        if (config.trimLines) expected = expected.map((text) => text.trim());
        if (config.dropBlank) expected = expected.filter((text) => /\S/.test(text));
        if (config.dedupe) {
          const fold = (text: string) => (config.ignoreCase ? text.toLowerCase() : text);
          expected = expected.filter((text, at, all) => all.findIndex((other) => fold(other) === fold(text)) === at);
        }
        if (config.sort) expected.sort((a, b) => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0));
        if (config.sort && config.direction === 'desc') expected.reverse();
        assert.deepEqual(linesOf({ lines, ...config }), expected);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });
  test('is idempotent', () => {
    fc.assert(
      fc.property(request, ([lines, config]) => {
        const once = sortDedupe({ lines, ...config });
        if (once.lines > 0) assert.deepEqual(sortDedupe({ lines: once.output.split('\n'), ...config }), once);
      }),
      { seed: 2, numRuns: 1000 },
    );
  });
  test('the order of the input has no effect when lines are sorted', () => {
    const permuted = fc
      .array(line, { minLength: 1 })
      .chain((lines) => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })));
    fc.assert(
      fc.property(permuted, ([lines, shuffled]) => {
        assert.deepEqual(sortDedupe({ lines: shuffled }), sortDedupe({ lines }));
      }),
      { seed: 3, numRuns: 1000 },
    );
  });
});

test('the inline engine gives the same bytes for a short list, and declines a longer one', () => {
  const body = (count: number) =>
    Buffer.from(JSON.stringify({ lines: Array.from({ length: count }, (_, i) => `${i}`) }));
  assert.deepEqual(engine.executeInline('sort-dedupe', body(50)), engine.execute('sort-dedupe', body(50)));
  assert.equal(engine.executeInline('sort-dedupe', body(800)), undefined);
});
