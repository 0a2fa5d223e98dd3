// @ts-check
// The load generator where wrk is not installed: `node autocannon-client.mjs JOB.json`, run as a process. Prints a
// LoadResult.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** @type {{ url: string, requests: import('./requests.js').BenchRequest[], connections: number, seconds: number }} */
const { url, requests, connections, seconds } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));

const result = await autocannon({
  url,
  connections,
  duration: seconds,
  requests: requests.map((request) => ({ ...request, method: 'POST' })),
});
if (result.errors > 0 || result.timeouts > 0 || result.non2xx > 0) {
  const { errors, timeouts, non2xx } = result;
  process.stderr.write(`The round does not count: errors ${errors}, timeouts ${timeouts}, non-2xx ${non2xx}\n`);
  process.exit(1);
}
const total = result['2xx'];
process.stdout.write(
  JSON.stringify({
    requests: total,
    requestsPerSecond: total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }),
);
