import { type Comparison, type Measurement, type RowResult, ratioOf, sampleOf } from '../row.js';
import { load } from './load.js';
import { clientNotes } from './notes.js';
import { type BenchRequest, pooledRequests, sizedJobs } from './requests.js';
import { type BenchServer, bareUwsBytes, bareUwsThreads, textmill, withServers } from './servers.js';
import { threadTimes } from './thread-time.js';

const warmUpSeconds = 5;
/** Small enough for thousands of jobs in a second, and too large for the event loop to do them itself. */
const warmUpBytes = 9_000;

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
const floorNote =
  'Bare uWebSockets.js with worker threads does nothing but hand the body to a thread that is busy as long, and send ' +
  'what comes back: the least that an event loop does for a job on a thread, at the same rate of jobs.';

/** Processor time for a job, in microseconds, round by round. */
interface JobTimes {
  readonly loop: number[];
  readonly threads: number[];
  readonly bare: number[];
  /** Of the bare handler whose threads are busy as long. */
  readonly bareThreads: number[];
}

/**
 * P14 and P15: what the event loop does for a job of the pool, and how many threads it could keep busy with such jobs.
 * Processor time by thread hardly depends on how many cores the machine has, and on what else it does.
 */
export const pooledJobs: Measurement = {
  ids: ['P14', 'P15'],
  async run({ rounds, progress }) {
    const times = await withServers([textmill, bareUwsBytes, bareUwsThreads], async (servers) => {
      const [ours, bare] = [servers.get(textmill), servers.get(bareUwsBytes)];
      const bareThreads = servers.get(bareUwsThreads);
      if (ours === undefined || bare === undefined || bareThreads === undefined)
        throw new Error('A server was not started');
      progress('jobs on threads, warm-up');
      await warmUp(ours);
      const measured = new Map<string, JobTimes>();
      for (const [name, request] of pooledRequests(ours.apiKey)) {
        measured.set(name, await measureJob(name, request, { ours, bare, bareThreads, rounds, progress }));
      }
      return measured;
    });
    return [loopRow(times), coresRow(times)];
  },
};

interface Run {
  readonly ours: BenchServer;
  readonly bare: BenchServer;
  readonly bareThreads: BenchServer;
  readonly rounds: number;
  progress(what: string): void;
}

/** V8 compiles what the event loop does for a job after some thousand of them, which takes long with large ones. */
async function warmUp(server: BenchServer): Promise<void> {
  const job = sizedJobs(warmUpBytes).get('sanitize');
  if (job === undefined) throw new Error('There is no job to warm up with');
  const headers = { 'Content-Type': 'application/json', 'x-api-key': server.apiKey };
  const request = { path: '/v1/sanitize', headers, body: Buffer.from(job.body).toString() };
  await load({ server, requests: [request], connections: 16, seconds: warmUpSeconds });
}

async function measureJob(name: string, request: BenchRequest, { ours, bare, bareThreads, rounds, progress }: Run) {
  const path = `/${await answerBytes(ours, request)}`;
  const times: JobTimes = { loop: [], threads: [], bare: [], bareThreads: [] };
  const setup = setupOf(name);
  for (let round = -1; round < rounds; round++) {
    progress(round < 0 ? `${name}, warm-up` : `${name}, round ${round + 1}`);
    const { loop, threads } = await timesOfJob(ours, request, setup);
    const busyAsLong = { ...request, path: `${path}/${Math.round(threads)}` };
    const ofThreads = (await timesOfJob(bareThreads, busyAsLong, setup)).loop;
    const ofBare = (await timesOfJob(bare, { ...request, path }, setup)).loop;
    if (round < 0) continue;
    times.loop.push(loop);
    times.threads.push(threads);
    times.bare.push(ofBare);
    times.bareThreads.push(ofThreads);
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
  const comparisons = [...times].flatMap(([name, { loop, bare, bareThreads }]): Comparison[] => [
    { ...loopComparison(name, loop, bareUwsBytes.name, bare), target: { atMost: setupOf(name).loop } },
    loopComparison(name, loop, bareUwsThreads.name, bareThreads),
  ]);
  const title =
    "event loop's processor time for a job that the pool does; the bare handler reads and answers as many bytes";
  return { id: 'P14', title, comparisons, notes: [...clientNotes(), busyNote, floorNote] };
}

/** @param theirs - microseconds of processor time, as `loop`. */
function loopComparison(name: string, loop: readonly number[], reference: string, theirs: readonly number[]) {
  const value = ratioOf(loop, theirs).median;
  return {
    name,
    unit: 'µs',
    ours: sampleOf(loop),
    reference,
    theirs: sampleOf(theirs),
    value,
    valueUnit: '×',
  } as const;
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
