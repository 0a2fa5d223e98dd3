import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  changed,
  duplicated,
  isSameWorkflow,
  moved,
  newStep,
  requestSteps,
  without,
} from '#gateway/console/app/views/playground/workflow/workflow.js';

const [a, b, c] = [newStep('trim-lines'), newStep('csv-json-converter', { delimiter: ';' }), newStep('upper-case')];
const workflow = [a, b, c];
const slugs = (steps: readonly { readonly toolSlug: string }[]) => steps.map(({ toolSlug }) => toolSlug);

describe('a workflow of the playground', () => {
  test('a request has the active steps; one without options is its slug', () => {
    assert.deepEqual(requestSteps(workflow), [
      'trim-lines',
      { toolSlug: 'csv-json-converter', config: { delimiter: ';' } },
      'upper-case',
    ]);
    assert.deepEqual(requestSteps(changed(workflow, b.id, { off: true })), ['trim-lines', 'upper-case']);
  });

  test('a step moves to an index, at most to an end', () => {
    assert.deepEqual(moved(workflow, a.id, 1), [b, a, c]);
    assert.deepEqual(moved(workflow, a.id, 9), [b, c, a]);
    assert.deepEqual(moved(workflow, c.id, -1), [c, a, b]);
    assert.equal(moved(workflow, -5, 0), workflow);
  });

  test('a copy comes after its step, with its options and its own id', () => {
    const steps = duplicated(workflow, b.id);
    assert.deepEqual(slugs(steps), ['trim-lines', 'csv-json-converter', 'csv-json-converter', 'upper-case']);
    assert.deepEqual(steps[2]?.config, { delimiter: ';' });
    assert.equal(new Set(steps.map(({ id }) => id)).size, 4);
  });

  test('removing and changing leave the other steps as they are', () => {
    assert.deepEqual(without(workflow, b.id), [a, c]);
    assert.deepEqual(changed(workflow, c.id, { config: { x: 1 } }), [a, b, { ...c, config: { x: 1 } }]);
  });

  test('two workflows are the same if they do the same', () => {
    const copy = workflow.map(({ toolSlug, config }) => newStep(toolSlug, config));
    assert.equal(isSameWorkflow(copy, workflow), true);
    assert.equal(isSameWorkflow(changed(copy, copy[0]?.id ?? 0, { off: true }), workflow), false);
    assert.equal(isSameWorkflow(copy.toReversed(), workflow), false);
  });
});
