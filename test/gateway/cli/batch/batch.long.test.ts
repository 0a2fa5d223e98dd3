import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { commandLineProgram, runCommand, startCommand } from '../../../support/command-line.js';
import { sharedTestGateway, startTestGateway, type TestGateway } from '../../../support/gateway.js';
import { until } from '../../../support/gateway-process.js';
import { startLimitedProxy } from '../../../support/limited-proxy.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { metric, metricsOf } from '../../../support/metrics.js';
import { startPlannedServer } from '../../../support/planned-server.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const urls = (count: number) =>
  Array.from({ length: count }, (_, i) => `https://example.com/${i}?utm_source=x&id=${i}\n`).join('');
const cleaned = (count: number) => urls(count).replaceAll('utm_source=x&', '');

async function access({ url, key }: TestGateway) {
  return { TEXTMILL_URL: url, TEXTMILL_API_KEY: (await key()).secret };
}

describe('textmill batch', () => {
  test('each operation gives the same as in-process', async () => {
    const environment = await access(await sharedTestGateway());
    const text = ' a\u00e9\r\n\n\ufeffB?ref=1\rc&amp;\ud83d\udc4d\n';
    for (const args of [
      ['sanitize', '--extra-param', 'q'],
      ['run', 'trim-lines', 'html-decode={"attributeMode":true}'],
      ['run', 'sort-lines'],
      ['sort', '--desc', '--keep-blank'],
      ['sort', '--encoding', 'auto'],
      ['sanitize', '--encoding', 'windows-1252'],
    ]) {
      for (const input of [text, `\ufeff${text}\n\nx`, '\n', '']) {
        const { code, stdout, stderr } = await runCommand(['batch', ...args], { environment, input });
        assert.deepEqual({ code, stdout, stderr }, await runCommand(args, { input }), JSON.stringify({ args, input }));
      }
    }
  });

  test('runs the steps of a workflow that is stored at the gateway', async () => {
    const gateway = await sharedTestGateway();
    const environment = await access(gateway);
    for (const [step, match] of [
      ['upper-case', ''],
      ['lower-case', '*'],
    ]) {
      await gateway.request('PUT', '/v1/workflows/case', {
        key: environment.TEXTMILL_API_KEY,
        headers: match === '' ? {} : { 'if-match': '*' },
        body: { steps: [step] },
      });
    }
    const cases: [args: string[], code: number, output: string | RegExp][] = [
      [['case'], 0, 'ab\n'],
      [['case@1'], 0, 'AB\n'],
      [['case@1', '--each', 'field:1'], 0, 'AB\n'],
      [['case', 'trim-lines'], 2, /--workflow has the steps: give no others/],
      [['case@x'], 2, /a version is a number, such as case@3/],
      [['none'], 1, /The gateway refused the request for the workflow none: Not found/],
    ];
    for (const [args, code, output] of cases) {
      const done = await runCommand(['batch', 'run', '--workflow', ...args], { environment, input: 'aB\n' });
      assert.equal(done.code, code, done.stderr);
      if (typeof output === 'string') assert.equal(done.stdout, output);
      else assert.match(done.stderr, output);
    }
  });

  test('sends requests in parallel, and keeps their order', async (t) => {
    const folder = temporaryFolder(t);
    const environment = await access(await sharedTestGateway());
    writeFileSync(join(folder, 'in put.txt'), urls(10_250));
    const args = ['batch', 'sanitize', 'in put.txt', '-o', 'out.txt', '--json'];
    const { code, stdout, stderr } = await runCommand(args, { environment, folder });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const { seconds, ...summary } = JSON.parse(stdout);
    assert.deepEqual(summary, { requests: 21, retries: 0, lines: 10_250 });
    assert.ok(seconds > 0);
    assert.equal(readFileSync(join(folder, 'out.txt'), 'utf8'), cleaned(10_250));
    assert.deepEqual(readdirSync(folder), ['in put.txt', 'out.txt']);
  });

  test('compresses its requests with --compression always, and not to this machine by default', async (t) => {
    const { url, requests } = await startPlannedServer(t, [{ status: 200, body: { sanitized: ['a'], count: 1 } }]);
    const environment = { TEXTMILL_URL: url, TEXTMILL_API_KEY: 'svc_live_x' };
    for (const option of [['--compression', 'always'], []]) {
      const { code, stdout } = await runCommand(['batch', 'sanitize', ...option], { environment, input: 'a' });
      assert.deepEqual([code, stdout], [0, 'a']);
    }
    assert.deepEqual(
      requests.map(({ headers }) => [headers['content-encoding'], headers['accept-encoding'] === 'identity']),
      [
        ['gzip', false],
        [undefined, true],
      ],
    );
    const { code, stderr } = await runCommand(['batch', 'sanitize', '--compression', 'gzip'], {
      environment,
      input: 'a',
    });
    assert.equal(code, 2);
    assert.match(stderr, /Allowed choices are auto, always, never/);
  });

  test('survives a restart of the gateway', async (t) => {
    const dataDir = temporaryFolder(t);
    const first = await startTestGateway(t, { dataDir });
    const environment = await access(first);
    const again: Promise<TestGateway>[] = [];
    async function* input() {
      yield Buffer.from(urls(5_000));
      await first.gateway.stop();
      setTimeout(() => {
        again.push(startTestGateway(t, { dataDir, settings: { PORT: String(first.port) } }));
      }, 300);
      yield Buffer.from(urls(5_000));
    }
    const { code, stdout, stderr } = await runCommand(['batch', 'run', 'trim-lines'], { environment, input: input() });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.equal(stdout, urls(5_000).repeat(2));
    assert.equal(again.length, 1);
    await again[0];
  });

  test('cuts a text at lines, into the largest possible requests', async (t) => {
    const environment = await access(await sharedTestGateway());
    const folder = temporaryFolder(t);
    const line = `${'x'.repeat(999)}\n`;
    const args = ['batch', 'run', 'upper-case', 'swap-case', '-o', 'out', '--json'];
    const { stdout } = await runCommand(args, { environment, folder, input: line.repeat(1_201) });
    assert.equal(JSON.parse(stdout).requests, 3);
    assert.equal(readFileSync(join(folder, 'out'), 'utf8'), line.repeat(1_201));
  });

  const refusals: [string, string[], string, RegExp][] = [
    ['a line that fits no request', ['run', 'trim-lines'], `a\n${'x'.repeat(500_001)}`, /Line 2 has more characters/],
    [
      'a text that fits no request',
      ['run', 'reverse-lines'],
      'x\n'.repeat(250_001),
      /Step 1 \(reverse-lines\) needs the whole/,
    ],
    ['too many lines to sort', ['sort'], 'x\n'.repeat(5_001), /textmill sort does any number, without a gateway/],
    ['too much to sort', ['sort'], 'x'.repeat(1_000_001), /textmill sort does any number, without a gateway/],
    [
      'what a tool refuses',
      ['run', 'url-decode'],
      `${`${'x'.repeat(99)}\n`.repeat(5_000)}a\n%`,
      /The gateway refused the request in the lines from 5001 on \(which counts as line 1 there\): Step 1 \(url-decode\) failed: line 2,/,
    ],
  ];
  test('names what it cannot process, and where', async () => {
    const environment = await access(await sharedTestGateway());
    for (const [name, args, input, message] of refusals) {
      const { code, stderr } = await runCommand(['batch', ...args], { environment, input });
      assert.equal(code, 1, name);
      assert.match(stderr, message, name);
    }
  });

  test('takes the key from a file or the environment, never from the command line', async (t) => {
    const gateway = await sharedTestGateway();
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'key'), `${(await gateway.key()).secret}\n`);
    const args = ['batch', 'sanitize', '--url', gateway.url];
    const input = 'http://a/?ref=1\n';
    assert.equal((await runCommand([...args, '--key-file', 'key'], { folder, input })).stdout, 'http://a/\n');
    const wrong = await runCommand(args, { folder, input, environment: { TEXTMILL_API_KEY: 'svc_live_x' } });
    assert.deepEqual(wrong, {
      code: 1,
      stdout: '',
      stderr: 'textmill: The gateway refused the request: Invalid API key\n',
    });
    for (const more of [[], ['--key-file', 'none'], ['--key', 'x']]) {
      assert.equal((await runCommand([...args, ...more], { folder, input })).code, 2);
    }
  });

  test('refuses options that exclude each other', async (t) => {
    const folder = temporaryFolder(t);
    const environment = { TEXTMILL_API_KEY: 'k' };
    writeFileSync(join(folder, 'in'), 'a');
    for (const [args, message] of [
      [['--resume'], /--resume needs --output/],
      [['--json'], /the result needs --output/],
      [['in', '-o', 'in'], /--output must not be the input/],
      [['-', 'in', '-o', './in'], /--output must not be the input/],
      [['-i', 'in'], /unknown option '-i'/],
      [['--input', 'in'], /unknown option '--input'/],
      [['--connections', '0'], /whole number from 1 to 64/],
      [['--url', 'ftp://a'], /must begin with http:\/\/ or https:\/\//],
    ] as const) {
      const { code, stderr } = await runCommand(['batch', 'sanitize', ...args], { folder, environment });
      assert.equal(code, 2, args.join(' '));
      assert.match(stderr, message);
    }
    assert.equal(readFileSync(join(folder, 'in'), 'utf8'), 'a');
  });
});

