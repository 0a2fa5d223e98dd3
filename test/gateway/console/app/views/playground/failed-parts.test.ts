import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { failedParts, spanOf } from '#gateway/console/app/views/playground/failed-parts.js';
import type { StepRun, TextStart } from '#gateway/console/app/views/playground/step-run.js';
import { sentSteps } from '#gateway/console/app/views/playground/workflow/sent-steps.js';
import { newGroup, newStep, type WorkflowStep } from '#gateway/console/app/views/playground/workflow/workflow.js';

const start = (text: string): TextStart => ({ text, length: text.length, truncated: false });

describe('the parts that failed', () => {
  const [first, tool] = [newStep('upper-case'), newStep('json-formatter')];
  const group = newGroup({ each: { csv: { columns: ['b'] } }, onError: 'keep', steps: [tool] });
  const sent = sentSteps([first, group]);
  const run = (step: WorkflowStep, before: string, after: string): StepRun => ({
    ...{ step, name: '', ms: 1, removed: undefined, group: undefined },
    before: start(before),
    after: start(after),
  });
  const reported = { step: 2, path: 'steps[1].steps[0]', part: 1, line: 2, column: 3, code: 'step-failed' };
  const message = 'Step 2 (json-formatter) failed at line 2: column 1: expected a value';

  test('have their step, the reason alone, and their place in the text in', () => {
    const runs = [run(first, 'a;b\nx;y\n', 'a;b\nx;y\n'), run(group, 'a;b\nx;y\n', 'a;b\nx;y\n')];
    assert.deepEqual(failedParts([{ ...reported, message }], sent, runs), [
      { step: tool, reason: 'column 1: expected a value', place: { line: 2, column: 3 } },
    ]);
    const whole = { ...reported, path: 'steps[1]', message: 'Step 2 failed at line 2: the row has 1 cell' };
    assert.deepEqual(
      failedParts([whole], sent, runs).map(({ step, reason }) => [step, reason]),
      [[group, 'the row has 1 cell']],
    );
  });

  for (const [what, input, before, line] of [
    ['removed lines before it', 'a;b\nold;1\nx;y\n', 'a;b\nx;y\n', 3],
    ['added lines before it', 'x;y\n', 'a;b\nx;y\n', 1],
    ['changed its line', 'a;b\nold;y\nz\n', 'a;b\nx;y\nz\n', 2],
  ] as const) {
    test(`are found where a step has ${what}`, () => {
      const runs = [run(first, input, before), run(group, before, before)];
      assert.equal(failedParts([{ ...reported, message }], sent, runs)[0]?.place.line, line);
    });
  }
});

describe('the stretch of a text to show', () => {
  const text = '\ufeffa;b\r\n"x; ""1""";😀y\r\nlast';
  const shown = (place: Parameters<typeof spanOf>[1], delimiter?: string) => {
    const { start: from, end } = spanOf(text, place, delimiter);
    return text.replaceAll('\r\n', '\n').slice(from, end);
  };

  test('is the cell, also one in quotes', () => {
    assert.equal(shown({ line: 2, column: 1 }, ';'), '"x; ""1"""');
    assert.equal(shown({ line: 2, column: 12 }, ';'), '😀y');
  });

  test('is the same cell of a line that steps have changed', () => {
    assert.equal(shown({ line: 2, column: 3, changedLine: 'X;Y' }, ';'), '😀y');
    assert.equal(shown({ line: 2, column: 3, changedLine: 'X;Y' }), '"x; ""1""";😀y');
  });

  test('ends with the line, and is never outside of the text', () => {
    assert.equal(shown({ line: 3, column: 2 }), 'ast');
    assert.equal(shown({ line: 99, column: 99 }), '');
  });
});
