import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type BatchOptions, type ResultOfInput, type Rows, TextmillError } from '#gateway/client/index.js';
import { runLines } from '#gateway/client/lines.js';
import { runMany } from '#gateway/client/many.js';
import type { Sender } from '#gateway/client/sender.js';
import { sanitizeAll } from '#gateway/client/urls.js';
import { clientCases } from '../../support/client-cases.js';
import { all, EngineSender } from '../../support/fake-sender.js';

describe('a workflow that is refused before the first request', () => {
  for (const [steps, status, message] of clientCases.refusedWorkflows) {
    test(`${JSON.stringify(steps)}: ${message}`, async () => {
      const sender = new EngineSender();
      let asked = 0;
      const rows = {
        *[Symbol.iterator]() {
          asked++;
          yield 'a';
        },
      };
      await assert.rejects(all(runLines(sender, rows, steps)), { name: 'TextmillError', status, message });
      assert.deepEqual([asked, sender.sent], [0, []]);
    });
  }
});

async function* later<Value>(values: Iterable<Value>) {
  yield* values;
}

/** The calls with rows; steps keep each row as it is. */
const calls = {
  runLines: (sender: Sender, rows: Rows, options?: BatchOptions) => runLines(sender, rows, ['lower-case'], options),
  runMany: (sender: Sender, rows: Rows, options?: BatchOptions) => runMany(sender, rows, ['lower-case'], options),
  sanitizeUrls: sanitizeAll,
};

describe('rows are sent in requests of', () => {
  for (const [call, spec, sizes] of clientCases.cuts) {
    test(`${call}: ${sizes.join(', ')} rows`, async () => {
      const rows = spec.flatMap(([count, unit, times]) => Array<string>(count).fill(unit.repeat(times)));
      for (const source of [rows, later(rows)]) {
        const sender = new EngineSender();
        const results = await all(calls[call](sender, source) as AsyncIterable<string | ResultOfInput>);
        assert.deepEqual(
          results.map((result) => (typeof result === 'string' ? result : result.result)),
          rows.map((row) => row.trim()),
        );
        assert.deepEqual(
          sender.sent.map(({ body: { input, inputs, urls } }) =>
            typeof input === 'string' ? input.split('\n').length - 1 : ((inputs ?? urls) as string[]).length,
          ),
          sizes,
        );
      }
    });
  }
});

describe('a row that is refused is named, after the results before it:', () => {
  for (const [call, [times, unit], message] of clientCases.refusedRows) {
    test(`${call}: ${message}`, async () => {
      const row = typeof unit === 'string' ? unit.repeat(times) : unit;
      const rows = ['skipped', 'a', 'b', row as string, 'never'];
      for (const source of [rows, later(rows)]) {
        let given = 0;
        await assert.rejects(
          async () => {
            for await (const _ of calls[call](new EngineSender(), source, { start: 1 })) given++;
          },
          { name: 'TextmillError', status: 0, message, done: 3 },
        );
        assert.equal(given, 2);
      }
    });
  }
});

describe('a response with another number of results is an error, never misaligned', () => {
  for (const [call, response, message] of clientCases.otherCounts) {
    test(`${call}: ${JSON.stringify(response)}`, async () => {
      const sender = new EngineSender(() => ({ response }));
      await assert.rejects(all<unknown>(calls[call](sender, ['a', 'b'])), {
        name: 'TextmillError',
        status: 200,
        message: new RegExp(message),
        done: 0,
      });
    });
  }
});

describe('a refusal of the gateway', () => {
  const rows = Array.from({ length: 100 }, (_, index) => `row ${index + 1}`);

  for (const [status, message, code] of clientCases.tooMuch) {
    test(`sends halves after ${message}`, async () => {
      const sender = new EngineSender(({ body }) =>
        String(body.input).split('\n').length > 4
          ? Promise.reject(new TextmillError(status, message, { code }))
          : undefined,
      );
      assert.deepEqual(await all(runLines(sender, rows, ['lower-case'])), rows);
    });

    test(`names the one row that is refused with ${message}`, async () => {
      const sender = new EngineSender(({ body }) =>
        String(body.input).includes('row 70\n')
          ? Promise.reject(new TextmillError(status, message, { code }))
          : undefined,
      );
      await assert.rejects(all(runLines(sender, rows, ['lower-case'])), {
        status,
        message: `Row 70: ${message}`,
        code,
        done: 0,
      });
    });
  }

  for (const [status, message] of clientCases.ofAllRows) {
    test(`that is not about the rows stays as it is: ${message}`, async () => {
      const sender = new EngineSender(() => Promise.reject(new TextmillError(status, message)));
      await assert.rejects(all(runLines(sender, ['a'], ['upper-case'])), { status, message, done: 0 });
    });
  }
});
