import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { draftSanitize, namesIn, sanitizeDefaults } from '#gateway/console/app/views/sanitize/sanitize-request.js';
import { countLines, draftSort, type SortOptions, sortDefaults } from '#gateway/console/app/views/sort/sort-request.js';
import { runOperation } from '../../../../support/operations.js';

describe('a request to sanitize', () => {
  test('leaves out options with their defaults, and blank lines', () => {
    const urls = [' a ', '\tb', 'c'];
    assert.deepEqual(draftSanitize(' a \r\n\n\tb\rc', sanitizeDefaults, true), {
      list: { urls, parts: [{ urls }], whole: { urls }, isAtGateway: true },
      urlProblem: '',
      extraProblem: '',
      keepProblem: '',
    });
  });
  test('names are one per line or separated by commas, without duplicates', () => {
    assert.deepEqual(namesIn('a, b\r\n c d ,\n,a\rB'), ['a', 'b', 'c d', 'B']);
  });
  test('reports what exceeds a limit before it is sent', () => {
    const problem = (text: string) => draftSanitize(text, sanitizeDefaults, true).urlProblem;
    // Line ends do not count: only the URLs are sent.
    assert.equal(problem(`${'u'.repeat(500_000)}\n${'u'.repeat(500_000)}`), '');
    const long =
      '1,000,001 characters: at most 1,000,000 can be sent. The command textmill sanitize takes files of any length.';
    assert.equal(problem(`${'u'.repeat(500_000)}\n${'u'.repeat(500_001)}`), long);
  });
  test('has at most 500 URLs in a part, and each part all options', () => {
    const urls = Array.from({ length: 1_001 }, (_, index) => `u${index}`);
    const { list } = draftSanitize(urls.join('\n'), { ...sanitizeDefaults, explain: true }, true);
    assert.deepEqual(
      list.parts.map((part) => [part.urls.length, part.explain]),
      [
        [500, true],
        [500, true],
        [1, true],
      ],
    );
    assert.deepEqual(
      list.parts.flatMap((part) => part.urls),
      urls,
    );
  });
  test('reports invalid names', () => {
    const names = (text: string) =>
      draftSanitize('u', { ...sanitizeDefaults, extraParams: text, keepParams: text }, true);
    const many = Array.from({ length: 501 }, (_, index) => index).join();
    assert.equal(names(many).extraProblem, '501 names: at most 500 go into one request.');
    assert.equal(names('n'.repeat(201)).keepProblem, 'A name has 200 characters at most; one has 201.');
    assert.equal(names('n'.repeat(200)).keepProblem, '');
  });
});

describe('a list that this browser runs', () => {
  const entries = (count: number) => 'https://example.com/\n'.repeat(count);
  test('is one request with all of it, up to the limits of the browser', () => {
    const { list, urlProblem } = draftSanitize(entries(50_000), sanitizeDefaults, false);
    assert.deepEqual([list.whole.urls.length, urlProblem], [50_000, '']);
    const sorted = draftSort(entries(200_000), sortDefaults, false);
    assert.deepEqual([sorted.whole, sorted.problem], [{ input: entries(200_000) }, '']);
  });
  test('is refused beyond them', () => {
    const said = [
      draftSanitize('a\n'.repeat(50_001), sanitizeDefaults, false).urlProblem,
      draftSanitize('a'.repeat(5_000_001), sanitizeDefaults, false).urlProblem,
      draftSort('a\n'.repeat(500_001), sortDefaults, false).problem,
    ];
    assert.deepEqual(said, [
      '50,001 URLs: at most 50,000 fit on this page. The command textmill sanitize takes files of any length.',
      '5,000,001 characters: at most 5,000,000 fit on this page. The command textmill sanitize takes files of any length.',
      '500,001 lines: at most 500,000 fit on this page. The command textmill sort takes files of any length.',
    ]);
  });
});

describe('a request to sort', () => {
  test('leaves out options with their defaults or without effect', () => {
    assert.deepEqual(draftSort('a', sortDefaults, true).parts, [{ input: 'a' }]);
    const idle: SortOptions = { ...sortDefaults, dedupe: false, ignoreCase: true, sort: false, direction: 'desc' };
    assert.deepEqual(draftSort('a', idle, true).parts, [{ input: 'a', dedupe: false, sort: false }]);
  });
  test('reports what exceeds a limit before it is sent', () => {
    const problem = (text: string) => draftSort(text, sortDefaults, true).problem;
    assert.equal(problem('a\n'.repeat(5_000)), '');
    assert.equal(
      problem('a\n'.repeat(5_001)),
      '5,001 lines: at most 5,000 go into one request. The command textmill sort takes files of any length.',
    );
    const alone = (options: Partial<SortOptions>) =>
      draftSort('a\n'.repeat(5_001), { ...sortDefaults, ...options }, true).problem;
    assert.notEqual(alone({ sort: false }), '');
    assert.notEqual(alone({ dedupe: false }), '');
    assert.equal(alone({ sort: false, dedupe: false }), '');
    assert.equal(problem('a'.repeat(1_000_000)), '');
    assert.match(problem('a'.repeat(1_000_001)), /^1,000,001 characters/);
  });
  test('the results of its parts are together what the lines give without a limit, also where blank lines are kept', () => {
    const lines = Array.from({ length: 12_000 }, (_, index) =>
      index % 5 === 4 || index % 5_000 > 4_990 ? ' ' : ` ${index}`,
    );
    for (const dropBlank of [false, true]) {
      const options = { ...sortDefaults, sort: false, dedupe: false, dropBlank };
      const { parts } = draftSort(lines.join('\r\n'), options, true);
      const responses = parts.map((part) => runOperation('sort-dedupe', part) as { output: string; lines: number });
      assert.equal(parts.length, 3);
      const wanted = lines.map((line) => line.trim()).filter((line) => !dropBlank || line !== '');
      assert.deepEqual(
        responses.flatMap(({ output }) => output.split('\n')),
        wanted,
      );
      assert.equal(
        responses.reduce((sum, response) => sum + response.lines, 0),
        wanted.length,
      );
    }
  });
  test('the counts of lines are exact, for all lines and options', () => {
    const line = fc.constantFrom('', ' ', '\t', 'a', 'A', ' a', 'b', 'ä');
    const options = fc.record({
      trimLines: fc.boolean(),
      dropBlank: fc.boolean(),
      dedupe: fc.boolean(),
      ignoreCase: fc.boolean(),
      sort: fc.boolean(),
      direction: fc.constantFrom<'asc' | 'desc'>('asc', 'desc'),
    });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        options,
        (lines, end, chosen) => {
          const draft = draftSort(lines.map((text) => text + end).join(''), chosen, true);
          const [body = { input: '' }] = draft.parts;
          const { lines: linesOut } = runOperation('sort-dedupe', body) as { lines: number };
          const without = runOperation('sort-dedupe', { ...body, dedupe: false }) as { lines: number };
          assert.deepEqual(countLines(draft, linesOut), {
            linesIn: lines.length,
            linesOut,
            blank: lines.length - without.lines,
            duplicates: without.lines - linesOut,
          });
        },
      ),
    );
  });
});
