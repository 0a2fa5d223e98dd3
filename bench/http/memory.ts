import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Comparison, type Measurement, sampleOf } from '../row.js';
import { load } from './load.js';
import { clientNotes } from './notes.js';
import { megabyteRequest, smallRequest } from './requests.js';
import { type BenchServer, textmill, withServer } from './servers.js';

const connections = 64;
const largeSeconds = 5;
/** Short enough to detect a peak that lasts as long as a job. */
const sampleIntervalMs = 50;
const warmUpRequests = 200_000;
const countedRequests = 1_000_000;
/** The length of one run of the load generator while requests are counted. */
const sliceSeconds = 2;

/** P10: measures the memory of Textmill, and whether it keeps growing. Each round of both uses a new process. */
export const memory: Measurement = {
  ids: ['P10'],
  async run({ rounds, progress }) {
    const peaks: number[] = [];
    const growths: number[] = [];
    for (let round = 0; round < rounds; round++) {
      progress(`memory with requests of a megabyte, round ${round + 1}`);
      peaks.push(await withServer(textmill, {}, peakMb));
      progress(`memory after a million small requests, round ${round + 1}`);
      growths.push(await withServer(textmill, {}, growthMb));
    }
    const comparisons = [
      inMb(`${connections} one-megabyte requests in flight, highest`, peaks, 400),
      inMb(`growth after ${countedRequests.toLocaleString('en')} small requests`, growths, 20),
    ];
    return [{ id: 'P10', title: 'resident set with 2 threads', comparisons, notes: clientNotes() }];
  },
};

function peakMb(server: BenchServer): Promise<number> {
  const requests = [megabyteRequest(server.apiKey)];
  return highestResidentMb(server.process.pid, sampleIntervalMs, () =>
    load({ server, requests, connections, seconds: largeSeconds }),
  );
}

/** Measures the growth after a warm-up in which the heap reaches its size. */
async function growthMb(server: BenchServer): Promise<number> {
  await sendSmall(server, warmUpRequests);
  const before = residentMb(server.process.pid);
  await sendSmall(server, countedRequests);
  return residentMb(server.process.pid) - before;
}

/** Sends small requests until this many have responses. */
async function sendSmall(server: BenchServer, count: number): Promise<void> {
  const options = { server, requests: [smallRequest(server.apiKey)], connections, seconds: sliceSeconds };
  for (let done = 0; done < count; ) done += (await load(options)).requests;
}

function inMb(name: string, values: readonly number[], atMost: number): Comparison {
  const ours = sampleOf(values);
  return { name, unit: 'MB', ours, value: ours.median, valueUnit: 'MB', target: { atMost } };
}

/** Returns the resident memory of a process in MB (2^20 bytes): from /proc on Linux, elsewhere from `ps`. */
export function residentMb(pid: number): number {
  return residentKb(pid) / 1_024;
}

/** Samples the memory of a process during some work. @returns the peak in MB. */
async function highestResidentMb(pid: number, intervalMs: number, work: () => Promise<unknown>): Promise<number> {
  let highest = residentMb(pid);
  const timer = setInterval(() => {
    highest = Math.max(highest, residentMb(pid));
  }, intervalMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return highest;
}

function residentKb(pid: number): number {
  if (process.platform !== 'linux') return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString());
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
