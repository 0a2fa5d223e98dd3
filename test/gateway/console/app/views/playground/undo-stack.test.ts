import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { signal } from '@preact/signals';
import fc from 'fast-check';
import { type GivenTable, UndoStack } from '#gateway/console/app/views/playground/workflow/undo-stack.js';
import {
  changed,
  newStep,
  toolsOf,
  type Workflow,
  without,
} from '#gateway/console/app/views/playground/workflow/workflow.js';

const [trim, upper, sort] = [newStep('trim-lines'), newStep('upper-case'), newStep('dedupe-sort')];
const first: Workflow = [trim, upper, sort];
const workflow = signal(first);
const input = signal('');
const table = signal<GivenTable>(undefined);
let stack: UndoStack;

/** Types a value into an option of a step. */
function type(id: number, value: string): void {
  const config = value === '' ? {} : { find: value };
  stack.change('Changed Find', { workflow: changed(workflow.value, id, { config }) }, `${id} find`);
}

describe('the undo stack of the playground', () => {
  beforeEach(() => {
    workflow.value = first;
    input.value = 'abc';
    stack = new UndoStack(workflow, input, table);
  });

  test('what the text is said to be is undone and redone with the text', () => {
    stack.change('Opened', { input: 'a;b', table: 'none' });
    assert.equal(stack.change('Set the table', { table: 'none' }), false);
    stack.undo();
    assert.deepEqual([input.value, table.value], ['abc', undefined]);
    stack.redo();
    assert.deepEqual([input.value, table.value], ['a;b', 'none']);
    table.value = undefined;
  });

  test('any changes are undone to the first state and redone to the last', () => {
    const change = fc.oneof(
      fc.record({ remove: fc.nat(5) }),
      fc.record({ off: fc.nat(5) }),
      fc.record({ text: fc.string({ maxLength: 3 }) }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        workflow.value = first;
        input.value = 'abc';
        stack = new UndoStack(workflow, input, table);
        let entries = 0;
        for (const each of changes) {
          const steps = workflow.value;
          const step = steps[('remove' in each ? each.remove : 'off' in each ? each.off : 0) % (steps.length || 1)];
          let isChanged: boolean;
          if ('text' in each) isChanged = stack.change('Filled in', { input: each.text });
          else if (step === undefined) continue;
          else if ('remove' in each) isChanged = stack.change('Removed', { workflow: without(steps, step.id) });
          else isChanged = stack.change('Switched', { workflow: changed(steps, step.id, { off: !step.off }) });
          if (isChanged) entries += 1;
        }
        const last = { workflow: workflow.value, input: input.value };
        for (let undone = 0; undone < entries; undone++) assert.notEqual(stack.undo(), undefined);
        assert.equal(stack.undo(), undefined);
        assert.deepEqual([workflow.value, input.value], [first, 'abc']);
        for (let redone = 0; redone < entries; redone++) assert.notEqual(stack.redo(), undefined);
        assert.equal(stack.redo(), undefined);
        assert.deepEqual({ workflow: workflow.value, input: input.value }, last);
      }),
    );
  });

  test('typing in one option is one entry, until the field is left or another change is made', () => {
    for (const typed of ['a', 'ab', 'abc']) type(upper.id, typed);
    stack.endTyping();
    type(upper.id, 'abcd');
    stack.undo();
    assert.deepEqual(toolsOf(workflow.value)[1]?.config, { find: 'abc' });
    assert.equal(stack.undo(), 'Changed Find');
    assert.equal(workflow.value, first);
    assert.equal(stack.undoable.value, undefined);
    type(upper.id, 'a');
    type(sort.id, 'a');
    type(upper.id, 'ab');
    stack.undo();
    stack.undo();
    assert.deepEqual(
      toolsOf(workflow.value).map(({ config }) => config),
      [{}, { find: 'a' }, {}],
    );
  });

  test('what was typed and deleted again leaves no entry', () => {
    stack.change('Removed', { workflow: without(workflow.value, trim.id) });
    for (const typed of ['a', 'ab', 'a', '']) type(upper.id, typed);
    assert.equal(stack.undoable.value, 'Removed');
  });

  test('a change after undoing drops what could be redone', () => {
    stack.change('Removed', { workflow: without(workflow.value, trim.id) });
    stack.undo();
    assert.equal(stack.redoable.value, 'Removed');
    type(upper.id, 'a');
    assert.equal(stack.redoable.value, undefined);
  });

  test('a typed text stays when a change of the steps is undone, and comes back after its replacement is redone', () => {
    stack.change('Removed', { workflow: without(workflow.value, trim.id) });
    input.value = 'typed';
    stack.undo();
    assert.equal(input.value, 'typed');
    stack.change('Cleared', { input: '' });
    input.value = 'typed later';
    stack.undo();
    assert.equal(input.value, 'typed');
    stack.redo();
    assert.equal(input.value, 'typed later');
  });

  test('at most 200 changes are kept, and fewer long texts; the last one is kept whatever its length', () => {
    for (let index = 0; index < 250; index++) stack.change('Filled in', { input: String(index) });
    let undone = 0;
    while (stack.undo() !== undefined) undone += 1;
    assert.equal(undone, 200);
    assert.equal(input.value, '49');
    const long = 'x'.repeat(1_500_000);
    for (let index = 0; index < 9; index++) stack.change('Filled in', { input: `${index}${long}` });
    undone = 0;
    while (stack.undo() !== undefined) undone += 1;
    assert.equal(undone, 2);
    input.value = 'x'.repeat(9_000_000);
    stack.change('Cleared', { input: '' });
    assert.equal(stack.undo(), 'Cleared');
  });

  test('a change to the same content is none', () => {
    assert.equal(stack.change('Switched', { workflow: changed(first, trim.id, { off: false }) }), false);
    assert.equal(stack.undoable.value, undefined);
    assert.equal(stack.change('Moved', { workflow: [upper, trim, sort] }), true);
  });
});
