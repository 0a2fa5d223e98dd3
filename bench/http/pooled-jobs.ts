import { type Comparison, type Measurement, type RowResult, ratioOf, sampleOf } from '../row.js';
import { load } from './load.js';
import { clientNotes } from './notes.js';
import { type BenchRequest, pooledRequests } from './requests.js';
import { type BenchServer, bareUwsBytes, textmill, withServers } from './servers.js';
import { threadTimes } from './thread-time.js';

const warmUpRounds = 3;

interface Setup {
  /** A round ends with a request in flight on each, which has cost time and is not counted: few for long jobs. */
  readonly connections: number;
  readonly seconds: number;
  /** The event loop's time for a job, beside the bare handler's. */
  readonly loop: number;
  /** The threads' time for a job, beside the event loop's. */
  readonly cores: number;
}

const setups = new Map<string, Setup>([
  ['sanitize, 500 URLs', { connections: 16, seconds: 2, loop: 2.5, cores: 10 }],
  ['sort-dedupe, 5,000 lines', { connections: 16, seconds: 2, loop: 2.5, cores: 16 }],
  ['run, 500,000 characters', { connections: 4, seconds: 5, loop: 1.5, cores: 24 }],
]);

function setupOf(name: string): Setup {
  const setup = setups.get(name);
  if (setup === undefined) throw new Error(`There is no setup for ${name}`);
  return setup;
}

/** What a reader has to know of figures from a busy machine. */
const busyNote =
  'With fewer jobs in a second, each costs the event loop more: its share of the timers grows, and caches are cold. ' +
  'So compare figures only with those of a machine that is as busy.';

/** Processor time for a job, in microseconds, round by round. */
interface JobTimes {
  readonly loop: number[];
  readonly threads: number[];
  readonly bare: number[];
}

/**
 * P14 and P15: what the event loop does for a job of the pool, and how many threads it could keep busy with such jobs.
 * Processor time by thread hardly depends on how many cores the machine has, and on what else it does.
 */
export const pooledJobs: Measurement = {
  ids: ['P14', 'P15'],
  async run({ rounds, progress }) {
    const times = await withServers([textmill, bareUwsBytes], async (servers) => {
      const [ours, bare] = [servers.get(textmill), servers.get(bareUwsBytes)];
      if (ours === undefined || bare === undefined) throw new Error('A server was not started');
      const measured = new Map<string, JobTimes>();
      for (const [name, request] of pooledRequests(ours.apiKey)) {
        measured.set(name, await measureJob(name, request, { ours, bare, rounds, progress }));
      }
      return measured;
    });
    return [loopRow(times), coresRow(times)];
  },
};

interface Run {
  readonly ours: BenchServer;
  readonly bare: BenchServer;
  readonly rounds: number;
  progress(what: string): void;
}

async function measureJob(name: string, request: BenchRequest, { ours, bare, rounds, progress }: Run) {
  const bareRequest = { ...request, path: `/${await answerBytes(ours, request)}` };
  const times: JobTimes = { loop: [], threads: [], bare: [] };
  progress(`${name}, warm-up`);
  const setup = setupOf(name);
  // V8 compiles what the event loop does for a job after some thousand of them.
  await timesOfJob(ours, request, { ...setup, seconds: warmUpRounds * setup.seconds });
  await timesOfJob(bare, bareRequest, setup);
  for (let round = 0; round < rounds; round++) {
    progress(`${name}, round ${round + 1}`);
    const { loop, threads } = await timesOfJob(ours, request, setup);
    times.loop.push(loop);
    times.threads.push(threads);
    times.bare.push((await timesOfJob(bare, bareRequest, setup)).loop);
  }
  return times;
}

/** The length of the answer to a request. */
async function answerBytes({ process }: BenchServer, { path, headers, body }: BenchRequest): Promise<number> {
  const response = await fetch(process.url + path, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.arrayBuffer()).byteLength;
}

/** Processor time for a job, in microseconds; NaN where the system does not tell. */
async function timesOfJob(server: BenchServer, request: BenchRequest, { connections, seconds }: Setup) {
  const { pid } = server.process;
  const before = threadTimes(pid);
  const { requests } = await load({ server, requests: [request], connections, seconds });
  const after = threadTimes(pid);
  if (before === undefined || after === undefined) return { loop: Number.NaN, threads: Number.NaN };
  const perJob = (ms: number): number => (1_000 * ms) / requests;
  return { loop: perJob(after.loopMs - before.loopMs), threads: perJob(after.othersMs - before.othersMs) };
}

function loopRow(times: ReadonlyMap<string, JobTimes>): RowResult {
  const comparisons = [...times].map(
    ([name, { loop, bare }]): Comparison => ({
      name,
      unit: 'µs',
      ours: sampleOf(loop),
      reference: bareUwsBytes.name,
      theirs: sampleOf(bare),
      value: ratioOf(loop, bare).median,
      valueUnit: '×',
      target: { atMost: setupOf(name).loop },
    }),
  );
  const title =
    "event loop's processor time for a job that the pool does; the bare handler reads and answers as many bytes";
  return { id: 'P14', title, comparisons, notes: [...clientNotes(), busyNote] };
}

function coresRow(times: ReadonlyMap<string, JobTimes>): RowResult {
  const comparisons = [...times].map(
    ([name, { loop, threads }]): Comparison => ({
      name,
      unit: 'µs',
      ours: sampleOf(threads),
      reference: 'its event loop',
      theirs: sampleOf(loop),
      value: ratioOf(threads, loop).median,
      valueUnit: '×',
      target: { atLeast: setupOf(name).cores },
    }),
  );
  return {
    id: 'P15',
    title: "cores that one event loop feeds: the other threads' processor time for a job",
    comparisons,
    notes: clientNotes(),
  };
}
