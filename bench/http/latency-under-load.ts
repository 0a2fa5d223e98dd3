import { type Comparison, type Measurement, type RowResult, ratioOf, sampleOf } from '../row.js';
import { load } from './load.js';
import { clientNotes, coreNotes } from './notes.js';
import { type OpenLoopStream, openLoop } from './open-loop.js';
import { largeRequest, smallRequest } from './requests.js';
import type { LoopDelay } from './server-process.js';
import { type BenchServer, type Contestant, fastify, settings, textmill, withServers } from './servers.js';

const perSecond = 2_000;
const connections = 64;
const measuredSeconds = 4;
const warmUpSeconds = 2;
/** The number of large jobs in flight: for each thread one that runs and one that waits. */
const largeInFlight = 2 * Number(settings.WORKER_THREADS);

/** One round of a server: small requests alone, then with large jobs. */
interface Round {
  readonly quiet: OpenLoopStream;
  readonly loaded: OpenLoopStream;
  /** The event-loop delay of the server with large jobs. */
  readonly loop: LoopDelay;
}

/** P9: measures how large jobs affect small requests. */
export const latencyUnderLoad: Measurement = {
  ids: ['P9'],
  async run({ rounds, progress }) {
    const contestants = [textmill, fastify];
    const measured = new Map<Contestant, Round[]>(contestants.map((contestant) => [contestant, []]));
    await withServers(contestants, async (servers) => {
      for (let round = 0; round < rounds; round++) {
        for (const [contestant, server] of servers) {
          progress(`small requests with large jobs, round ${round + 1}, ${contestant.name}`);
          measured.get(contestant)?.push(await measureRound(server));
        }
      }
    });
    return [rowResult(measured.get(textmill) ?? [], measured.get(fastify) ?? [])];
  },
};

async function measureRound(server: BenchServer): Promise<Round> {
  const small = (): Promise<OpenLoopStream> => smallAtFixedRate(server);
  const quiet = await small();
  const large = load({
    server,
    requests: [largeRequest(server.apiKey)],
    connections: largeInFlight,
    // Longer than the measurement: the client takes a moment to start.
    seconds: warmUpSeconds + measuredSeconds + 2,
  });
  // It is awaited below. An earlier failure must not end the benchmark as an unhandled rejection.
  large.catch(() => undefined);
  try {
    await server.process.watchEventLoop();
    const loaded = await small();
    return { quiet, loaded, loop: await server.process.eventLoopDelay() };
  } finally {
    // The next round starts without large jobs, and a round with a failed large job does not count.
    await large;
  }
}

async function smallAtFixedRate({ process, apiKey }: BenchServer): Promise<OpenLoopStream> {
  const streams = [{ request: smallRequest(apiKey), perSecond }];
  const { streams: results } = await openLoop({
    url: process.url,
    streams,
    connections,
    warmUpSeconds,
    seconds: measuredSeconds,
  });
  const [result] = results;
  if (result === undefined) throw new Error('The open-loop client measured nothing');
  return result;
}

function rowResult(ours: readonly Round[], theirs: readonly Round[]): RowResult {
  return {
    id: 'P9',
    title: `p99 of small requests at ${perSecond}/s, open loop, while ${largeInFlight} large jobs are in flight`,
    comparisons: [
      { ...latencyComparison('Textmill', ours), target: { atMost: 3 } },
      { ...loopComparison('Textmill, event-loop delay', ours), target: { atMost: 5 } },
      latencyComparison('Fastify, for comparison', theirs),
      loopComparison('Fastify, event-loop delay, for comparison', theirs),
    ],
    notes: [...clientNotes(), ...coreNotes(), latenessNote(ours)],
  };
}

function latencyComparison(name: string, rounds: readonly Round[]): Comparison {
  const loaded = rounds.map((round) => round.loaded.p99Ms);
  const quiet = rounds.map((round) => round.quiet.p99Ms);
  return {
    name: `${name}, p99`,
    unit: 'ms',
    ours: sampleOf(loaded),
    reference: 'the same without large jobs',
    theirs: sampleOf(quiet),
    value: ratioOf(loaded, quiet).median,
    valueUnit: '×',
  };
}

function loopComparison(name: string, rounds: readonly Round[]): Comparison {
  const delays = sampleOf(rounds.map(({ loop }) => loop.p99Ms));
  return { name: `${name} p99`, unit: 'ms', ours: delays, value: delays.median, valueUnit: 'ms' };
}

function latenessNote(rounds: readonly Round[]): string {
  const [quiet, loaded] = [rounds.map((round) => round.quiet), rounds.map((round) => round.loaded)].map((state) =>
    sampleOf(state.map(({ sentLateP99Ms }) => sentLateP99Ms)).median.toFixed(2),
  );
  return (
    'Latencies count from the time at which a request was due. They include the delay of the client, whose p99 was ' +
    `${quiet} ms without and ${loaded} ms with large jobs, when it competes with the server for the cores.`
  );
}
