import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { IndexedKeyStore } from '#gateway/server/keys/indexed-key-store.js';
import { type Session, Sessions } from '#gateway/server/sessions/sessions.js';
import type { Author } from '#gateway/server/storage/author.js';
import { PostgresKeyTable } from '#gateway/server/storage/postgres/key-table.js';
import { openPostgres } from '#gateway/server/storage/postgres/open.js';
import { PostgresSessionTable } from '#gateway/server/storage/postgres/session-table.js';
import { SessionEndedError } from '#gateway/server/storage/session-table.js';
import { author } from '../../../support/author.js';
import { cleanUpAfter } from '../../../support/cleanup.js';
import { until } from '../../../support/gateway-process.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { createTestDatabase, withoutPostgres } from '../../../support/postgres.js';
import { type OpenedStores, overEachStore } from '../../../support/stores.js';

const operator = { role: 'operator', accountId: null } as const;
const browser = 'Firefox on Linux';
const hourMs = 3_600_000;

/** Who makes a change in a session. */
function actingIn(sessions: Sessions, session: Session): Author {
  return { ...author, kind: 'operator', sessionId: session.id, acting: sessions.acting(session) };
}

/** A store with an account whose owner has a session and an open invitation. */
async function prepared(stores: OpenedStores) {
  const { store, sessions } = stores;
  const { key } = await store.create({ plan: 'pro', environment: 'live', label: 'first' }, author);
  const { id, accountId } = key;
  const owner = { role: 'owner', accountId } as const;
  const other = await sessions.begin(owner, browser, author);
  const invitation = await sessions.createLink(owner, author);
  assert.ok(invitation !== undefined);
  /** Every change that there is, by who makes it. */
  const changes: Readonly<Record<string, (by: Author) => Promise<unknown>>> = {
    'a new key': (by) => store.create({ plan: 'pro', environment: 'live' }, by),
    'a new secret': (by) => store.rotate(id, 0, by),
    origins: (by) => store.setOrigins(id, ['https://a.example'], by),
    'a label': (by) => store.setLabel(id, 'second', by),
    'a revocation': (by) => store.revoke(id, by),
    'an invitation': (by) => sessions.createLink(owner, by),
    'a deleted invitation': (by) => sessions.deleteLink(invitation.link.id, accountId, by),
    'the end of a session': (by) => sessions.end(other.session.id, by),
    'the end of all sessions': (by) => sessions.endAllOf(accountId, by),
  };
  /** Everything that the changes could change. */
  const state = async () => {
    await store.refresh();
    return {
      keys: structuredClone(store.list({ limit: 100 })?.keys),
      secrets: await stores.countSecrets(),
      sessions: await sessions.list(accountId),
      links: await sessions.links(accountId),
    };
  };
  return { changes, state };
}

overEachStore((open) => {
  const ends: Readonly<Record<string, (stores: OpenedStores, id: string) => unknown>> = {
    'was ended at another gateway': ({ secondSessions }, id) => secondSessions.end(id, author),
    'was idle for too long': ({ clock }) => clock.advance(12 * hourMs),
  };

  for (const [end, happens] of Object.entries(ends)) {
    test(`a session that ${end} after a request was admitted changes nothing`, async (t) => {
      const stores = await open(t);
      const { sessions } = stores;
      const { changes, state } = await prepared(stores);
      const { session } = await sessions.begin(operator, browser, author);
      await happens(stores, session.id);
      const before = await state();
      for (const [what, change] of Object.entries(changes)) {
        await assert.rejects(change(actingIn(sessions, session)), SessionEndedError, what);
      }
      assert.deepEqual(await state(), before);
    });
  }

  test('a session that lasts makes every change, and so does nobody in particular', async (t) => {
    const stores = await open(t);
    const { session } = await stores.sessions.begin(operator, browser, author);
    for (const by of [actingIn(stores.sessions, session), author]) {
      const { changes } = await prepared(stores);
      for (const [what, change] of Object.entries(changes)) {
        assert.notEqual((await change(by)) ?? false, false, what);
      }
    }
  });

  test('a session that ends itself has ended, and is not found the next time', async (t) => {
    const { sessions } = await open(t);
    const { session } = await sessions.begin(operator, browser, author);
    assert.equal((await sessions.end(session.id, actingIn(sessions, session)))?.id, session.id);
    await assert.rejects(sessions.end(session.id, actingIn(sessions, session)), SessionEndedError);
  });
});

describe('in PostgreSQL, while the end of a session is not committed yet', { skip: withoutPostgres }, () => {
  test('a change in it waits, and is not made', async (t) => {
    const url = await createTestDatabase();
    const clock = new ManualClock();
    const { pool, close } = await openPostgres(url);
    cleanUpAfter(t, close);
    const keys = new IndexedKeyStore(new PostgresKeyTable(pool), clock);
    const sessions = new Sessions(new PostgresSessionTable(pool), clock);
    const { session } = await sessions.begin(operator, browser, author);
    const ending = new pg.Client({ connectionString: url });
    await ending.connect();
    cleanUpAfter(t, () => ending.end());
    await ending.query('BEGIN');
    await ending.query('DELETE FROM sessions WHERE id = $1', [session.id]);
    const change = assert.rejects(
      keys.create({ plan: 'pro', environment: 'live' }, actingIn(sessions, session)),
      SessionEndedError,
    );
    await until('the change waits', async () => {
      const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%hold_session%'";
      return ((await pool.query(waiting)).rowCount ?? 0) > 0;
    });
    await ending.query('COMMIT');
    await change;
    await keys.refresh();
    assert.equal(keys.activeCount, 0);
  });
});
