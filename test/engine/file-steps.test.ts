import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { StepRunner } from '#engine/core/step-runner.js';
import { fileSteps } from '#engine/file-steps.js';
import { runRequest } from '../support/run-request.js';

const steps = ['trim-lines', { each: 'line', when: { contains: 'a' }, steps: ['upper-case'] }, 'remove-blank-lines'];

const onCells = [{ each: { csv: { columns: ['a'] } }, steps: ['upper-case'] }];

describe('steps on a file in pieces', () => {
  test('on cells of a table give what the whole table gives, each piece refused at first', async () => {
    const rows = Array.from({ length: 30 }, (_, row) => `cell ${row},"quoted\nline ${row}"\n`);
    const input = `a,b\n${rows.join('')}`;
    let runs = 0;
    const runStep: StepRunner = (_, execute) => {
      if (runs++ % 2 === 0) throw new Error('not loaded');
      return execute(() => undefined);
    };
    const file = await fileSteps(onCells, { runStep });
    assert.equal(file.wholeText, undefined);
    let written = '';
    for (let at = 0; at < input.length; at += 17) {
      const push = () => file.push(input.slice(at, at + 17), at + 17 >= input.length).text;
      for (let part: string | undefined; part === undefined; ) {
        try {
          part = push();
          written += part;
        } catch (error) {
          assert.equal((error as Error).message, 'not loaded');
        }
      }
    }
    assert.equal(written, runRequest({ input, steps: onCells }).result);
  });

  test('give what the whole text gives, also if each piece is refused at first and pushed again', async () => {
    const token = fc.constantFrom('a', ' b ', '', 'c', '\n', '\r\n', '\r');
    const pieces = fc.array(fc.array(token, { maxLength: 6 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), async (texts, failures) => {
        let runs = 0;
        const runStep: StepRunner = (_, execute) => {
          if (failures[runs++] === true) throw new Error('not loaded');
          return execute(() => undefined);
        };
        const file = await fileSteps(steps, { runStep });
        const push = (piece: string, isLast: boolean) => {
          for (;;) {
            try {
              return file.push(piece, isLast);
            } catch (error) {
              assert.equal((error as Error).message, 'not loaded');
            }
          }
        };
        const written = texts.map((tokens, index) => push(tokens.join(''), index === texts.length - 1));
        const input = texts.flat().join('');
        assert.equal(written.map(({ text }) => text).join(''), runRequest({ input, steps }).result);
        const lines = input === '' ? 0 : input.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/).length;
        assert.equal(written.at(-1)?.lines, lines);
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  test('name the first step that needs the whole text, and lines of the file in errors and notes', async () => {
    assert.equal((await fileSteps(['trim-lines', 'dedupe-sort'], {})).wholeText, 'steps[1]');
    const date = { toolSlug: 'date-formatter', config: { outputFormat: 'd.M.yyyy' } };
    const strict = await fileSteps([date], {});
    strict.push('2024-01-05\n2024-01-06\n2024', false);
    assert.throws(() => strict.push('-01-07\nnever\n', true), / failed: line 4: /);
    const kind = await fileSteps([{ each: 'line', onError: 'keep', steps: [date] }], {});
    const first = kind.push('2024-01-05\n', false);
    const last = kind.push('never\n', true);
    assert.deepEqual([first.text + last.text, /at line 2: /.test(last.notes)], ['5.1.2024\nnever\n', true]);
  });

  test('are checked as those of a request', async () => {
    await assert.rejects(fileSteps([], {}), { message: runRequest({ input: '', steps: [] }).error as string });
    await assert.rejects(fileSteps(['trim-line'], {}), /trim-lines/);
  });
});
