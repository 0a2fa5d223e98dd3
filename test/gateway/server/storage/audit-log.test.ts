import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestError } from '#engine/core/errors.js';
import { ownerLimits } from '#gateway/server/keys/owner-limits.js';
import type { AuditEntry, AuditLog, AuditQuery } from '#gateway/server/storage/audit-log.js';
import type { Author } from '#gateway/server/storage/author.js';
import { author } from '../../../support/author.js';
import { overEachStore } from '../../../support/stores.js';

const dayMs = 24 * 60 * 60_000;

/** Inserts entries with times and accounts of the caller's choice, as no clock of a test could. */
function rowsOf(rows: readonly { readonly at: number; readonly account?: string; readonly action?: string }[]): string {
  const values = rows.map(
    ({ at, account = 'acc_1', action = 'key.create' }, index) =>
      `(${index + 1}, 'aud_${index + 1}', ${at}, 'system', '${action}', 'key', 'key_${index}', '${account}')`,
  );
  return `INSERT INTO audit_entries (sequence, id, at, actor_kind, action, target_kind, target_id, account_id)
          VALUES ${values.join(', ')}`;
}

async function read(audit: AuditLog, query: AuditQuery): Promise<readonly AuditEntry[]> {
  const page = await audit.read(query);
  assert.ok(page !== undefined);
  return page.entries;
}

/** Reads page by page. */
async function readAll(audit: AuditLog, query: AuditQuery): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | undefined, hasMore = true; hasMore; ) {
    const page = await audit.read({ ...query, after });
    assert.ok(page !== undefined && (page.entries.length === query.limit || !page.hasMore));
    ids.push(...page.entries.map(({ id }) => id));
    ({ hasMore } = page);
    after = ids.at(-1);
  }
  return ids;
}

