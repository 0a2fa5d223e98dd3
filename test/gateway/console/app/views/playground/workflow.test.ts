import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { writtenStep } from '#gateway/console/app/session/workflow-address.js';
import { sentSteps } from '#gateway/console/app/views/playground/workflow/sent-steps.js';
import {
  allSteps,
  canBeWrapped,
  changed,
  type Direction,
  duplicated,
  fitsAt,
  inserted,
  isSameWorkflow,
  moved,
  newGroup,
  newStep,
  newSteps,
  numbered,
  type Place,
  placeBeside,
  placeOf,
  savedSteps,
  toolsOf,
  unwrapped,
  type Workflow,
  without,
  wrapped,
} from '#gateway/console/app/views/playground/workflow/workflow.js';

const [a, b, c] = [newStep('trim-lines'), newStep('csv-json-converter', { delimiter: ';' }), newStep('upper-case')];
const workflow = [a, b, c];
const at = (index: number, group?: number): Place => ({ group, branch: 'steps', index });
/** A workflow in letters: `a[b(c)d]` is a, and a group with b, a group with c, and d; `|` begins its else. */
const drawn = (steps: Workflow): string =>
  steps
    .map((step) => {
      if ('toolSlug' in step) return step.toolSlug;
      return `[${drawn(step.steps)}${step.else === undefined ? '' : `|${drawn(step.else)}`}]`;
    })
    .join('');

