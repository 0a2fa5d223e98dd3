import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { runCommand, startCommand } from '../../support/command-line.js';
import { runOperation } from '../../support/operations.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const url = 'https://example.com/?id=7&utm_source=mail&ref=x&UTM_TERM=y&msclkid=1#a=1&gclid=2';

const redirected = 'https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2F%3Fid%3D7%26fbclid%3D1&h=AT0';

describe('textmill sanitize', () => {
  test('cleans one URL per line, and skips blank lines', async () => {
    const { code, stdout, stderr } = await runCommand(['sanitize'], { input: `  ${url}\r\n\n \t\r${url}?\na` });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const { sanitized } = runOperation('sanitize', { urls: [url, `${url}?`, 'a'] }) as { sanitized: string[] };
    const [first, second, third] = sanitized;
    assert.equal(stdout, `${first}\r\n${second}\n${third}`);
  });

  test('uses the rules of RULES_FILE, as run does', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'rules.json'), '{"rules":[{"rule":"ours","hosts":["a.example"],"names":["sid"]}]}');
    const input = 'https://a.example/?sid=1&id=2\n';
    const inFolder = { input, folder, environment: { RULES_FILE: 'rules.json' } };
    const careful = ['sanitize', '--profile', 'careful'];
    assert.equal((await runCommand(careful, inFolder)).stdout, 'https://a.example/?id=2\n');
    assert.equal(
      (await runCommand(['run', 'url-cleaner={"profile":"careful"}'], inFolder)).stdout,
      'https://a.example/?id=2\n',
    );
    assert.equal((await runCommand(careful, { input })).stdout, input);
    const { stdout } = await runCommand([...careful, '--explain'], inFolder);
    assert.deepEqual(JSON.parse(stdout).removed, [{ name: 'sid', list: 'operator', rule: 'ours' }]);
    writeFileSync(join(folder, 'rules.json'), '{"rules":[{}]}');
    const { code, stderr } = await runCommand(careful, inFolder);
    assert.equal(code, 1);
    assert.match(stderr, /^textmill: RULES_FILE: .*rules\.json, line 1, column 11: rules\[0\]\.rule is required\n$/);
  });

  const ends: [name: string, input: string, output: string][] = [
    ['CRLF', 'http://a/?ref=1\r\nhttp://b/\r\n', 'http://a/\r\nhttp://b/\r\n'],
    ['a lone CR', 'http://a/?ref=1\rhttp://b/\r', 'http://a/\rhttp://b/\r'],
    ['no end of the last line', 'http://a/?ref=1\nhttp://b/?ref=2', 'http://a/\nhttp://b/'],
    ['no end of the last line after CRLF', 'http://a/\r\nhttp://b/?ref=2', 'http://a/\r\nhttp://b/'],
    ['ends that are mixed', 'a?ref=1\nb\r\nc\rd\r\n', 'a\nb\r\nc\rd\r\n'],
    ['blank lines in between, which go with their ends', 'a\r\n\r\n \nb\n\n', 'a\r\nb\n'],
    ['a blank last line without an end', 'a\n ', 'a\n'],
  ];
  for (const [name, input, output] of ends) {
    test(`line ends stay byte for byte: ${name}`, async (t) => {
      const folder = temporaryFolder(t);
      writeFileSync(join(folder, 'in.txt'), input);
      assert.equal((await runCommand(['sanitize'], { input })).stdout, output);
      const bytes = [...Buffer.from(input)].map((byte) => Uint8Array.of(byte));
      assert.equal((await runCommand(['sanitize', '-'], { input: bytes })).stdout, output, 'byte by byte');
      await runCommand(['sanitize', 'in.txt', '-o', 'in.txt'], { folder });
      assert.equal(readFileSync(join(folder, 'in.txt'), 'utf8'), output);
    });
  }

  const options: [string[], object][] = [
    [['--keep-param', 'utm_source', '--keep-param', 'ref'], { keepParams: ['utm_source', 'ref'] }],
    [['--extra-param', 'id'], { extraParams: ['id'] }],
    [['--ignore-case'], { ignoreCase: true }],
    [['--profile', 'conservative'], { profile: 'conservative' }],
    [['--profile', 'extended'], { profile: 'extended' }],
    [['--profile', 'careful'], { profile: 'careful' }],
    [['--affiliate-tags'], { affiliateTags: true }],
    [['--fragment'], { fragment: true }],
    [['--normalize'], { normalize: true }],
    [['--unwrap'], { unwrap: true }],
  ];
  for (const [args, fields] of options) {
    test(`${args.join(' ')} does the same as the API with ${JSON.stringify(fields)}`, async () => {
      const input = `${url}\nHTTPS://EXAMPLE.COM?ref=1\nhttps://www.amazon.com/dp/1?tag=x-20\n${redirected}`;
      const { sanitized } = runOperation('sanitize', { input, ...fields }) as { sanitized: string[] };
      const plain = runOperation('sanitize', { input }) as { sanitized: string[] };
      assert.notDeepEqual(sanitized, plain.sanitized);
      assert.equal((await runCommand(['sanitize', ...args], { input })).stdout, sanitized.join('\n'));
    });
  }

  test('--explain writes a line of JSON for each URL, with what the API removed and why', async () => {
    const input = `${url}\r\n\n a \nhttps://youtu.be/1?si=2\n${redirected}`;
    const options = { profile: 'careful', explain: true, unwrap: true };
    const { sanitized, removed } = runOperation('sanitize', { input, ...options }) as {
      sanitized: string[];
      removed: object[][];
    };
    const { code, stdout } = await runCommand(['sanitize', '--explain', '--unwrap', '--profile', 'careful'], { input });
    assert.equal(code, 0);
    assert.deepEqual(
      stdout.split('\n').map((line) => (line === '' ? '' : JSON.parse(line))),
      [...sanitized.map((each, index) => ({ sanitized: each, removed: removed[index] })), ''],
    );
    assert.equal((await runCommand(['sanitize', '--explain'], { input: '\n \n' })).stdout, '');
  });

  test('returns nothing for an empty text', async () => {
    for (const input of ['', '\n', '\ufeff', ' \n\t']) {
      assert.deepEqual(await runCommand(['sanitize'], { input }), { code: 0, stdout: '', stderr: '' });
    }
  });

  test('reads several files, and a last line without a line end', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'a b.txt'), '\ufeffhttp://a/?ref=1');
    writeFileSync(join(folder, 'c.txt'), '\ufeffhttp://c/?ref=1\n');
    const { stdout } = await runCommand(['sanitize', 'a b.txt', '-', 'c.txt'], { folder, input: 'http://b/' });
    assert.equal(stdout, 'http://a/\nhttp://b/\nhttp://c/\n');
  });

  test('replaces a file with its cleaned form, and leaves no other file', async (t) => {
    const folder = temporaryFolder(t);
    const path = join(folder, 'urls.txt');
    writeFileSync(path, `${'http://a/?ref=1\n'.repeat(20_000)}`, { mode: 0o640 });
    symlinkSync('urls.txt', join(folder, 'link'));
    assert.equal((await runCommand(['sanitize', '-o', 'link', 'link'], { folder })).code, 0);
    assert.equal(readFileSync(path, 'utf8'), 'http://a/\n'.repeat(20_000));
    assert.deepEqual(readdirSync(folder), ['link', 'urls.txt']);
    assert.equal(statSync(path).mode & 0o777, 0o640);
  });

  test('a failure leaves the output unchanged', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'in.txt'), Buffer.concat([Buffer.alloc(200_000, 'a\n'), Buffer.from([0xff])]));
    writeFileSync(join(folder, 'out.txt'), 'before');
    const { code, stderr } = await runCommand(['sanitize', 'in.txt', '-o', 'out.txt'], { folder });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^textmill: in\.txt is not UTF-8: byte 200000 \(.*; --encoding auto finds out the encoding\n$/,
    );
    assert.equal(readFileSync(join(folder, 'out.txt'), 'utf8'), 'before');
    assert.deepEqual(readdirSync(folder), ['in.txt', 'out.txt']);
  });

  for (const [name, args, code, message] of [
    ['a file that is not there', ['none.txt'], 1, /none\.txt cannot be read: ENOENT/],
    ['a folder', ['.'], 1, /\. is a folder/],
    ['an output in no folder', ['-o', 'no/such/file'], 1, /no\/such\/file cannot be written: ENOENT/],
    ['an unknown profile', ['--profile', 'strict'], 2, /Allowed choices are standard, conservative, extended/],
    ['an empty name', ['--keep-param', ''], 2, /The name of a parameter must not be empty/],
  ] as const) {
    test(`refuses ${name}`, async (t) => {
      const result = await runCommand(['sanitize', ...args], { folder: temporaryFolder(t) });
      assert.equal(result.code, code);
      assert.match(result.stderr, message);
    });
  }

  test('names a file that cannot be opened', async (t) => {
    const folder = temporaryFolder(t);
    const server = createServer().listen(join(folder, 'socket'));
    await once(server, 'listening');
    const { code, stderr } = await runCommand(['sanitize', 'socket'], { folder });
    server.close();
    assert.equal(code, 1);
    assert.match(stderr, /^textmill: socket cannot be read: ENXIO: /);
  });

  test('shows its progress if standard error is a terminal, unless --no-progress is given', async () => {
    let bytes = 0;
    async function* slowly() {
      for (; bytes < 3_000_000; bytes += 1_000_000) {
        yield Buffer.from('http://a/\n'.repeat(100_000));
        await new Promise((resolve) => setTimeout(resolve, 120));
      }
    }
    const { stderr } = await runCommand(['sanitize'], { input: slowly(), terminal: true });
    assert.match(stderr, /^(\r\x1b\[K\d\.\d MB, \d+\.\d MB\/s)+\r\x1b\[K$/);
    bytes = 0;
    assert.equal((await runCommand(['sanitize', '--no-progress'], { input: slowly(), terminal: true })).stderr, '');
  });
});