describe('textmill batch and the limits of a gateway', () => {
  const burst = 60;
  const quota = 100;
  const limited = startLimited();
  const day = /^20\d\d-\d\d-\d\dT\d\d:\d\d:00Z$/;

  test('continues at the pace of a burst limit', async (t) => {
    const folder = temporaryFolder(t);
    const { gateway, clock } = await limited;
    const args = ['batch', 'sanitize', '-o', 'out.txt', '--json'];
    const lines = (url: string) => Array.from({ length: 66 * 500 }, (_, i) => `${i}${url}\n`).join('');
    const run = runCommand(args, { environment: await access(gateway), folder, input: lines('?ref=1') });
    let ended = false;
    void run.finally(() => {
      ended = true;
    });
    await until('all requests have responses', async () => {
      const refused = metric(await metricsOf(gateway.url), 'textmill_refusals_total{reason="burst-key"}');
      if (refused > 0) clock.advance(1_000);
      return ended;
    });
    const { stdout } = await run;
    const summary = JSON.parse(stdout);
    assert.ok(summary.retries > 0);
    assert.equal(summary.requests, 66 + summary.retries);
    assert.ok(readFileSync(join(folder, 'out.txt'), 'utf8') === lines(''));
  });

  test('stops with the time of the next possible request, and continues then', async (t) => {
    const folder = temporaryFolder(t);
    const { gateway, clock } = await limited;
    const { accountId } = await spend(gateway, quota - 3);
    const environment = { TEXTMILL_URL: gateway.url, TEXTMILL_API_KEY: (await gateway.key({ accountId })).secret };
    writeFileSync(join(folder, 'in.txt'), urls(5_000));
    const args = ['batch', 'sanitize', 'in.txt', '-o', 'out.txt'];
    const { code, stdout, stderr } = await runCommand(args, { environment, folder });
    assert.deepEqual([code, stdout], [4, '']);
    const [, free = '', then] =
      /^textmill: The daily quota of 100 requests is used up; the next request is free at (\S+)\. (.*)\n$/.exec(
        stderr,
      ) ?? [];
    assert.match(free, day, stderr);
    assert.equal(then, 'Then run the same command with --resume: it continues where it stopped.');
    assert.equal(readFileSync(join(folder, 'out.txt'), 'utf8'), cleaned(1_500));

    const again = await runCommand([...args, '--resume'], { environment, folder });
    assert.equal(again.code, 4);
    assert.match(again.stderr, /Then run the same command again: it continues where it stopped\.\n$/);
    clock.set(Date.parse(free));
    const resumed = await runCommand([...args, '--resume'], { environment, folder });
    assert.deepEqual([resumed.code, resumed.stderr], [0, '']);
    assert.equal(readFileSync(join(folder, 'out.txt'), 'utf8'), cleaned(5_000));
  });

  test('reports a spent quota also when there is nothing to resume, and leaves no file where it is refused at first', async (t) => {
    const folder = temporaryFolder(t);
    const { gateway } = await limited;
    const good = await access(gateway);
    const { accountId } = await spend(gateway, quota);
    const spent = { ...good, TEXTMILL_API_KEY: (await gateway.key({ accountId })).secret };
    const { code, stdout, stderr } = await runCommand(['batch', 'sort'], { environment: spent, input: 'b\na\n' });
    assert.deepEqual([code, stdout], [4, '']);
    assert.match(stderr, /The daily quota of 100 requests is used up; .*Z\. Run the same command again then\.\n$/);

    const bad = { ...good, TEXTMILL_API_KEY: 'svc_live_x' };
    const away = { ...good, TEXTMILL_URL: 'http://127.0.0.1:9' };
    for (const [environment, args, expected] of [
      [bad, ['sanitize'], 1],
      [bad, ['run', 'trim-lines'], 1],
      [good, ['run', 'no-such-tool'], 2],
      [good, ['run', 'url-decode'], 1],
      [spent, ['sort'], 4],
      [away, ['sanitize'], 1],
    ] as const) {
      const all = ['batch', ...args, '-o', 'out.txt', '--max-wait', '0'];
      const { code } = await runCommand(all, { folder, environment, input: '%\n' });
      assert.equal(code, expected, args.join(' '));
      assert.deepEqual(readdirSync(folder), []);
    }
    const environment = await access(gateway);
    assert.equal((await runCommand(['batch', 'sort', '-o', 'out.txt'], { folder, environment, input: 'a\n' })).code, 0);
    assert.deepEqual(readdirSync(folder), ['out.txt']);
  });

  test('waits for it with --wait', async (t) => {
    const limited = { status: 429, body: { error: 'Rate limit exceeded' } };
    const done = { status: 200, body: { sanitized: ['http://a/'], count: 1 } };
    const freeAt = new Date(Date.now() + 1_000).toISOString();
    const usage = { plan: 'pro', quota: 5_000, used: 5_000, remaining: 0, freeAt, burstPerMinute: 120 };
    const { url, requests, usageRequests } = await startPlannedServer(
      t,
      [limited, done],
      [{ status: 200, body: usage }],
    );
    const environment = { TEXTMILL_URL: url, TEXTMILL_API_KEY: 'k' };
    const result = await runCommand(['batch', 'sanitize', '--wait', '--max-wait', '0'], {
      environment,
      input: 'http://a/?ref=1\n',
    });
    assert.deepEqual([result.code, result.stdout], [0, 'http://a/\n']);
    assert.deepEqual([requests.length, usageRequests.length], [2, 1]);
  });

  /** A gateway with limits, whose time stands still: on a slow machine the burst limit would never be reached. */
  async function startLimited() {
    const clock = new ManualClock();
    const settings = { BURST_PER_KEY: String(burst), DAILY_QUOTA: String(quota) };
    return { clock, gateway: await startTestGateway({ after }, { clock, settings }) };
  }

  /** Uses up requests of the quota of a new account, with as many keys as their burst limit takes. */
  async function spend(gateway: TestGateway, count: number): Promise<{ readonly accountId: string }> {
    const { accountId } = (await gateway.key()).key;
    const work = { input: '', steps: ['trim-lines'] };
    for (let sent = 0; sent < count; sent += burst) {
      const { secret } = await gateway.key({ accountId });
      const batch = Array.from({ length: Math.min(burst, count - sent) }, () => gateway.post('/v1/run', work, secret));
      for (const { status } of await Promise.all(batch)) assert.equal(status, 200);
    }
    return { accountId };
  }
});

