import assert from 'node:assert/strict';
import { type Comparison, type Measurement, ratioOf, sampleOf } from '../row.js';
import { load } from './load.js';
import { clientNotes } from './notes.js';
import { compiledPeers } from './peers.js';
import { type BenchRequest, plainRequests } from './requests.js';
import { interleaved } from './rounds.js';
import { type BenchServer, type Contestant, fastifyWithPiscina, textmill, withServers } from './servers.js';
import { threadTimes } from './thread-time.js';

const connections = 4;
const roundSeconds = 3;
const warmUpSeconds = 5;
/** What Textmill may take of a job's processor time in other services. */
const targets: Readonly<Record<string, number>> = { Rust: 0.8, Go: 0.4, 'the release before': 0.4 };

/** P21: the processor time that whole services take for a job, with all their threads. */
export const wholeServices: Measurement = {
  ids: ['P21'],
  async run({ rounds, progress }) {
    const { contestants: compiled, notes } = await compiledPeers(progress);
    const contestants = [textmill, ...compiled, fastifyWithPiscina];
    const comparisons = await withServers(contestants, async (servers) => {
      const serverOf = (contestant: Contestant): BenchServer => {
        const server = servers.get(contestant);
        if (server === undefined) throw new Error(`${contestant.name} was not started`);
        return server;
      };
      const names = [...plainRequests('').keys()];
      const measured: Comparison[] = [];
      for (const name of names) {
        await requireSameAnswers(contestants, serverOf, name);
        const times = await interleaved(contestants, rounds, async (contestant, round) => {
          const server = serverOf(contestant);
          if (round === 0) await timeOfJob(server, requestOf(server, name), warmUpSeconds);
          progress(`${name}, round ${round + 1}, ${contestant.name}`);
          return timeOfJob(server, requestOf(server, name), roundSeconds);
        });
        measured.push(...compared(name, times));
      }
      return measured;
    });
    const title = 'processor time of whole services for a job, all threads; 2 threads work, 4 connections';
    return [{ id: 'P21', title, comparisons, notes: [...clientNotes(), ...notes] }];
  },
};

function requestOf({ apiKey }: BenchServer, name: string): BenchRequest {
  const request = plainRequests(apiKey).get(name);
  if (request === undefined) throw new Error(`There is no request ${name}`);
  return request;
}

/** @throws {Error} if a service gives another result than Textmill: then it does something else. */
async function requireSameAnswers(
  contestants: readonly Contestant[],
  serverOf: (contestant: Contestant) => BenchServer,
  name: string,
): Promise<void> {
  const answers = await Promise.all(
    contestants.map(async (contestant) => {
      const server = serverOf(contestant);
      const { path, headers, body } = requestOf(server, name);
      const response = await fetch(server.process.url + path, { method: 'POST', headers, body });
      return (await response.text()).replace(/"processingTimeMs":[\d.]+/, '"processingTimeMs":0');
    }),
  );
  contestants.forEach(({ name: contestant }, i) => {
    assert.equal(answers[i], answers[0], `${contestant} gives another result for ${name}`);
  });
}

/** Processor time of a process for a job, in microseconds; NaN where the system does not tell. */
async function timeOfJob(server: BenchServer, request: BenchRequest, seconds: number): Promise<number> {
  const { pid } = server.process;
  const before = threadTimes(pid);
  const { requests } = await load({ server, requests: [request], connections, seconds });
  const after = threadTimes(pid);
  if (before === undefined || after === undefined) return Number.NaN;
  return (1_000 * (after.loopMs - before.loopMs + (after.othersMs - before.othersMs))) / requests;
}

function compared(name: string, times: ReadonlyMap<Contestant, readonly number[]>): Comparison[] {
  const ours = times.get(textmill) ?? [];
  return [...times]
    .filter(([contestant]) => contestant !== textmill)
    .map(([{ name: reference }, theirs]) => {
      const atMost = targets[reference];
      return {
        name,
        unit: 'µs',
        ours: sampleOf(ours),
        reference,
        theirs: sampleOf(theirs),
        value: ratioOf(ours, theirs).median,
        valueUnit: '×',
        ...(atMost !== undefined && { target: { atMost } }),
      };
    });
}
