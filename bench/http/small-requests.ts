import { type Comparison, type Measurement, type RowId, type RowResult, ratioOf, sampleOf } from '../row.js';
import { load } from './load.js';
import { clientNotes } from './notes.js';
import { smallRequest } from './requests.js';
import { interleaved } from './rounds.js';
import { type BenchServer, bareNode, bareUws, type Contestant, fastify, textmill, withServers } from './servers.js';
import { mainThreadMs } from './thread-time.js';
import type { LoadResult } from './wrk.js';

const connections = 64;
const roundSeconds = 3;
/** The other servers still get faster in their fourth second, while V8 compiles hot code and sizes its heap. */
const warmUpSeconds = 5;

const rows: readonly { readonly id: RowId; readonly reference: Contestant; readonly atLeast: number }[] = [
  { id: 'P1', reference: bareUws, atLeast: 0.65 },
  { id: 'P2', reference: fastify, atLeast: 3 },
  { id: 'P3', reference: bareNode, atLeast: 1.5 },
];

/** P1, P2 and P3: one load on four servers that run at the same time. */
export const smallRequests: Measurement = {
  ids: rows.map(({ id }) => id),
  async run({ rounds, progress }) {
    const contestants = [textmill, bareUws, fastify, bareNode];
    return withServers(contestants, async (servers) => {
      const threadTimes = new Map<Contestant, number[]>(contestants.map((contestant) => [contestant, []]));
      const measured = await interleaved(contestants, rounds, loader(servers, threadTimes, progress));
      return rows.map((row) => rowResult(row, measured, threadTimeNotes(threadTimes)));
    });
  },
};

/**
 * Measures one round of a contestant in requests per second, after a warm-up in the first round.
 *
 * @param threadTimes - receives the processor time of the server's event loop for a request, in microseconds.
 */
function loader(
  servers: ReadonlyMap<Contestant, BenchServer>,
  threadTimes: ReadonlyMap<Contestant, number[]>,
  progress: (what: string) => void,
) {
  return async (contestant: Contestant, round: number): Promise<number> => {
    const server = servers.get(contestant);
    if (server === undefined) throw new Error(`${contestant.name} was not started`);
    const send = (seconds: number): Promise<LoadResult> =>
      load({ server, requests: [smallRequest(server.apiKey)], connections, seconds });
    if (round === 0) await send(warmUpSeconds);
    progress(`small requests, round ${round + 1}, ${contestant.name}`);
    const { pid } = server.process;
    const before = mainThreadMs(pid);
    const { requests, requestsPerSecond } = await send(roundSeconds);
    const after = mainThreadMs(pid);
    if (before !== undefined && after !== undefined) {
      threadTimes.get(contestant)?.push(((after - before) * 1_000) / requests);
    }
    return requestsPerSecond;
  };
}

/** Returns the note about processor times, which are more stable than requests per second on a busy machine. */
function threadTimeNotes(threadTimes: ReadonlyMap<Contestant, readonly number[]>): string[] {
  const medians = [...threadTimes]
    .filter(([, values]) => values.length > 0)
    .map(([{ name }, values]) => `${name} ${sampleOf(values).median.toFixed(1)}`);
  if (medians.length === 0) return [];
  return [`Processor time of the server's event-loop thread for a request, in microseconds: ${medians.join(', ')}.`];
}

function rowResult(
  { id, reference, atLeast }: (typeof rows)[number],
  measured: ReadonlyMap<Contestant, readonly number[]>,
  notes: readonly string[],
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
  return { id, title, comparisons: [comparison], notes: [...clientNotes(), ...notes] };
}
