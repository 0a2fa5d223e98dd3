import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseWrk, wrkScript } from '#bench/http/wrk.js';

/** As `wrk -t1 -c8 -d1s --latency` of Debian (4.1.0) prints it. */
function printed(...ending: readonly string[]): string {
  return [
    'Running 1s test @ http://127.0.0.1:18999/',
    '  1 threads and 8 connections',
    '  Thread Stats   Avg      Stdev     Max   +/- Stdev',
    '    Latency   282.92us  673.22us  13.99ms   94.27%',
    '    Req/Sec    53.06k    21.48k   73.03k    81.82%',
    '  Latency Distribution',
    '     50%  112.00us',
    '     75%  187.00us',
    '     90%  479.00us',
    '     99%    3.06ms',
    '  57936 requests in 1.10s, 7.02MB read',
    ...ending,
  ].join('\n');
}

const rates = ['Requests/sec:  52508.03', 'Transfer/sec:      6.36MB', ''];

describe('the output of wrk', () => {
  test('is parsed into figures, with latencies in milliseconds', () => {
    const { p50Ms, ...rest } = parseWrk(printed(...rates));
    assert.deepEqual(rest, { requests: 57_936, requestsPerSecond: 52_508.03, p99Ms: 3.06 });
    assert.ok(Math.abs(p50Ms - 0.112) < 1e-9);
  });

  test('may give a latency in seconds', () => {
    assert.equal(parseWrk(printed(...rates).replace('   3.06ms', '   1.25s')).p99Ms, 1_250);
  });

  test('may have a space after a latency in seconds, which wrk pads to the width of "ms"', () => {
    assert.equal(parseWrk(printed(...rates).replace('   3.06ms', '   1.25s ')).p99Ms, 1_250);
  });

  const failures = [
    ['connections that broke', '  Socket errors: connect 0, read 603, write 0, timeout 0'],
    ['error responses', '  Non-2xx or 3xx responses: 11587'],
  ] as const;
  for (const [what, line] of failures) {
    test(`is an error with ${what}`, () => {
      assert.throws(() => parseWrk(printed(line, ...rates)), { message: `The round does not count: ${line.trim()}` });
    });
  }

  test('is an error without any response, or if it cannot be parsed', () => {
    const silent = printed(...rates).replace('57936 requests', '0 requests');
    assert.throws(() => parseWrk(silent), /^Error: Unexpected output of wrk: Running 1s test/);
    assert.throws(() => parseWrk('unable to connect to 127.0.0.1:18998 Connection refused'), /Connection refused/);
  });
});

test("the script's strings are escaped, whatever they contain", () => {
  const headers = { 'x-quote': "it's a \\ and\na line" };
  const script = wrkScript([{ path: '/v1/run', headers, body: 'not in the script' }], '/a folder/ü');
  assert.ok(script.includes(String.raw`['x-quote'] = 'it\039s a \092 and\010a line'`), script);
  assert.ok(script.includes(String.raw`read('/a folder/\195\188/0.json')`), script);
  assert.equal(script.includes('not in the script'), false);
});
