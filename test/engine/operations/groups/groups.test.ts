import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { RequestedStep } from '#engine/operations/requested-step.js';
import { line } from '../../../support/line-texts.js';
import { runRequest } from '../../../support/run-request.js';
import { sampleSize } from '../../../support/sample-size.js';

const upper = ['upper-case'];
const nothing = { toolSlug: 'find-replace', config: { find: '\ue123', replace: '' } };

const everyEach = [
  undefined,
  'line',
  'paragraph',
  { csv: { columns: [1], hasHeaders: false, quotes: 'lenient' } },
  { csv: { columns: [1], hasHeaders: false, quotes: 'none', delimiter: ';' } },
  { field: { fields: [1, -1] } },
  { field: { fields: [1], separator: ',' } },
  { match: { pattern: '[^a]' } },
  { match: { pattern: '(?i)(b)|.', group: 1 } },
];

const lineEnds = fc.constantFrom('\n', '\r\n', '\r', '');
const text = fc
  .tuple(fc.constantFrom('', '\ufeff'), fc.array(fc.tuple(line, lineEnds), { maxLength: 6 }))
  .map(([mark, lines]) => mark + lines.map((parts) => parts.join('')).join(''));

describe('a group whose steps change nothing', () => {
  for (const each of everyEach) {
    test(`returns any text byte for byte: ${JSON.stringify(each) ?? 'the whole text'}`, () => {
      fc.assert(
        fc.property(text, (input) => {
          const step = { steps: [nothing], ...(each !== undefined && { each }) };
          const { result, error } = runRequest({ input, steps: [{ ...step, onError: 'keep' }] });
          assert.equal(result, input, error);
        }),
        { seed: 11, numRuns: sampleSize(2_000) },
      );
    });
  }
});

describe('cases', () => {
  const bad = 'number-base-converter';
  const cases: readonly (readonly [input: string, steps: readonly unknown[], expected: string, title: string])[] = [
    ['a\r\nb\n', [{ each: 'line', steps: upper }], 'A\r\nB\n', 'line ends stay'],
    ['', [{ each: 'line', steps: ['add-prefix-suffix'] }], '', 'an empty text has no lines'],
    ['a', [{ steps: upper }], 'A', 'without each, the text is the only part'],
    ['', [{ steps: [{ toolSlug: 'insert-text', config: { text: 'x' } }] }], 'x', 'an empty text too'],
    [
      'a b',
      [{ each: 'line', steps: [{ toolSlug: 'find-replace', config: { find: ' ', replace: '\n' } }] }],
      'a\nb',
      'a line may become several',
    ],
    ['z\n1\n', [{ each: 'line', steps: [bad], onError: 'drop' }], '1\n', 'a line is dropped with its line end'],
    ['1\nz', [{ each: 'line', steps: [bad], onError: 'drop' }], '1', 'no final line end appears'],
    ['z\ny', [{ each: 'line', steps: [bad], onError: 'drop' }], '', 'nothing is left'],
    ['1\nz', [{ each: 'line', steps: [bad], onError: 'mark' }], '1\ninvalid: z', 'marked'],
    ['1\nz', [{ each: 'line', steps: [bad], onError: 'blank' }], '1\n', 'emptied'],
    [
      'a\n\nz\n\n\n1\n',
      [{ each: 'paragraph', steps: [bad], onError: 'drop' }],
      '1\n',
      'paragraphs, with the blank lines behind',
    ],
    ['a b\nc\n\nd', [{ each: 'paragraph', steps: ['line-break-remover'] }], 'a b c\n\nd', 'paragraphs'],
    [
      '1\n\nz',
      [{ each: 'paragraph', steps: [bad], onError: 'drop' }],
      '1',
      'a paragraph at the end, with those before',
    ],
    [
      'a1b',
      [
        {
          each: { match: { pattern: '(a)(\\d)', group: 2 } },
          steps: [{ toolSlug: 'insert-text', config: { text: '0', at: 'end' } }],
        },
      ],
      'a10b',
      'a group of a pattern',
    ],
    [
      'a1bz2',
      [{ each: { match: { pattern: '(?<letter>[a-z]+)\\d', group: 'letter' } }, steps: [bad], onError: 'drop' }],
      '',
      'the whole match is dropped',
    ],
    [
      'x= y=1',
      [
        {
          each: { match: { pattern: '=(\\d?)', group: 1 } },
          steps: [{ toolSlug: 'insert-text', config: { text: '0' } }],
        },
      ],
      'x=0 y=10',
      'a group of a match may be empty',
    ],
    ['  a  b', [{ each: { field: { fields: [-1] } }, steps: upper }], '  a  B', 'a field from the end'],
    [
      'a\t\tb',
      [
        {
          each: { field: { fields: [2], separator: '\t' } },
          steps: [{ toolSlug: 'insert-text', config: { text: 'x' } }],
        },
      ],
      'a\tx\tb',
      'an empty field',
    ],
    [
      'ab\nc',
      [{ each: 'line', when: { longerThan: 1 }, steps: upper, else: ['repeat-text'] }],
      'AB\ncc',
      'what does not meet the condition',
    ],
    ['ab\nc', [{ each: 'line', when: { longerThan: 1 }, steps: upper }], 'AB\nc', 'stays without else'],
    [
      '👍\n👍👍',
      [{ each: 'line', when: { longerThan: 1 }, steps: ['repeat-text'] }],
      '👍\n👍👍👍👍',
      'characters are code points',
    ],
    [
      'Straße\nx',
      [{ each: 'line', when: { contains: 'STRAẞE', caseSensitive: false }, steps: upper }],
      'STRASSE\nx',
      'case is folded',
    ],
    [
      'a.b',
      [{ each: 'line', steps: [{ each: { field: { fields: [2], separator: '.' } }, steps: upper }] }],
      'a.B',
      'groups in groups',
    ],
  ];
  for (const [input, steps, expected, title] of cases) {
    test(title, () => {
      const { result, error } = runRequest({ input, steps });
      assert.equal(result, expected, error);
    });
  }
});