overEachStore((open) => {
  test('pages have every entry once, in both orders, whatever they are filtered by and however many have one time', async (t) => {
    const { audit, sql } = await open(t);
    const at = Date.parse('2026-01-31T00:00:00Z');
    const rows = Array.from({ length: 60 }, (_, index) => ({
      // Ten of each time; each twentieth is half a minute behind the one before it.
      at: at + Math.floor(index / 10) * 1_000 - (index % 20 === 19 ? 30_000 : 0),
      account: `acc_${index % 3}`,
      action: index % 2 === 0 ? 'key.create' : 'key.revoke',
    }));
    await sql(rowsOf(rows));
    const filters: Omit<AuditQuery, 'limit'>[] = [
      {},
      { accountId: 'acc_1' },
      { action: 'key.revoke' },
      { accountId: 'acc_2', action: 'key.create' },
      { from: at + 2_000 },
      { to: at + 2_000 },
      { from: at + 1_000, to: at + 4_000, accountId: 'acc_0' },
      { from: at + dayMs },
      { accountId: 'acc_none' },
    ];
    for (const filter of filters) {
      const expected = rows.flatMap((row, index) => {
        const isWanted =
          (filter.accountId ?? row.account) === row.account &&
          (filter.action ?? row.action) === row.action &&
          row.at >= (filter.from ?? 0) &&
          row.at < (filter.to ?? Number.POSITIVE_INFINITY);
        return isWanted ? [`aud_${index + 1}`] : [];
      });
      for (const limit of [1, 7, 100]) {
        assert.deepEqual(await readAll(audit, { ...filter, limit }), expected, JSON.stringify({ ...filter, limit }));
      }
      assert.deepEqual(await readAll(audit, { ...filter, limit: 7, order: 'newest' }), expected.toReversed());
    }
    assert.equal(await audit.read({ limit: 1, after: 'aud_none' }), undefined);
  });

  test('old entries are deleted, and those of the last day and their values never', async (t) => {
    const { audit, sql } = await open(t);
    const now = Date.now();
    const old = Array.from({ length: 2_500 }, () => ({ at: now - 400 * dayMs }));
    await sql(rowsOf([...old, { at: now - 2 * dayMs }, { at: now }]));
    while (await audit.expire(now - 399 * dayMs));
    assert.deepEqual(await readAll(audit, { limit: 1_000 }), ['aud_2501', 'aud_2502']);
    await assert.rejects(sql("UPDATE audit_entries SET action = 'backup'"), /audit entries/);
    await assert.rejects(sql("DELETE FROM audit_entries WHERE id = 'aud_2502'"), /audit entries/);
    await assert.rejects(sql('DELETE FROM audit_entries'), /audit entries/);
    assert.deepEqual(await readAll(audit, { limit: 1_000 }), ['aud_2501', 'aud_2502']);
  });

  test('a change that makes no difference leaves no entry', async (t) => {
    const { audit, sessions, store } = await open(t);
    const { key } = await store.create({ plan: 'pro', environment: 'live', label: 'a' }, author);
    const { id, accountId } = key;
    await store.setLabel(id, 'a', author);
    await store.setOrigins(id, [], author);
    await sessions.endAllOf(accountId, author);
    await sessions.end('ses_none', author);
    await sessions.deleteLink('link_none', accountId, author);
    await store.setLabel('key_none', 'a', author);
    await store.revoke(id, author);
    await store.revoke(id, author);
    await store.setLabel(id, 'b', author);
    assert.deepEqual(
      (await read(audit, { limit: 10 })).map(({ action }) => action),
      ['key.create', 'key.revoke'],
    );
  });

  test('entries say who made a change, and from which value to which', async (t) => {
    const { audit, sessions, store } = await open(t);
    const from = { address: '2001:db8::1', requestId: 'request-1', at: author.at };
    const operator: Author = { kind: 'operator', sessionId: 'ses_1', ...from };
    const { key } = await store.create(
      { plan: 'pro', environment: 'dev', label: null },
      { kind: 'admin-token', ...from },
    );
    const { id, accountId } = key;
    const many = Array.from({ length: 25 }, (_, index) => `https://${index}.example`);
    await store.setOrigins(id, many, operator);
    await store.setLabel(id, 'it’s "new"', { kind: 'command-line', user: 'ada', at: author.at });
    await store.rotate(id, 60, { kind: 'owner', sessionId: 'ses_2', ...from });
    const begun = await sessions.begin({ role: 'owner', accountId }, 'Firefox on Linux', operator);
    await sessions.end(begun.session.id, { ...operator, kind: 'owner', sessionId: begun.session.id });
    const target = { kind: 'key', id, accountId };
    const client = { address: '2001:db8::1', requestId: 'request-1' };
    const session = { kind: 'session', id: begun.session.id, accountId };
    const entries = (await read(audit, { limit: 10 })).map(({ id: entryId, at, ...entry }) => {
      assert.match(entryId, /^aud_[0-9a-f]{32}$/);
      assert.ok(Date.parse(at) > 0);
      return entry;
    });
    assert.deepEqual(entries, [
      {
        actor: { kind: 'admin-token' },
        ...client,
        action: 'key.create',
        target,
        after: { plan: 'pro', environment: 'dev', label: null, newAccount: true, origins: [] },
      },
      {
        actor: { kind: 'operator', sessionId: 'ses_1' },
        ...client,
        action: 'key.set-origins',
        target,
        before: { origins: [] },
        after: { origins: [...many.slice(0, 20), '5 more'] },
      },
      {
        actor: { kind: 'command-line', user: 'ada' },
        address: null,
        requestId: null,
        action: 'key.set-label',
        target,
        before: { label: null },
        after: { label: 'it’s "new"' },
      },
      {
        actor: { kind: 'owner', accountId, sessionId: 'ses_2' },
        ...client,
        action: 'key.rotate',
        target,
        after: { graceSeconds: 60 },
      },
      {
        actor: { kind: 'operator', sessionId: 'ses_1' },
        ...client,
        action: 'session.sign-in',
        target: session,
        after: { role: 'owner', browser: 'Firefox on Linux' },
      },
      {
        actor: { kind: 'owner', accountId, sessionId: begun.session.id },
        ...client,
        action: 'session.sign-out',
        target: session,
        before: { role: 'owner', browser: 'Firefox on Linux' },
      },
    ]);
  });

  test('entries of limits and accounts have the members that were changed, and none if they were so before', async (t) => {
    const { audit, store } = await open(t);
    const account = await store.createAccount({ plan: 'pro', name: 'Example Ltd', externalId: 'customer-1' }, author);
    const { id: accountId } = account;
    const operatorBounds = { expiresAt: Date.parse('2100-01-31T09:30:00Z') };
    const { key } = await store.create({ plan: 'pro', environment: 'live', accountId, operatorBounds }, author);
    for (let round = 0; round < 2; round++) {
      await store.setBounds(key.id, 'operator', { expiresAt: null, operations: ['run'] }, author);
      await store.setBounds(key.id, 'owner', { disabled: true }, author);
      await store.changeAccount(accountId, { name: null }, author);
      await store.changeAccount(accountId, { dailyQuota: 0, burstPerMinute: null }, author);
      await store.changeAccount(accountId, { enabled: false }, author);
    }
    const entries = await read(audit, { limit: 20 });
    const limits = { dailyQuota: null, burstPerMinute: null };
    const expiresAt = '2100-01-31T09:30:00.000Z';
    const created = { plan: 'pro', environment: 'live', label: null, newAccount: false, origins: [] };
    assert.deepEqual(
      entries.map(({ action, target, before, after }) => [action, target.kind, before, after]),
      [
        [
          'account.create',
          'account',
          undefined,
          { plan: 'pro', name: 'Example Ltd', externalId: 'customer-1', ...limits },
        ],
        ['key.create', 'key', undefined, { ...created, limits: { expiresAt } }],
        ['key.set-limits', 'key', { expiresAt, operations: null }, { expiresAt: null, operations: ['run'] }],
        ['key.set-enabled', 'key', { enabled: true }, { enabled: false }],
        ['account.set-name', 'account', { name: 'Example Ltd' }, { name: null }],
        ['account.set-limits', 'account', limits, { ...limits, dailyQuota: 0 }],
        ['account.set-enabled', 'account', { enabled: true }, { enabled: false }],
      ],
    );
    assert.ok(entries.every(({ target }) => target.accountId === accountId));
  });

  test('an owner cannot fill the store with entries, and can always revoke a key', async (t) => {
    const { audit, sql, store } = await open(t);
    const { key } = await store.create({ plan: 'pro', environment: 'live' }, author);
    const owner: Author = { kind: 'owner', sessionId: 'ses_1', at: Date.now(), mostInDay: 3 };
    for (const label of ['a', 'b', 'c']) await store.setLabel(key.id, label, owner);
    const tooMany = (error: unknown) =>
      error instanceof RequestError && error.problem.code === 'too-many-changes' && ownerLimits.changesInDay === 1_000;
    await assert.rejects(store.setLabel(key.id, 'd', owner), tooMany);
    await assert.rejects(store.setOrigins(key.id, ['https://a.example'], owner), tooMany);
    assert.equal(store.get(key.id)?.label, 'c');
    // Those of others count for nothing, nor do those of a day before.
    await store.setLabel(key.id, 'of an operator', author);
    await store.revoke(key.id, owner);
    assert.notEqual(store.get(key.id)?.revokedAt, null);
    const { key: second } = await store.create({ plan: 'pro', environment: 'live' }, author);
    const daysAgo = Array.from(
      { length: 3 },
      (_, index) => `(${100 + index}, ${Date.now() - dayMs - 60_000}, 'owner',
      'key.set-label', 'key', '${second.accountId}')`,
    );
    await sql(`INSERT INTO audit_entries (sequence, at, actor_kind, action, target_kind, account_id)
               VALUES ${daysAgo.join(', ')}`);
    assert.equal((await store.setLabel(second.id, 'new', owner))?.label, 'new');
    assert.equal((await read(audit, { limit: 100, accountId: key.accountId, action: 'key.set-label' })).length, 4);
  });

  test('a change whose entry cannot be written is not made', async (t) => {
    const { countSecrets, sessions, sql, store } = await open(t);
    const { key } = await store.create({ plan: 'pro', environment: 'live', label: 'a' }, author);
    const { id, accountId } = key;
    const owner = { role: 'owner', accountId } as const;
    const { session } = await sessions.begin(owner, 'Firefox', author);
    const link = await sessions.createLink(owner, author);
    const state = async () => {
      await store.refresh();
      return [
        structuredClone(store.list({ limit: 9 })?.keys),
        structuredClone(store.listAccounts({ limit: 9 })?.accounts),
        await countSecrets(),
        await sessions.list(),
        await sessions.links(accountId),
      ];
    };
    const before = await state();
    await sql('ALTER TABLE audit_entries RENAME TO audit_entries_elsewhere');
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      create: () => store.create({ plan: 'pro', environment: 'live' }, author),
      rotate: () => store.rotate(id, 60, author),
      setOrigins: () => store.setOrigins(id, ['https://a.example'], author),
      setLabel: () => store.setLabel(id, 'b', author),
      revoke: () => store.revoke(id, author),
      setBounds: () => store.setBounds(id, 'operator', { disabled: true }, author),
      createAccount: () => store.createAccount({ plan: 'pro' }, author),
      changeAccount: () => store.changeAccount(accountId, { name: 'b' }, author),
      begin: () => sessions.begin(owner, 'Firefox', author),
      takeLink: () => sessions.takeLink(link?.secret ?? '', 'Firefox', author),
      end: () => sessions.end(session.id, author),
      endAllOf: () => sessions.endAllOf(accountId, author),
      createLink: () => sessions.createLink(owner, author),
      deleteLink: () => sessions.deleteLink(link?.link.id ?? '', accountId, author),
    };
    for (const [name, change] of Object.entries(changes)) await assert.rejects(change(), name);
    assert.deepEqual(await state(), before);
    await sql('ALTER TABLE audit_entries_elsewhere RENAME TO audit_entries');
    assert.equal((await store.setLabel(id, 'b', author))?.label, 'b');
  });
});
