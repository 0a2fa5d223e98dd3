import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { IndexedKeyStore } from '../../../gateway/keys/indexed-key-store.js';
import { type ApiKey, maxGraceSeconds, visibleAfterMs } from '../../../gateway/keys/key-store.js';
import { openDatabase } from '../../../gateway/store/connection.js';
import { SqliteCounterStore } from '../../../gateway/store/sqlite-counter-store.js';
import { SqliteKeyTable } from '../../../gateway/store/sqlite-key-table.js';
import { ManualClock } from '../../support/manual-clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder({ after });
let opened = 0;

describe('creating', () => {
  test('returns the key and its secret, which finds it from then on', (t) => {
    const { store, clock } = open(t);
    const { key, secret } = store.create({
      plan: 'pro',
      environment: 'live',
      label: 'shop',
      origins: ['https://a.example', 'https://b.example', 'https://a.example'],
    });
    assert.match(secret, /^svc_live_[A-Za-z0-9]{32}$/);
    assert.deepEqual(visible(key), {
      id: key.id,
      accountId: key.accountId,
      plan: 'pro',
      environment: 'live',
      label: 'shop',
      origins: ['https://a.example', 'https://b.example'],
      last4: secret.slice(-4),
      createdAt: clock.now(),
      revokedAt: null,
      lastUsedAt: null,
    });
    assert.equal(store.find(secret), key);
    assert.equal(store.get(key.id), key);
    assert.deepEqual(store.account(key.accountId), { id: key.accountId, plan: 'pro' });
  });

  test('a development key has that environment; label and origins are optional', (t) => {
    const { store } = open(t);
    const { key, secret } = store.create({ plan: 'pro', environment: 'dev' });
    assert.match(secret, /^svc_dev_/);
    assert.deepEqual([key.environment, key.label, key.origins], ['dev', null, []]);
  });

  test('without an account id it creates an account; with one the key joins it', (t) => {
    const { store } = open(t);
    const first = store.create({ plan: 'free', environment: 'live' }).key;
    const second = store.create({ plan: 'free', environment: 'dev', accountId: first.accountId }).key;
    const other = store.create({ plan: 'free', environment: 'live' }).key;
    assert.equal(second.accountId, first.accountId);
    assert.notEqual(other.accountId, first.accountId);
  });

  test('an unknown account, or one with another plan, is refused, and nothing is stored', (t) => {
    const { store, reopen } = open(t);
    const { accountId } = store.create({ plan: 'free', environment: 'live' }).key;
    assert.throws(() => store.create({ plan: 'pro', environment: 'live', accountId: 'acc_none' }), {
      name: 'AccountError',
      message: 'Unknown account: acc_none',
    });
    assert.throws(() => store.create({ plan: 'pro', environment: 'live', accountId }), {
      name: 'AccountError',
      message: `Account ${accountId} has the plan free`,
    });
    assert.equal(reopen().list({ limit: 10 })?.keys.length, 1);
  });
});

describe('finding', () => {
  test('only the exact secret finds a key', (t) => {
    const { store } = open(t);
    const { secret } = store.create({ plan: 'pro', environment: 'live' });
    const near = secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a');
    for (const wrong of [
      '',
      near,
      ` ${secret}`,
      `${secret} `,
      secret.slice(0, -1),
      `${secret}a`,
      secret.toUpperCase(),
    ]) {
      assert.equal(store.find(wrong), undefined, JSON.stringify(wrong));
    }
    for (const odd of ['__proto__', 'x'.repeat(100_000), '\ud800', '\0']) assert.equal(store.find(odd), undefined);
  });

  test('unknown ids return undefined everywhere', (t) => {
    const { store } = open(t);
    for (const id of ['key_none', '', '__proto__', 'constructor']) {
      assert.deepEqual(
        [store.get(id), store.revoke(id), store.rotate(id, 0), store.setOrigins(id, []), store.account(id)],
        new Array(5).fill(undefined),
      );
      store.touch(id);
    }
    assert.equal(store.list({ limit: 1, after: 'key_none' }), undefined);
  });
});