describe('what is wrong with a group is said with its place', () => {
  const deep = (levels: number): RequestedStep => (levels === 0 ? 'upper-case' : { steps: [deep(levels - 1)] });
  const refusals: readonly (readonly [step: unknown, error: string, input?: string])[] = [
    [
      { each: 'lines', steps: upper },
      'steps[0].each must be line, paragraph, or an object with csv, field, json or match. Did you mean "line"?',
    ],
    [
      { each: 5, steps: upper },
      'steps[0].each must be line, paragraph, or an object with one of: csv, field, json, match',
    ],
    [
      { each: {}, steps: upper },
      'steps[0].each must be line, paragraph, or an object with one of: csv, field, json, match',
    ],
    [
      { each: { csv: { columns: [1] }, json: { path: '$' } }, steps: upper },
      'steps[0].each must have only one of csv, json',
    ],
    [{ each: { line: true }, steps: upper }, 'Unknown field: steps[0].each.line'],
    [{ each: { jsn: {} }, steps: upper }, 'Unknown field: steps[0].each.jsn. Did you mean json?'],
    [{ each: { field: { fields: [0] } }, steps: upper }, 'steps[0].each.field.fields[0] must be at least 1'],
    [{ each: { match: { pattern: 'x', flags: 'g' } }, steps: upper }, 'steps[0].each.match.flags must match ^[ims]*$'],
    [{ each: { match: { pattern: '(' } }, steps: upper }, 'Step 1: pattern: missing closing ): ('],
    [
      { each: { match: { pattern: 'a*' } }, steps: upper },
      'Step 1: line 1, column 2: the pattern matches an empty text',
      'ab',
    ],
    [
      { each: { match: { pattern: 'a', group: 'x' } }, steps: upper },
      'Step 1: group: the pattern has no group named x',
    ],
    [
      { each: { field: { fields: [3] } }, steps: upper },
      'Step 1 failed at line 2: there is no field 3; the line has 2',
      '1 2 3\n1 2',
    ],
    [{ onerror: 'keep', steps: upper }, 'Unknown field: steps[0].onerror. Did you mean onError?'],
    [{ onError: 'skip', steps: upper }, 'steps[0].onError must be one of: error, keep, drop, blank, mark'],
    [
      { onError: 'marc', steps: upper },
      'steps[0].onError must be one of: error, keep, drop, blank, mark. Did you mean "mark"?',
    ],
    [{ steps: [] }, 'steps[0].steps must have at least 1 item'],
    [{ steps: 'upper-case' }, 'steps[0].steps must be an array'],
    [{ steps: [5] }, 'steps[0].steps[0] must be a string or an object'],
    [{ steps: [{ tool: 'x' }] }, 'steps[0].steps[0].toolSlug is required'],
    [{ steps: ['uper-case'] }, 'Unknown tool: uper-case. Did you mean upper-case?'],
    [{ steps: [{ toolSlug: 'trim-lines', config: { colour: 1 } }] }, 'Unknown option for trim-lines: colour'],
    [
      { steps: [{ toolSlug: 'trim-lines', config: { side: 1 } }] },
      'steps[0].steps[0].config.side must be one of: both, start, end',
    ],
    [{ steps: upper, else: upper }, 'steps[0].else needs when'],
    [
      { steps: upper, when: {} },
      'steps[0].when must be an object with one of: contains, matches, equals, blank, longerThan, not, all, any',
    ],
    [{ steps: upper, when: { contain: 'x' } }, 'Unknown field: steps[0].when.contain. Did you mean contains?'],
    [{ steps: upper, when: { contains: '' } }, 'steps[0].when.contains must be at least 1 character long'],
    [{ steps: upper, when: { blank: true, caseSensitive: true } }, 'Unknown field: steps[0].when.caseSensitive'],
    [{ steps: upper, when: { not: { equals: 5 } } }, 'steps[0].when.not.equals must be a string'],
    [{ steps: upper, when: { all: [] } }, 'steps[0].when.all must be an array of 1 to 25 conditions'],
    [{ steps: upper, when: { any: [{ blank: 1 }] } }, 'steps[0].when.any[0].blank must be a boolean'],
    [
      { steps: upper, when: { not: { not: { not: { not: { not: { blank: true } } } } } } },
      'steps[0].when.not.not.not.not.not must be nested at most 5 levels deep',
    ],
    [{ steps: upper, when: { matches: '(' } }, 'Step 1: matches: missing closing ): ('],
    [deep(4), 'steps[0].steps[0].steps[0].steps[0] must be nested at most 3 levels deep'],
    [{ steps: Array.from({ length: 26 }, () => 'upper-case') }, 'Too many steps: 26 (maximum 25)'],
  ];
  for (const [step, expected, input = 'a'] of refusals) {
    test(expected, () => {
      const { status, error } = runRequest({ input, steps: [step] });
      assert.deepEqual([status, error], [400, expected]);
    });
  }

  for (const inner of [
    { when: { matches: '(' }, steps: upper },
    { each: { match: { pattern: '(' } }, steps: upper },
    { each: { json: { path: '$[[' } }, steps: upper },
  ]) {
    test(`a wrong pattern or path inside is never forgiven, nor left unread: ${JSON.stringify(inner)}`, () => {
      for (const input of ['a', '']) {
        const { status, error } = runRequest({ input, steps: [{ each: 'line', onError: 'drop', steps: [inner] }] });
        assert.equal(status, 400);
        assert.match(error ?? '', /^Step 1: (?:matches|pattern|path), character|^Step 1: (?:matches|pattern): missing/);
      }
    });
  }

  test('three levels and 25 tools are not too many', () => {
    assert.equal(runRequest({ input: 'a', steps: [deep(3)] }).result, 'A');
    const many = Array.from({ length: 13 }, () => 'upper-case');
    const { meta } = runRequest({ input: 'a', steps: [{ when: { blank: true }, steps: many, else: many.slice(1) }] });
    assert.equal(meta?.stepsExecuted, 25);
  });
});

