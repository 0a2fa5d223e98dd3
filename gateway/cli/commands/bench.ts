import { type Command, InvalidArgumentError, Option } from 'commander';
import { payloadNames } from '../bench/payloads.js';
import type { BenchOptions } from '../bench/run-bench.js';
import { fileName } from '../core/file-name.js';
import type { Io } from '../core/io.js';
import { wholeNumber } from './whole-number.js';

/** `textmill bench`. */
export function addBench(program: Command, io: Io): void {
  program
    .command('bench')
    .summary('measure how much load a gateway takes')
    .description(
      'Sends requests to a gateway at a constant rate, however slow its responses are, and prints latencies, refusals and ' +
        'what the limit was. The corrected latency is from the time at which a request was due, so that a stall counts for ' +
        'every request that had to wait; the uncorrected one is from the time at which it was sent.',
    )
    .argument('[url]', "the gateway's address (default: TEXTMILL_URL, else http://127.0.0.1:8080)")
    .option('--rate <number>', 'requests per second; with --find-rate, the rate to begin with', rate, 100)
    .addOption(timeOption('--duration', 'how long requests are sent, such as 30s or 5m', time(100, 7_200_000), '10s'))
    .addOption(
      timeOption('--warm-up', 'how long they are sent before, without being measured', time(0, 3_600_000), '2s'),
    )
    .option('--connections <count>', 'open connections; each sends one request at a time', wholeNumber(1, 10_000), 50)
    .addOption(timeOption('--timeout', 'how long a response may take', time(1, 600_000), '10s'))
    .option('--find-rate', 'search for the highest rate whose corrected p99 stays below --p99')
    .addOption(timeOption('--p99', 'the bound of --find-rate', time(0.01, 600_000), '10ms'))
    .addOption(new Option('--payload <name>', 'what is sent').choices(payloadNames).default('small'))
    .option('--body <file>', 'send the JSON of this file instead, to --path', fileName)
    .option('--path <path>', 'where --body is sent, such as /v1/run')
    .option('--key-file <file>', 'a file that contains the API key (default: TEXTMILL_API_KEY)')
    .option(
      '--token-file <file>',
      'one that contains the admin token, to read /metrics (default: TEXTMILL_ADMIN_TOKEN)',
    )
    .option('--yes', 'allow a host that is neither this machine nor in a private network')
    .option('--json', 'print the figures as JSON')
    .option(
      '--hdr <file>',
      'write percentiles for HdrHistogram plotters to FILE and FILE-uncorrected (.hgrm)',
      fileName,
    )
    .addHelpText('after', examples)
    .action(async (url: string | undefined, options: BenchOptions) => {
      const { runBench } = await import('../bench/run-bench.js');
      await runBench(io, url, options);
    });
}

const examples = `
A load spends the daily quota of its key, and the burst limits refuse most of it: take a key for tests with its own limits
(textmill keys limits). Ctrl-C ends it with the figures so far.

Examples:
  $ export TEXTMILL_API_KEY
  $ textmill bench --rate 500 --duration 30s http://10.0.0.7:8080
  $ textmill bench --find-rate --p99 5ms --payload mixed
  $ textmill bench --body job.json --path /v1/run --rate 20 --hdr job.hgrm --json`;

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Returns a parser for an option that is a time, in milliseconds. */
function time(least: number, most: number): (text: string) => number {
  return (text) => {
    const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
    const ms = Number(number) * (units[unit] ?? Number.NaN);
    if (ms >= least && ms <= most) return ms;
    throw new InvalidArgumentError(`It must be a time such as 5ms, 10s or 2m, from ${least} ms to ${most / 1_000} s.`);
  };
}

/** @param usual - the default, as it is written. */
function timeOption(name: string, description: string, parse: (text: string) => number, usual: string): Option {
  return new Option(`${name} <time>`, description).argParser(parse).default(parse(usual), usual);
}

function rate(text: string): number {
  const number = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && number >= 0.1 && number <= 1_000_000) return number;
  throw new InvalidArgumentError('It must be a number from 0.1 to 1000000.');
}
