import { load } from '../http/load.js';
import { openLoop } from '../http/open-loop.js';
import { type BenchRequest, smallRequest } from '../http/requests.js';
import { type BenchServer, createKey } from '../http/servers.js';
import type { StatementCounter } from './database.js';
import { treeMs } from './process-tree.js';

/** The busy accounts of the goal. */
export const accounts = 100;
const connections = 64;

/** Returns a small request of each of 100 accounts, which are created. */
export async function requestsOfAccounts({ process, apiKey }: BenchServer): Promise<BenchRequest[]> {
  const requests = [smallRequest(apiKey)];
  while (requests.length < accounts) requests.push(smallRequest(await createKey(process.url)));
  return requests;
}

/** A way to load gateways. */
export interface Load {
  readonly name: string;
  /** Sends requests. @returns how many. */
  send(server: BenchServer, requests: readonly BenchRequest[], seconds: number): Promise<number>;
}

/** As many requests as the gateways can respond to. */
export const fullLoad: Load = {
  name: 'at full load',
  async send(server, requests, seconds) {
    return (await load({ server, requests, connections, seconds })).requests;
  },
};

/** All accounts at the same rate, together this many requests in a second. */
export function fixedRate(perSecond: number): Load {
  return {
    name: `at ${perSecond.toLocaleString('en')} requests/s`,
    async send({ process }, requests, seconds) {
      const streams = requests.map((request) => ({ request, perSecond: perSecond / requests.length }));
      const result = await openLoop({ url: process.url, streams, connections, warmUpSeconds: 0, seconds });
      return result.streams.reduce((sum, stream) => sum + stream.requests, 0);
    },
  };
}

/** What one round of a load cost the store. */
export interface StoreRound {
  readonly requests: number;
  /** Statements for 1,000 requests, by what they are for. */
  readonly perThousand: ReadonlyMap<string, number>;
  /** Processor time of PostgreSQL, in seconds for 1,000,000 requests. */
  readonly secondsPerMillion: number;
  readonly connections: number;
}

export interface StoreRoundOptions {
  readonly server: BenchServer;
  readonly requests: readonly BenchRequest[];
  readonly seconds: number;
  readonly statements: StatementCounter;
  /** The process of PostgreSQL that starts the others. */
  readonly postgresPid: number;
}

/** Sends one round of a load, and measures what it cost the store. */
export async function storeRound(load: Load, options: StoreRoundOptions): Promise<StoreRound> {
  const { server, seconds, statements, postgresPid } = options;
  const [countsBefore, msBefore] = [await statements.read(), treeMs(postgresPid)];
  const requests = await load.send(server, options.requests, seconds);
  const [countsAfter, msAfter] = [await statements.read(), treeMs(postgresPid)];
  const perThousand = new Map<string, number>();
  for (const [purpose, count] of countsAfter) {
    perThousand.set(purpose, (1_000 * (count - (countsBefore.get(purpose) ?? 0))) / requests);
  }
  const secondsPerMillion = (1_000 * (msAfter - msBefore)) / requests;
  return { requests, perThousand, secondsPerMillion, connections: await statements.connections() };
}

/** Returns all statements for 1,000 requests. */
export function roundTrips({ perThousand }: Pick<StoreRound, 'perThousand'>): number {
  let sum = 0;
  for (const count of perThousand.values()) sum += count;
  return sum;
}
