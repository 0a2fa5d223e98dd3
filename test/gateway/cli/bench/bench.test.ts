import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, isIP } from 'node:net';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { BenchConnection } from '#gateway/cli/bench/bench-connection.js';
import { limitOf } from '#gateway/cli/bench/figures.js';
import { findRate, usualSearch } from '#gateway/cli/bench/find-rate.js';
import { LatencyHistogram } from '#gateway/cli/bench/latency-histogram.js';
import { type Lane, OpenLoop } from '#gateway/cli/bench/open-loop.js';
import { type LimitKind, LimitKinds, outcomeNames, outcomeOf } from '#gateway/cli/bench/outcomes.js';
import { payloads } from '#gateway/cli/bench/payloads.js';
import { checkedLookup, isPrivateAddress } from '#gateway/cli/bench/private-host.js';
import { InvalidResponse, ResponseReader } from '#gateway/cli/bench/response-reader.js';
import { parseMetrics, serverFigures } from '#gateway/cli/bench/server-metrics.js';
import { runCommand } from '../../../support/command-line.js';
import { SmallRandom } from '../../../support/small-random.js';

describe('the histogram', () => {
  test('writes the rows that HdrHistogram writes', () => {
    const histogram = new LatencyHistogram();
    for (let i = 1; i <= 20; i++) histogram.record((i * i * 12_345) / 1e6);
    histogram.record(5_000);
    const [rows = ''] = histogram.hgrm().split('#[Mean');
    // As hdr-histogram-js 3.0.1 writes them.
    assert.equal(
      rows,
      `       Value     Percentile TotalCount 1/(1-Percentile)

       0.012 0.000000000000          1           1.00
       0.111 0.100000000000          3           1.11
       0.309 0.200000000000          5           1.25
       0.605 0.300000000000          7           1.43
       1.000 0.400000000000          9           1.67
       1.494 0.500000000000         11           2.00
       1.779 0.550000000000         12           2.22
       2.087 0.600000000000         13           2.50
       2.421 0.650000000000         14           2.86
       2.779 0.700000000000         15           3.33
       3.162 0.750000000000         16           4.00
       3.570 0.775000000000         17           4.44
       3.570 0.800000000000         17           5.00
       4.002 0.825000000000         18           5.71
       4.002 0.850000000000         18           6.67
       4.461 0.875000000000         19           8.00
       4.461 0.887500000000         19           8.89
       4.461 0.900000000000         19          10.00
       4.940 0.912500000000         20          11.43
       4.940 0.925000000000         20          13.33
       4.940 0.937500000000         20          16.00
       4.940 0.943750000000         20          17.78
       4.940 0.950000000000         20          20.00
    5003.805 0.956250000000         21          22.86
    5003.805 1.000000000000         21
`,
    );
    assert.match(histogram.hgrm(), /^#\[Max {5}= {5}5000\.000, Total count {4}= {11}21\]$/m);
    assert.equal(new LatencyHistogram().hgrm().split('\n').length, 6);
  });

  test('gives percentiles to a thousandth, from nanoseconds to hours', () => {
    const random = new SmallRandom(3);
    const values = Array.from({ length: 5_000 }, () => 10 ** (random.below(11_900) / 1_000 - 5));
    const histogram = new LatencyHistogram();
    for (const value of values) histogram.record(value);
    values.sort((a, b) => a - b);
    for (const percent of [0, 1, 50, 90, 99, 99.9, 100]) {
      const exact = values[Math.max(0, Math.ceil(percent * 50) - 1)] ?? 0;
      const found = histogram.percentileMs(percent);
      assert.ok(Math.abs(found - exact) <= exact / 1_000 + 1e-6, `${percent}: ${found}, ${exact}`);
    }
    assert.equal(new LatencyHistogram().percentileMs(99), 0);
  });
});

interface Simulated {
  readonly ratePerSecond: number;
  readonly lanes?: number;
  readonly durationMs?: number;
  readonly timeoutMs?: number;
  /** When the response to a request arrives that is sent at a time. */
  readonly respondsAt: (sentAt: number) => number;
  /** The client looks at the clock at multiples of this, in milliseconds. */
  readonly tickMs?: number;
  readonly stopAt?: number;
}

/** Runs a load against a server whose times are known, with a clock that the test moves. */
function simulate({
  lanes = 1,
  durationMs = 1_000,
  timeoutMs = 10_000,
  tickMs = 1,
  stopAt,
  respondsAt,
  ...plan
}: Simulated) {
  const responses = new Map<Lane, number>();
  let now = 0;
  let aborted = 0;
  const made = Array.from({ length: lanes }, (): Lane => {
    const lane = {
      send: () => void responses.set(lane, respondsAt(now)),
      abort: () => {
        aborted++;
        responses.delete(lane);
      },
    };
    return lane;
  });
  const loop = new OpenLoop({ ...plan, durationMs, timeoutMs, requests: [Buffer.from('')] }, made, now);
  for (; !loop.isOver; now++) {
    assert.ok(now < 100_000, 'the load ends');
    for (const [lane, at] of responses) {
      if (at !== now) continue;
      responses.delete(lane);
      loop.finished(lane, 'succeeded', now);
    }
    if (now === stopAt) loop.stop(now);
    if (now % tickMs === 0) loop.advance(now);
  }
  const counts = Object.fromEntries(Object.entries(loop.counts).filter(([, count]) => count > 0));
  return { loop, counts, aborted };
}

describe('the open loop', () => {
  test('corrects the latency of each request that waited for a stall', () => {
    const respondsAt = (sentAt: number) => (sentAt >= 1_000 && sentAt < 2_000 ? 2_001 : sentAt + 1);
    const { loop, counts } = simulate({ ratePerSecond: 100, durationMs: 4_000, respondsAt });
    assert.deepEqual(counts, { succeeded: 400 });
    // The request of 1,000 ms takes 1,001 ms. Those due from 1,010 ms on are sent a millisecond apart from 2,001 ms on: 992,
    // 983, 974 … until they have caught up. So 56 requests take more than 500 ms.
    const rank = (position: number) => loop.corrected.percentileMs((position * 100) / 400);
    assert.deepEqual([rank(344), rank(345), rank(399), rank(400)].map(Math.round), [497, 506, 992, 1_001]);
    // Without correction only one of them does.
    const uncorrected = (position: number) => loop.uncorrected.percentileMs((position * 100) / 400);
    assert.deepEqual([uncorrected(399), uncorrected(400)].map(Math.round), [1, 1_001]);
    assert.equal(loop.lateness.maxMs, 0, 'the client was never late');
  });

  const cases: readonly (readonly [title: string, Simulated, counts: object, more: object])[] = [
    [
      'counts what it could not send with the time that it waited',
      { ratePerSecond: 100, respondsAt: (sentAt) => sentAt + 50 },
      { succeeded: 20, unsent: 80 },
      // The request of 190 ms is the last that is sent, at 950 ms.
      { served: 20, corrected: 810, uncorrected: 50, count: 100 },
    ],
    [
      'sends in parallel over several lanes',
      { ratePerSecond: 100, lanes: 5, respondsAt: (sentAt) => sentAt + 50 },
      { succeeded: 100 },
      // The responses to the last four arrive after the end.
      { served: 96, corrected: 50, uncorrected: 50, count: 100 },
    ],
    [
      'gives up requests that take too long, and counts them as late as they are known to be',
      { ratePerSecond: 10, timeoutMs: 100, respondsAt: (sentAt) => (sentAt < 500 ? sentAt + 1 : 1e9) },
      { succeeded: 5, timeout: 5 },
      { served: 5, corrected: 100, uncorrected: 100, count: 10 },
    ],
    [
      'can be stopped, and waits for what is in flight',
      { ratePerSecond: 100, lanes: 2, stopAt: 505, respondsAt: (sentAt) => sentAt + 9 },
      { succeeded: 51 },
      { served: (50 * 1_000) / 505, corrected: 9, uncorrected: 9, count: 51 },
    ],
  ];
  for (const [title, simulated, expected, more] of cases) {
    test(title, () => {
      const { loop, counts, aborted } = simulate(simulated);
      assert.deepEqual(counts, expected);
      assert.deepEqual(
        {
          served: loop.servedPerSecond,
          corrected: loop.corrected.maxMs,
          uncorrected: loop.uncorrected.maxMs,
          count: loop.corrected.count,
        },
        more,
      );
      assert.equal(aborted, loop.counts.timeout);
    });
  }

  test('says how late the client itself was', () => {
    const { loop } = simulate({ ratePerSecond: 100, lanes: 2, tickMs: 7, respondsAt: (sentAt) => sentAt + 1 });
    assert.equal(loop.lateness.maxMs, 6);
    assert.deepEqual([loop.corrected.maxMs, loop.uncorrected.maxMs], [7, 1]);
  });
});

describe('responses', () => {
  const cases: readonly (readonly [bytes: string, status: number, text: string, closes?: boolean])[] = [
    ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', 200, ''],
    ['HTTP/1.1 429 x\r\ncontent-length:2\r\nconnection: close\r\n\r\n{}', 429, '{}', true],
    ['HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
    ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', 200, ''],
    ['HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na', 200, ''],
    ['HTTP/1.1 503 x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nbus\r\n1;a=b\r\ny\r\n0\r\nt: u\r\n\r\n', 503, 'busy'],
    ['HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na', 200, '', true],
  ];
  for (const [bytes, status, text, closes = false] of cases) {
    test(`${JSON.stringify(bytes)}, cut anywhere`, () => {
      const whole = Buffer.from(bytes);
      for (let cut = 1; cut <= whole.length; cut++) {
        const reader = new ResponseReader();
        const first = reader.read(whole.subarray(0, cut), cut);
        assert.equal(first, cut === whole.length, String(cut));
        if (!first) assert.ok(reader.read(whole.subarray(cut), whole.length - cut), String(cut));
        // Line ends of chunks are kept too.
        assert.deepEqual([reader.status, reader.text.replace(/\r\n/g, ''), reader.closes], [status, text, closes]);
      }
    });
  }

  test('what is no response is refused', () => {
    for (const bytes of [
      'SSH-2.0-x\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n',
    ]) {
      const all = Buffer.from(bytes);
      assert.throws(() => new ResponseReader().read(all, all.length), InvalidResponse);
    }
    const reader = new ResponseReader();
    const head = Buffer.from('HTTP/1.1 200 OK\r\n\r\nabc');
    assert.equal(reader.read(head, head.length), false);
    assert.ok(reader.endsByClose);
  });

  test('are told apart by kind', () => {
    const kinds: readonly (readonly [number, string, string])[] = [
      [200, '', 'succeeded'],
      [429, '{"error":"Rate limit exceeded"}', 'limit'],
      [401, '{"error":"Invalid API key"}', 'unauthorized'],
      [403, '{"error":"Account disabled"}', 'forbidden'],
      [503, '{"error":"Server busy"}', 'queue'],
      [503, '{"error":"Processing time limit exceeded"}', 'job-time'],
      [503, '<html>', 'unavailable'],
      [502, '', 'unavailable'],
      [500, '', 'error'],
      [404, '', 'invalid'],
      [301, '', 'invalid'],
    ];
    for (const [status, text, kind] of kinds) assert.equal(outcomeOf(status, text), kind, `${status} ${text}`);
  });

  test('a 429 is of the kind that the usage of the key says', async () => {
    const answers: readonly (LimitKind | Error)[] = ['burst', 'quota', new Error('no usage'), undefined];
    let asked = 0;
    const limits = new LimitKinds(async () => {
      const answer = answers[asked++];
      if (answer instanceof Error) throw answer;
      return answer;
    });
    limits.count(0);
    await limits.settled();
    // About one question a second: these wait for the next one.
    for (const now of [10, 500, 999, 1_000]) limits.count(now);
    await limits.settled();
    limits.count(2_000);
    limits.count(2_001);
    await limits.settled();
    assert.deepEqual(limits.counts, { burst: 1, quota: 4, limit: 2 });
    assert.equal(asked, 4);
  });
});

describe('the search for a rate', () => {
  const search = async (limit: number, first = 100, flaky: readonly number[] = []) => {
    const rates: number[] = [];
    const best = await findRate(
      async (ratePerSecond) => {
        rates.push(ratePerSecond);
        const isFlaky = flaky.includes(ratePerSecond) && rates.filter((rate) => rate === ratePerSecond).length === 1;
        return { ratePerSecond, passed: ratePerSecond <= limit && !isFlaky };
      },
      { first, most: 1_000_000, ...usualSearch },
    );
    return { best: best?.ratePerSecond, rates };
  };

  test('doubles, then bisects, and ends within 5 %', async () => {
    for (const limit of [0.37, 7, 99, 100, 101, 1_234, 39_000, 123_456]) {
      const { best = 0, rates } = await search(limit);
      assert.ok(best <= limit && best >= limit / 1.06, `${limit}: ${best}`);
      assert.ok(rates.length <= usualSearch.maxTrials, `${limit}: ${rates}`);
    }
    assert.deepEqual((await search(450)).rates, [100, 200, 400, 800, 800, 566, 566, 476, 476, 436, 456, 456]);
  });

  test('tries a rate again that failed once', async () => {
    assert.equal((await search(450, 100, [200, 400])).best, (await search(450)).best);
  });

  test('ends where nothing passes, where all pass, and when it is interrupted', async () => {
    assert.equal((await search(0)).best, undefined);
    assert.equal((await search(Number.POSITIVE_INFINITY)).best, 1_000_000);
    assert.equal(await findRate(async () => undefined, { first: 1, most: 8, ...usualSearch }), undefined);
  });
});

describe('hosts', () => {
  test('of this machine and of private networks are told from others', () => {
    const mine =
      '127.0.0.1 127.9.9.9 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.1.1 ::1 fe80::1 fd00::1 ::ffff:10.0.0.1';
    const others = '8.8.8.8 172.32.0.1 192.169.0.1 100.64.0.1 2001:db8::1 2606:4700::1111 ::ffff:8.8.8.8 0.0.0.0';
    for (const address of mine.split(' ')) assert.ok(isPrivateAddress(address), address);
    for (const address of others.split(' ')) assert.ok(!isPrivateAddress(address), address);
  });

  test('are resolved once, and refused if one of their addresses is on the internet', async () => {
    const of =
      (...addresses: readonly string[]) =>
      async () =>
        addresses.map((address) => ({ address, family: isIP(address) }));
    const both = of('10.0.0.1', '8.8.8.8');
    await assert.rejects(checkedLookup('example.com', false, both), /example\.com \(8\.8\.8\.8\) is neither .* --yes/);
    const lookup = promisify(await checkedLookup('example.com', true, both));
    assert.deepEqual(await lookup('other.example', { all: true }), await both());
    assert.equal(await lookup('other.example', {}), '10.0.0.1');
    await checkedLookup('[::1]', false);
    await assert.rejects(checkedLookup('x', true, of()), /x has no address/);
    const failing = () => Promise.reject(new Error('not found'));
    await assert.rejects(checkedLookup('x', true, failing), /Cannot find the address of x: not found/);
  });

  test('with several addresses are reached by the one that listens', async (t) => {
    const server = createServer((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const lookup = await checkedLookup('example.com', false, async () => [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]);
    const connection = new BenchConnection({ url: new URL(`http://example.com:${port}`), lookup });
    t.after(() => {
      connection.abort();
      server.close();
    });
    for (let i = 0; i < 2; i++) {
      const outcome = await new Promise((resolve) => {
        connection.onEnd((_, ended) => resolve(ended));
        connection.send(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
      });
      assert.equal(outcome, 'succeeded', connection.failure);
    }
  });
});

test('the figures of the server are what its metrics grew by', () => {
  const at = (values: readonly number[]) =>
    parseMetrics(`# TYPE x counter
textmill_request_duration_seconds_bucket{le="0.001",operation="run"} ${values[0]}
textmill_request_duration_seconds_bucket{le="0.005",operation="run"} ${values[1]}
textmill_request_duration_seconds_bucket{le="+Inf",operation="run"} ${values[2]}
textmill_request_duration_seconds_bucket{le="+Inf",operation="metrics"} 1000
textmill_event_loop_delay_seconds_bucket{le="0.001"} ${values[3]}
textmill_event_loop_delay_seconds_bucket{le="+Inf"} ${values[4]}
textmill_refusals_total{reason="burst-key"} ${values[5]}
textmill_refusals_total{reason="quota"} 4
process_cpu_seconds_total ${values[6]}
`);
  const before = at([10, 10, 10, 5, 5, 2, 1]);
  const after = at([60, 105, 110, 105, 105, 9, 4]);
  assert.deepEqual(serverFigures(before, after, new Set(['run']), 2), {
    requests: 100,
    latencyMs: { p50: 1, p90: 5, p99: null },
    eventLoopDelayMs: { p50: 1, p99: 1 },
    processors: 1.5,
    refusals: { 'burst-key': 7 },
  });
});

test('the limit is the client, the server or a refusal', () => {
  const counts = Object.fromEntries(outcomeNames.map((name) => [name, name === 'succeeded' ? 1_000 : 0]));
  const late = { mean: 1, p50: 1, p75: 1, p90: 1, p99: 4, p99_9: 5, p99_99: 5, max: 5 };
  const client = {
    sentLateMs: { p50: 0.1, p99: 0.2, max: 1 },
    eventLoopDelayMs: { p99: 1, max: 1 },
    eventLoopBusy: 0.3,
    processors: 0.4,
  };
  const server = {
    requests: 1_000,
    latencyMs: { p50: 1, p90: 1, p99: 1 },
    eventLoopDelayMs: { p50: 1, p99: 25 },
    processors: 1.02,
    refusals: {},
  };
  const served = {
    ratePerSecond: 100,
    servedPerSecond: 100,
    seconds: 10,
    connections: 50,
    connectionError: null,
    counts: counts as Parameters<typeof limitOf>[0]['counts'],
    latencyMs: { corrected: late, uncorrected: late },
    client,
    server,
  };
  const of = (name: string, count: number) => ({ ...served, counts: { ...served.counts, [name]: count } });
  const missed = of('unsent', 600);
  const cases: readonly (readonly [Parameters<typeof limitOf>[0], limit: string, reason: RegExp])[] = [
    [served, 'none', /was served/],
    [of('burst', 100), 'refusals', /refused/],
    [of('unauthorized', 100), 'refusals', /refused/],
    [of('burst', 5), 'none', /was served/],
    [of('queue', 100), 'server', /full/],
    [of('timeout', 100), 'server', /did not respond in time/],
    [of('unsent', 5), 'none', /was served/],
    [missed, 'server', /all 50 connections .* 1\.02 processors, and its event loop was ≤ 25 ms late/],
    [{ ...missed, server: 'GET /metrics gave 401' }, 'server', /could not be read/],
    [
      { ...missed, client: { ...client, eventLoopBusy: 0.97 } },
      'client',
      /97 % of the time, and the server used 1\.02/,
    ],
    [
      { ...served, client: { ...client, sentLateMs: { p50: 1, p99: 3, max: 5 } } },
      'client',
      /sent late \(p99 3\.000 ms\)/,
    ],
  ];
  for (const [figures, limit, reason] of cases) {
    const verdict = limitOf(figures);
    assert.equal(verdict.limit, limit);
    assert.match(verdict.limitReason, reason);
  }
});

test('payloads are the same in all versions, so that figures can be compared', () => {
  const digests = Object.values(payloads).map(({ requests }) =>
    createHash('sha256').update(JSON.stringify(requests())).digest('hex').slice(0, 8),
  );
  assert.deepEqual(digests, ['70ed1d9d', '4ccf9038', '890d2275', 'cd324c7f', 'fac6835d']);
});

describe('textmill bench', () => {
  const environment = { TEXTMILL_API_KEY: 'svc_live_x' };
  const refusals: readonly (readonly [args: readonly string[], code: number, stderr: RegExp])[] = [
    [['http://8.8.8.8'], 2, /8\.8\.8\.8 \(8\.8\.8\.8\) is neither this machine nor in a private network/],
    [['http://[2001:db8::1]:80'], 2, /--yes/],
    [['ftp://127.0.0.1'], 2, /must begin with http/],
    [['--rate', '0'], 2, /from 0\.1 to 1000000/],
    [['--duration', '10'], 2, /a time such as 5ms/],
    [['--payload', 'huge'], 2, /Allowed choices are small, urls, lines, text, mixed/],
    [['--path', '/v1/run'], 2, /--body and --path belong together/],
    [['--path', 'v1', '--body', 'x'], 2, /must begin with a slash/],
    [['--body', 'missing', '--path', '/v1/run'], 2, /missing cannot be read/],
    [['http://127.0.0.1:1'], 1, /POST \/v1\/run to http:\/\/127\.0\.0\.1:1 failed: connect ECONNREFUSED/],
  ];
  for (const [args, code, stderr] of refusals) {
    test(`${args.join(' ')} is refused`, async () => {
      const end = await runCommand(['bench', ...args], { environment });
      assert.deepEqual([end.code, end.stdout], [code, '']);
      assert.match(end.stderr, stderr);
    });
  }

  test('needs a key, and takes none as an argument', async () => {
    assert.match((await runCommand(['bench'])).stderr, /No API key: set TEXTMILL_API_KEY/);
    assert.match((await runCommand(['bench', '--key', 'x'])).stderr, /unknown option '--key'/);
  });
});