describe('a workflow of the playground', () => {
  test('a request has the active steps; one without options is its slug', () => {
    assert.deepEqual(sentSteps(workflow).steps, [
      'trim-lines',
      { toolSlug: 'csv-json-converter', config: { delimiter: ';' } },
      'upper-case',
    ]);
    assert.deepEqual(sentSteps(changed(workflow, b.id, { off: true })).steps, ['trim-lines', 'upper-case']);
  });

  test('a step moves to an index, at most to an end', () => {
    assert.deepEqual(moved(workflow, a.id, at(1)), [b, a, c]);
    assert.deepEqual(moved(workflow, a.id, at(9)), [b, c, a]);
    assert.deepEqual(moved(workflow, c.id, at(-1)), [c, a, b]);
    assert.equal(moved(workflow, -5, at(0)), workflow);
  });

  test('a copy comes after its step, with its options and its own id', () => {
    const steps = toolsOf(duplicated(workflow, b.id));
    assert.equal(drawn(steps), drawn([a, b, b, c]));
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

describe('groups in a workflow of the playground', () => {
  const [p, q, r, s, t] = ['p', 'q', 'r', 's', 't'].map((slug) => newStep(slug)) as [Step, Step, Step, Step, Step];
  type Step = ReturnType<typeof newStep>;
  const inner = newGroup({ each: 'line', steps: [r] });
  const outer = newGroup({ each: { csv: { columns: ['x'] } }, when: { blank: false }, steps: [q, inner], else: [s] });
  const nested: Workflow = [p, outer, t];

  test('come back from a link, a recipe and a copy as they were', () => {
    assert.equal(drawn(nested), 'p[q[r]|s]t');
    const written = savedSteps(nested).map(writtenStep);
    assert.deepEqual(written, [
      'p',
      {
        each: { csv: { columns: ['x'] } },
        when: { blank: false },
        steps: ['q', { each: 'line', steps: ['r'] }],
        else: ['s'],
      },
      't',
    ]);
    assert.ok(isSameWorkflow(newSteps(written), nested));
    const copied = duplicated(nested, outer.id);
    assert.equal(drawn(copied), 'p[q[r]|s][q[r]|s]t');
    assert.equal(new Set(allSteps(copied).map(({ id }) => id)).size, allSteps(copied).length);
  });

  test('number their tools as errors do, and themselves apart', () => {
    const numbers = numbered(nested);
    assert.deepEqual(
      [p, q, r, s, t, outer, inner].map(({ id }) => numbers.get(id)),
      [1, 2, 3, 4, 5, 1, 2],
    );
  });

  for (const [what, step, direction, result] of [
    ['up at the top', p, 'up', undefined],
    ['down, past a group', p, 'down', '[q[r]|s]pt'],
    ['into the group after it', p, 'in', '[pq[r]|s]t'],
    ['into the group before it', t, 'in', 'p[q[r]t|s]'],
    ['into a group inside', q, 'in', 'p[[qr]|s]t'],
    ['out, before the group', q, 'out', 'pq[[r]|s]t'],
    ['out, behind the group', inner, 'out', 'p[q|s][r]t'],
    ['out of else', s, 'out', 'p[q[r]|]st'],
    ['down, into else', inner, 'down', 'p[q|[r]s]t'],
    ['up, out of else', s, 'up', 'p[q[r]s|]t'],
    ['down at the end of else', s, 'down', undefined],
    ['out of nothing', p, 'out', undefined],
  ] as const) {
    test(`a step moves ${what}`, () => {
      const place = placeBeside(nested, step.id, direction satisfies Direction);
      assert.equal(place && drawn(moved(nested, step.id, place)), result);
    });
  }

  test('a group never moves into itself, nor deeper than the gateway allows', () => {
    assert.equal(fitsAt(nested, outer, { group: inner.id }), false);
    assert.equal(moved(nested, outer.id, at(0, inner.id)), nested);
    const third = newGroup({ steps: [newGroup({ steps: [] })] });
    const deep = [...nested, third];
    assert.equal(fitsAt(deep, third, { group: outer.id }), true);
    assert.equal(fitsAt(deep, third, { group: inner.id }), false);
    const full = inserted(nested, at(0, inner.id), newGroup({ steps: [] }));
    assert.equal(canBeWrapped(full, full[1] ?? p), false);
    assert.equal(canBeWrapped(full, p), true);
    assert.equal(canBeWrapped(full, r), true);
  });

  test('go around a step, and away from their steps', () => {
    const around = wrapped(nested, r.id, newGroup({ each: 'paragraph' }));
    assert.equal(drawn(around), 'p[q[[r]]|s]t');
    assert.deepEqual(placeOf(around, r.id)?.index, 0);
    assert.equal(drawn(unwrapped(nested, inner.id)), 'p[qr|s]t');
    assert.equal(drawn(unwrapped(nested, outer.id)), 'pq[r]st');
  });

  test('a change inside leaves everything else the same object', () => {
    const next = changed(nested, r.id, { off: true });
    assert.equal(next[0], p);
    assert.notEqual(next[1], outer);
    assert.equal(changed(nested, -1, { off: true }), nested);
  });

  test('a request has no empty group, and knows which step is at a path', () => {
    const { steps, byPath, outer: top } = sentSteps([newGroup({ steps: [newGroup({})] }), ...nested]);
    assert.deepEqual(steps, savedSteps(nested).map(writtenStep));
    assert.deepEqual(top, nested);
    assert.equal(byPath.get('steps[1].steps[1].steps[0]'), r);
    assert.equal(byPath.get('steps[1].else[0]'), s);
  });

  test('a request turns the condition round if only the steps of else are on', () => {
    const onlyElse = changed(changed(nested, q.id, { off: true }), inner.id, { off: true });
    const { steps, byPath } = sentSteps(onlyElse);
    assert.deepEqual(steps[1], {
      each: { csv: { columns: ['x'] } },
      when: { not: { blank: false } },
      steps: ['s'],
    });
    assert.equal(byPath.get('steps[1].steps[0]'), s);
  });

  test('steps of else do not run without a condition', () => {
    assert.deepEqual(sentSteps(changed(nested, outer.id, { when: undefined })).steps[1], {
      each: { csv: { columns: ['x'] } },
      steps: ['q', { each: 'line', steps: ['r'] }],
    });
  });
});
