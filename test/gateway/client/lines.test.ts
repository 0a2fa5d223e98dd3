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

describe('a workflow that is refused before the first request', () => {
  const cases: [name: string, steps: LineStep[], status: number, message: string][] = [
    [
      'a tool that needs the whole text',
      ['trim-lines', 'sort-lines'],
      0,
      'Step 2 (sort-lines) does not keep the number of lines: send the whole text with run',
    ],
    [
      'an option that removes lines',
      [{ toolSlug: 'trim-lines', config: { removeBlank: true } }],
      0,
      'Step 1 (trim-lines) keeps the number of lines only with removeBlank: false',
    ],
    [
      'a default that removes lines',
      ['email-normalizer'],
      0,
      'Step 1 (email-normalizer) keeps the number of lines only with invalid: error, keep, blank or mark',
    ],
    [
      'a text with a line end to write',
      [{ toolSlug: 'add-prefix-suffix', config: { prefix: '-\n' } }],
      0,
      'Step 1 (add-prefix-suffix) keeps the number of lines only with no line end in prefix',
    ],
    ['an unknown tool', ['trim-lines', 'toString'], 404, 'Step 2: Unknown tool: toString'],
  ];
  for (const [name, steps, status, message] of cases) {
    test(name, async () => {
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

test('rows come out in order, one result each, at any speed of the input', async () => {
  const rows = numbered(45_000);
  for (const source of [rows, new Set(rows), later(rows)]) {
    const sender = new EngineSender();
    assert.deepEqual(await all(runLines(sender, source, ['upper-case'])), upper(rows));
    const sizes = sender.sent.map(({ body }) => String(body.input).split('\n').length - 1);
    assert.deepEqual(sizes, [1_000, 2_000, 4_000, 8_000, 16_000, 14_000], 'small ones first');
  }
});

test('without rows no request is sent', async () => {
  const sender = new EngineSender();
  assert.deepEqual(await all(runLines(sender, [], ['upper-case'])), []);
  assert.deepEqual(sender.sent, []);
});

test('a request has at most 500,000 characters and 20,000 rows', async () => {
  const sender = new EngineSender();
  const rows = [
    ...Array.from({ length: 5 }, () => 'x'.repeat(249_999)),
    'y'.repeat(499_999),
    ...Array(60_000).fill(''),
  ];
  assert.deepEqual(await all(runLines(sender, rows, ['upper-case'])), upper(rows));
  for (const { body } of sender.sent) {
    assert.ok(String(body.input).length <= 500_000);
    assert.ok(String(body.input).split('\n').length <= 20_001);
  }
  assert.equal(String(sender.sent[0]?.body.input).length, 500_000);
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

describe('an invalid row', () => {
  const problems: [name: string, row: unknown, message: string][] = [
    ['line feed', 'a\nb', 'Row 1503 has a line end in it: split it into rows, or send the whole text with run'],
    ['carriage return', 'a\r', 'Row 1503 has a line end in it: split it into rows, or send the whole text with run'],
    [
      'too long',
      'x'.repeat(500_000),
      'Row 1503 has 500000 characters, and a row may have 499999: leave it out, or shorten it',
    ],
    ['no string', 7, 'Row 1503 is no string'],
  ];
  for (const [name, row, message] of problems) {
    test(name, async () => {
      const rows = [...numbered(1_502), row as string, 'never'];
      for (const source of [rows, later(rows)]) {
        const given: string[] = [];
        const run = runLines(new EngineSender(), source, ['upper-case'], { start: 2 });
        await assert.rejects(
          async () => {
            for await (const text of run) given.push(text);
          },
          { name: 'TextmillError', status: 0, message, done: 1_502 },
        );
        assert.equal(given.length, 1_500, 'those before it are given out');
      }
    });
  }
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

  const tooMuch: [status: number, message: string, code: string][] = [
    [503, 'Processing time limit exceeded', 'job-time-limit'],
    [
      400,
      'Step 1 (add-prefix-suffix) failed: the output would be longer than 4000000 characters',
      'step-output-too-long',
    ],
    [400, 'Step 1 (text-to-html) failed: took more than 5000 ms of processor time', 'step-time-limit'],
    [
      400,
      'Step 1 (text-to-html) failed: needed more than 512 MB of memory; use a shorter text or fewer steps',
      'step-memory-limit',
    ],
    [
      400,
      'Step 1 (text-to-html) failed: the text has 2000000 characters, and this tool takes at most 1000000',
      'step-text-too-long',
    ],
    [413, 'Request body too large', 'body-too-large'],
    [413, 'a proxy that knows no codes', ''],
  ];
  for (const [status, message, code] of tooMuch) {
    test(`sends halves after ${message}`, async () => {
      const sender = new EngineSender(({ body }) =>
        String(body.input).split('\n').length > 4
          ? Promise.reject(new TextmillError(status, message, { code }))
          : undefined,
      );
      assert.deepEqual(await all(runLines(sender, numbered(100), ['upper-case'])), upper(numbered(100)));
    });

    test(`names the one row that is refused with ${message}`, async () => {
      const sender = new EngineSender(({ body }) =>
        String(body.input).includes('row 70\n')
          ? Promise.reject(new TextmillError(status, message, { code }))
          : undefined,
      );
      await assert.rejects(all(runLines(sender, numbered(100), ['upper-case'])), {
        status,
        message: `Row 70: ${message}`,
        code,
        done: 0,
      });
    });
  }

  for (const [status, message] of [
    [401, 'Invalid API key'],
    [400, 'No steps provided'],
    [400, 'Unknown option for upper-case: loud'],
  ] as const) {
    test(`that is not about the rows stays as it is: ${message}`, async () => {
      const sender = new EngineSender(() => Promise.reject(new TextmillError(status, message)));
      await assert.rejects(all(runLines(sender, ['a'], ['upper-case'])), { status, message, done: 0 });
    });
  }
});

describe('a response with a wrong number of lines is an error, never misaligned', () => {
  const responses: [response: unknown, message: RegExp][] = [
    [{ result: 'A\n' }, /^The response to 2 rows has 1 lines/],
    [{ result: 'A\nB\nC\n' }, /^The response to 2 rows has 3 lines/],
    [{ result: 'A\nB' }, /^The response to 2 rows has 1 lines/],
    [{ result: 'A\nB\r\n' }, /^The response to 2 rows/],
    [{ output: '' }, /^the response is not from Textmill/],
    [null, /^the response is not from Textmill/],
  ];
  for (const [response, message] of responses) {
    test(JSON.stringify(response), async () => {
      const sender = new EngineSender(() => ({ response }));
      await assert.rejects(all(runLines(sender, ['a', 'b'], ['upper-case'])), { status: 200, message, done: 0 });
    });
  }
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
