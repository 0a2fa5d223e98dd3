import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { systemClock } from '#gateway/core/clock.js';
import { AdminToken } from '#gateway/server/config/admin-token.js';
import { IndexedKeyStore } from '#gateway/server/keys/indexed-key-store.js';
import { generateSecret } from '#gateway/server/keys/key-format.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteKeyTable } from '#gateway/server/storage/sqlite/key-table.js';
import { author } from '../support/author.js';
import { figure } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { compareTiming, type TimingComparison } from '../support/timing.js';

/** Above this value, dudect calls a difference certain. */
const largestZ = 4.5;
const times = 100_000;
/** A busy machine shows a difference now and then; a leak shows one every time. */
const attempts = 3;
const keyCount = 1_000;

const database = openDatabase(temporaryFolder({ after }));
after(() => database.close());
const store = new IndexedKeyStore(new SqliteKeyTable(database), systemClock);
const secrets: string[] = [];
while (secrets.length < keyCount)
  secrets.push((await store.create({ plan: 'pro', environment: 'live' }, author)).secret);
// As in a running service, the keys have been used.
for (const secret of secrets) assert.notEqual(store.find(secret), undefined);

const prefix = /^svc_live_/.exec(secrets[0] ?? '')?.[0].length ?? assert.fail();

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];
/** Returns all texts that differ from one text in one place. */
const others = (text: string, index: number) =>
  alphabet
    .filter((letter) => letter !== text[index])
    .map((letter) => text.slice(0, index) + letter + text.slice(index + 1));

/**
 * Makes tens of thousands of texts of each kind. Where a text falls in a hash table is chance, worth some nanoseconds, so
 * it must be another chance each time. A text that is repeated would be found in the processor's cache.
 */
const anyOf = (texts: readonly string[]) => () => texts[Math.floor(Math.random() * texts.length)] ?? assert.fail();
const unknown = () => anyOf(Array.from({ length: keyCount * (alphabet.length - 1) }, () => generateSecret('live')));
const nearMisses: Readonly<Record<string, () => () => string>> = {
  'a key whose last character is wrong': () => anyOf(secrets.flatMap((secret) => others(secret, secret.length - 1))),
  'a key whose first character is wrong': () => anyOf(secrets.flatMap((secret) => others(secret, prefix))),
  'a key of which the second half is wrong': () =>
    anyOf(
      secrets.flatMap((secret) =>
        alphabet.slice(1).map(() => secret.slice(0, -16) + generateSecret('live').slice(-16)),
      ),
    ),
};

/** Repeats the measurement until one is below the bound. */
function comparisons(compare: () => TimingComparison): TimingComparison[] {
  const all: TimingComparison[] = [];
  while (all.length < attempts && (all.at(-1)?.z ?? Number.POSITIVE_INFINITY) >= largestZ) all.push(compare());
  return all;
}

const shown = ({ z, medianNs: [one, other] }: TimingComparison) =>
  `z = ${z.toFixed(2)} (${one.toFixed(0)} and ${other.toFixed(0)} ns)`;

describe(`${times} pairs of refusals, in random order, take the same time`, () => {
  const found: string[] = [];
  for (const [what, nearMiss] of Object.entries(nearMisses)) {
    test(`of an unknown key and of ${what}`, (t) => {
      const all = comparisons(() => compareTiming([unknown(), nearMiss()], times, (secret) => store.find(secret)));
      const last = all.at(-1) ?? assert.fail();
      t.diagnostic(all.map(shown).join(', '));
      found.push(`${what}: ${shown(last)}`);
      assert.ok(last.z < largestZ, all.map(shown).join(', '));
    });
  }

  test('of an unknown admin token and of one whose last character is wrong', (t) => {
    const token = randomBytes(32).toString('base64url');
    const adminToken = AdminToken.load(token, '');
    const kinds = [() => randomBytes(32).toString('base64url'), anyOf(others(token, token.length - 1))] as const;
    const all = comparisons(() => compareTiming(kinds, times, (presented) => adminToken.verify(presented)));
    const last = all.at(-1) ?? assert.fail();
    t.diagnostic(all.map(shown).join(', '));
    found.push(`the admin token: ${shown(last)}`);
    assert.ok(last.z < largestZ, all.map(shown).join(', '));
  });

  test('summary of the figures', (t) => figure(t, 'R14', found.join('; ')));
});

describe('what leaks', () => {
  /** Stops at the first character that is wrong. */
  const leaky = (presented: string, secret: string) => {
    let index = 0;
    while (index < secret.length && presented[index] === secret[index]) index++;
    return index === secret.length;
  };

  test('a comparison that stops at the first wrong character is always detected', (t) => {
    const [secret] = secrets;
    assert.ok(secret);
    const kinds = [unknown(), anyOf(others(secret, secret.length - 1))] as const;
    const all = comparisons(() => compareTiming(kinds, times, (presented) => leaky(presented, secret)));
    t.diagnostic(all.map(shown).join(', '));
    assert.equal(all.length, attempts);
    for (const { z: apart } of all) assert.ok(apart > largestZ, all.map(shown).join(', '));
  });

  test('so is one that follows a lookup of the right kind', (t) => {
    const [secret] = secrets;
    assert.ok(secret);
    const kinds = [unknown(), anyOf(others(secret, secret.length - 1))] as const;
    const all = comparisons(() =>
      compareTiming(kinds, times, (presented) => store.find(presented) ?? leaky(presented, secret)),
    );
    t.diagnostic(all.map(shown).join(', '));
    assert.equal(all.length, attempts);
    for (const { z: apart } of all) assert.ok(apart > largestZ, all.map(shown).join(', '));
  });
});