describe('a part that fails', () => {
  const query = { toolSlug: 'json-query', config: { expression: 'user.name' } };

  test('is named by step, path, part, line and column', () => {
    const steps = ['trim-text', { each: { field: { fields: [2], separator: ';' } }, steps: ['trim-lines', query] }];
    const { status, error, details } = runRequest({ input: 'a;{}\nb;[\n', steps });
    assert.deepEqual(
      [status, error],
      [400, 'Step 3 (json-query) failed at line 2: column 2: expected a value, found the end of the text'],
    );
    const { step, tool, path, part, line: row, column, cause } = details ?? {};
    assert.deepEqual(
      { step, tool, path, part, line: row, column, cause },
      { step: 3, tool: 'json-query', path: 'steps[1].steps[1]', part: 2, line: 2, column: 3, cause: 'invalid-json' },
    );
  });

  test('is counted where it is forgiven, and the first 20 are listed', () => {
    const input = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? 'z' : '1')).join('\n');
    const { meta } = runRequest({
      input,
      steps: [{ each: 'line', steps: ['number-base-converter'], onError: 'keep' }],
    });
    const failed = meta?.failed as {
      readonly count: number;
      readonly first: readonly { readonly line: number }[];
    };
    const { count, first } = failed;
    assert.equal(count, 25);
    assert.deepEqual(
      first.map((failure) => failure.line),
      Array.from({ length: 20 }, (_, index) => 2 * index + 1),
    );
    assert.deepEqual(first[0], {
      step: 1,
      path: 'steps[0].steps[0]',
      part: 1,
      line: 1,
      column: 1,
      message: 'Step 1 (number-base-converter) failed at line 1: column 1: "z" is not a digit of base 10',
      code: 'step-failed',
    });
  });

  test('without any failure the count is 0; without a group that forgives there is none', () => {
    const forgiving = { each: 'line', steps: upper, onError: 'keep' };
    assert.deepEqual(runRequest({ input: 'a', steps: [forgiving] }).meta?.failed, { count: 0, first: [] });
    assert.equal(runRequest({ input: 'a', steps: [{ each: 'line', steps: upper }] }).meta?.failed, undefined);
  });

  test('limits are not forgiven', () => {
    const grow = { toolSlug: 'repeat-text', config: { times: 10_000 } };
    const steps = [{ each: 'line', steps: [grow], onError: 'keep' }];
    const { status, error } = runRequest({ input: 'ab\n'.repeat(201), steps });
    assert.deepEqual(
      [status, error],
      [400, 'Step 1 (repeat-text) failed: the output would be longer than 4000000 characters'],
    );
  });
});

test('a trace tells what a group did', () => {
  const steps = [
    'trim-text',
    { each: 'line', when: { not: { equals: 'x' } }, steps: ['upper-case', 'number-base-converter'], onError: 'drop' },
  ];
  const { meta } = runRequest({ input: 'x\nab\n12\n', steps, trace: true });
  const trace = meta?.trace as readonly Record<string, unknown>[];
  const [, group] = trace;
  const { ms, steps: inner, ...rest } = group ?? {};
  assert.equal(typeof ms, 'number');
  assert.deepEqual(
    (inner as readonly { tool: string; parts: number }[]).map(({ tool, parts }) => [tool, parts]),
    [
      ['upper-case', 2],
      ['number-base-converter', 2],
    ],
  );
  assert.deepEqual(rest, {
    each: 'line',
    parts: 3,
    failed: 1,
    removed: 1,
    changed: [{ part: 3, line: 3, before: '12', after: 'c' }],
    length: 3,
    text: 'x\nc',
    truncated: false,
  });
});
