import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { createLog } from '#gateway/core/log.js';
import { StoreBusyError, StoreUnavailableError } from '#gateway/server/storage/store-fault.js';
import { suiteScope } from '../../../support/cleanup.js';
import { startTestGateway, type TestGateway } from '../../../support/gateway.js';
import { type SignedIn, signInWithLink } from '../../../support/sessions.js';

const cause = new Error('connection refused');
const busy = [503, { error: 'Server busy' }];
const bug = [500, { error: 'Internal server error' }];

describe('a look-up that fails', () => {
  const scope = suiteScope();
  const logged: unknown[] = [];
  let service: TestGateway;
  let signedIn: SignedIn;

  before(async () => {
    const log = createLog('error', { write: (line) => void logged.push((JSON.parse(line) as { msg: string }).msg) });
    service = await startTestGateway(scope, { log });
    signedIn = await signInWithLink(service);
  });

  /** Looks for a key and for a session. @returns the responses, and what is logged. */
  async function lookUps(t: TestContext, error: Error) {
    const { keys, sessions } = service.gateway;
    // As with PostgreSQL, where a key may be in the store and not in memory.
    t.mock.getter(keys, 'mayKnowMore', () => true);
    t.mock.method(keys, 'lookUp', () => Promise.reject(error));
    t.mock.method(sessions, 'find', () => Promise.reject(error));
    logged.splice(0);
    const responses = [
      await service.post('/v1/run', { input: '', steps: ['upper-case'] }, 'svc_live_unknown'),
      await signedIn.send('GET', '/keys'),
    ];
    return { responses: responses.map(({ status, json }) => [status, json]), logged: [...logged] };
  }

  for (const error of [
    new StoreUnavailableError(cause),
    new StoreBusyError(cause),
    Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' }),
  ]) {
    test(`because of the store is refused: ${error.message}`, async (t) => {
      assert.deepEqual(await lookUps(t, error), { responses: [busy, busy], logged: [] });
    });
  }

  test('for another reason is logged', async (t) => {
    const { responses, logged } = await lookUps(t, new TypeError('x is not a function'));
    assert.deepEqual(responses, [bug, bug]);
    const failures = logged.filter((message) => message === 'A request handler failed');
    assert.equal(failures.length, 2);
  });

  test('because the database is damaged is refused, and logged once', async (t) => {
    const damage = Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' });
    const { responses, logged } = await lookUps(t, damage);
    assert.deepEqual(responses, [busy, busy]);
    assert.deepEqual(logged, ['The database is damaged: stop the gateway, and restore a backup']);
  });
});
