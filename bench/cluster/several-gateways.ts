import { load } from '../http/load.js';
import { clientNotes } from '../http/notes.js';
import { type BenchRequest, pooledRequest, smallRequest } from '../http/requests.js';
import { interleaved } from '../http/rounds.js';
import { type BenchServer, type Contestant, supervised, withServers } from '../http/servers.js';
import { type Comparison, type Measurement, ratioOf, sampleOf } from '../row.js';
import { treeMs } from './process-tree.js';

const one = supervised(1);
const two = supervised(2);

interface Work {
  readonly name: string;
  readonly connections: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  request(apiKey: string): BenchRequest;
}

const works: readonly Work[] = [
  { name: 'small run', connections: 64, seconds: 3, warmUpSeconds: 6, request: smallRequest },
  {
    name: 'sanitize, 500 URLs, by the pool',
    connections: 16,
    seconds: 3,
    warmUpSeconds: 6,
    request: (apiKey) => pooledRequest(apiKey, 'sanitize, 500 URLs'),
  },
];

const busyNote =
  'Two event loops share the connections, so each handles fewer requests whenever it wakes up. The load generator and ' +
  'two event loops need three cores: with fewer, they also share caches.';

/** P16: what it costs to divide the work among two processes: heartbeats, shared counters, colder caches. */
export const severalGateways: Measurement = {
  ids: ['P16'],
  async run({ rounds, progress }) {
    const contestants = [one, two];
    return withServers(contestants, async (servers) => {
      const comparisons: Comparison[] = [];
      for (const work of works) {
        const measured = await interleaved(contestants, rounds, (contestant, round) => {
          progress(`${work.name}, round ${round + 1}, ${contestant.name}`);
          return processorTime(serverOf(servers, contestant), work, round === 0);
        });
        comparisons.push(comparisonOf(work, measured.get(two) ?? [], measured.get(one) ?? []));
      }
      const title = 'processor time of all processes for a request, GATEWAYS=2';
      return [{ id: 'P16', title, comparisons, notes: [...clientNotes(), busyNote] }];
    });
  },
};

/** Returns the processor time for a request, in microseconds: of all gateways and their supervisor. */
async function processorTime(server: BenchServer, work: Work, isFirst: boolean): Promise<number> {
  const { connections, seconds, warmUpSeconds } = work;
  const options = { server, requests: [work.request(server.apiKey)], connections };
  if (isFirst) await load({ ...options, seconds: warmUpSeconds });
  const before = treeMs(server.process.pid);
  const { requests } = await load({ ...options, seconds });
  return (1_000 * (treeMs(server.process.pid) - before)) / requests;
}

function comparisonOf({ name }: Work, ours: readonly number[], theirs: readonly number[]): Comparison {
  return {
    name,
    unit: 'µs',
    ours: sampleOf(ours),
    reference: one.name,
    theirs: sampleOf(theirs),
    value: ratioOf(ours, theirs).median,
    valueUnit: '×',
    target: { atMost: 1.05 },
  };
}

function serverOf(servers: ReadonlyMap<Contestant, BenchServer>, contestant: Contestant): BenchServer {
  const server = servers.get(contestant);
  if (server === undefined) throw new Error(`${contestant.name} was not started`);
  return server;
}
