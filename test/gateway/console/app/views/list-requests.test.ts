import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  draftSanitize,
  namesIn,
  sanitizeDefaults,
} from '../../../../../gateway/console/app/views/sanitize/sanitize-request.js';
import {
  countLines,
  draftSort,
  type SortOptions,
  sortDefaults,
} from '../../../../../gateway/console/app/views/sort/sort-request.js';
import { answerTo } from '../../../../support/operations.js';

describe('a request to sanitize', () => {
  test('leaves out options with their defaults, and blank lines', () => {
    assert.deepEqual(draftSanitize(' a \r\n\n\tb\rc', sanitizeDefaults), {
      body: { urls: [' a ', '\tb', 'c'] },
      urlProblem: '',
      extraProblem: '',
      keepProblem: '',
    });
  });
  test('names are one per line or separated by commas, without duplicates', () => {
    assert.deepEqual(namesIn('a, b\r\n c d ,\n,a\rB'), ['a', 'b', 'c d', 'B']);
  });
  test('reports what exceeds a limit before it is sent', () => {
    const problem = (text: string) => draftSanitize(text, sanitizeDefaults).urlProblem;
    assert.equal(problem('u\n'.repeat(500)), '');
    assert.equal(
      problem('u\n'.repeat(501)),
      '501 URLs: at most 500 go into one request. The command textmill sanitize takes files of any length.',
    );
    // Line ends do not count: only the URLs are sent.
    assert.equal(problem(`${'u'.repeat(500_000)}\n${'u'.repeat(500_000)}`), '');
    const long =
      '1,000,001 characters: at most 1,000,000 go into one request. The command textmill sanitize takes files of any length.';
    assert.equal(problem(`${'u'.repeat(500_000)}\n${'u'.repeat(500_001)}`), long);
  });
  test('reports invalid names', () => {
    const names = (text: string) => draftSanitize('u', { ...sanitizeDefaults, extraParams: text, keepParams: text });
    const many = Array.from({ length: 501 }, (_, index) => index).join();
    assert.equal(names(many).extraProblem, '501 names: at most 500 go into one request.');
    assert.equal(names('n'.repeat(201)).keepProblem, 'A name has 200 characters at most; one has 201.');
    assert.equal(names('n'.repeat(200)).keepProblem, '');
  });
});

describe('a request to sort', () => {
  test('leaves out options with their defaults or without effect', () => {
    assert.deepEqual(draftSort('a', sortDefaults).body, { input: 'a' });
    const idle: SortOptions = { ...sortDefaults, dedupe: false, ignoreCase: true, sort: false, direction: 'desc' };
    assert.deepEqual(draftSort('a', idle).body, { input: 'a', dedupe: false, sort: false });
  });
  test('reports what exceeds a limit before it is sent', () => {
    const problem = (text: string) => draftSort(text, sortDefaults).problem;
    assert.equal(problem('a\n'.repeat(5_000)), '');
    assert.equal(
      problem('a\n'.repeat(5_001)),
      '5,001 lines: at most 5,000 go into one request. The command textmill sort takes files of any length.',
    );
    assert.equal(problem('a'.repeat(1_000_000)), '');
    assert.match(problem('a'.repeat(1_000_001)), /^1,000,001 characters/);
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
          const draft = draftSort(lines.map((text) => text + end).join(''), chosen);
          const { lines: linesOut } = answerTo('sort-dedupe', draft.body) as { lines: number };
          const without = answerTo('sort-dedupe', { ...draft.body, dedupe: false }) as { lines: number };
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
