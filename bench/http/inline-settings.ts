import type { Context } from '../row.js';
import { type Chart, Readings } from './curve.js';
import { load } from './load.js';
import { openLoop } from './open-loop.js';
import { type BenchRequest, sizedRequest, smallRequest } from './requests.js';
import { type BenchServer, textmill, withServer } from './servers.js';

const settingsKb = [2, 4, 8, 16, 32, 64];
const mediumKb = [1.5, 4, 7, 12, 24, 48];
const tools = ['upper-case', 'sort-lines'];
const connections = 64;
const smallPerSecond = 1_000;
/** The rate for each size and tool. */
const mediumPerSecond = 20;
/** In the closed loop, the number of small requests for each other one. */
const smallShare = 4;
const seconds = 3;
const warmUpSeconds = 1;

/** Measures the effect of INLINE_MAX_BYTES on a mixed load: small requests and bodies of 1.5 to 48 KB. */
export async function inlineSettings({ rounds, progress }: Context): Promise<Chart[]> {
  const readings = new Readings();
  for (let round = 0; round < rounds; round++) {
    for (const kb of settingsKb) {
      progress(`INLINE_MAX_BYTES of ${kb} KB, round ${round + 1}`);
      const settings = { INLINE_MAX_BYTES: String(kb * 1_024) };
      await withServer(textmill, { settings }, (server) => measure(server, kb, readings));
    }
  }
  const x = 'INLINE_MAX_BYTES, KB';
  return [
    { title: 'Throughput of a mixed load', x, y: 'requests/s', series: readings.series('throughput: ') },
    { title: 'Latency of a mixed load at a fixed rate', x, y: 'ms', series: readings.series('latency: ') },
  ];
}

async function measure(server: BenchServer, kb: number, readings: Readings): Promise<void> {
  const small = smallRequest(server.apiKey);
  const medium = tools.flatMap((tool) => mediumKb.map((size) => sizedRequest(server.apiKey, size * 1_024, tool)));
  const mixed = medium.flatMap((request) => [...Array.from<BenchRequest>({ length: smallShare }).fill(small), request]);
  await load({ server, requests: mixed, connections, seconds: warmUpSeconds });
  const { requestsPerSecond } = await load({ server, requests: mixed, connections, seconds });
  readings.add('throughput: all requests', kb, requestsPerSecond);

  await server.process.watchEventLoop();
  const streams = [
    { request: small, perSecond: smallPerSecond },
    ...medium.map((request) => ({ request, perSecond: mediumPerSecond })),
  ];
  const found = await openLoop({ url: server.process.url, streams, connections, warmUpSeconds, seconds });
  const delay = await server.process.eventLoopDelay();
  const [first, ...others] = found.streams;
  if (first === undefined) throw new Error('The open-loop client measured nothing');
  readings.add('latency: p50 of small requests', kb, first.p50Ms);
  readings.add('latency: p99 of small requests', kb, first.p99Ms);
  readings.add('latency: p99 of the others, mean', kb, mean(others.map(({ p99Ms }) => p99Ms)));
  readings.add('latency: event-loop delay, p99', kb, delay.p99Ms);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
