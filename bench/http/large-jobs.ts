import { type Measurement, ratioOf, sampleOf } from '../row.js';
import { load } from './load.js';
import { clientNotes, coreNotes } from './notes.js';
import { largeRequest } from './requests.js';
import { interleaved } from './rounds.js';
import { type BenchServer, type Contestant, fastify, textmill, withServers } from './servers.js';

/** Three for each thread: one runs, one waits, and one is on its way to or from the client. */
const connections = 6;
const roundSeconds = 4;
const warmUpSeconds = 4;

/** P8: measures the benefit of the pool. Closed loop: as many jobs as the server can finish. */
export const largeJobs: Measurement = {
  ids: ['P8'],
  async run({ rounds, progress }) {
    const contestants = [textmill, fastify];
    const measured = await withServers(contestants, async (servers) => {
      for (const server of servers.values()) await loadLarge(server, warmUpSeconds);
      return interleaved(contestants, rounds, (contestant, round) => {
        progress(`large jobs, round ${round + 1}, ${contestant.name}`);
        return loadLarge(servers.get(contestant), roundSeconds);
      });
    });
    return [rowResult(measured)];
  },
};

function rowResult(measured: ReadonlyMap<Contestant, readonly number[]>) {
  const [ours = [], theirs = []] = [measured.get(textmill), measured.get(fastify)];
  return {
    id: 'P8' as const,
    title: 'jobs of 500,000 characters, upper-case and sort-lines, through a pool of 2 threads',
    comparisons: [
      {
        name: '',
        unit: 'jobs/s' as const,
        ours: sampleOf(ours),
        reference: 'inline on Fastify',
        theirs: sampleOf(theirs),
        value: ratioOf(ours, theirs).median,
        valueUnit: '×' as const,
        target: { atLeast: 1.7 },
      },
    ],
    notes: [...clientNotes(), ...coreNotes()],
  };
}

/** Loads a server with large jobs. @returns jobs per second. */
async function loadLarge(server: BenchServer | undefined, seconds: number): Promise<number> {
  if (server === undefined) throw new Error('A server was not started');
  const requests = [largeRequest(server.apiKey)];
  return (await load({ server, requests, connections, seconds })).requestsPerSecond;
}
