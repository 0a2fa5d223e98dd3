import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpErrors } from '#gateway/core/errors.js';
import { administered } from '#gateway/server/endpoints/administration.js';
import type { Services } from '#gateway/server/endpoints/endpoint.js';
import type { AdministrationRequest } from '#gateway/server/pipeline/route.js';
import { StoreBusyError, StoreUnavailableError } from '#gateway/server/storage/store-fault.js';

const unavailable = new StoreUnavailableError(new Error('connection refused'));
const busy = new StoreBusyError(new Error('canceling statement due to statement timeout'));

/** Calls a handler that fails. @returns its problem, and what is logged as a change that could not be stored. */
async function problemOf(error: Error, method: string) {
  const logged: unknown[] = [];
  const services = { storeFailed: (fault: unknown) => void logged.push(fault) } as unknown as Services;
  const handle = administered(() => Promise.reject(error));
  const result = await handle({ method } as AdministrationRequest, services);
  return { problem: 'problem' in result ? result.problem : undefined, logged };
}

test('a change whose store is unavailable is reported as not stored, and logged', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    assert.deepEqual(await problemOf(unavailable, method), {
      problem: httpErrors['store-failed'],
      logged: [unavailable],
    });
  }
});

test('a read whose store is unavailable may succeed later: nothing failed to be stored', async () => {
  for (const method of ['GET', 'HEAD']) {
    assert.deepEqual(await problemOf(unavailable, method), { problem: httpErrors['server-busy'], logged: [] });
  }
});

test('a store that is busy is reported as such', async () => {
  for (const method of ['GET', 'POST']) {
    assert.deepEqual(await problemOf(busy, method), { problem: httpErrors['server-busy'], logged: [] });
  }
});

test('any other error is a bug, and is thrown', async () => {
  await assert.rejects(problemOf(new TypeError('x is not a function'), 'GET'), TypeError);
});
