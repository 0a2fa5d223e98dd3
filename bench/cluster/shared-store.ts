import type { LocalPostgres } from '../../test/support/local-postgres.js';
import { load } from '../http/load.js';
import { clientNotes } from '../http/notes.js';
import type { BenchRequest } from '../http/requests.js';
import { interleaved } from '../http/rounds.js';
import { type BenchServer, type Contestant, supervised, textmill, withServers } from '../http/servers.js';
import { mainThreadMs } from '../http/thread-time.js';
import { type Comparison, type Context, type Measurement, ratioOf, sampleOf } from '../row.js';
import { figure } from '../table.js';
import { StatementCounter, withoutPostgres, withPostgres } from './database.js';
import { measureCosts } from './measured-costs.js';
import {
  accounts,
  fixedRate,
  fullLoad,
  requestsOfAccounts,
  roundTrips,
  type StoreRound,
  storeRound,
} from './shared-load.js';
import { type SimulatedLoad, simulate, simulatedLoads } from './simulation.js';
import type { StatementCosts } from './statement-cost.js';
import { wallNotes } from './walls.js';

const connections = 64;
const loopSeconds = 3;
const loopWarmUpSeconds = 5;
const storeSeconds = 8;
const storeWarmUpSeconds = 4;
const measuredGateways = 2;
const loads = [fixedRate(1_000), fullLoad];

/** P17: what a shared PostgreSQL costs beside SQLite, for small requests of 100 accounts. */
export const sharedStore: Measurement = {
  ids: ['P17'],
  skipped: withoutPostgres,
  async run(context) {
    return withPostgres(async (postgres) => {
      const loop = await loopComparison(postgres, context);
      const rounds = await storeRounds(postgres, context);
      const costs = await measureCosts(postgres, context);
      const simulation = await simulateAll(costs, context);
      const held = Math.max(...[...rounds.values()].flat().map(({ connections }) => connections));
      return [
        {
          id: 'P17',
          title: `small requests of ${accounts} accounts, the store in PostgreSQL`,
          comparisons: [loop, ...[...rounds].flatMap(([name, measured]) => storeComparisons(name, measured))],
          notes: [
            ...clientNotes(),
            ...[...rounds].map(([name, measured]) => storeNote(name, measured)),
            costNote(costs),
            ...wallNotes(simulation, loop.theirs?.median ?? Number.NaN, held / measuredGateways),
          ],
          simulation,
        },
      ];
    });
  },
};

async function loopComparison(postgres: LocalPostgres, { rounds, progress }: Context): Promise<Comparison> {
  const url = await postgres.createDatabase('loop');
  const shared: Contestant = {
    name: 'PostgreSQL',
    start: () => textmill.start({ settings: { DATABASE_URL: url } }),
  };
  const embedded: Contestant = { name: 'SQLite', start: () => textmill.start() };
  const contestants = [shared, embedded];
  const measured = await withServers(contestants, async (servers) => {
    const requests = new Map<Contestant, BenchRequest[]>();
    for (const [contestant, server] of servers) requests.set(contestant, await requestsOfAccounts(server));
    return interleaved(contestants, rounds, (contestant, round) => {
      progress(`event loop of a small request, round ${round + 1}, ${contestant.name}`);
      return loopTime(servers.get(contestant), requests.get(contestant) ?? [], round === 0);
    });
  });
  const [ours, theirs] = [measured.get(shared) ?? [], measured.get(embedded) ?? []];
  return {
    name: "event loop's processor time of a request",
    unit: 'µs',
    ours: sampleOf(ours),
    reference: embedded.name,
    theirs: sampleOf(theirs),
    value: ratioOf(ours, theirs).median,
    valueUnit: '×',
    target: { atMost: 1.05 },
  };
}

