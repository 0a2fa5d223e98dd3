import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import pg from 'pg';
import { ownerLimits } from '#gateway/server/keys/owner-limits.js';
import { databaseFile } from '#gateway/server/storage/sqlite/connection.js';
import { author } from '../support/author.js';
import { cleanUpAfter } from '../support/cleanup.js';
import { adminToken, startTestGateway, type TestGateway } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { createTestDatabase, withoutPostgres } from '../support/postgres.js';
import { threadMs } from '../support/processor-time.js';
import { figure, full } from '../support/reliability.js';
import { ageSessions, type SignedIn, signInWithLink } from '../support/sessions.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** An owner who is at every limit that there is takes neither time nor service from others. */

const stepMs = 6 * 3_600_000;
const dayMs = 4 * stepMs;
/** A week; otherwise more than a day, so that the limits of a day apply and end. */
const steps = full ? 28 : 5;

/** More than one turn of the event loop may take, in milliseconds of processor time: an attack took 923 ms. */
const longTurnMs = 250;

/** Gateways with one store. */
interface Simulation {
  readonly gateways: readonly TestGateway[];
  /** Requests of an owner that are admitted at the same moment. */
  readonly burst: number;
  /** Lets time pass, in milliseconds. */
  readonly pass: (ms: number) => void | Promise<void>;
  /** Returns the number of rows of a table. */
  readonly count: (table: string) => number | Promise<number>;
}

async function overSqlite(t: TestContext): Promise<Simulation> {
  const dataDir = temporaryFolder(t);
  const clock = new ManualClock();
  const gateway = await startTestGateway(t, { dataDir, clock, settings: { BURST_PER_KEY: '80' } });
  const database = new Database(databaseFile(dataDir), { readonly: true });
  cleanUpAfter(t, () => void database.close());
  return {
    gateways: [gateway],
    burst: 80,
    pass: (ms) => clock.advance(ms),
    count: (table) => database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0,
  };
}

/** Here the bursts go by the time of the machine: they are larger, so that they do not protect the rest. */
async function overPostgres(t: TestContext): Promise<Simulation> {
  const DATABASE_URL = await createTestDatabase();
  const settings = { DATABASE_URL, ADMIN_TOKEN: adminToken, BURST_PER_KEY: '60000' };
  const gateways = [await startTestGateway(t, { settings }), await startTestGateway(t, { settings })];
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  cleanUpAfter(t, () => client.end());
  return {
    gateways,
    burst: 60_000,
    // What is stored becomes older: a gateway goes by the time of the database, which no test can move.
    pass: async (ms) => {
      await ageSessions(DATABASE_URL, ms);
      await client.query(`UPDATE secrets SET expires_at = expires_at - ${ms}`);
      await client.query(`
        WITH moved AS (DELETE FROM owner_secrets RETURNING *)
        INSERT INTO owner_secrets SELECT account_id, issued_at - ${ms}, count FROM moved`);
    },
    count: async (table) => Number((await client.query(`SELECT count(*) FROM ${table}`)).rows[0].count),
  };
}

