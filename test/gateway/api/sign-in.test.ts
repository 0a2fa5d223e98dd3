import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreAwayError } from '../../../gateway/store/store-fault.js';
import { startTestGateway } from '../../support/gateway.js';
import { operatorHolder, signInWithLink, takeLink } from '../../support/sessions.js';

test('a store that fails to end the session before does not use up the sign-in link', async (t) => {
  const service = await startTestGateway(t);
  const { sessions } = service.gateway;
  const before = await signInWithLink(service);
  const issued = await sessions.createLink(operatorHolder);
  const signIn = () => takeLink(service, issued?.secret ?? '', { origin: service.url, cookie: before.cookie });

  const broken = t.mock.method(sessions, 'end', () => Promise.reject(new StoreAwayError(new Error('cut off'))));
  assert.equal((await signIn()).status, 503);
  broken.mock.restore();
  assert.equal((await signIn()).status, 201);
  assert.equal((await before.send('GET', '/sessions/current')).status, 401, 'the session before has ended');
});
