import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { RequestedStep } from '#engine/operations/requested-step.js';
import { NaiveError, runNaively } from '../../../support/naive-workflow.js';
import { runRequest } from '../../../support/run-request.js';
import { sampleSize } from '../../../support/sample-size.js';
import { engine } from '../../../support/tool-cases.js';

interface Failed {
  readonly count: number;
  readonly first: readonly Readonly<Record<string, unknown>>[];
}

/** Tools of all kinds: with lines that stay lines and without, with lines as a list, and with texts that they refuse. */
const tools: readonly RequestedStep[] = [
  'upper-case',
  'trim-lines',
  'trim-text',
  'reverse-text',
  'title-case-converter',
  'remove-blank-lines',
  'json-formatter',
  'base64-decode',
  'number-base-converter',
  'sort-lines',
  { toolSlug: 'repeat-text', config: { times: 2, separator: '\n' } },
  { toolSlug: 'add-prefix-suffix', config: { prefix: '<', suffix: '>' } },
  { toolSlug: 'find-replace', config: { find: 'a', replace: '' } },
  { toolSlug: 'truncate-text', config: { length: 2, ellipsis: '' } },
  { toolSlug: 'number-base-converter', config: { invalid: 'mark' } },
];

const each = fc.constantFrom(
  undefined,
  'line' as const,
  'paragraph' as const,
  { field: { fields: [1] } },
  { field: { fields: [-1, 2] } },
  { field: { fields: [2], separator: ',' } },
  { match: { pattern: '[a-z0-9]+' } },
  { match: { pattern: 'a[^\\r\\n]' } },
);

const condition = fc.constantFrom(
  { contains: 'a' },
  { contains: 'A', caseSensitive: false },
  { equals: '' },
  { blank: true },
  { longerThan: 2 },
  { matches: '^[a-c]' },
  { not: { contains: ' ' } },
  { all: [{ longerThan: 1 }, { any: [{ contains: '1' }, { contains: 'b' }] }] },
);

const onError = fc.constantFrom('error', 'keep', 'drop', 'blank', 'mark');

const { group } = fc.letrec((tie) => ({
  step: fc.oneof(
    { depthSize: 'small', maxDepth: 2 },
    { weight: 3, arbitrary: fc.constantFrom(...tools) },
    tie('group'),
  ),
  steps: fc.array(tie('step'), { minLength: 1, maxLength: 3 }),
  group: fc
    .record(
      { steps: tie('steps'), each, when: condition, else: tie('steps'), onError },
      { requiredKeys: ['steps', 'each'] },
    )
    .map(({ when, else: otherwise, each: parts, ...rest }) => ({
      ...rest,
      ...(parts !== undefined && { each: parts }),
      ...(when !== undefined && { when, ...(otherwise !== undefined && { else: otherwise }) }),
    })),
}));

const pieces = ['a', 'b1', 'c', ' ', '  ', ',', '{"a":1}', '12', 'YWI=', '\t', 'ab cd', 'é', '\ud83d', '\ufeff', '👍'];
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...pieces) }, fc.constantFrom('\n', '\r\n', '\r', '\n\n')), {
    maxLength: 24,
  })
  .map((parts) => parts.join(''));

describe('a group gives what a program gives that runs the steps on each part alone', () => {
  test('texts, parts, conditions, groups in groups and every onError', () => {
    const seen = { results: 0, errors: 0, failures: 0 };
    fc.assert(
      fc.property(text, fc.array(group, { minLength: 1, maxLength: 2 }), (input, workflow) => {
        const steps = workflow as unknown as readonly RequestedStep[];
        const actual = runRequest({ input, steps });
        if (/nested at most|Too many steps/.test(actual.error ?? '')) return;
        try {
          const { result, failures } = runNaively(engine, steps, input);
          assert.equal(actual.result, result, actual.error);
          seen.results++;
          seen.failures += failures.length;
          const failed = actual.meta?.failed as Failed | undefined;
          assert.equal(failed?.count ?? 0, failures.length);
          assert.deepEqual(
            (failed?.first ?? []).map(({ step, path, part, line, column }) => ({ step, path, part, line, column })),
            failures.slice(0, 20).map(({ reason: _, ...place }) => place),
          );
          for (const [index, { reason }] of failures.slice(0, 20).entries()) {
            assert.match(String(failed?.first[index]?.message), /^Step \d+/);
            assert.ok(String(failed?.first[index]?.message).endsWith(reason));
          }
        } catch (error) {
          if (!(error instanceof NaiveError)) throw error;
          seen.errors++;
          assert.equal(actual.status, 400, `${actual.result} where ${error.message} was expected`);
          const { step, path, part, line, column } = actual.details ?? {};
          assert.deepEqual({ step, path }, { step: error.step, path: error.path });
          if (error.place !== undefined) assert.deepEqual({ part, line, column }, error.place);
          assert.ok(actual.error?.endsWith(error.message), `${actual.error} where ${error.message} was expected`);
        }
      }),
      { seed: 42, numRuns: sampleSize(20_000) },
    );
    assert.ok(seen.results > 100 && seen.errors > 100 && seen.failures > 100, JSON.stringify(seen));
  });
});