describe('revoking', () => {
  test('applies from the next look-up on, to every secret of the key, and survives a restart', (t) => {
    const { store, clock, reopen } = open(t);
    const { key, secret } = store.create({ plan: 'pro', environment: 'live' });
    const rotated = store.rotate(key.id, 3_600);
    clock.advance(1_000);
    const revoked = store.revoke(key.id);
    assert.equal(revoked?.revokedAt, clock.now());
    const again = reopen();
    for (const one of [store, again]) {
      assert.equal(one.find(secret), undefined);
      assert.equal(one.find(rotated?.secret ?? ''), undefined);
      assert.equal(one.get(key.id)?.revokedAt, clock.now());
    }
  });

  test('is idempotent, and a revoked key cannot be changed', (t) => {
    const { store, clock } = open(t);
    const { key } = store.create({ plan: 'pro', environment: 'live', origins: ['https://a.example'] });
    const at = store.revoke(key.id)?.revokedAt;
    clock.advance(5_000);
    assert.equal(store.revoke(key.id)?.revokedAt, at);
    assert.deepEqual([store.rotate(key.id, 0), store.setOrigins(key.id, [])], [undefined, undefined]);
    assert.deepEqual(store.get(key.id)?.origins, ['https://a.example']);
  });
});

describe('rotating', () => {
  test('without grace the old secret is invalid immediately, and no longer in the database', (t) => {
    const { store, clock, database, reopen } = open(t);
    const { key, secret } = store.create({ plan: 'pro', environment: 'dev' });
    const issued = store.rotate(key.id, 0);
    assert.match(issued?.secret ?? '', /^svc_dev_/);
    assert.equal(store.find(secret), undefined);
    assert.equal(store.find(issued?.secret ?? ''), key);
    assert.equal(key.last4, issued?.secret.slice(-4));
    assert.equal(database.prepare('SELECT count(*) FROM secrets').pluck().get(), 1);
    clock.advance(-3_600_000);
    assert.equal(reopen().find(secret), undefined, 'it stays invalid if the clock is set back');
  });

  test('with grace the old secret is valid to the last millisecond of it, across a restart too', (t) => {
    const { store, clock, reopen } = open(t);
    const { key, secret } = store.create({ plan: 'pro', environment: 'live' });
    const issued = store.rotate(key.id, 60);
    clock.advance(59_999);
    const again = reopen();
    for (const one of [store, again]) assert.equal(one.find(secret)?.id, key.id);
    clock.advance(1);
    for (const one of [store, again, reopen()]) {
      assert.equal(one.find(secret), undefined);
      assert.equal(one.find(issued?.secret ?? '')?.id, key.id);
    }
  });

  test('a later rotation can shorten the grace period of older secrets, never extend it', (t) => {
    const { store, clock } = open(t);
    const first = store.create({ plan: 'pro', environment: 'live' });
    const second = store.rotate(first.key.id, 100);
    const third = store.rotate(first.key.id, 200);
    const secrets = [first.secret, second?.secret ?? '', third?.secret ?? ''];
    const valid = () => secrets.map((secret) => store.find(secret) !== undefined);
    clock.advance(99_999);
    assert.deepEqual(valid(), [true, true, true]);
    clock.advance(1);
    assert.deepEqual(valid(), [false, true, true]);
    secrets.push(store.rotate(first.key.id, 50)?.secret ?? '');
    clock.advance(50_000);
    assert.deepEqual(valid(), [false, false, false, true]);
  });

  test('the grace period is an integer of seconds up to 7 days', (t) => {
    const { store } = open(t);
    const { key, secret } = store.create({ plan: 'pro', environment: 'live' });
    for (const wrong of [-1, 0.5, maxGraceSeconds + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => store.rotate(key.id, wrong), { name: 'RangeError' });
    }
    assert.equal(store.find(secret), key);
    assert.notEqual(store.rotate(key.id, maxGraceSeconds), undefined);
  });
});

