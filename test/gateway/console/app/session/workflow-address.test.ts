import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  longestInput,
  readWorkflow,
  type WorkflowStep,
  workflowAddress,
} from '#gateway/console/app/session/workflow-address.js';

const config = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
const step: fc.Arbitrary<WorkflowStep> = fc.record(
  { toolSlug: fc.string(), config, off: fc.constant(true as const) },
  { requiredKeys: ['toolSlug'] },
);

function fragmentOf(address: string): string {
  return new URL(address, 'http://localhost').hash;
}

/** Converts a value as JSON does: without prototypes, and with 0 for -0. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

test('an address returns its workflow, with any contents', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.string({ unit: 'binary', minLength: 1 }), (steps, input) => {
      const read = readWorkflow(fragmentOf(workflowAddress(steps, input)));
      assert.deepEqual(asJson(read), asJson({ steps, input }));
    }),
  );
});

test('an invalid address is an empty workflow, never an error', () => {
  fc.assert(fc.property(fc.string(), (text) => void readWorkflow(text)));
  for (const rubbish of [
    '',
    '#',
    '#steps=',
    '#steps=%',
    '#steps=%5B',
    '#steps={}',
    '#steps=null',
    '#steps=[1,null,{}]',
  ]) {
    assert.deepEqual(readWorkflow(rubbish), { steps: [], input: undefined }, rubbish);
  }
});

test('invalid steps and invalid options are skipped', () => {
  const steps = ['upper-case', 7, { toolSlug: 'trim-lines', config: ['no'], off: 'yes' }, { config: {} }];
  assert.deepEqual(readWorkflow(`#steps=${encodeURIComponent(JSON.stringify(steps))}`).steps, [
    { toolSlug: 'upper-case' },
    { toolSlug: 'trim-lines' },
  ]);
  const many = encodeURIComponent(JSON.stringify(Array.from({ length: 26 }, () => 'upper-case')));
  assert.equal(readWorkflow(`#steps=${many}`).steps.length, 25);
});

test('a step without options is its slug', () => {
  assert.equal(
    workflowAddress([{ toolSlug: 'upper-case', config: {} }], 'a b'),
    '/console/#steps=%5B%22upper-case%22%5D&input=a%20b',
  );
});

test('a text that an address cannot contain is left out', () => {
  const steps = [{ toolSlug: 'upper-case' }];
  assert.equal(readWorkflow(fragmentOf(workflowAddress(steps, 'a'.repeat(longestInput)))).input?.length, longestInput);
  assert.equal(workflowAddress(steps, 'a'.repeat(longestInput + 1)), workflowAddress(steps));
  assert.equal(workflowAddress(steps, '\ud800'), workflowAddress(steps));
});

test('a hostile address is bounded: long texts and deep options are not read', () => {
  const written = (steps: string, input = '') => `#steps=${encodeURIComponent(steps)}&input=${input}`;
  assert.equal(readWorkflow(written('["a"]', 'x'.repeat(longestInput))).input?.length, longestInput);
  assert.equal(readWorkflow(written('["a"]', 'x'.repeat(longestInput + 1))).input, undefined);
  const nested = (levels: number) =>
    `[{"toolSlug":"a","config":{"b[{\\"":${'['.repeat(levels)}${']'.repeat(levels)}}}]`;
  assert.equal(readWorkflow(written(nested(900))).steps.length, 1);
  assert.equal(readWorkflow(written(nested(1_001))).steps.length, 0);
  assert.equal(readWorkflow(written('['.repeat(500_000))).steps.length, 0);
  assert.equal(readWorkflow(written('"\\"'.repeat(100_000))).steps.length, 0);
});
