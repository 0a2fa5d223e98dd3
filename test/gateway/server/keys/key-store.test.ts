import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { IndexedKeyStore } from '#gateway/server/keys/indexed-key-store.js';
import { type ApiKey, type IssuedKey, maxGraceSeconds } from '#gateway/server/keys/key-store.js';
import { ownerLimits } from '#gateway/server/keys/owner-limits.js';
import { author } from '../../../support/author.js';
import { overEachStore } from '../../../support/stores.js';

/** An account without a name and limits. */
const plain = { name: null, externalId: null, dailyQuota: null, burstPerMinute: null, enabled: true };

overEachStore((open) => {
  describe('creating', () => {
    test('returns the key and its secret, which finds it from then on', async (t) => {
      const { store, clock } = await open(t);
      const { key, secret } = await store.create(
        {
          plan: 'pro',
          environment: 'live',
          label: 'shop',
          origins: ['https://a.example', 'https://b.example', 'https://a.example'],
        },
        author,
      );
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
      assert.deepEqual(store.account(key.accountId), {
        ...plain,
        id: key.accountId,
        plan: 'pro',
        createdAt: clock.now(),
      });
    });

    test('a development key has that environment; label and origins are optional', async (t) => {
      const { store } = await open(t);
      const { key, secret } = await store.create({ plan: 'pro', environment: 'dev' }, author);
      assert.match(secret, /^svc_dev_/);
      assert.deepEqual([key.environment, key.label, key.origins], ['dev', null, []]);
    });

    test('without an account id it creates an account; with one the key joins it', async (t) => {
      const { store } = await open(t);
      const first = (await store.create({ plan: 'free', environment: 'live' }, author)).key;
      const second = (await store.create({ plan: 'free', environment: 'dev', accountId: first.accountId }, author)).key;
      const other = (await store.create({ plan: 'free', environment: 'live' }, author)).key;
      assert.equal(second.accountId, first.accountId);
      assert.notEqual(other.accountId, first.accountId);
    });

    test('an unknown account, or one with another plan, is refused, and nothing is stored', async (t) => {
      const { store, reopen } = await open(t);
      const { accountId } = (await store.create({ plan: 'free', environment: 'live' }, author)).key;
      await assert.rejects(
        async () => await store.create({ plan: 'pro', environment: 'live', accountId: 'acc_none' }, author),
        {
          name: 'AccountError',
          message: 'Unknown account: acc_none',
        },
      );
      await assert.rejects(async () => await store.create({ plan: 'pro', environment: 'live', accountId }, author), {
        name: 'AccountError',
        message: `Account ${accountId} has the plan free`,
      });
      assert.equal((await reopen()).list({ limit: 10 })?.keys.length, 1);
    });
  });

  describe('finding', () => {
    test('only the exact secret finds a key', async (t) => {
      const { store } = await open(t);
      const { secret } = await store.create({ plan: 'pro', environment: 'live' }, author);
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

    test('unknown ids return undefined everywhere', async (t) => {
      const { store } = await open(t);
      for (const id of ['key_none', '', '__proto__', 'constructor']) {
        assert.deepEqual(
          [
            store.get(id),
            await store.revoke(id, author),
            await store.rotate(id, 0, author),
            await store.setOrigins(id, [], author),
            store.account(id),
          ],
          new Array(5).fill(undefined),
        );
        store.touch(id);
      }
      assert.equal(store.list({ limit: 1, after: 'key_none' }), undefined);
    });
  });

  describe('revoking', () => {
    test('applies from the next look-up on, to every secret of the key, and survives a restart', async (t) => {
      const { store, clock, reopen } = await open(t);
      const { key, secret } = await store.create({ plan: 'pro', environment: 'live' }, author);
      const rotated = await store.rotate(key.id, 3_600, author);
      clock.advance(1_000);
      const revoked = await store.revoke(key.id, author);
      assert.equal(revoked?.revokedAt, clock.now());
      const again = await reopen();
      for (const one of [store, again]) {
        assert.equal(one.find(secret), undefined);
        assert.equal(one.find(rotated?.secret ?? ''), undefined);
        assert.equal(one.get(key.id)?.revokedAt, clock.now());
      }
    });

    test('leaves none of its secrets in the database, only the last four characters', async (t) => {
      const { store, second, countSecrets, reopen } = await open(t);
      const { key } = await store.create({ plan: 'pro', environment: 'live' }, author);
      const rotated = await store.rotate(key.id, 3_600, author);
      await store.revoke(key.id, author);
      await second.refresh();
      assert.equal(await countSecrets(), 0);
      for (const one of [store, second, await reopen()]) {
        assert.equal(one.get(key.id)?.last4, rotated?.secret.slice(-4));
        assert.equal(one.find(rotated?.secret ?? ''), undefined);
      }
    });

    test('is idempotent, and a revoked key cannot be changed', async (t) => {
      const { store, clock } = await open(t);
      const { key } = await store.create({ plan: 'pro', environment: 'live', origins: ['https://a.example'] }, author);
      const at = (await store.revoke(key.id, author))?.revokedAt;
      clock.advance(5_000);
      const { revision = Number.NaN } = store.position ?? {};
      assert.equal((await store.revoke(key.id, author))?.revokedAt, at);
      assert.equal(store.position?.revision, revision + 1, 'every gateway reads the key again');
      assert.deepEqual(
        [await store.rotate(key.id, 0, author), await store.setOrigins(key.id, [], author)],
        [undefined, undefined],
      );
      assert.deepEqual(store.get(key.id)?.origins, ['https://a.example']);
    });
  });

  describe('rotating', () => {
    test('without grace the old secret is invalid immediately, and no longer in the database', async (t) => {
      const { store, clock, countSecrets, reopen } = await open(t);
      const { key, secret } = await store.create({ plan: 'pro', environment: 'dev' }, author);
      const issued = await store.rotate(key.id, 0, author);
      assert.match(issued?.secret ?? '', /^svc_dev_/);
      assert.equal(store.find(secret), undefined);
      assert.equal(store.find(issued?.secret ?? ''), key);
      assert.equal(key.last4, issued?.secret.slice(-4));
      assert.equal(await countSecrets(), 1);
      clock.advance(-3_600_000);
      assert.equal((await reopen()).find(secret), undefined, 'it stays invalid if the clock is set back');
    });

    test('with grace the old secret is valid to the last millisecond of it, across a restart too', async (t) => {
      const { store, clock, reopen } = await open(t);
      const { key, secret } = await store.create({ plan: 'pro', environment: 'live' }, author);
      const issued = await store.rotate(key.id, 60, author);
      clock.advance(59_999);
      const again = await reopen();
      for (const one of [store, again]) assert.equal(one.find(secret)?.id, key.id);
      clock.advance(1);
      for (const one of [store, again, await reopen()]) {
        assert.equal(one.find(secret), undefined);
        assert.equal(one.find(issued?.secret ?? '')?.id, key.id);
      }
    });

    test('a later rotation can shorten the grace period of older secrets, never extend it', async (t) => {
      const { store, clock } = await open(t);
      const first = await store.create({ plan: 'pro', environment: 'live' }, author);
      const second = await store.rotate(first.key.id, 100, author);
      const third = await store.rotate(first.key.id, 200, author);
      const secrets = [first.secret, second?.secret ?? '', third?.secret ?? ''];
      const valid = () => secrets.map((secret) => store.find(secret) !== undefined);
      clock.advance(99_999);
      assert.deepEqual(valid(), [true, true, true]);
      clock.advance(1);
      assert.deepEqual(valid(), [false, true, true]);
      secrets.push((await store.rotate(first.key.id, 50, author))?.secret ?? '');
      clock.advance(50_000);
      assert.deepEqual(valid(), [false, false, false, true]);
    });

    test('a fourth valid secret ends the oldest, so that none of a thousand rotations costs later changes anything', async (t) => {
      const { store, second, clock, countSecrets, reopen } = await open(t);
      const { key, secret } = await store.create({ plan: 'pro', environment: 'live' }, author);
      const secrets = [secret];
      for (let rotations = 1; rotations <= 20; rotations++) {
        // The order of rotations counts, also if the clock stands still or is set back.
        clock.advance(rotations % 3 === 0 ? -5_000 : 0);
        secrets.push((await store.rotate(key.id, maxGraceSeconds, author))?.secret ?? '');
      }
      await second.refresh();
      for (const one of [store, second, await reopen()]) {
        const valid = secrets.map((each) => one.find(each) !== undefined);
        assert.deepEqual(valid, [...new Array(18).fill(false), true, true, true]);
      }
      assert.equal(await countSecrets(), 3);
    });

    test('an owner creates and rotates keys at most 100 times in a day, at all gateways together and across restarts', async (t) => {
      const { store, second, clock, reopen } = await open(t);
      const { key } = await store.create({ plan: 'pro', environment: 'live' }, author);
      const newKey = { plan: 'pro', environment: 'live', accountId: key.accountId, ownerLimits } as const;
      for (let rotations = 0; rotations < 150; rotations++) await store.rotate(key.id, 0, author);
      const refusal = { message: 'The owner of an account can create and rotate keys at most 100 times in 24 hours' };
      const issue = (one: IndexedKeyStore, number: number) =>
        number % 4 === 0 ? one.create(newKey, author) : one.rotate(key.id, 60, author, ownerLimits);
      await second.refresh();
      const attempts: PromiseSettledResult<unknown>[] = [];
      // Not all at the same moment: on a busy machine the last statements would wait for longer than they may.
      for (let number = 0; number < 130; ) {
        const some = Array.from({ length: 13 }, () => issue(number % 2 === 0 ? store : second, number++));
        attempts.push(...(await Promise.allSettled(some)));
      }
      const refused = attempts.filter(
        (attempt) => attempt.status === 'rejected' && attempt.reason.message === refusal.message,
      );
      assert.equal(refused.length, 30, 'of the others, some rotations were overtaken by three more');
      await store.refresh();
      const before = store.get(key.id)?.last4;
      const again = await reopen();
      for (const one of [store, second, again]) {
        await assert.rejects(async () => await one.rotate(key.id, 0, author, ownerLimits), refusal);
        await assert.rejects(async () => await one.create(newKey, author), refusal);
      }
      assert.equal((await reopen()).get(key.id)?.last4, before, 'a refused rotation changes nothing');
      assert.notEqual(await store.rotate(key.id, 0, author), undefined, 'an operator goes on');
      clock.advance(24 * 3_600_000 - 1);
      await assert.rejects(async () => await second.rotate(key.id, 0, author, ownerLimits), refusal);
      clock.advance(1);
      assert.notEqual(await second.rotate(key.id, 0, author, ownerLimits), undefined);
    });

    test('a clock that was days ahead for a moment does not keep an owner from rotating', async (t) => {
      const { store, clock } = await open(t);
      const { key } = await store.create({ plan: 'pro', environment: 'live' }, author);
      clock.advance(30 * 24 * 3_600_000);
      while (await store.rotate(key.id, 0, author, ownerLimits).catch(() => undefined));
      clock.advance(-30 * 24 * 3_600_000);
      assert.notEqual(await store.rotate(key.id, 0, author, ownerLimits), undefined);
    });

    test('the grace period is an integer of seconds up to 7 days', async (t) => {
      const { store } = await open(t);
      const { key, secret } = await store.create({ plan: 'pro', environment: 'live' }, author);
      for (const wrong of [-1, 0.5, maxGraceSeconds + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
        await assert.rejects(async () => await store.rotate(key.id, wrong, author), { name: 'RangeError' });
      }
      assert.equal(store.find(secret), key);
      assert.notEqual(await store.rotate(key.id, maxGraceSeconds, author), undefined);
    });
  });

  describe('origins', () => {
    test('a replacement applies immediately and survives a restart', async (t) => {
      const { store, reopen } = await open(t);
      const { key, secret } = await store.create(
        { plan: 'pro', environment: 'live', origins: ['https://a.example'] },
        author,
      );
      await store.setOrigins(key.id, ['https://b.example', 'https://c.example', 'https://b.example'], author);
      for (const one of [store, await reopen()]) {
        assert.deepEqual(one.find(secret)?.origins, ['https://b.example', 'https://c.example']);
        const allowed = ['a', 'b', 'c'].map((name) => one.isAllowedAnywhere(`https://${name}.example`));
        assert.deepEqual(allowed, [false, true, true]);
      }
    });

    test('the union is that of all unrevoked keys, after any history', async (t) => {
      const { store, reopen } = await open(t);
      const names = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.example`);
      const ids: string[] = [];
      const lists = fc.subarray(names);
      const change = fc.record({
        kind: fc.constantFrom('create', 'create', 'set', 'set', 'revoke', 'rotate'),
        origins: lists,
        which: fc.nat(),
      });
      const property = fc.asyncProperty(fc.array(change, { maxLength: 15 }), async (changes) => {
        for (const { kind, origins, which } of changes) {
          const id = ids[which % Math.max(1, ids.length)] ?? '';
          if (kind === 'create')
            ids.push((await store.create({ plan: 'pro', environment: 'live', origins }, author)).key.id);
          else if (kind === 'set') await store.setOrigins(id, origins, author);
          else if (kind === 'revoke') await store.revoke(id, author);
          else await store.rotate(id, 60, author);
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
      await fc.assert(property, { seed: 22, numRuns: 20 });
      const again = await reopen();
      assert.deepEqual(
        names.map((name) => again.isAllowedAnywhere(name)),
        names.map((name) => store.isAllowedAnywhere(name)),
      );
    });
  });

  describe('labels', () => {
    test('a change applies immediately and survives a restart, and the secret stays valid', async (t) => {
      const { store, reopen } = await open(t);
      const { key, secret } = await store.create({ plan: 'pro', environment: 'live', label: 'old' }, author);
      const { key: other } = await store.create({ plan: 'pro', environment: 'live', label: 'other' }, author);
      for (const label of ['new', null, '']) {
        assert.equal(await store.setLabel(key.id, label, author), key);
        for (const one of [store, await reopen()]) {
          assert.equal(one.find(secret)?.label, label);
          assert.equal(one.get(other.id)?.label, 'other');
        }
      }
    });

    test('a revoked or unknown key cannot be changed', async (t) => {
      const { store, reopen } = await open(t);
      const { key } = await store.create({ plan: 'pro', environment: 'live', label: 'old' }, author);
      await store.revoke(key.id, author);
      for (const id of [key.id, 'key_none']) assert.equal(await store.setLabel(id, 'new', author), undefined);
      for (const one of [store, await reopen()]) assert.equal(one.get(key.id)?.label, 'old');
    });
  });

  describe('listing accounts', () => {
    test('is in order of creation, page by page, with their unrevoked keys', async (t) => {
      const { store, clock, reopen } = await open(t);
      assert.deepEqual(store.listAccounts({ limit: 2 }), { accounts: [], next: undefined });
      const made: IssuedKey[] = [];
      for (const plan of ['pro', 'pro', 'pro', 'free', 'pro'] as const) {
        made.push(await store.create({ plan, environment: 'live' }, author));
      }
      const ids = made.map(({ key }) => key.accountId);
      await store.create({ plan: 'pro', environment: 'dev', accountId: ids[1] }, author);
      await store.create({ plan: 'pro', environment: 'dev', accountId: ids[1] }, author);
      await store.revoke(made[1]?.key.id ?? '', author);
      await store.revoke(made[2]?.key.id ?? '', author);
      const expected = ids.map((id, i) => {
        const facts = { plan: i === 3 ? 'free' : 'pro', createdAt: clock.now(), keys: [1, 2, 0, 1, 1][i] };
        return { ...plain, id, ...facts };
      });
      for (const opened of [store, await reopen()]) {
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
    test('pages follow each other in the order of creation, whatever happens to the keys', async (t) => {
      const { store, clock, reopen } = await open(t);
      const ids: string[] = [];
      while (ids.length < 25) {
        clock.advance(-1_000);
        ids.push((await store.create({ plan: 'pro', environment: 'live' }, author)).key.id);
      }
      await store.revoke(ids[3] ?? '', author);
      await store.rotate(ids[7] ?? '', 0, author);
      for (const one of [store, await reopen()]) {
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

    test('a full last page is recognized as the last', async (t) => {
      const { store } = await open(t);
      assert.deepEqual(store.list({ limit: 2 }), { keys: [], next: undefined });
      const { key: a } = await store.create({ plan: 'pro', environment: 'live' }, author);
      const { key: b } = await store.create({ plan: 'pro', environment: 'live' }, author);
      assert.deepEqual(store.list({ limit: 2 }), { keys: [a, b], next: undefined });
      assert.deepEqual(store.list({ limit: 1 }), { keys: [a], next: a.id });
      assert.deepEqual(store.list({ limit: 1, after: b.id }), { keys: [], next: undefined });
    });

    test('lists the keys of one account', async (t) => {
      const { store } = await open(t);
      const first = (await store.create({ plan: 'pro', environment: 'live' }, author)).key;
      const { accountId } = first;
      const others: ApiKey[] = [];
      while (others.length < 3) others.push((await store.create({ plan: 'pro', environment: 'live' }, author)).key);
      const second = (await store.create({ plan: 'pro', environment: 'dev', accountId }, author)).key;
      assert.deepEqual(store.list({ limit: 9, accountId })?.keys, [first, second]);
      assert.deepEqual(store.list({ limit: 9, accountId, after: others[1]?.id })?.keys, [second]);
      assert.deepEqual(store.list({ limit: 9, accountId: 'acc_none' })?.keys, []);
    });
  });

  describe('two connections to one database', () => {
    test('each sees what the other has committed once it looks', async (t) => {
      const { store, second } = await open(t);
      const { key, secret } = await second.create(
        { plan: 'pro', environment: 'live', origins: ['https://a.example'] },
        author,
      );
      assert.equal(store.find(secret), undefined);
      await store.refresh();
      assert.deepEqual(visible(store.find(secret)), visible(key));
      assert.equal(store.isAllowedAnywhere('https://a.example'), true);
      await second.revoke(key.id, author);
      await store.refresh();
      assert.deepEqual([store.find(secret), store.isAllowedAnywhere('https://a.example')], [undefined, false]);
    });

    test('a change is based on the current database, not on an earlier read', async (t) => {
      const { store, second } = await open(t);
      const { key } = await store.create({ plan: 'pro', environment: 'live' }, author);
      await second.refresh();
      await store.revoke(key.id, author);
      assert.equal(await second.rotate(key.id, 0, author), undefined);
      assert.equal(second.get(key.id)?.revokedAt, store.get(key.id)?.revokedAt);
    });

    test('any mix of changes by both leaves both with the same keys', async (t) => {
      const { store, second, reopen } = await open(t);
      const ids: string[] = [];
      const change = fc.record({
        kind: fc.constantFrom('create', 'revoke', 'rotate', 'origins', 'label', 'refresh'),
        by: fc.boolean(),
        which: fc.nat(),
      });
      const property = fc.asyncProperty(fc.array(change, { maxLength: 15 }), async (changes) => {
        for (const { kind, by, which } of changes) {
          const actor = by ? store : second;
          const id = ids[which % Math.max(1, ids.length)] ?? '';
          if (kind === 'create') ids.push((await actor.create({ plan: 'pro', environment: 'live' }, author)).key.id);
          else if (kind === 'revoke') await actor.revoke(id, author);
          else if (kind === 'rotate') await actor.rotate(id, 60, author);
          else if (kind === 'origins') await actor.setOrigins(id, [`https://${which}.example`], author);
          else if (kind === 'label') await actor.setLabel(id, which % 2 === 0 ? `label ${which}` : null, author);
          else await actor.refresh();
        }
        await store.refresh();
        await second.refresh();
        assert.deepEqual(allKeys(second), allKeys(store));
      });
      await fc.assert(property, { seed: 23, numRuns: 30 });
      assert.ok(ids.length > 10);
      assert.deepEqual(
        store.list({ limit: 1_000_000 })?.keys.map(({ id }) => id),
        ids,
      );
      assert.deepEqual(allKeys(await reopen()), allKeys(store));
    });
  });
});

/** Returns the public properties of a key. */
function visible(key: ApiKey | undefined): object | undefined {
  if (key === undefined) return undefined;
  const { id, accountId, plan, environment, label, origins, last4, createdAt, revokedAt, lastUsedAt } = key;
  return { id, accountId, plan, environment, label, origins, last4, createdAt, revokedAt, lastUsedAt };
}

/** Returns the public properties of all keys. */
function allKeys(store: IndexedKeyStore): readonly object[] {
  return (store.list({ limit: 1_000_000 })?.keys ?? []).map((key) => ({
    ...visible(key),
    oldSecretExpiresAt: key.oldSecretExpiresAt,
  }));
}