/** Measures how long the event loop works without a timer, in milliseconds of processor time, until it is stopped. */
function measureTurns(): { stop(): number } {
  let longest = 0;
  let isOn = true;
  let before = threadMs();
  const turn = () => {
    const now = threadMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (isOn) setTimeout(turn, 1);
  };
  setTimeout(turn, 1);
  return {
    stop() {
      isOn = false;
      return longest;
    },
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** An owner who does as much as the limits let it. */
class GreedyOwner {
  readonly #simulation: Simulation;
  readonly #accountId: string;
  readonly #origins = Array.from({ length: 100 }, (_, index) => `https://${index}.${'a.'.repeat(120)}example`);
  #sessions: SignedIn[] = [];
  #keyIds: string[] = [];
  #sent = 0;
  /** Responses by status. */
  readonly statuses = new Map<number, number>();
  /** New keys and rotations that were carried out. */
  issued = 0;
  /** Rotations whose secret three later ones had ended before their responses: 503. */
  overtaken = 0;

  constructor(simulation: Simulation, accountId: string) {
    this.#simulation = simulation;
    this.#accountId = accountId;
  }

  /** Has nearly as many keys as possible, each with as many origins as possible. */
  async prepare(): Promise<void> {
    const [{ gateway }] = this.#simulation.gateways as readonly [TestGateway];
    const request = { plan: 'pro', environment: 'live', accountId: this.#accountId, origins: this.#origins } as const;
    while (this.#keyIds.length < ownerLimits.activeKeys - 10)
      this.#keyIds.push((await gateway.keys.create(request, author)).key.id);
  }

  /** One step of the week: everything at the same time. */
  async step(): Promise<void> {
    for (const gateway of this.#simulation.gateways) await this.#signIn(gateway);
    const kinds = [
      () => this.#issue('POST', `/account/keys/${this.#keyIds[0]}/rotate`, { graceSeconds: 604_800 }),
      () => this.#issue('POST', '/account/keys', { origins: this.#origins }),
      () => this.#send('PUT', `/account/keys/${this.#someKey()}/label`, { label: `label ${this.#sent}` }),
      () => this.#send('PUT', `/account/keys/${this.#someKey()}/origins`, { origins: this.#origins }),
      () => this.#send('DELETE', `/account/keys/${this.#keyIds.splice(1, 1)[0]}`),
      () => this.#send('GET', '/account/keys?limit=1000&usage=30d'),
      () => this.#send('GET', '/account/usage?range=30d'),
      () => this.#send('GET', '/account'),
    ];
    const times = [40, 12, 20, 8, 6, 3, 3, 3];
    const requests = kinds
      .flatMap((kind, index) =>
        Array.from({ length: times[index] ?? 0 }, (_, nth) => ({ kind, at: (nth + 0.5) / (times[index] ?? 1) })),
      )
      .toSorted((one, other) => one.at - other.at)
      .map(({ kind }) => kind);
    const work = async () => {
      for (let next = requests.shift(); next !== undefined; next = requests.shift()) await next();
    };
    await Promise.all([work(), work(), work(), work()]);
  }

  /** Uses as many invitations and sessions as there may be, a few at a time. */
  async #signIn(gateway: TestGateway): Promise<void> {
    const holder = { role: 'owner', accountId: this.#accountId } as const;
    for (let invitations = 0; invitations < 21; invitations++)
      await gateway.gateway.sessions.createLink(holder, author);
    for (let browsers = 0; browsers < 5; browsers++) this.#sessions.push(await signInWithLink(gateway, holder));
    this.#sessions = this.#sessions.slice(-10);
  }

  #someKey(): string {
    return this.#keyIds[this.#sent % this.#keyIds.length] ?? '';
  }

  async #send(method: string, path: string, body?: object): Promise<object | undefined> {
    const session = this.#sessions[this.#sent++ % this.#sessions.length];
    const { status, json } = (await session?.send(method, path, body)) ?? {};
    if (status === 503 && path.endsWith('/rotate')) this.overtaken++;
    else this.statuses.set(status ?? 0, (this.statuses.get(status ?? 0) ?? 0) + 1);
    return status === 200 || status === 201 ? (json as object) : undefined;
  }

  async #issue(method: string, path: string, body: object): Promise<void> {
    const issued = (await this.#send(method, path, body)) as { readonly id: string } | undefined;
    if (issued === undefined) return;
    this.issued++;
    if (!this.#keyIds.includes(issued.id)) this.#keyIds.push(issued.id);
  }
}

/** Clients and the owner of another account. */
class Strangers {
  readonly statuses = new Map<number, number>();
  /** How long changes of a key took, in milliseconds. */
  changesMs: number[] = [];
  readonly #gateways: readonly TestGateway[];
  readonly #secret: string;
  readonly #keyId: string;
  readonly #owners: readonly SignedIn[];

  private constructor(gateways: readonly TestGateway[], keyId: string, secret: string, owners: readonly SignedIn[]) {
    this.#gateways = gateways;
    this.#keyId = keyId;
    this.#secret = secret;
    this.#owners = owners;
  }

  static async of(gateways: readonly TestGateway[]): Promise<Strangers> {
    const [first] = gateways as readonly [TestGateway];
    const { key, secret } = await first.key();
    const holder = { role: 'owner', accountId: key.accountId } as const;
    const owners = await Promise.all(gateways.map((gateway) => signInWithLink(gateway, holder)));
    return new Strangers(gateways, key.id, secret, owners);
  }

  async use(isDone: () => boolean, most = Number.POSITIVE_INFINITY): Promise<void> {
    for (let round = 0; round < most && !isDone(); round++) {
      for (const [index, gateway] of this.#gateways.entries()) {
        this.#note((await gateway.post('/v1/run', { input: 'a', steps: ['upper-case'] }, this.#secret)).status);
        this.#note(await this.change(round, index));
      }
    }
  }

  /** Changes the label of a key. @returns the status. */
  async change(round: number, index = 0): Promise<number> {
    const startedAt = performance.now();
    const response = await this.#owners[index]?.send('PUT', `/account/keys/${this.#keyId}/label`, {
      label: `${round}`,
    });
    this.changesMs.push(performance.now() - startedAt);
    return response?.status ?? 0;
  }

  #note(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}

/** Returns the median processor time of a change by a stranger while nobody else does anything, in milliseconds. */
async function changeMs(strangers: Strangers): Promise<number> {
  const spent: number[] = [];
  for (let round = 0; round < 30; round++) {
    const before = threadMs();
    assert.equal(await strangers.change(round), 200);
    spent.push(threadMs() - before);
  }
  return median(spent);
}

const stores = [
  { name: 'SQLite', skip: false, start: overSqlite },
  { name: 'PostgreSQL', skip: withoutPostgres, start: overPostgres },
];

describe('an owner at every limit', () => {
  for (const { name, skip, start } of stores) {
    test(`takes neither time nor service from others, over ${name}`, { skip }, async (t) => {
      const simulation = await start(t);
      const { gateways, burst, pass, count } = simulation;
      const strangers = await Strangers.of(gateways);
      const { accountId } = (await gateways[0]?.key())?.key ?? assert.fail();
      const owner = new GreedyOwner(simulation, accountId);
      await owner.prepare();
      await changeMs(strangers);
      const before = await changeMs(strangers);
      strangers.changesMs = [];
      await pass(stepMs);
      let issuedInDay: number[] = [];
      let longestTurn = 0;
      for (let step = 0; step < steps; step++) {
        const issued = owner.issued;
        const turns = measureTurns();
        let isDone = false;
        const attack = owner.step().finally(() => {
          isDone = true;
        });
        await Promise.all([attack, strangers.use(() => isDone, 25)]);
        longestTurn = Math.max(longestTurn, turns.stop());
        issuedInDay = [...issuedInDay, owner.issued - issued].slice(-dayMs / stepMs);
        const inDay = issuedInDay.reduce((sum, each) => sum + each, 0);
        assert.ok(inDay <= ownerLimits.secretsInDay, `${inDay} issued in 24 hours`);
        await pass(stepMs);
      }
      const changes = strangers.changesMs;
      const after = await changeMs(strangers);

      assert.deepEqual([...strangers.statuses.keys()], [200]);
      assert.deepEqual(
        [...owner.statuses.keys()].filter((status) => ![200, 201, 400, 429].includes(status)),
        [],
      );
      const refusedByBurst = owner.statuses.get(429) ?? 0;
      const requests = [...owner.statuses.values()].reduce((sum, each) => sum + each, owner.overtaken);
      assert.ok(requests - refusedByBurst <= steps * burst, 'the burst of the account holds');
      assert.ok(owner.issued >= ownerLimits.secretsInDay, 'the owner was at the limit');
      for (const gateway of gateways) assert.equal((await gateway.request('GET', '/readyz')).status, 200);
      const active = await count('keys WHERE revoked_at IS NULL');
      const rows = {
        secrets: await count('secrets'),
        issued: await count(`owner_secrets WHERE account_id = '${accountId}'`),
        sessions: await count(`sessions WHERE account_id = '${accountId}'`),
        links: await count(`sign_in_links WHERE account_id = '${accountId}'`),
      };
      assert.ok(rows.secrets <= active + 2, `${rows.secrets} secrets of ${active} keys, of which one was rotated`);
      assert.ok(
        rows.issued <= ownerLimits.secretsInDay && rows.sessions <= 50 && rows.links <= 20,
        JSON.stringify(rows),
      );
      assert.ok(longestTurn < longTurnMs, `a turn of the event loop took ${longestTurn} ms`);
      assert.ok(after < 2 * before + 3, `a stranger's change took ${before} ms before and ${after} ms after`);
      const refused = refusedByBurst + (owner.statuses.get(400) ?? 0);
      figure(
        t,
        'R27',
        `${(steps * stepMs) / dayMs} days with ${requests} requests of an owner, ${owner.issued} of them new keys and rotations, ` +
          `${refused} refused: longest turn of the event loop ${longestTurn.toFixed(0)} ms of processor time; changes of a ` +
          `stranger ${before.toFixed(1)} ms of it before and ${after.toFixed(1)} ms after, ${median(changes).toFixed(1)} ms by the ` +
          `clock beside the owner (median; worst ${Math.max(...changes).toFixed(0)} ms); strangers got ` +
          `${strangers.statuses.get(200) ?? 0} × 200 and nothing else`,
        `over ${name}`,
      );
    });
  }
});
