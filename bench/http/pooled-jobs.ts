import { type Comparison, type Measurement, type RowResult, ratioOf, sampleOf } from '../row.js';
import { load } from './load.js';
import { clientNotes } from './notes.js';
import { type BenchRequest, pooledRequest, pooledRequests, sizedJobs } from './requests.js';
import {
  type BenchServer,
  bareUwsBytes,
  bareUwsThreads,
  sleepingThreads,
  textmill,
  withServer,
  withServers,
} from './servers.js';
import { threadTimes } from './thread-time.js';

const warmUpSeconds = 5;
/** Small enough for thousands of jobs in a second, and too large for the event loop to do them itself. */
const warmUpBytes = 9_000;
/** The cores of the machine that is imitated. */
const manyCores = 16;
/** Enough for a backlog at all times, as on a machine that is busy. */
const connectionsOfMany = 4 * manyCores;

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
  'Bare uWebSockets.js with worker threads does nothing but transfer the body to a thread that is busy as long, and ' +
  'send what comes back: the least that an event loop does for a job on a thread with messages, at the same rate of jobs.';
const manyNote =
  `With ${manyCores} threads that sleep as long as a job takes, the event loop is as busy as on a machine with so many ` +
  'cores: it takes several results at a time, and its caches are warm.';

/** Processor time for a job, in microseconds, round by round. */
interface JobTimes {
  readonly loop: number[];
  readonly threads: number[];
  readonly bare: number[];
  /** Of the bare handler whose threads are busy as long. */
  readonly bareThreads: number[];
  /** Of the event loop with many threads that sleep as long. */
  readonly loopOfMany: number[];
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

async function measureJob(name: string, request: BenchRequest, run: Run): Promise<JobTimes> {
  const setup = setupOf(name);
  run.progress(`${name}, warm-up`);
  const bytes = await responseBytes(run.ours, request);
  const { threads: busyUs } = await timesOfJob(run.ours, request, setup);
  return withServer(sleepingThreads(manyCores, { busyUs, bytes }), {}, async (sleeping) => {
    await warmUp(sleeping);
    return measureRounds(name, request, bytes, { ...run, sleeping });
  });
}

async function measureRounds(
  name: string,
  request: BenchRequest,
  bytes: number,
  { ours, bare, bareThreads, sleeping, rounds, progress }: Run & { readonly sleeping: BenchServer },
): Promise<JobTimes> {
  const path = `/${bytes}`;
  const times: JobTimes = { loop: [], threads: [], bare: [], bareThreads: [], loopOfMany: [] };
  const setup = setupOf(name);
  const ofMany = { ...setup, connections: connectionsOfMany };
  for (let round = -1; round < rounds; round++) {
    progress(round < 0 ? `${name}, warm-up` : `${name}, round ${round + 1}`);
    const { loop, threads } = await timesOfJob(ours, request, setup);
    const busyAsLong = { ...request, path: `${path}/${Math.round(threads)}` };
    const ofThreads = (await timesOfJob(bareThreads, busyAsLong, setup)).loop;
    const loopOfMany = (await timesOfJob(sleeping, pooledRequest(sleeping.apiKey, name), ofMany)).loop;
    const ofBare = (await timesOfJob(bare, { ...request, path }, setup)).loop;
    if (round < 0) continue;
    times.loop.push(loop);
    times.threads.push(threads);
    times.bare.push(ofBare);
    times.bareThreads.push(ofThreads);
    times.loopOfMany.push(loopOfMany);
  }
  return times;
}

/** The length of the response to a request. */
async function responseBytes({ process }: BenchServer, { path, headers, body }: BenchRequest): Promise<number> {
  const response = await fetch(process.url + path, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${path} got a ${response.status}: ${await response.text()}`);
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
  const comparisons = [...times].flatMap(([name, { loop, bare, bareThreads, loopOfMany }]): Comparison[] => [
    { ...comparison(name, loop, bareUwsBytes.name, bare), target: { atMost: setupOf(name).loop } },
    comparison(`${name}, ${manyCores} threads that sleep`, loopOfMany, bareUwsBytes.name, bare),
    comparison(name, loop, bareUwsThreads.name, bareThreads),
  ]);
  const title =
    "event loop's processor time for a job that the pool does; the bare handler reads and answers as many bytes";
  return { id: 'P14', title, comparisons, notes: [...clientNotes(), busyNote, floorNote, manyNote] };
}

function coresRow(times: ReadonlyMap<string, JobTimes>): RowResult {
  const reference = 'its event loop';
  const comparisons = [...times].flatMap(([name, { loop, threads, loopOfMany }]): Comparison[] => [
    {
      ...comparison(name, threads, reference, loop),
      target: { atLeast: setupOf(name).cores },
    },
    comparison(`${name}, ${manyCores} threads that sleep`, threads, reference, loopOfMany),
  ]);
  return {
    id: 'P15',
    title: "cores that one event loop feeds: the other threads' processor time for a job",
    comparisons,
    notes: [...clientNotes(), manyNote],
  };
}

/** Compares processor times in microseconds, round by round. */
function comparison(name: string, ours: readonly number[], reference: string, theirs: readonly number[]) {
  return {
    name,
    unit: 'µs',
    ours: sampleOf(ours),
    reference,
    theirs: sampleOf(theirs),
    value: ratioOf(ours, theirs).median,
    valueUnit: '×',
  } as const;
}
