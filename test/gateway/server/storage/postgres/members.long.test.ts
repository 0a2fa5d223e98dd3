import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { unknownGateways } from '#gateway/server/storage/key-members.js';
import type { KeyPosition } from '#gateway/server/storage/key-table.js';
import { Membership } from '#gateway/server/storage/membership.js';
import { PostgresKeyMembers } from '#gateway/server/storage/postgres/key-members.js';
import { PostgresKeyTable } from '#gateway/server/storage/postgres/key-table.js';
import { listMembers } from '#gateway/server/storage/postgres/member-list.js';
import { openPostgres } from '#gateway/server/storage/postgres/open.js';
import { PostgresQuotaLedger } from '#gateway/server/storage/postgres/quota-ledger.js';
import { author } from '../../../../support/author.js';
import { suiteScope } from '../../../../support/cleanup.js';
import { startPostgres, type TestPostgres, withoutPostgres } from '../../../../support/postgres.js';

const trustMs = 300_000;

describe('members in PostgreSQL', { skip: withoutPostgres }, () => {
  const scope = suiteScope();
  let postgres: TestPostgres;
  let databases = 0;

  before(async () => {
    postgres = await startPostgres(scope);
  });

  async function open(t: TestContext) {
    const { pool, close } = await openPostgres(await postgres.createDatabase(`members_${++databases}`));
    t.after(close);
    const keyMembers = new PostgresKeyMembers(pool);
    const ledger = new PostgresQuotaLedger(pool);
    let starts = 0;
    const join = (name: string) => {
      const startedAt = ++starts;
      const membership = new Membership();
      const facts = () => ({
        id: membership.id,
        process: membership.process,
        name,
        pid: 7,
        gateway: 1,
        startedAt,
        address: '10.0.0.1:8080',
        version: '1',
        release: null,
        ready: true,
        degraded: false,
        limits: null,
      });
      let turns = 0;
      return {
        membership,
        note: (position: KeyPosition) => keyMembers.noteSeen(facts(), position, trustMs),
        turn: (isLast = false) =>
          ledger.apply({ memberId: membership.id, number: ++turns, accounts: [], ...(isLast && { isLast }) }),
        leave: () => keyMembers.leave(facts()),
        renew() {
          membership.renew();
          turns = 0;
        },
      };
    };
    /** Returns the newest position. */
    const newest = async (): Promise<KeyPosition> => {
      const { rows } = await pool.query<KeyPosition>('SELECT newest AS revision, token FROM key_revision');
      return rows[0] ?? assert.fail('there is none');
    };
    const count = async () => (await pool.query<{ count: number }>('SELECT count(*) FROM members')).rows[0]?.count;
    const list = async (self?: Membership) => (await listMembers(pool, self?.process)).members;
    return { pool, keyMembers, join, newest, count, list };
  }

  /** As if a minute had passed for all members. */
  const passAMinute = 'UPDATE members SET seen_at = seen_at - 60000, keys_heard_at = keys_heard_at - 60000';

  test('a gateway is one member for its quota and its keys, and both are its heartbeat', async (t) => {
    const { pool, join, count, list, newest } = await open(t);
    const start = await newest();
    const gateway = join('one');
    await gateway.note(start);
    assert.equal((await gateway.turn()).isMember, true);
    assert.equal(await count(), 1);
    await pool.query('UPDATE members SET seen_at = seen_at - 9000');
    await gateway.note(start);
    await pool.query('UPDATE members SET seen_at = seen_at - 9000');
    await pool.query('SELECT end_lapsed_members(10000, 1000)');
    assert.equal((await gateway.turn()).isMember, true, 'it was heard from');
    const [member, ...others] = await list(gateway.membership);
    assert.deepEqual(others, []);
    const { silentMs = Number.NaN, ...facts } = member ?? assert.fail('it is not listed');
    assert.ok(silentMs >= 0 && silentMs < 10_000);
    assert.deepEqual(facts, {
      name: 'one',
      version: '1',
      release: undefined,
      address: '10.0.0.1:8080',
      gateway: 1,
      pid: 7,
      startedAt: 1,
      lag: 0,
      limits: undefined,
      hasLapsed: false,
      isSelf: true,
      ready: true,
      degraded: false,
    });
  });

  test('one that has lapsed goes on as another member, and nobody waits for the one that it was', async (t) => {
    const { pool, keyMembers, join, list, newest } = await open(t);
    const start = await newest();
    const [gateway, other] = [join('one'), join('two')];
    await Promise.all([gateway.note(start), other.note(start)]);
    await gateway.turn();
    await pool.query('SELECT end_lapsed_members(0, 1000)');
    const keys = new PostgresKeyTable(pool);
    const row = { id: 'key_1', accountId: 'acc_1', isNewAccount: true, plan: 'pro', environment: 'live' } as const;
    const secret = { keyId: 'key_1', hash: 'ab'.repeat(32), last4: 'abcd', createdAt: 1 };
    await keys.create(
      { ...row, label: null, origins: [], operatorBounds: null, ownerBounds: null, createdAt: 1 },
      secret,
      author,
    );
    const created = await newest();
    await gateway.note(start);
    const behind = async () => (await keyMembers.behind(created, trustMs)).pending.map(({ name }) => name);
    assert.deepEqual(await behind(), ['one', 'two'], 'a lapse does not mean that its keys are not served');
    assert.equal((await gateway.turn()).isMember, false);
    gateway.renew();
    assert.equal((await gateway.turn()).isMember, true);
    assert.deepEqual(await behind(), ['one', 'two'], 'until it has noted its keys as the new member');
    await gateway.note(created);
    assert.deepEqual(await behind(), ['two']);
    const lags = (await list(gateway.membership)).map(({ name, lag, isSelf }) => [name, lag, isSelf]);
    assert.deepEqual(lags, [
      ['one', 0, true],
      // The key and its account.
      ['two', 2, false],
    ]);
  });

  test('those that have lapsed are listed last and for a while, and those that have stopped are not', async (t) => {
    const { pool, join, list, newest } = await open(t);
    const start = await newest();
    const [killed, stopped, left] = [join('killed'), join('stopped'), join('left')];
    for (const each of [killed, stopped, left]) await each.note(start);
    for (const each of [killed, stopped]) await each.turn();
    await stopped.turn(true);
    await stopped.leave();
    await left.leave();
    await pool.query(passAMinute);
    const living = join('living');
    await living.note(start);
    await pool.query('SELECT end_lapsed_members(10000, 1000)');
    const listed = async () => (await list()).map(({ name, hasLapsed, ready }) => [name, hasLapsed, ready]);
    assert.deepEqual(await listed(), [
      ['living', false, true],
      ['killed', true, false],
    ]);
    for (let minute = 0; minute < 15; minute++) await pool.query(passAMinute);
    await living.note(start);
    assert.deepEqual(await listed(), [['living', false, true]]);
  });

  test('one that misses heartbeats is degraded, and one whose keys are not trusted any more is not ready', async (t) => {
    const { pool, join, list, newest } = await open(t);
    const start = await newest();
    await join('quiet').note(start);
    const condition = async () => (await list()).map(({ ready, degraded, hasLapsed }) => [ready, degraded, hasLapsed]);
    assert.deepEqual(await condition(), [[true, false, false]]);
    await pool.query('UPDATE members SET seen_at = seen_at - 5000, keys_heard_at = keys_heard_at - 5000');
    assert.deepEqual(await condition(), [[true, true, false]]);
    await pool.query('UPDATE members SET keys_trust_ms = 1');
    assert.deepEqual(await condition(), [[false, true, false]]);
  });

  test('one that has read another history has seen nothing, and is not confirmed to have', async (t) => {
    const { pool, keyMembers, join, newest, list } = await open(t);
    for (let change = 0; change < 3; change++) await pool.query('SELECT next_key_revision()');
    const gateway = join('one');
    const position = await newest();
    assert.equal((await gateway.note(position)).isKnown, true);
    const other = { ...position, token: '00000000-0000-4000-8000-000000000000' };
    const { isKnown, newest: revision } = await gateway.note(other);
    assert.deepEqual([isKnown, revision], [false, 3]);
    const behind = async (at: KeyPosition) => {
      const reply = await keyMembers.behind(at, trustMs);
      return [reply.isKnown, reply.pending.map(({ name }) => name)];
    };
    assert.deepEqual(await behind(position), [true, ['one']]);
    assert.equal((await behind(other))[0], false, 'a change of another history is lost');
    assert.deepEqual(
      (await list()).map(({ lag }) => lag),
      [3],
    );
    await gateway.note(position);
    assert.deepEqual(await behind(position), [true, []]);
    assert.deepEqual(
      (await list()).map(({ lag }) => lag),
      [0],
    );
  });

  test('one that was cut off for 10,000 changes reads all keys, and the history does not grow', async (t) => {
    const { pool, join, newest } = await open(t);
    const [table, gateway] = [new PostgresKeyTable(pool), join('one')];
    const old = await newest();
    await pool.query('UPDATE key_revision SET newest = newest + 9998');
    await pool.query('SELECT next_key_revision()');
    assert.deepEqual([(await gateway.note(old)).isKnown, (await table.changedSince(old))?.keys], [true, []]);
    await pool.query('SELECT next_key_revision()');
    assert.deepEqual([(await gateway.note(old)).isKnown, await table.changedSince(old)], [false, undefined]);
    const { rows } = await pool.query<{ count: number }>('SELECT count(*) FROM key_history');
    assert.equal(rows[0]?.count, 2);
  });

  test('of which a promoted standby may know nothing are pending for as long as they may serve', async (t) => {
    const { pool, keyMembers, join, newest } = await open(t);
    const gateway = join('one');
    await pool.query("UPDATE key_revision SET timeline = '00000000'");
    await pool.query('SELECT next_key_revision()');
    await gateway.note(await newest());
    const behind = async () => (await keyMembers.behind(await newest(), trustMs)).pending;
    const [unknown, ...others] = await behind();
    assert.deepEqual([unknown?.name, unknown?.isSilent, others], [unknownGateways, true, []]);
    await pool.query('SELECT next_key_revision()');
    await gateway.note(await newest());
    assert.deepEqual(await behind(), [unknown], 'the promotion is noticed once');
    await pool.query('UPDATE key_revision SET promoted_at = promoted_at - $1::bigint', [trustMs]);
    assert.deepEqual(await behind(), []);
  });
});