describe('textmill batch --resume', () => {
  /** A batch that was stopped after some parts. */
  async function interrupted(t: TestContext) {
    const gateway = await sharedTestGateway();
    const folder = temporaryFolder(t);
    const { secret: key } = await gateway.key();
    writeFileSync(join(folder, 'in.txt'), `\ufeff${urls(5_000)}`);
    const args = ['batch', 'sanitize', 'in.txt', '-o', 'out.txt'];
    const environment = { TEXTMILL_URL: await startLimitedProxy(t, gateway, 5), TEXTMILL_API_KEY: key };
    const { code, stderr } = await runCommand([...args, '--max-wait', '0', '--connections', '1'], {
      environment,
      folder,
    });
    assert.equal(code, 1);
    assert.match(stderr, /^textmill: No response from http:\/\/127\.0\.0\.1:\d+ for 0 seconds; the last was: /);
    assert.equal(readFileSync(join(folder, 'out.txt'), 'utf8'), cleaned(2_500));
    const resume = (more: readonly string[] = ['--resume']) =>
      runCommand([...args, ...more], { folder, environment: { ...environment, TEXTMILL_URL: gateway.url } });
    return { folder, resume };
  }

  test('continues where the batch stopped, and sends only the rest', async (t) => {
    const { folder, resume } = await interrupted(t);
    // Output that was written but not recorded.
    writeFileSync(join(folder, 'out.txt'), 'half a li', { flag: 'a' });
    const { code, stdout, stderr } = await resume(['--resume', '--json']);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.deepEqual({ ...JSON.parse(stdout), seconds: 0 }, { requests: 5, retries: 0, lines: 5_000, seconds: 0 });
    assert.equal(readFileSync(join(folder, 'out.txt'), 'utf8'), cleaned(5_000));
    assert.deepEqual(readdirSync(folder), ['in.txt', 'out.txt']);
    const again = await resume();
    const complete = 'textmill: Nothing to resume: there is no out.txt.progress, so out.txt is complete\n';
    assert.deepEqual([again.code, again.stderr], [0, complete]);
    assert.equal(readFileSync(join(folder, 'out.txt'), 'utf8'), cleaned(5_000));
    utimesSync(join(folder, 'out.txt'), 0, 0);
    const old = await resume();
    assert.equal(old.code, 1);
    assert.match(
      old.stderr,
      /^textmill: out\.txt is older than the input, and there is no out\.txt\.progress to continue: /,
    );
  });

  test('does not mix two batches', async (t) => {
    const { folder, resume } = await interrupted(t);
    const before = readFileSync(join(folder, 'out.txt'));
    const refuses = async (more: readonly string[], code: number, message: RegExp) => {
      const result = await resume(more);
      assert.match(result.stderr, message);
      assert.equal(result.code, code);
    };
    await refuses(
      [],
      2,
      /out\.txt\.progress belongs to an unfinished batch: continue it with --resume, or delete the file/,
    );
    await refuses(['--resume', '--fragment'], 1, /belongs to a batch with other options/);
    writeFileSync(join(folder, 'in.txt'), urls(5_000).replace('/7?', '/8?'));
    await refuses(['--resume'], 1, /The input is not that of the unfinished batch/);
    writeFileSync(join(folder, 'in.txt'), urls(2_400));
    await refuses(['--resume'], 1, /The input is shorter than the part that is already done/);
    assert.deepEqual(readFileSync(join(folder, 'out.txt')), before);
    writeFileSync(join(folder, 'in.txt'), urls(5_000));
    writeFileSync(join(folder, 'out.txt'), before.subarray(1));
    await refuses(['--resume'], 1, /out\.txt is shorter than what the batch has written/);
    writeFileSync(join(folder, 'out.txt.progress'), 'x');
    await refuses(['--resume'], 1, /is not a progress file; delete it to start again/);
  });

  test('wrote its progress to the target of a link that somebody else had put beside the output', async (t) => {
    const { folder, resume } = await interrupted(t);
    writeFileSync(join(folder, 'victim'), 'precious');
    symlinkSync(join(folder, 'victim'), join(folder, 'out.txt.progress.tmp'));
    assert.equal((await resume()).code, 0);
    assert.equal(readFileSync(join(folder, 'victim'), 'utf8'), 'precious');
    assert.deepEqual(readdirSync(folder), ['in.txt', 'out.txt', 'out.txt.progress.tmp', 'victim']);
  });

  test('names the line of the whole input in an error', async (t) => {
    const { folder, resume } = await interrupted(t);
    writeFileSync(join(folder, 'in.txt'), `${urls(2_500)}${'x'.repeat(1_000_001)}`);
    assert.match((await resume()).stderr, /Line 2501 has more characters than a request may have \(1000000\)/);
  });

  test('continues after Ctrl-C', async (t) => {
    const gateway = await sharedTestGateway();
    const folder = temporaryFolder(t);
    const { secret: key } = await gateway.key();
    writeFileSync(join(folder, 'in.txt'), urls(5_000));
    const args = ['batch', 'run', 'trim-lines', 'upper-case', '-o', 'out.txt'];
    const environment = { TEXTMILL_URL: await startLimitedProxy(t, gateway, 2), TEXTMILL_API_KEY: key };
    const child = startCommand(t, args, { environment, folder });
    child.stdin?.on('error', () => {});
    const line = `${'x'.repeat(99_999)}\n`;
    child.stdin?.end(line.repeat(20));
    const output = join(folder, 'out.txt');
    await until('two parts are written', () => existsSync(output) && statSync(output).size === 1_000_000);
    await until(
      'that is noted',
      () => JSON.parse(readFileSync(`${output}.progress`, 'utf8')).outputBytes === 1_000_000,
    );
    child.kill('SIGINT');
    const [, signal] = await once(child, 'exit');
    assert.equal(signal, 'SIGINT');
    const { code, stderr } = await runCommand([...args, '--resume'], {
      folder,
      environment: { ...environment, TEXTMILL_URL: gateway.url },
      input: line.repeat(20),
    });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.equal(readFileSync(output, 'utf8'), line.toUpperCase().repeat(20));
  });

  test('rows go on after SIGKILL to the same bytes, and each row that was written is sent once', async (t) => {
    const gateway = await sharedTestGateway();
    const folder = temporaryFolder(t);
    const { secret: key } = await gateway.key();
    const rows = Array.from({ length: 60_000 }, (_, row) =>
      row % 3_000 === 5 ? '{' : `{"id":${row},"a":"[ ${row} ]"}`,
    );
    writeFileSync(join(folder, 'rows.ndjson'), `${rows.join('\n')}\n`);
    const args = ['batch', 'run', 'rows.ndjson', '--text', 'a', '--id', 'id', 'json-minifier', '--errors', 'bad'];
    const environment = { TEXTMILL_URL: gateway.url, TEXTMILL_API_KEY: key };
    const whole = await runCommand([...args, '-o', 'whole', '--errors', 'whole.bad'], { environment, folder });
    assert.equal(whole.code, 1);

    const stopped = { ...environment, TEXTMILL_URL: await startLimitedProxy(t, gateway, 5) };
    const child = startCommand(t, [...args, '-o', 'out'], { environment: stopped, folder });
    const progress = () => {
      const path = join(folder, 'out.progress');
      return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
    };
    await until('some parts are written', () => progress().inputLines >= 15_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { inputLines } = progress();
    const again = [...args, '-o', 'out', '--resume', '--json'];
    const { code, stdout, stderr } = await runCommand(again, { environment, folder });
    assert.deepEqual([code, stderr], [1, 'textmill: 20 rows failed, left out; see bad\n']);
    const { requests, rows: done, failed } = JSON.parse(stdout);
    assert.deepEqual([done, failed], [60_000, 20]);
    // Rows that were written are not sent again.
    assert.equal(requests, Math.ceil((60_000 - inputLines) / 5_000));
    for (const name of ['out', 'bad'] as const) {
      const expected = readFileSync(join(folder, { out: 'whole', bad: 'whole.bad' }[name]));
      assert.ok(readFileSync(join(folder, name)).equals(expected), name);
    }
  });

  test('700,000 rows need a heap of 256 MB', async (t) => {
    const gateway = await sharedTestGateway();
    const folder = temporaryFolder(t);
    const { secret: key } = await gateway.key();
    const row = (index: number) => `${index},"${'x'.repeat(70)} ""q""",${'y'.repeat(70)}\n`;
    const rows = Array.from({ length: 700_000 }, (_, index) => row(index)).join('');
    writeFileSync(join(folder, 'rows.csv'), `id,a,b\n${rows}`);
    const args = ['batch', 'run', 'rows.csv', '--text', 'b', 'upper-case', '-o', 'out.csv'];
    const child = spawn(process.execPath, ['--max-old-space-size=256', ...commandLineProgram(), ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, TEXTMILL_URL: gateway.url, TEXTMILL_API_KEY: key },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    assert.equal(code, 0);
    assert.ok(readFileSync(join(folder, 'out.csv'), 'utf8') === `id,a,b\n${rows.replaceAll('y', 'Y')}`);
  });
});

describe('a batch that cannot run leaves existing files alone:', () => {
  test('its output is its input, also as standard input', async (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'same.txt');
    writeFileSync(file, 'https://a.b/?ref=1\n');
    const input = openSync(file, 'r');
    const child = spawn(process.execPath, [...commandLineProgram(), 'batch', 'sanitize', '-o', file], {
      env: { PATH: process.env.PATH, TEXTMILL_API_KEY: 'k' },
      stdio: [input, 'ignore', 'ignore'],
    });
    assert.deepEqual(await once(child, 'exit'), [2, null]);
    closeSync(input);
    assert.equal(readFileSync(file, 'utf8'), 'https://a.b/?ref=1\n');
  });

  test('the gateway refuses its key', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'out.txt'), 'of yesterday\n');
    const environment = { ...(await access(await sharedTestGateway())), TEXTMILL_API_KEY: 'svc_live_x' };
    const { code, stderr } = await runCommand(['batch', 'sanitize', '-o', 'out.txt'], {
      folder,
      environment,
      input: 'https://a.b/\n',
    });
    assert.deepEqual([code, stderr], [1, 'textmill: The gateway refused the request: Invalid API key\n']);
    assert.equal(readFileSync(join(folder, 'out.txt'), 'utf8'), 'of yesterday\n');
    assert.deepEqual(readdirSync(folder), ['out.txt']);
  });

  for (const [body, said] of [
    ['{}', 'the response is not from Textmill'],
    ['null', 'the response is not from Textmill'],
    ['{"sanitized":[1,2]}', 'the response is not from Textmill'],
    ['{"sanitized":["a"]}', 'the response is not from Textmill'],
    ['<html>', 'the response is not JSON'],
  ] as const) {
    test(`${body} is not a response of a gateway`, async (t) => {
      const { url } = await startServer(t, (response) => response.end(body));
      const environment = { TEXTMILL_URL: url, TEXTMILL_API_KEY: 'k' };
      const { code, stdout, stderr } = await runCommand(['batch', 'sanitize'], { environment, input: 'a\nb\n' });
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, new RegExp(`^textmill: [^\\n]*${said}[^\\n]*\\n$`));
    });
  }

  test('a message of a server is shown without terminal control characters, and without the key', async (t) => {
    const { url } = await startServer(t, (response) =>
      response.writeHead(400).end(JSON.stringify({ error: '\u001b[31mno svc_live_abc\n' })),
    );
    const environment = { TEXTMILL_URL: url, TEXTMILL_API_KEY: 'svc_live_abc' };
    const { stderr } = await runCommand(['batch', 'sanitize'], { environment, input: 'a\n' });
    assert.equal(stderr, 'textmill: The gateway refused the request:  [31mno [key] \n');
  });

  test('an address that cannot exist is not tried again', async () => {
    for (const url of ['http://textmill.invalid', 'http://127.0.0.1:9']) {
      const environment = { TEXTMILL_URL: url, TEXTMILL_API_KEY: 'k' };
      const { code, stderr } = await runCommand(['batch', 'sanitize'], { environment, input: 'a\n' });
      assert.equal(code, 1);
      assert.match(stderr, /^textmill: Cannot reach http:\S+: [^\n]+\n$/);
    }
    const secret = await runCommand(['batch', 'sanitize', '--url', 'http://me:word@a.b'], {
      environment: { TEXTMILL_API_KEY: 'k' },
    });
    assert.equal(secret.code, 2);
    assert.doesNotMatch(secret.stderr, /word@/);
  });

  test('a server that never responds is given up', { timeout: 30_000 }, async (t) => {
    const { url } = await startServer(t, () => {});
    const environment = { TEXTMILL_URL: url, TEXTMILL_API_KEY: 'k' };
    const { code, stderr } = await runCommand(['batch', 'sanitize', '--max-wait', '1'], { environment, input: 'a\n' });
    assert.equal(code, 1);
    assert.match(stderr, /no response within 5 seconds/);
  });
});

/** A server that is not a gateway. */
async function startServer(
  t: TestContext,
  respond: (response: ServerResponse) => void,
): Promise<{ readonly url: string }> {
  const server = createServer((request, response) => void request.resume().on('end', () => respond(response)));
  server.listen(0, '127.0.0.1');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