describe('origins', () => {
  test('a replacement applies immediately and survives a restart', (t) => {
    const { store, reopen } = open(t);
    const { key, secret } = store.create({ plan: 'pro', environment: 'live', origins: ['https://a.example'] });
    store.setOrigins(key.id, ['https://b.example', 'https://c.example', 'https://b.example']);
    for (const one of [store, reopen()]) {
      assert.deepEqual(one.find(secret)?.origins, ['https://b.example', 'https://c.example']);
      const allowed = ['a', 'b', 'c'].map((name) => one.isAllowedAnywhere(`https://${name}.example`));
      assert.deepEqual(allowed, [false, true, true]);
    }
  });

  test('the union is that of all unrevoked keys, after any history', (t) => {
    const { store, reopen } = open(t);
    const names = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.example`);
    const ids: string[] = [];
    const lists = fc.subarray(names);
    const change = fc.record({
      kind: fc.constantFrom('create', 'create', 'set', 'set', 'revoke', 'rotate'),
      origins: lists,
      which: fc.nat(),
    });
    const property = fc.property(fc.array(change, { maxLength: 15 }), (changes) => {
      for (const { kind, origins, which } of changes) {
        const id = ids[which % Math.max(1, ids.length)] ?? '';
        if (kind === 'create') ids.push(store.create({ plan: 'pro', environment: 'live', origins }).key.id);
        else if (kind === 'set') store.setOrigins(id, origins);
        else if (kind === 'revoke') store.revoke(id);
        else store.rotate(id, 60);
      }
      const live = ids.map((id) => store.get(id)).filter((key) => key !== undefined && key.revokedAt === null);
      for (const name of names) {
        assert.equal(
          store.isAllowedAnywhere(name),
          live.some((key) => key?.origins.includes(name)),
          name,
        );
      }
    });
    fc.assert(property, { seed: 22, numRuns: 20 });
    const again = reopen();
    assert.deepEqual(
      names.map((name) => again.isAllowedAnywhere(name)),
      names.map((name) => store.isAllowedAnywhere(name)),
    );
  });
});

describe('labels', () => {
  test('a change applies immediately and survives a restart, and the secret stays valid', (t) => {
    const { store, reopen } = open(t);
    const { key, secret } = store.create({ plan: 'pro', environment: 'live', label: 'old' });
    const { key: other } = store.create({ plan: 'pro', environment: 'live', label: 'other' });
    for (const label of ['new', null, '']) {
      assert.equal(store.setLabel(key.id, label), key);
      for (const one of [store, reopen()]) {
        assert.equal(one.find(secret)?.label, label);
        assert.equal(one.get(other.id)?.label, 'other');
      }
    }
  });

  test('a revoked or unknown key cannot be changed', (t) => {
    const { store, reopen } = open(t);
    const { key } = store.create({ plan: 'pro', environment: 'live', label: 'old' });
    store.revoke(key.id);
    for (const id of [key.id, 'key_none']) assert.equal(store.setLabel(id, 'new'), undefined);
    for (const one of [store, reopen()]) assert.equal(one.get(key.id)?.label, 'old');
  });
});

describe('listing accounts', () => {
  test('is in order of creation, page by page, with their unrevoked keys', (t) => {
    const { store, reopen } = open(t);
    assert.deepEqual(store.listAccounts({ limit: 2 }), { accounts: [], next: undefined });
    const made = Array.from({ length: 5 }, (_, i) =>
      store.create({ plan: i === 3 ? 'free' : 'pro', environment: 'live' }),
    );
    const ids = made.map(({ key }) => key.accountId);
    store.create({ plan: 'pro', environment: 'dev', accountId: ids[1] });
    store.create({ plan: 'pro', environment: 'dev', accountId: ids[1] });
    store.revoke(made[1]?.key.id ?? '');
    store.revoke(made[2]?.key.id ?? '');
    const expected = ids.map((id, i) => ({ id, plan: i === 3 ? 'free' : 'pro', keys: [1, 2, 0, 1, 1][i] }));
    for (const opened of [store, reopen()]) {
      assert.deepEqual(opened.listAccounts({ limit: 2 }), { accounts: expected.slice(0, 2), next: ids[1] });
      assert.deepEqual(opened.listAccounts({ limit: 2, after: ids[1] }), {
        accounts: expected.slice(2, 4),
        next: ids[3],
      });
      assert.deepEqual(opened.listAccounts({ limit: 2, after: ids[3] }), {
        accounts: expected.slice(4),
        next: undefined,
      });
      assert.deepEqual(opened.listAccounts({ limit: 5 }), { accounts: expected, next: undefined });
      assert.deepEqual(opened.listAccounts({ limit: 5, after: ids[4] }), { accounts: [], next: undefined });
      assert.equal(opened.listAccounts({ limit: 5, after: 'acc_none' }), undefined);
    }
  });
});

describe('listing', () => {
  test('pages follow each other in the order of creation, whatever happens to the keys', (t) => {
    const { store, clock, reopen } = open(t);
    const ids = Array.from({ length: 25 }, () => {
      clock.advance(-1_000);
      return store.create({ plan: 'pro', environment: 'live' }).key.id;
    });
    store.revoke(ids[3] ?? '');
    store.rotate(ids[7] ?? '', 0);
    for (const one of [store, reopen()]) {
      const pages: string[][] = [];
      let after: string | undefined;
      do {
        const page = one.list({ limit: 10, after });
        pages.push(page?.keys.map(({ id }) => id) ?? []);
        after = page?.next;
      } while (after !== undefined);
      assert.deepEqual(pages, [ids.slice(0, 10), ids.slice(10, 20), ids.slice(20)]);
    }
  });

  test('a full last page is recognized as the last', (t) => {
    const { store } = open(t);
    assert.deepEqual(store.list({ limit: 2 }), { keys: [], next: undefined });
    const [a, b] = [1, 2].map(() => store.create({ plan: 'pro', environment: 'live' }).key);
    assert.deepEqual(store.list({ limit: 2 }), { keys: [a, b], next: undefined });
    assert.deepEqual(store.list({ limit: 1 }), { keys: [a], next: a?.id });
    assert.deepEqual(store.list({ limit: 1, after: b?.id }), { keys: [], next: undefined });
  });

  test('lists the keys of one account', (t) => {
    const { store } = open(t);
    const first = store.create({ plan: 'pro', environment: 'live' }).key;
    const { accountId } = first;
    const others = Array.from({ length: 3 }, () => store.create({ plan: 'pro', environment: 'live' }).key);
    const second = store.create({ plan: 'pro', environment: 'dev', accountId }).key;
    assert.deepEqual(store.list({ limit: 9, accountId })?.keys, [first, second]);
    assert.deepEqual(store.list({ limit: 9, accountId, after: others[1]?.id })?.keys, [second]);
    assert.deepEqual(store.list({ limit: 9, accountId: 'acc_none' })?.keys, []);
  });
});

test('the last use is visible immediately, and written with the counters', async (t) => {
  const { store, clock, database, reopen } = open(t);
  const { key } = store.create({ plan: 'pro', environment: 'live' });
  clock.advance(1_000);
  store.touch(key.id);
  assert.equal(key.lastUsedAt, clock.now());
  store.setOrigins(key.id, []);
  assert.equal(key.lastUsedAt, clock.now(), 'a change of the key does not restore an older use');
  const counters = new SqliteCounterStore({ database, clock });
  t.after(() => counters.close());
  const rows = store.uses.takeDirty(10);
  assert.deepEqual(rows, [{ keyId: key.id, lastUsedAt: clock.now() }]);
  await counters.write({ uses: rows });
  assert.equal(reopen().get(key.id)?.lastUsedAt, clock.now());
  const used = clock.now();
  clock.advance(5);
  store.touch(key.id);
  store.uses.markDirty([{ keyId: key.id, lastUsedAt: used }]);
  assert.deepEqual(store.uses.takeDirty(10), [{ keyId: key.id, lastUsedAt: clock.now() }]);
});

test('no secret is in any file, only its last four characters', (t) => {
  const { store, dataDir } = open(t);
  const secrets = Array.from({ length: 200 }, () => {
    const { key, secret } = store.create({ plan: 'pro', environment: 'live' });
    return [secret, store.rotate(key.id, 60)?.secret ?? ''];
  }).flat();
  const bytes = Buffer.concat(readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name))));
  assert.ok(bytes.includes(store.list({ limit: 1 })?.keys[0]?.id ?? 'nothing'), 'the search finds what is stored');
  for (const secret of secrets) assert.equal(bytes.includes(secret.slice('svc_live_'.length)), false);
});

describe('two connections to one database', () => {
  test('each sees what the other has committed once it looks', (t) => {
    const { store, second } = open(t);
    const { key, secret } = second.create({ plan: 'pro', environment: 'live', origins: ['https://a.example'] });
    assert.equal(store.find(secret), undefined);
    store.refresh();
    assert.deepEqual(visible(store.find(secret)), visible(key));
    assert.equal(store.isAllowedAnywhere('https://a.example'), true);
    second.revoke(key.id);
    store.refresh();
    assert.deepEqual([store.find(secret), store.isAllowedAnywhere('https://a.example')], [undefined, false]);
  });

  test('following sees what the other has committed after that delay', async (t) => {
    const { store, second } = open(t);
    const { secret } = second.create({ plan: 'pro', environment: 'live' });
    assert.equal(store.find(secret), undefined);
    await wait(visibleAfterMs);
    store.follow();
    assert.notEqual(store.find(secret), undefined);
  });

  test('following an unreadable database serves the last known keys, and does not change it', async (t) => {
    const { store, database } = open(t);
    const { secret } = store.create({ plan: 'pro', environment: 'live' });
    database.close();
    await wait(visibleAfterMs);
    store.follow();
    assert.notEqual(store.find(secret), undefined);
  });

  test('a change is based on the current database, not on an earlier read', (t) => {
    const { store, second } = open(t);
    const { key } = store.create({ plan: 'pro', environment: 'live' });
    second.refresh();
    store.revoke(key.id);
    assert.equal(second.rotate(key.id, 0), undefined);
    assert.equal(second.get(key.id)?.revokedAt, store.get(key.id)?.revokedAt);
  });

  test('any mix of changes by both leaves both with the same keys', (t) => {
    const { store, second, reopen } = open(t);
    const ids: string[] = [];
    const change = fc.record({
      kind: fc.constantFrom('create', 'revoke', 'rotate', 'origins', 'label', 'refresh'),
      by: fc.boolean(),
      which: fc.nat(),
    });
    const property = fc.property(fc.array(change, { maxLength: 15 }), (changes) => {
      for (const { kind, by, which } of changes) {
        const actor = by ? store : second;
        const id = ids[which % Math.max(1, ids.length)] ?? '';
        if (kind === 'create') ids.push(actor.create({ plan: 'pro', environment: 'live' }).key.id);
        else if (kind === 'revoke') actor.revoke(id);
        else if (kind === 'rotate') actor.rotate(id, 60);
        else if (kind === 'origins') actor.setOrigins(id, [`https://${which}.example`]);
        else if (kind === 'label') actor.setLabel(id, which % 2 === 0 ? `label ${which}` : null);
        else actor.refresh();
      }
      store.refresh();
      second.refresh();
      assert.deepEqual(allKeys(second), allKeys(store));
    });
    fc.assert(property, { seed: 23, numRuns: 30 });
    assert.ok(ids.length > 10);
    assert.deepEqual(
      allKeys(store).map(({ id }) => id),
      ids,
    );
    assert.deepEqual(allKeys(reopen()), allKeys(store));
  });

  test('a change that waits too long for the lock throws and changes nothing', (t) => {
    const { store, database, second } = open(t);
    const { key, secret } = second.create({ plan: 'pro', environment: 'live' });
    database.exec('BEGIN IMMEDIATE');
    assert.throws(() => second.revoke(key.id), { code: 'SQLITE_BUSY' });
    assert.throws(() => second.create({ plan: 'pro', environment: 'live' }), { code: 'SQLITE_BUSY' });
    assert.equal(second.find(secret), key);
    database.exec('ROLLBACK');
    assert.equal(allKeys(second).length, 1);
    second.revoke(key.id);
    assert.equal(second.find(secret), undefined);
    store.refresh();
    assert.equal(store.find(secret), undefined);
  });
});

/** Opens a store on a new database, a second store on it, and a function that opens another one. */
function open(t: { after(end: () => void): void }) {
  const dataDir = `${folder}/${++opened}`;
  const clock = new ManualClock();
  const start = () => {
    const database = openDatabase(dataDir);
    t.after(() => {
      database.close();
    });
    return { database, store: new IndexedKeyStore(new SqliteKeyTable(database), clock) };
  };
  return { dataDir, clock, ...start(), second: start().store, reopen: () => start().store };
}

/** Returns the public properties of a key. */
function visible(key: ApiKey | undefined): object | undefined {
  if (key === undefined) return undefined;
  const { id, accountId, plan, environment, label, origins, last4, createdAt, revokedAt, lastUsedAt } = key;
  return { id, accountId, plan, environment, label, origins, last4, createdAt, revokedAt, lastUsedAt };
}

function allKeys(store: IndexedKeyStore): readonly ApiKey[] {
  return store.list({ limit: 1_000_000 })?.keys ?? [];
}
