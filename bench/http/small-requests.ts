import { type Comparison, type Measurement, type RowId, type RowResult, ratioOf, sampleOf } from '../row.js';
import { Allowance } from './allowance.js';
import { type LoadResult, load } from './load.js';
import { clientNotes } from './notes.js';
import { smallRequest } from './requests.js';
import { interleaved } from './rounds.js';
import { type BenchServer, bareNode, bareUws, type Contestant, fastify, textmill, withServers } from './servers.js';

const connections = 64;
const roundSeconds = 3;
/** The peers are still getting faster in their fourth second: V8 compiles what turns out to be hot, and sizes its heap. */
const warmUpSeconds = 5;

const rows: readonly { readonly id: RowId; readonly reference: Contestant; readonly atLeast: number }[] = [
  { id: 'P1', reference: bareUws, atLeast: 0.6 },
  { id: 'P2', reference: fastify, atLeast: 3 },
  { id: 'P3', reference: bareNode, atLeast: 1.3 },
];

/** P1, P2 and P3: one load on four servers that are up at the same time. */
export const smallRequests: Measurement = {
  ids: rows.map(({ id }) => id),
  async run({ rounds, progress }) {
    const contestants = [textmill, bareUws, fastify, bareNode];
    return withServers(contestants, async (servers) => {
      const measured = await interleaved(contestants, rounds, loader(servers, progress));
      return rows.map((row) => rowResult(row, measured));
    });
  },
};

/** Measures one round of a contestant in requests per second, after a warm-up in its first. */
function loader(servers: ReadonlyMap<Contestant, BenchServer>, progress: (what: string) => void) {
  // The bare servers have no limits, and Fastify's of a million a minute is more than it reaches.
  const allowance = new Allowance();
  return async (contestant: Contestant, round: number): Promise<number> => {
    const server = servers.get(contestant);
    if (server === undefined) throw new Error(`${contestant.name} was not started`);
    const send = (seconds: number): Promise<LoadResult> => {
      const options = { server, requests: [smallRequest(server.apiKey)], connections, seconds };
      return contestant === textmill ? allowance.load(options) : load(options);
    };
    if (round === 0) await send(warmUpSeconds);
    progress(`small requests, round ${round + 1}, ${contestant.name}`);
    return (await send(roundSeconds)).requestsPerSecond;
  };
}

function rowResult(
  { id, reference, atLeast }: (typeof rows)[number],
  measured: ReadonlyMap<Contestant, readonly number[]>,
): RowResult {
  const ours = measured.get(textmill) ?? [];
  const theirs = measured.get(reference) ?? [];
  const comparison: Comparison = {
    name: '',
    unit: 'requests/s',
    ours: sampleOf(ours),
    reference: reference.name,
    theirs: sampleOf(theirs),
    value: ratioOf(ours, theirs).median,
    valueUnit: '×',
    target: { atLeast },
  };
  const title = `small /v1/run: 100-byte body, 2 steps, all checks on, ${connections} connections`;
  return { id, title, comparisons: [comparison], notes: clientNotes() };
}
