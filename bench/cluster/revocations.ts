import { setTimeout as wait } from 'node:timers/promises';
import type { LocalPostgres } from '../../test/support/local-postgres.js';
import { smallRequest } from '../http/requests.js';
import { administer, type BenchServer, type Contestant, createdKey, textmill, withServers } from '../http/servers.js';
import { percentile } from '../percentile.js';
import { type Comparison, type Context, sampleOf } from '../row.js';

const gateways = 3;
const revocationsPerRound = 100;
/** Requests with a revoked key go on for this long at most, in milliseconds. */
const timeoutMs = 10_000;

/** Measures the time from a revocation is sent until no gateway serves the key: p50 and p99 of each round. */
export async function revocationComparisons(postgres: LocalPostgres, context: Context): Promise<Comparison[]> {
  const { rounds, progress } = context;
  // At `warn` a gateway prints its address only at the first start of all.
  const settings = {
    DATABASE_URL: await postgres.createDatabase('revocations'),
    WORKER_THREADS: '1',
    LOG_LEVEL: 'info',
  };
  const contestants = Array.from(
    { length: gateways },
    (_, index): Contestant => ({ name: `gateway ${index + 1}`, start: () => textmill.start({ settings }) }),
  );
  const times = await withServers(contestants, async (started) => {
    const servers = [...started.values()];
    await revocationTimes(servers, revocationsPerRound / 10);
    const measured: number[][] = [];
    for (let round = 0; round < rounds; round++) {
      progress(`revocations at ${gateways} gateways, round ${round + 1}`);
      measured.push(await revocationTimes(servers, revocationsPerRound));
    }
    return measured;
  });
  return [50, 99].map((percent): Comparison => {
    const ours = sampleOf(times.map((values) => percentile(values, percent)));
    const name = `until a revocation is effective at ${gateways} gateways over PostgreSQL, p${percent}`;
    return { name, unit: 'ms', ours, value: ours.median, valueUnit: 'ms' };
  });
}

async function revocationTimes(servers: readonly BenchServer[], count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push(await revocationTime(servers, servers[i % servers.length]));
  return times;
}

/** @throws {Error} if a gateway serves the key after the response to its revocation. */
async function revocationTime(servers: readonly BenchServer[], changing: BenchServer | undefined): Promise<number> {
  if (changing === undefined) throw new Error('No gateway was started');
  const { id, key } = await createdKey(changing.process.url);
  const sentAt = performance.now();
  const respondedAt = administer(changing.process.url, 'DELETE', `/keys/${id}`).then(() => performance.now());
  const [responded, ...ends] = await Promise.all([respondedAt, ...servers.map((server) => untilRefused(server, key))]);
  if (ends.some(({ lastServedAt }) => lastServedAt > responded)) throw new Error('A revoked key was served');
  return Math.max(...ends.map(({ refusedAt }) => refusedAt)) - sentAt;
}

/** Sends requests one after the other until one is refused. */
async function untilRefused({ process }: BenchServer, key: string) {
  const { path, headers, body } = smallRequest(key);
  const deadline = performance.now() + timeoutMs;
  let lastServedAt = 0;
  for (;;) {
    const sentAt = performance.now();
    const { status } = await respondedTo(fetch(process.url + path, { method: 'POST', headers, body }));
    if (status === 401) return { lastServedAt, refusedAt: performance.now() };
    if (status !== 200 || sentAt > deadline) throw new Error(`A gateway responded with ${status}`);
    lastServedAt = sentAt;
    await wait(1);
  }
}

async function respondedTo(request: Promise<Response>): Promise<Response> {
  const response = await request;
  await response.arrayBuffer();
  return response;
}
