import { Agent, request } from 'node:http';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { type Comparison, type Measurement, ratioOf, sampleOf, type Target } from '../row.js';
import { type BenchRequest, pooledRequests } from './requests.js';
import { type BenchServer, textmill, withServer } from './servers.js';
import { threadTimes } from './thread-time.js';

const connections = 4;
/** Bytes of plain requests in a round: enough for some hundred milliseconds of processor time. */
const roundBytes = 30_000_000;

const codings = { plain: undefined, gzip: gzipSync, zstd: zstdCompressSync } as const;
type Coding = keyof typeof codings;

/** A request in a coding, which asks for a response in the same. */
interface Packed {
  readonly coding: Coding;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What a request costs on average. */
interface Cost {
  /** Of the bodies of the request and its response. */
  readonly bytes: number;
  /** Processor time of the gateway and that of its event loop alone, in microseconds; NaN where the system does not tell. */
  readonly timeUs: number;
  readonly loopUs: number;
}

/** P25: what compressed bodies save on the network, and what they cost the gateway. */
export const compressedBodies: Measurement = {
  ids: ['P25'],
  async run({ rounds, progress }) {
    const comparisons = await withServer(textmill, {}, async (server) => {
      const all: Comparison[] = [];
      for (const [name, plain] of pooledRequests(server.apiKey)) {
        const requests = (Object.keys(codings) as Coding[]).map((coding) => packed(plain, coding));
        const costs = new Map<Coding, Cost[]>(requests.map(({ coding }) => [coding, []]));
        for (let round = -1; round < rounds; round++) {
          progress(round < 0 ? `P25 ${name}, warm-up` : `P25 ${name}, round ${round + 1}`);
          for (const one of requests) {
            const cost = await costOf(server, one, Math.ceil(roundBytes / Buffer.byteLength(plain.body)));
            if (round >= 0) costs.get(one.coding)?.push(cost);
          }
        }
        all.push(...comparisonsOf(name, costs));
      }
      return all;
    });
    const title = 'requests and responses that are compressed, over HTTP; processor time is that of the gateway';
    const note =
      'At 100 Mbit/s, 100 KB take 8 ms. Compressing and unpacking cost the client about as much as the gateway.';
    return [{ id: 'P25', title, comparisons, notes: [note] }];
  },
};

function packed({ path, headers, body }: BenchRequest, coding: Coding): Packed {
  const bytes = Buffer.from(body);
  const pack = codings[coding];
  if (pack === undefined) return { coding, path, headers, body: bytes };
  const fields = { ...headers, 'Content-Encoding': coding, 'Accept-Encoding': coding };
  return { coding, path, headers: fields, body: pack(bytes) };
}

async function costOf(server: BenchServer, packed: Packed, requests: number): Promise<Cost> {
  const { pid, url } = server.process;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const before = threadTimes(pid);
  let left = requests;
  let received = 0;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const bytes = await responseBytes(url, packed, agent);
      received += bytes;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const after = threadTimes(pid);
  agent.destroy();
  const bytes = packed.body.byteLength + received / requests;
  if (before === undefined || after === undefined) return { bytes, timeUs: Number.NaN, loopUs: Number.NaN };
  const loopUs = (1_000 * (after.loopMs - before.loopMs)) / requests;
  return { bytes, timeUs: loopUs + (1_000 * (after.othersMs - before.othersMs)) / requests, loopUs };
}

function responseBytes(url: string, { coding, path, headers, body }: Packed, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method: 'POST', headers, agent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject).on('end', () => {
        const encoding = response.headers['content-encoding'] ?? 'plain';
        if (response.statusCode === 200 && encoding === coding) resolve(bytes);
        else reject(new Error(`${path} got a ${response.statusCode}, ${encoding} for ${coding}`));
      });
    });
    sent.on('error', reject).end(body);
  });
}

function comparisonsOf(name: string, costs: ReadonlyMap<Coding, readonly Cost[]>): Comparison[] {
  const valuesOf = (coding: Coding, what: keyof Cost): readonly number[] =>
    (costs.get(coding) ?? []).map((cost) => cost[what]);
  return (['gzip', 'zstd'] as const).flatMap((coding): Comparison[] => [
    compared(`${name}, ${coding}, bytes`, 'bytes', valuesOf(coding, 'bytes'), valuesOf('plain', 'bytes'), {
      atMost: 0.25,
    }),
    compared(`${name}, ${coding}, event loop`, 'µs', valuesOf(coding, 'loopUs'), valuesOf('plain', 'loopUs'), {
      atMost: 1.3,
    }),
    compared(`${name}, ${coding}, processor time`, 'µs', valuesOf(coding, 'timeUs'), valuesOf('plain', 'timeUs')),
  ]);
}

function compared(
  name: string,
  unit: Comparison['unit'],
  ours: readonly number[],
  theirs: readonly number[],
  target?: Target,
): Comparison {
  const value = ratioOf(ours, theirs).median;
  const reference = 'plain';
  return {
    name,
    unit,
    ours: sampleOf(ours),
    reference,
    theirs: sampleOf(theirs),
    value,
    valueUnit: '×',
    ...(target && { target }),
  };
}