/** Returns the event loop's processor time of a request, in microseconds. */
async function loopTime(server: BenchServer | undefined, requests: readonly BenchRequest[], isFirst: boolean) {
  if (server === undefined) throw new Error('A server was not started');
  const { pid } = server.process;
  if (isFirst) await load({ server, requests, connections, seconds: loopWarmUpSeconds });
  const before = mainThreadMs(pid) ?? Number.NaN;
  const sent = await load({ server, requests, connections, seconds: loopSeconds });
  return (1_000 * ((mainThreadMs(pid) ?? Number.NaN) - before)) / sent.requests;
}

async function simulateAll(costs: StatementCosts, { progress }: Context): Promise<SimulatedLoad[]> {
  const found: SimulatedLoad[] = [];
  for (const each of simulatedLoads) {
    progress(`simulated: ${each.gateways} gateways, ${each.accounts} accounts, ${each.requestsPerSecond} requests/s`);
    found.push(await simulate(each, { costs }));
  }
  return found;
}

/** Says what the simulation goes by. */
function costNote(costs: StatementCosts): string {
  const parts = [...costs]
    .filter(([, { row }]) => row.postgresUs > 0)
    .map(([name, { statement, row }]) => `${name} ${figure(statement.postgresUs)} and ${figure(row.postgresUs)}`);
  return `Processor time of PostgreSQL in microseconds, for a statement and for each of its rows: ${parts.join(', ')}.`;
}

/** Measures two gateways on one database. @returns the rounds by load. */
async function storeRounds(postgres: LocalPostgres, { rounds, progress }: Context) {
  const database = 'load';
  const settings = { DATABASE_URL: await postgres.createDatabase(database), DAILY_QUOTA: '100000000' };
  const gateways: Contestant = { name: 'two gateways', start: () => supervised(measuredGateways).start({ settings }) };
  const statements = await StatementCounter.open(postgres, database);
  try {
    return await withServers([gateways], async (servers) => {
      const server = servers.get(gateways);
      if (server === undefined) throw new Error('The gateways were not started');
      const options = { server, requests: await requestsOfAccounts(server), statements, postgresPid: postgres.pid };
      const measured = new Map<string, StoreRound[]>(loads.map(({ name }) => [name, []]));
      for (const each of loads) await each.send(server, options.requests, storeWarmUpSeconds);
      for (let round = 0; round < rounds; round++) {
        for (const each of loads) {
          progress(`two gateways over PostgreSQL ${each.name}, round ${round + 1}`);
          measured.get(each.name)?.push(await storeRound(each, { ...options, seconds: storeSeconds }));
        }
      }
      return measured;
    });
  } finally {
    await statements.close();
  }
}

function storeComparisons(name: string, rounds: readonly StoreRound[]): Comparison[] {
  const trips = sampleOf(rounds.map(roundTrips));
  const seconds = sampleOf(rounds.map(({ secondsPerMillion }) => secondsPerMillion));
  return [
    {
      name: `round trips for 1,000 requests, two gateways ${name}`,
      unit: 'round trips',
      ours: trips,
      value: trips.median,
      valueUnit: 'round trips',
      target: { atMost: 20 },
    },
    {
      name: `processor time of PostgreSQL for 1,000,000 requests, two gateways ${name}`,
      unit: 's',
      ours: seconds,
      value: seconds.median,
      valueUnit: 's',
    },
  ];
}

/** Says what the statements are for, and on how many requests that was measured. */
function storeNote(name: string, rounds: readonly StoreRound[]): string {
  const purposes = [...new Set(rounds.flatMap(({ perThousand }) => [...perThousand.keys()]))];
  const parts = purposes
    .map((purpose) => ({ purpose, count: sampleOf(rounds.map((round) => round.perThousand.get(purpose) ?? 0)).median }))
    .filter(({ count }) => count >= 0.05)
    .sort((a, b) => b.count - a.count)
    .map(({ purpose, count }) => `${purpose} ${count.toFixed(1)}`);
  const requests = rounds.reduce((sum, round) => sum + round.requests, 0).toLocaleString('en');
  const held = Math.max(...rounds.map((round) => round.connections));
  return (
    `Two gateways ${name}, measured on ${requests} requests: statements for 1,000 requests by purpose: ` +
    `${parts.join(', ')}. They held ${held} connections.`
  );
}
