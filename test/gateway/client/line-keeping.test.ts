import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type LineKeeping, type Options, unmetConditions } from '#gateway/client/line-keeping.js';

const noLineEnd = { pattern: '^[^\\r\\n]*$' };
const properties = { mode: { default: 'a' }, text: { default: 'x' }, list: {} };

describe('whether a tool keeps the number of lines', () => {
  const cases: [name: string, keepsLines: LineKeeping, options: Options, unmet: string | undefined][] = [
    ['with all options', true, { mode: 'b' }, undefined],
    ['with none', false, {}, 'never'],
    ['without an alternative', [], {}, 'never'],
    ['by a default', [{ mode: { enum: ['a', 'b'] } }], {}, undefined],
    ['by an option', [{ mode: { enum: ['b'] } }], { mode: 'b' }, undefined],
    ['not by a default', [{ mode: { enum: ['b', false] } }], {}, 'mode: b or false'],
    ['by a value of the same type only', [{ mode: { enum: [1] } }], { mode: '1' }, 'mode: 1'],
    ['an option that is undefined has its default', [{ mode: { enum: ['a'] } }], { mode: undefined }, undefined],
    ['a name that all objects have', [{ toString: { enum: ['a'] } }], {}, 'toString: a'],
    ['by a pattern', [{ text: noLineEnd }], { text: 'a\u2028b' }, undefined],
    ['not by a pattern', [{ text: noLineEnd }], { text: 'a\n' }, 'no line end in text'],
    ['by another pattern', [{ text: { pattern: '^.$' } }], { text: '👍' }, undefined],
    ['not by another pattern', [{ text: { pattern: '^.$' } }], { text: '👍👍' }, 'text matching ^.$'],
    [
      'not by a long pattern',
      [{ text: { pattern: `^${'a'.repeat(90)}$` } }],
      {},
      'text of the form that keepsLines of the tool describes',
    ],
    ['no text is as good as any', [{ list: noLineEnd }], {}, undefined],
    ['all texts of a list', [{ list: noLineEnd }], { list: [['a', 'b'], 'c', []] }, undefined],
    [
      'one text of a list that does not match',
      [{ list: noLineEnd }],
      { list: [['a', 'b\r'], 'c'] },
      'no line end in list',
    ],
    ['what is no text', [{ list: noLineEnd }], { list: [1] }, 'no line end in list'],
    ['what is an object', [{ list: noLineEnd }], { list: {} }, 'no line end in list'],
    [
      'several conditions',
      [{ mode: { enum: ['b'] }, text: noLineEnd }],
      { text: '\n' },
      'mode: b, and no line end in text',
    ],
    [
      'several texts that must not have a line end',
      [{ text: noLineEnd, mode: { enum: ['b', 'c', 1] }, list: noLineEnd }],
      { text: '\n', list: ['\n'] },
      'mode: b, c or 1, and no line end in text or list',
    ],
    ['the second alternative', [{ mode: { enum: ['b'] } }, { text: noLineEnd }], {}, undefined],
    [
      'of several alternatives the nearest is named',
      [{ mode: { enum: ['b'] }, text: noLineEnd }, { mode: { enum: ['c'] } }],
      { text: '\n' },
      'mode: c',
    ],
  ];
  for (const [name, keepsLines, options, unmet] of cases) {
    test(name, () => assert.equal(unmetConditions({ keepsLines, config: { properties } }, options), unmet));
  }

  test('an unknown condition of a newer gateway counts as not met', () => {
    const keepsLines = [{ mode: { maximum: 3 } }] as unknown as LineKeeping;
    assert.equal(unmetConditions({ keepsLines, config: { properties } }), 'mode as keepsLines of the tool describes');
  });

  test('a gateway without keepsLines counts as never', () => {
    const tool = { config: {} } as unknown as Parameters<typeof unmetConditions>[0];
    assert.equal(unmetConditions(tool), 'never');
  });
});