describe('the process textmill sanitize', () => {
  test('is a filter: whole lines come out before the input ends', async (t) => {
    const child = startCommand(t, ['sanitize']);
    child.stdin?.write('http://a/?ref=1\nhttp://b/?re');
    assert.equal(String((await once(child.stdout ?? child, 'data'))[0]), 'http://a/\n');
    const libraries = readFileSync(`/proc/${child.pid}/maps`, 'utf8');
    assert.doesNotMatch(libraries, /better_sqlite3|uws/, 'the database and the HTTP server are not loaded');
    const ended = once(child, 'close');
    child.stdin?.end('f=1');
    assert.equal(String((await once(child.stdout ?? child, 'data'))[0]), 'http://b/');
    assert.deepEqual(await ended, [0, null]);
  });

  test('ends quietly when its reader has gone', async (t) => {
    const { child, endsQuietly } = startFilter(t);
    const batch = 'http://a/?ref=1\n'.repeat(10_000);
    const feed = (): void => {
      while (child.stdin?.writable && child.stdin.write(batch));
    };
    child.stdin?.on('drain', feed);
    feed();
    await once(child.stdout ?? child, 'data');
    child.stdout?.destroy();
    await endsQuietly();
  });

  test('ends quietly also with little output', async (t) => {
    const { child, endsQuietly } = startFilter(t);
    child.stdin?.write('http://a/\n');
    await once(child.stdout ?? child, 'data');
    child.stdout?.destroy();
    while (child.exitCode === null && child.signalCode === null) {
      child.stdin?.write('http://a/\n');
      await new Promise(setImmediate);
    }
    await endsQuietly();
  });

  test('removes its temporary file when it is interrupted', async (t) => {
    const folder = temporaryFolder(t);
    const child = startCommand(t, ['sanitize', '-o', 'out.txt'], { folder });
    child.stdin?.on('error', () => {});
    child.stdin?.write('http://a/\n'.repeat(1000));
    while (!readdirSync(folder).some((name) => name.endsWith('.tmp'))) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    child.kill('SIGINT');
    const [, signal] = await once(child, 'exit');
    assert.equal(signal, 'SIGINT');
    assert.deepEqual(readdirSync(folder), []);
  });
});

/** A process whose reader goes away. */
function startFilter(t: TestContext) {
  const child = startCommand(t, ['sanitize']);
  const ended = once(child, 'close');
  let stderr = '';
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  child.stdin?.on('error', () => {});
  const endsQuietly = async (): Promise<void> => {
    const [code, signal] = await ended;
    assert.deepEqual({ code, signal, stderr }, { code: 0, signal: null, stderr: '' });
  };
  return { child, endsQuietly };
}
