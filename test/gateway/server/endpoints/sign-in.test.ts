import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { author } from '../../../support/author.js';
import { cleanUpAfter } from '../../../support/cleanup.js';
import { startTestGateway } from '../../../support/gateway.js';
import { operatorHolder, signInWithLink, takeLink } from '../../../support/sessions.js';

test('a store that fails to end the session before does not use up the sign-in link', async (t) => {
  const service = await startTestGateway(t);
  const { sessions } = service.gateway;
  const before = await signInWithLink(service);
  const issued = await sessions.createLink(operatorHolder, author);
  const signIn = () => takeLink(service, issued?.secret ?? '', { origin: service.url, cookie: before.cookie });

  const database = openDatabase(service.config.dataDir);
  cleanUpAfter(t, () => void database.close());
  database.exec("CREATE TRIGGER broken BEFORE DELETE ON sessions BEGIN SELECT raise(ABORT, 'broken'); END");
  assert.equal((await signIn()).status, 500);
  database.exec('DROP TRIGGER broken');
  assert.equal((await signIn()).status, 201);
  assert.equal((await before.send('GET', '/sessions/current')).status, 401, 'the session before has ended');
});
