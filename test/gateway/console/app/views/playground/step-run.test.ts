import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  isUnchanged,
  milliseconds,
  removedText,
  stepRuns as runsOf,
} from '#gateway/console/app/views/playground/step-run.js';
import { sentSteps } from '#gateway/console/app/views/playground/workflow/sent-steps.js';
import { newGroup, newStep, type Workflow } from '#gateway/console/app/views/playground/workflow/workflow.js';

const stepRuns = (input: string, workflow: Workflow, trace: Parameters<typeof runsOf>[3]) =>
  runsOf(input, workflow, sentSteps(workflow), trace);
const traced = (tool: string, text: string) => ({ tool, ms: 1, length: text.length, text, truncated: false });

describe('a trace on the screen', () => {
  const workflow = [newStep('upper-case', {}, true), newStep('trim-lines'), newStep('lower-case')];

  test('belongs to the steps that were sent, with their numbers on the screen', () => {
    const runs = stepRuns(' A ', workflow, [traced('trim-lines', 'A'), traced('lower-case', 'a')]);
    assert.deepEqual(
      runs.map(({ step, name, before, after }) => [step, name, before.text, after.text]),
      [
        [workflow[1], 'step 2', ' A ', 'A'],
        [workflow[2], 'step 3', 'A', 'a'],
      ],
    );
  });

  test('ends before the failed step', () => {
    assert.equal(stepRuns('a', workflow, [traced('trim-lines', 'a')]).length, 1);
    assert.deepEqual(stepRuns('a', workflow, []), []);
  });

  test('begins with the beginning of the input, without half a surrogate pair', () => {
    const starts = [`${'a'.repeat(9_999)}😀`, `${'a'.repeat(9_998)}😀b`, 'a'.repeat(10_000)].map((input) => {
      const [run] = stepRuns(input, workflow, [traced('trim-lines', '')]);
      return [run?.before.text.length, run?.before.length, run?.before.truncated];
    });
    assert.deepEqual(starts, [
      [9_999, 10_001, true],
      [10_000, 10_001, true],
      [10_000, 10_000, false],
    ]);
  });

  test('says of a step that it changed nothing only if the whole texts are known', () => {
    const text = { text: 'a', length: 1, truncated: false };
    const run = { before: text, after: text };
    assert.equal(isUnchanged(run), true);
    assert.equal(isUnchanged({ ...run, after: { ...text, text: 'b' } }), false);
    assert.equal(isUnchanged({ ...run, before: { ...text, truncated: true } }), false);
  });

  test('says how much a step removed', () => {
    const said = (tool: string, entry: object, config = {}) => {
      const workflow = [newStep(tool, config)];
      return stepRuns('abcd', workflow, [{ ...traced(tool, 'abc'), ...entry }]).map((run) => removedText(run));
    };
    assert.deepEqual(said('trim-lines', { removed: 1_204, items: 3_000 }), [', removed 1,204 of 3,000 lines']);
    assert.deepEqual(said('csv-filter-rows', { removed: 1, items: 1 }), [', removed 1 of 1 row']);
    const near = said('remove-near-duplicates', { removed: 2, items: 3 }, { unit: 'paragraphs' });
    assert.deepEqual(near, [', removed 2 of 3 paragraphs']);
    assert.deepEqual(said('trim-lines', {}), [', removed 1 of 4 characters']);
    assert.deepEqual(said('remove-emojis', { length: 4 }), ['']);
    assert.deepEqual(said('lower-case', {}), ['']);
  });

  test('tells of a group what its tools did, each by its step', () => {
    const tools = [
      newStep('trim-lines'),
      newStep('upper-case', {}, true),
      newStep('upper-case'),
      newStep('trim-lines'),
    ];
    const [trim, , upper, last] = tools;
    const group = newGroup({ each: 'line', steps: tools });
    const { tool: _, ...text } = traced('', 'A');
    const steps = [
      { tool: 'trim-lines', parts: 3, ms: 1 },
      { tool: 'upper-case', parts: 2, ms: 2 },
      { tool: 'trim-lines', parts: 1, ms: 3 },
    ];
    const entry = { ...text, each: 'line', parts: 3, failed: 1, removed: 2, changed: [], steps };
    const [run] = stepRuns('a', [newStep('lower-case', {}, true), group], [entry]);
    assert.deepEqual([run?.name, run?.group?.parts], ['group 1', 3]);
    assert.deepEqual(
      [trim, upper, last].map((step) => run?.group?.tools.get(step?.id ?? 0)?.parts),
      [3, 2, 1],
    );
    assert.equal(run && removedText(run), ', 1 failed, removed 2 of 3 parts');
  });

  for (const [ms, said] of [
    [0, '< 0.1 ms'],
    [0.1, '0.1 ms'],
    [3.04, '3.0 ms'],
    [12.6, '13 ms'],
    [1_204.2, '1,204 ms'],
  ] as const) {
    test(`writes ${ms} as ${said}`, () => assert.equal(milliseconds(ms), said));
  }
});
