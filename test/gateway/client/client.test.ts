import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient, TextmillError } from '#gateway/client/index.js';
import { clientCases } from '../../support/client-cases.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { SimulatedTiming, startPlannedServer } from '../../support/planned-server.js';

const gateway = await sharedTestGateway();
const client = createClient({ baseUrl: gateway.url, apiKey: (await gateway.key()).secret });

describe('a client of a gateway', () => {
  test('runs a workflow', async () => {
    const steps = ['trim-lines', { toolSlug: 'dedupe-sort', config: { order: 'desc' } }] as const;
    const { result, meta } = await client.run(' a \nb\na', steps);
    assert.equal(result, 'b\na');
    const { processingTimeMs, ...counts } = meta;
    assert.deepEqual(counts, { stepsExecuted: 2, inputLength: 7, outputLength: 3 });
    assert.ok(processingTimeMs >= 0);
  });

  test('tells what each step did, if asked to', async () => {
    const { meta } = await client.run(' a', ['trim-lines', 'upper-case'], { trace: true });
    assert.deepEqual(
      meta.trace?.map((step) => ({ ...step, ms: 0 })),
      [
        { tool: 'trim-lines', ms: 0, length: 1, text: 'a', truncated: false },
        { tool: 'upper-case', ms: 0, length: 1, text: 'A', truncated: false },
      ],
    );
    assert.equal((await client.run(' a', ['trim-lines'])).meta.trace, undefined);
  });

  test('reports a failing step with the steps before it, if asked to', async () => {
    await assert.rejects(client.run(' {', ['trim-lines', 'json-formatter'], { trace: true }), (error) => {
      assert.ok(error instanceof TextmillError);
      const { step, trace } = error.details as { step: number; trace: readonly { tool: string; text: string }[] };
      assert.deepEqual([error.status, error.code, step], [400, 'step-failed', 2]);
      assert.deepEqual(
        trace.map(({ tool, text }) => [tool, text]),
        [['trim-lines', '{']],
      );
      return true;
    });
  });

  test('stores workflows, and runs them by name', async () => {
    const { workflows } = client;
    const { etag } = await workflows.put('loud', ['upper-case']);
    assert.equal((await client.run('a', { workflow: 'loud' })).result, 'A');
    const second = await workflows.put('loud', ['trim-lines', 'upper-case'], { etag });
    const { steps, versions } = await workflows.get('loud', { version: 1 });
    assert.deepEqual([steps, versions.map(({ version }) => version)], [['upper-case'], [2, 1]]);
    const many = [];
    for await (const { result } of client.runMany([' a', 'b'], { workflow: 'loud@2' })) many.push(result);
    assert.deepEqual(many, ['A', 'B']);
    const stale = [() => workflows.put('loud', ['upper-case'], { etag }), () => workflows.delete('loud', { etag })];
    for (const change of stale) await assert.rejects(change, { status: 412, code: 'workflow-changed' });
    assert.deepEqual(
      (await workflows.list()).map(({ name, version }) => [name, version]),
      [['loud', 2]],
    );
    assert.deepEqual(await workflows.delete('loud'), second);
    await assert.rejects(workflows.get('loud'), { status: 404 });
    await assert.rejects(client.run('a', { workflow: 'loud' }), { message: 'Unknown workflow: loud' });
  });

  test('cleans URLs, and keeps an empty one in its place', async () => {
    const urls = ['https://a.example/?ref=1&utm_source=x', '', 'https://b.example/?q=1'];
    assert.deepEqual(await client.sanitize(urls, { keepParams: ['ref'], extraParams: ['q'] }), {
      sanitized: ['https://a.example/?ref=1', '', 'https://b.example/'],
      count: 3,
    });
  });

  test('sorts lines', async () => {
    const { output, lines } = await client.sortDedupe(['a', 'B', 'a'], { direction: 'desc' });
    assert.deepEqual([output, lines], ['B\na', 2]);
  });

  test('reads the catalogue, without a key', async () => {
    const { tools, tool } = createClient({ baseUrl: gateway.url });
    const catalogue = await tools();
    assert.equal(catalogue.tools.length, catalogue.count);
    assert.deepEqual(
      await tool('trim-lines'),
      catalogue.tools.find(({ slug }) => slug === 'trim-lines'),
    );
    await assert.rejects(tool('no/such?tool'), { name: 'TextmillError', status: 404, message: 'Not found' });
  });

  test('reports a refusal with its status, code and request id', async () => {
    await assert.rejects(client.run('a', []), (error) => {
      assert.ok(error instanceof TextmillError);
      assert.deepEqual([error.status, error.message, error.done], [400, 'No steps provided', undefined]);
      assert.match(error.requestId, /^\S+$/);
      return true;
    });
    await assert.rejects(client.sanitize([]), { status: 400, message: 'No URLs provided' });
    const keyless = createClient({ baseUrl: gateway.url });
    await assert.rejects(keyless.run('a', ['trim-lines']), { status: 401, message: 'Missing API key' });
  });

  test('calls in parallel each get their own response', async () => {
    const texts = Array.from({ length: 200 }, (_, i) => `text ${i}`);
    const responses = await Promise.all(texts.map((text) => client.run(text, ['upper-case'])));
    assert.deepEqual(
      responses.map(({ result }) => result),
      texts.map((text) => text.toUpperCase()),
    );
  });

  test('a signal ends only its own call', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const calls = [
      client.run('a', ['trim-lines'], { signal }),
      client.sanitize(['a'], { signal }),
      client.sortDedupe(['a'], { signal }),
      client.usage({ signal }),
      client.tools({ signal }),
      client.tool('trim-lines', { signal }),
    ];
    for (const call of calls) await assert.rejects(call, /^Error: enough$/);
  });
});

describe('a response that does not come from a gateway is an error:', () => {
  type Call = (client: ReturnType<typeof createClient>) => Promise<unknown>;
  const calls: Readonly<Record<string, Call>> = {
    run: (client) => client.run('a', ['trim-lines']),
    sanitize: (client) => client.sanitize(['a']),
    sortDedupe: (client) => client.sortDedupe(['a']),
    usage: (client) => client.usage(),
    tools: (client) => client.tools(),
    tool: (client) => client.tool('trim-lines'),
  };
  for (const [name, call] of Object.entries(calls)) {
    for (const body of [null, [], {}, 'a', ...(clientCases.otherResponses[name] ?? [])]) {
      test(`${JSON.stringify(body)} to ${name}`, async (t) => {
        const response = { status: 200, body: JSON.stringify(body) };
        const { url } = await startPlannedServer(t, [response], [response]);
        const client = createClient({ baseUrl: url, apiKey: 'k', timing: new SimulatedTiming() });
        await assert.rejects(call(client), {
          name: 'TextmillError',
          status: 200,
          message: 'the response is not from Textmill: is this the address of a gateway?',
        });
      });
    }
  }
});

describe('createClient refuses', () => {
  const noNumber = { baseUrl: 'https://a.example', maxWaitMs: Number.NaN };
  const refusals = [
    ...clientCases.refusedOptions,
    ['no number as time', noNumber, '^maxWaitMs must be a number'] as const,
  ];
  for (const [name, options, message] of refusals) {
    test(name, () => {
      assert.throws(
        () => createClient(options),
        (error) => error instanceof TypeError && new RegExp(message).test(error.message),
      );
    });
  }
});
