import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Comparison, type Measurement, sampleOf, type Unit } from '../row.js';
import { supervised, withServer } from './servers.js';

/** Until the standby process is loaded, and V8 has nothing left to collect. */
const settleMs = 40_000;
const measuredSeconds = 20;

const sharingNote =
  'Memory is what each process has for itself, and once the pages that they share, such as those of Node.js.';

interface Activity {
  readonly switches: number;
  readonly processorMs: number;
}

interface Reading {
  readonly wakeUps: number;
  readonly processorPercent: number;
  readonly memoryMb: number;
}

/** P23: measures the supervisor, a gateway and its standby process without a request. */
export const idle: Measurement = {
  ids: ['P23'],
  skipped: () => (process.platform === 'linux' ? undefined : 'only Linux has /proc'),
  async run({ rounds, progress }) {
    const readings: Reading[] = [];
    for (let round = 0; round < rounds; round++) {
      progress(`idle, round ${round + 1}`);
      readings.push(await withServer(supervised(1), {}, ({ process: { pid } }) => readingOf(pid)));
    }
    const compare = (name: string, unit: Unit, value: keyof Reading, atMost: number): Comparison => {
      const ours = sampleOf(readings.map((reading) => reading[value]));
      return { name, unit, ours, value: ours.median, valueUnit: unit, target: { atMost } };
    };
    const comparisons = [
      compare('wake-ups of all threads', 'wake-ups/s', 'wakeUps', 4),
      compare('processor time of a core', '%', 'processorPercent', 0.1),
      compare('memory', 'MB', 'memoryMb', 130),
    ];
    const title = 'supervisor, gateway with 2 threads and standby process without a request';
    return [{ id: 'P23', title, comparisons, notes: [sharingNote] }];
  },
};

async function readingOf(supervisor: number): Promise<Reading> {
  await wait(settleMs);
  const pids = treeOf(supervisor);
  const before = sumOf(pids);
  await wait(measuredSeconds * 1_000);
  const after = sumOf(pids);
  return {
    wakeUps: (after.switches - before.switches) / measuredSeconds,
    processorPercent: (after.processorMs - before.processorMs) / measuredSeconds / 10,
    memoryMb: memoryMb(pids),
  };
}

/** Returns a process and all its descendants. */
function treeOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((id) =>
    readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))];
}

/** Adds up all threads: each voluntary switch is the end of a wake-up. */
function sumOf(pids: readonly number[]): Activity {
  const tasks = pids.flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}`));
  let [switches, processorMs] = [0, 0];
  for (const task of tasks) {
    switches += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`${task}/status`, 'utf8'))?.[1]);
    processorMs += Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  }
  return { switches, processorMs };
}

/** The share that each process has of a page (PSS) would depend on other programs with the same Node.js. */
function memoryMb(pids: readonly number[]): number {
  const pages = pids.map((pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) / 1_024;
    return { all: mb('Rss'), shared: mb('Shared_Clean') };
  });
  const own = pages.reduce((sum, { all, shared }) => sum + all - shared, 0);
  return own + Math.max(...pages.map(({ shared }) => shared));
}
