import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import type { OperationName } from '#engine/operations/operation.js';
import { isDocumentedError } from '../support/documented-errors.js';
import { httpServers, overEachServer, type TestGateway } from '../support/gateway.js';
import { anyJson, hostileRequests, spoilt } from '../support/hostile-requests.js';
import { figure, full } from '../support/reliability.js';
import { engine } from '../support/tool-cases.js';

/** Always the same in the moderate form, so that it fails for a change and nothing else; new every time in the full form. */
const seed = full ? Math.floor(Math.random() * 2 ** 31) : 11;
const operations: readonly OperationName[] = ['run', 'sanitize', 'sort-dedupe'];

/** What is sent, by what it is. */
const bodies: Readonly<Record<string, (operation: OperationName) => fc.Arbitrary<string | Uint8Array>>> = {
  'any JSON value': () => anyJson,
  'any bytes': () => fc.uint8Array({ maxLength: 200 }),
  'requests with hostile values': (operation) => hostileRequests[operation],
  'requests that were cut off or changed': (operation) => spoilt(hostileRequests[operation]),
};

/** White space in front of a body, so long that its text is not looked for: it is read as a whole. */
const blanks = Buffer.alloc(2_000, ' ');

/** Asserts that a response is a success or a documented refusal. */
function assertContract(status: number, body: Uint8Array, trace?: string): void {
  const text = Buffer.from(body).toString();
  assert.ok(Buffer.from(text).equals(body), 'the result is UTF-8');
  const json = JSON.parse(text) as { error?: unknown };
  if (status === 200) return;
  assert.equal(status, 400, `${text.slice(0, 500)} ${trace ?? ''}`);
  assert.deepEqual(Object.keys(json), ['error']);
  assert.ok(isDocumentedError(json.error), String(json.error).slice(0, 500));
}

const timeless = (body: Uint8Array) =>
  Buffer.from(body)
    .toString('latin1')
    .replace(/"processingTimeMs":\d+\}\}$/, '"processingTimeMs":0}}');

describe('through the engine', () => {
  const counts = { 200: 0, 400: 0 };
  for (const [what, make] of Object.entries(bodies)) {
    for (const operation of operations) {
      const numRuns = (full ? 20 : 1) * (operation === 'run' ? 300 : 1_000);
      test(`${operation}: ${what}`, () => {
        let succeeded = 0;
        fc.assert(
          fc.property(make(operation), (sent) => {
            const { status, body, trace } = engine.execute(operation, Buffer.from(sent));
            assertContract(status, body, trace);
            for (const other of [
              engine.executeInline(operation, Buffer.from(sent)),
              // Its shape may be known by now.
              engine.execute(operation, Buffer.from(sent)),
              engine.execute(operation, Buffer.concat([blanks, Buffer.from(sent)])),
            ]) {
              if (other !== undefined) assert.deepEqual([other.status, timeless(other.body)], [status, timeless(body)]);
            }
            if (status === 200) succeeded++;
          }),
          { seed, numRuns },
        );
        if (what === 'requests with hostile values')
          assert.ok(succeeded > numRuns / 10, 'the grammar makes valid ones');
        counts[200] += succeeded;
        counts[400] += numRuns - succeeded;
      });
    }
  }

  test('summary of the figures', (t) => {
    figure(t, 'R11', `seed ${seed}: ${counts[200]} done, ${counts[400]} refused, none else`, 'at random in the engine');
  });
});

overEachServer(async (start, httpServer) => {
  // Both servers pass on the same bytes, so one of them is enough, unless all is asked for.
  if (!full && httpServer !== httpServers[0]) return;
  const inline = await start({ after }, { settings: { INLINE_MAX_BYTES: '1000000' } });
  const pooled = await start({ after }, { settings: { INLINE_MAX_BYTES: '0', JOB_TIMEOUT_MS: '60000' } });
  const post = (service: TestGateway, key: string, operation: OperationName, body: string | Uint8Array) =>
    service.request('POST', `/v1/${operation}`, { key, body });

  test('inline and pooled responses are the same bytes, and documented', async (t) => {
    const [secret, otherSecret] = [(await inline.key()).secret, (await pooled.key()).secret];
    const requests = fc.oneof(
      ...operations.flatMap((operation) =>
        Object.values(bodies).map((make) => make(operation).map((body) => ({ operation, body }))),
      ),
    );
    const numRuns = full ? 10_000 : 500;
    await fc.assert(
      fc.asyncProperty(requests, async ({ operation, body }) => {
        const [one, other] = await Promise.all([
          post(inline, secret, operation, body),
          post(pooled, otherSecret, operation, body),
        ]);
        assertContract(one.status, one.bytes);
        assert.deepEqual([one.status, timeless(one.bytes)], [other.status, timeless(other.bytes)]);
      }),
      { seed, numRuns },
    );
    figure(
      t,
      'R11',
      `seed ${seed}: ${numRuns} bodies, none with another result from a thread`,
      `at random over ${httpServer}`,
    );
  });
});
