import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Progress } from '#gateway/client/batches.js';
import { TextmillError } from '#gateway/client/errors.js';
import { type LineStep, runLines } from '#gateway/client/lines.js';
import type { Sender } from '#gateway/client/sender.js';
import { all, EngineSender } from '../../support/fake-sender.js';

const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, i) => `row ${from + i}`);
const upper = (rows: readonly string[]) => rows.map((row) => row.toUpperCase());

async function* later<Value>(values: Iterable<Value>) {
  yield* values;
}

test('rows come out in order, one result each, at any speed of the input', async () => {
  const rows = numbered(45_000);
  for (const source of [rows, new Set(rows), later(rows)]) {
    const sender = new EngineSender();
    assert.deepEqual(await all(runLines(sender, source, ['upper-case'])), upper(rows));
    const sizes = sender.sent.map(({ body }) => String(body.input).split('\n').length - 1);
    assert.deepEqual(sizes, [1_000, 2_000, 4_000, 8_000, 16_000, 14_000], 'small ones first');
  }
});

test('a tool is fetched once, and again after a failure', async () => {
  const sender = new EngineSender();
  await all(runLines(sender, ['a'], ['upper-case', 'trim-lines', 'upper-case']));
  await all(runLines(sender, ['a'], ['trim-lines']));
  assert.deepEqual(sender.documents, ['upper-case', 'trim-lines']);
  for (let i = 0; i < 2; i++) await assert.rejects(all(runLines(sender, ['a'], ['nonsense'])));
  assert.deepEqual(sender.documents.slice(2), ['nonsense', 'nonsense']);
});

describe('a response that is not a tool', () => {
  const responses: [name: string, response: () => unknown, status: number, message: RegExp][] = [
    ['null', () => null, 200, /^the response is not from Textmill/],
    ['a text', () => 'hello', 200, /^the response is not from Textmill/],
    ['an object of another kind', () => ({ keepsLines: true }), 200, /^the response is not from Textmill/],
  ];
  const away = () => {
    throw new TextmillError(404, 'status 404');
  };
  for (const [name, response, status, message] of [
    ...responses,
    ['another server', away, 404, /^status 404$/] as const,
  ]) {
    test(`is refused: ${name}`, async () => {
      const sender: Sender = { send: async <Body>() => response() as Body };
      await assert.rejects(all(runLines(sender, ['a'], ['upper-case'])), { name: 'TextmillError', status, message });
    });
  }
});

test('rows that are a string, or not iterable, are refused', async () => {
  const cases: [rows: unknown, message: string][] = [
    ['a\nb', 'The rows are one text: give an array of its lines'],
    [undefined, 'The rows cannot be iterated over: give an array, or a generator'],
    [{ length: 1 }, 'The rows cannot be iterated over: give an array, or a generator'],
  ];
  for (const [rows, message] of cases) {
    const run = runLines(new EngineSender(), rows as string[], ['upper-case']);
    await assert.rejects(all(run), { name: 'TextmillError', status: 0, message });
  }
});

test('steps that the caller changes during a run stay as they were checked', async () => {
  const steps: LineStep[] = ['upper-case'];
  function* rows() {
    steps[0] = 'sort-lines';
    yield* ['b', 'a'];
  }
  assert.deepEqual(await all(runLines(new EngineSender(), rows(), steps)), ['B', 'A']);
});

test('steps that are not an array are refused', async () => {
  for (const steps of [undefined, 'upper-case', { toolSlug: 'upper-case' }]) {
    const run = runLines(new EngineSender(), ['a'], steps as unknown as LineStep[]);
    await assert.rejects(all(run), { name: 'TextmillError', status: 0, message: 'The steps must be an array' });
  }
});

test('options that are null are left to the gateway', async () => {
  const steps = [{ toolSlug: 'trim-lines', config: null }] as unknown as LineStep[];
  await assert.rejects(all(runLines(new EngineSender(), ['a'], steps)), {
    status: 400,
    message: 'steps[0].config must be an object',
  });
});

describe('a refusal of the gateway', () => {
  test('names the rows, and how many are done', async () => {
    const rows = [...Array(1_500).fill('1'), 'seven', ...Array(5_000).fill('1')];
    await assert.rejects(all(runLines(new EngineSender(), rows, ['roman-numeral-converter'])), (error) => {
      assert.ok(error instanceof TextmillError);
      assert.match(
        error.message,
        /^Rows 1001 to 3000: Step 1 \(roman-numeral-converter\) failed: line 501: .* \(line 1 is row 1001\)$/,
      );
      assert.deepEqual([error.status, error.done, error.requestId], [400, 1_000, 'r1']);
      return true;
    });
  });
});

test('invalid options are refused', async () => {
  for (const options of [
    { connections: 0 },
    { connections: 65 },
    { connections: 1.5 },
    { start: -1 },
    { start: 0.5 },
  ]) {
    await assert.rejects(all(runLines(new EngineSender(), ['a'], ['upper-case'], options)), {
      name: 'TextmillError',
      status: 0,
      message: /^(connections|start) must be a whole number from \d+ to \d+$/,
    });
  }
});

test('onProgress is called once for each request whose results were returned', async () => {
  const reported: Progress[] = [];
  let given = 0;
  const sender = new EngineSender((_, { onRetry }) => {
    if (sender.sent.length === 2) onRetry?.();
    return undefined;
  });
  const options = {
    start: 10,
    connections: 1,
    onProgress: (progress: Progress) => {
      reported.push(progress);
      assert.equal(progress.done, given + 10);
    },
  };
  for await (const _ of runLines(sender, numbered(3_510), ['upper-case'], options)) given++;
  assert.deepEqual(
    reported.map(({ done }) => done),
    [1_010, 3_010, 3_510],
  );
  assert.deepEqual(reported.at(-1), { done: 3_510, requests: 4, retries: 1 });
});

test('a failed run continues with start', async () => {
  const rows = numbered(20_000);
  let failures = 0;
  const sender = new EngineSender(() =>
    sender.sent.length % 3 === 0 ? Promise.reject(new TextmillError(502, `failure ${++failures}`)) : undefined,
  );
  const given: string[] = [];
  for (let start = 0, isOver = false; !isOver; ) {
    try {
      for await (const text of runLines(sender, rows, ['upper-case'], { start, connections: 2 })) given.push(text);
      isOver = true;
    } catch (error) {
      assert.ok(error instanceof TextmillError);
      start = error.done ?? 0;
      assert.equal(start, given.length);
    }
  }
  assert.deepEqual(given, upper(rows));
  assert.ok(failures > 0);
});
