import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Session } from '#gateway/server/sessions/sessions.js';
import { author } from '../../../support/author.js';
import { overEachStore } from '../../../support/stores.js';

const operator = { role: 'operator', accountId: null } as const;
const browser = 'Firefox on Linux';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const idsOf = (sessions: readonly Session[]) => sessions.map(({ id }) => id);

overEachStore((open) => {
  describe('a session', () => {
    test('is found by its secret at every gateway, and by nothing else', async (t) => {
      const { sessions, secondSessions, clock } = await open(t);
      const { session, secret } = await sessions.begin(operator, browser, author);
      assert.match(secret, /^[\w-]{43}$/);
      const now = clock.now();
      assert.deepEqual(session, { id: session.id, ...operator, browser, createdAt: now, lastUsedAt: now });
      assert.deepEqual(await secondSessions.find(secret), session);
      for (const wrong of ['', session.id, secret.slice(1), `${secret}A`, `${secret.slice(0, -1)}!`, 'A'.repeat(43)]) {
        assert.equal(await secondSessions.find(wrong), undefined, wrong);
      }
    });

    test('that is ended at one gateway is refused by the next request at another', async (t) => {
      const { sessions, secondSessions } = await open(t);
      const { session, secret } = await sessions.begin(operator, browser, author);
      assert.deepEqual(await sessions.end(session.id, author), session);
      assert.equal(await secondSessions.find(secret), undefined);
      assert.deepEqual(await secondSessions.list(), []);
      assert.equal(await sessions.end(session.id, author), undefined);
      assert.equal(await sessions.end('\0', author), undefined);
    });

    test('ends after 12 hours without use, and after 30 days', async (t) => {
      const { sessions, clock } = await open(t);
      const idle = await sessions.begin(operator, browser, author);
      const busy = await sessions.begin(operator, browser, author);
      clock.advance(12 * hourMs - 1);
      assert.equal((await sessions.find(busy.secret))?.lastUsedAt, clock.now());
      clock.advance(1);
      assert.equal(await sessions.find(idle.secret), undefined);
      assert.deepEqual(idsOf(await sessions.list()), [busy.session.id]);
      while (clock.now() < busy.session.createdAt + 30 * dayMs - 6 * hourMs) {
        clock.advance(6 * hourMs);
        assert.notEqual(await sessions.find(busy.secret), undefined);
      }
      clock.advance(6 * hourMs);
      assert.equal(await sessions.find(busy.secret), undefined);
    });

    test('has its use written at most once a minute', async (t) => {
      const { sessions, clock } = await open(t);
      const { session, secret } = await sessions.begin(operator, browser, author);
      clock.advance(minuteMs - 1);
      assert.equal((await sessions.find(secret))?.lastUsedAt, session.createdAt);
      clock.advance(1);
      await sessions.find(secret);
      assert.deepEqual(
        (await sessions.list()).map(({ lastUsedAt }) => lastUsedAt),
        [session.createdAt + minuteMs],
      );
    });

    test('is one of at most 50 of its holder: the one that was not used for longest ends', async (t) => {
      const { sessions, store, clock } = await open(t);
      const { key } = await store.create({ plan: 'pro', environment: 'live' }, author);
      const owner = await sessions.begin({ role: 'owner', accountId: key.accountId }, browser, author);
      const all = [];
      for (let count = 0; count < 51; count++) {
        clock.advance(minuteMs);
        all.push(await sessions.begin(operator, browser, author));
        // The first one is in use.
        await sessions.find(all[0]?.secret ?? '');
      }
      const kept = new Set(idsOf(await sessions.list()));
      const ended = all.map(({ session }, index) => (kept.has(session.id) ? -1 : index)).filter((index) => index >= 0);
      assert.deepEqual(ended, [1]);
      assert.ok(kept.has(owner.session.id), 'the sessions of another holder stay');
    });
  });

  describe('a sign-in link', () => {
    test('begins one session of its holder, however often it is taken at the same time', async (t) => {
      const { sessions, secondSessions } = await open(t);
      const issued = await sessions.createLink(operator, author);
      assert.ok(issued !== undefined);
      const taken = await Promise.all(
        [sessions, secondSessions, sessions, secondSessions].map((each) =>
          each.takeLink(issued.secret, browser, author),
        ),
      );
      const begun = taken.filter((each) => each !== undefined);
      assert.equal(begun.length, 1);
      assert.deepEqual(begun[0]?.session.role, 'operator');
      assert.deepEqual(await sessions.find(begun[0]?.secret ?? ''), begun[0]?.session);
      assert.equal(await sessions.find(issued.secret), undefined, 'its secret is not that of the session');
      assert.equal((await sessions.list()).length, 1);
    });

    test('of the operator expires after 15 minutes, an invitation of an owner after seven days', async (t) => {
      const { sessions, store, clock } = await open(t);
      const { key } = await store.create({ plan: 'pro', environment: 'live' }, author);
      const owner = { role: 'owner', accountId: key.accountId } as const;
      for (const [holder, ms] of [[operator, 15 * minuteMs] as const, [owner, 7 * dayMs] as const]) {
        const early = await sessions.createLink(holder, author);
        const late = await sessions.createLink(holder, author);
        assert.equal(late?.link.expiresAt, clock.now() + ms);
        clock.advance(ms - 1);
        assert.deepEqual(await sessions.findLink(early?.secret ?? ''), early?.link);
        const begun = await sessions.takeLink(early?.secret ?? '', browser, author);
        assert.deepEqual([begun?.session.role, begun?.session.accountId], [holder.role, holder.accountId]);
        assert.equal(await sessions.findLink(early?.secret ?? ''), undefined, 'used');
        assert.deepEqual(await sessions.findLink(late?.secret ?? ''), late?.link);
        clock.advance(1);
        assert.equal(await sessions.findLink(late?.secret ?? ''), undefined, 'expired');
        assert.equal(await sessions.takeLink(late?.secret ?? '', browser, author), undefined);
      }
    });

    test('with a wrong secret, or for an account that does not exist, does nothing', async (t) => {
      const { sessions } = await open(t);
      for (const secret of ['A'.repeat(43), '']) {
        assert.equal(await sessions.findLink(secret), undefined);
        assert.equal(await sessions.takeLink(secret, browser, author), undefined);
      }
      for (const accountId of ['acc_nobody', '\0']) {
        assert.equal(await sessions.createLink({ role: 'owner', accountId }, author), undefined);
      }
      assert.deepEqual(await sessions.list(), []);
    });

    test('can be deleted before it is used, by its own account only', async (t) => {
      const { sessions, store } = await open(t);
      const accounts = [];
      for (let count = 0; count < 2; count++) {
        accounts.push((await store.create({ plan: 'pro', environment: 'live' }, author)).key.accountId);
      }
      const [accountId = '', neighbour = ''] = accounts;
      const first = await sessions.createLink({ role: 'owner', accountId }, author);
      const second = await sessions.createLink({ role: 'owner', accountId }, author);
      assert.ok(first !== undefined && second !== undefined);
      assert.equal(await sessions.deleteLink(first.link.id, neighbour, author), false);
      assert.equal(await sessions.deleteLink(first.link.id, accountId, author), true);
      assert.equal(await sessions.takeLink(first.secret, browser, author), undefined);
      assert.notEqual(await sessions.takeLink(second.secret, browser, author), undefined);
      assert.equal(await sessions.deleteLink(second.link.id, accountId, author), false, 'it is used');
      assert.deepEqual(
        (await sessions.links(accountId)).map(({ id, usedAt }) => [id, usedAt === null]),
        [[second.link.id, false]],
      );
      assert.deepEqual(await sessions.links(neighbour), []);
    });

    test('is one of at most 20 of its holder, and is listed for seven days after it expired', async (t) => {
      const { sessions, store, clock } = await open(t);
      const { key } = await store.create({ plan: 'pro', environment: 'live' }, author);
      const owner = { role: 'owner', accountId: key.accountId } as const;
      const ids = [];
      for (let count = 0; count < 21; count++) {
        clock.advance(1);
        ids.push((await sessions.createLink(owner, author))?.link.id);
      }
      const listed = async () => (await sessions.links(key.accountId)).map(({ id }) => id);
      assert.deepEqual(await listed(), ids.slice(1).toReversed());
      clock.advance(14 * dayMs + 1);
      await sessions.createLink(operator, author);
      assert.deepEqual(await listed(), []);
    });
  });

  test('the sessions of one account are listed and ended alone', async (t) => {
    const { sessions, store } = await open(t);
    const accounts = [];
    for (let count = 0; count < 2; count++) {
      accounts.push((await store.create({ plan: 'pro', environment: 'live' }, author)).key.accountId);
    }
    const [accountId = '', neighbour = ''] = accounts;
    const own = await sessions.begin({ role: 'owner', accountId }, browser, author);
    const other = await sessions.begin({ role: 'owner', accountId: neighbour }, browser, author);
    const admin = await sessions.begin(operator, browser, author);
    const link = await sessions.createLink({ role: 'owner', accountId }, author);
    assert.deepEqual(idsOf(await sessions.list(accountId)), [own.session.id]);
    assert.equal(await sessions.endAllOf(accountId, author), 1);
    assert.equal(await sessions.takeLink(link?.secret ?? '', browser, author), undefined);
    assert.deepEqual(new Set(idsOf(await sessions.list())), new Set([other.session.id, admin.session.id]));
  });
});
