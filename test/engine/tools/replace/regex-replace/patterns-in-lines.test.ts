import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import regexReplace from '#engine/tools/replace/regex-replace.js';
import { unmetConditions } from '#gateway/client/line-keeping.js';

const keeps = (pattern: string, flags = '') =>
  unmetConditions(regexReplace, { pattern, flags, replacement: '', limit: 0 }) === undefined;

describe('whether a pattern matches within lines', () => {
  const cases: [pattern: string, keeps: boolean][] = [
    ['a', true],
    ['a*b?c{0,2}d', true],
    ['\\ba{0}b{1,}', true],
    ['(a|b+)(?:c|)*', true],
    ['(?<name>a?b|c)', true],
    ['(a|b?)c', true],
    ['a*', false],
    ['a{0}b{00,3}', false],
    ['(a|b?)', false],
    ['(a|b)?', false],
    ['(a|b){0,1}', false],
    ['', false],
    ['a|b', false],
    ['\\s', false],
  ];
  for (const [pattern, expected] of cases) test(pattern, () => assert.equal(keeps(pattern), expected));
});

test('is decided for many alternatives, where two readings of each would take years', () => {
  for (const end of ['$', '\\B', '(']) assert.equal(keeps(`(?:${'ab|'.repeat(600)}x)${end}`), false, end);
  assert.equal(keeps(`${'(a|b?)'.repeat(300)}c`), true);
  assert.equal(keeps('(a)'.repeat(600)), true);
});
