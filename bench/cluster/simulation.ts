import { randomNumbers } from '../engine/hostile-texts.js';
import { SimulatedGateway } from './simulated-gateway.js';
import { SimulatedPostgres } from './simulated-postgres.js';
import { SimulatedTime } from './simulated-time.js';
import { type StatementCosts, totalCost } from './statement-cost.js';

/** Gateways that share a PostgreSQL, and their load. */
export interface ClusterLoad {
  readonly gateways: number;
  readonly accounts: number;
  /** At all gateways together. */
  readonly requestsPerSecond: number;
  /** Whether the balancer sends all requests of an account to one gateway; otherwise each to any. */
  readonly isByKey: boolean;
}

/** What a load costs the store, by the simulation. */
export interface SimulatedLoad extends ClusterLoad {
  /** Statements in a second, of all gateways. */
  readonly statementsPerSecond: number;
  /** Rows (accounts, buckets, keys) in these. */
  readonly rowsPerSecond: number;
  /** The part of all requests that wait for the store. */
  readonly waiting: number;
  /** Cores that PostgreSQL keeps busy. */
  readonly postgresCores: number;
  /** The part of one core that the statements cost each gateway's event loop. */
  readonly loopShare: number;
}

export interface SimulationOptions {
  readonly costs: StatementCosts;
  readonly seconds?: number;
  readonly seed?: number;
}

const warmUpSeconds = 4;
const roundTripMs = 1;

/**
 * Simulates one of the gateways, which all do the same: each receives its part of all requests, from any account or
 * from those that are sent to it. The same seed gives the same result.
 */
export async function simulate(
  load: ClusterLoad,
  { costs, seconds = 5, seed = 1 }: SimulationOptions,
): Promise<SimulatedLoad> {
  const { gateways, requestsPerSecond } = load;
  const accounts = load.isByKey ? Math.ceil(load.accounts / gateways) : load.accounts;
  const time = new SimulatedTime();
  const postgres = new SimulatedPostgres({ time, gateways, roundTripMs });
  const gateway = new SimulatedGateway(time, postgres);
  const random = fractions(seed);
  const arrivals = poisson((1_000 * gateways) / requestsPerSecond, random);
  const arrive = () => gateway.request(`account ${Math.floor(random.next().value * accounts)}`);
  await time.pass(1_000 * warmUpSeconds, arrivals, arrive);
  postgres.takeCounts();
  const before = { requests: gateway.requests, waited: gateway.waited };
  await time.pass(1_000 * seconds, arrivals, arrive);
  const counts = postgres.takeCounts();
  const stopped = gateway.stop();
  await time.pass(1_000 * warmUpSeconds, never(), () => {});
  await stopped;
  const all = [...counts.values()];
  const perSecond = (total: number): number => (gateways * total) / seconds;
  const cost = totalCost(counts, costs);
  return {
    ...load,
    statementsPerSecond: perSecond(all.reduce((sum, { statements }) => sum + statements, 0)),
    rowsPerSecond: perSecond(all.reduce((sum, { rows }) => sum + rows, 0)),
    waiting: (gateway.waited - before.waited) / (gateway.requests - before.requests),
    postgresCores: perSecond(cost.postgresUs) / 1e6,
    loopShare: cost.loopUs / seconds / 1e6,
  };
}

/** Few accounts with many requests each, and many accounts with few, at four rates. */
export const simulatedLoads: readonly ClusterLoad[] = [
  { gateways: 10, accounts: 100, isByKey: false },
  { gateways: 10, accounts: 100_000, isByKey: false },
  { gateways: 100, accounts: 100, isByKey: false },
  { gateways: 100, accounts: 100_000, isByKey: false },
  { gateways: 100, accounts: 100_000, isByKey: true },
].flatMap((cluster) =>
  [10, 100, 1_000, 10_000].map((perGateway) => ({ ...cluster, requestsPerSecond: cluster.gateways * perGateway })),
);

function* fractions(seed: number): Generator<number, never> {
  for (const number of randomNumbers(seed)) yield number / 2_147_483_647;
  throw new RangeError('The numbers have ended');
}

/** Times of independent arrivals, in milliseconds. */
function* poisson(meanMs: number, random: Iterator<number, never>): Generator<number, never> {
  for (let at = 0; ; ) {
    at -= meanMs * Math.log(1 - random.next().value);
    yield at;
  }
}

function* never(): Generator<number, never> {
  for (;;) yield Number.POSITIVE_INFINITY;
}
