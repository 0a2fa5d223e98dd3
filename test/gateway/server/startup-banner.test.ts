import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { statSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { baseUrl } from '#gateway/core/base-url.js';
import { shellWord } from '#gateway/core/shell-word.js';
import { type BannerFacts, firstStartBanner, startupBanner } from '#gateway/server/startup-banner.js';
import { startTestGateway } from '../../support/gateway.js';
import { runProgram } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const facts: BannerFacts = {
  url: 'http://127.0.0.1:8080',
  dataDir: '/srv/textmill/data',
  tokenFile: '/srv/textmill/data/admin-token',
  command: 'textmill',
  atTerminal: true,
};

/** Returns the two lines to paste. */
function commandsOf(text: string): string[] {
  const commands = text.split('\n').filter((line) => /^ {2}(?:KEY=|curl )/.test(line));
  assert.equal(commands.length, 2);
  return commands;
}

describe('the address at which this machine reaches the server', () => {
  const rows: readonly (readonly [host: string, port: number, tls: boolean, url: string])[] = [
    ['127.0.0.1', 8_080, false, 'http://127.0.0.1:8080'],
    ['0.0.0.0', 8_080, false, 'http://127.0.0.1:8080'],
    ['::', 8_080, false, 'http://[::1]:8080'],
    ['::1', 80, true, 'https://[::1]:80'],
    ['fe80::1%eth0', 8_080, false, 'http://[fe80::1%25eth0]:8080'],
    ['mill.example', 8_443, true, 'https://mill.example:8443'],
    ['constructor', 1, false, 'http://constructor:1'],
  ];
  for (const [host, port, tls, url] of rows) {
    test(`${host}, port ${port}${tls ? ', TLS' : ''}`, () => assert.equal(baseUrl(host, port, tls), url));
  }
});

describe('the startup banner', () => {
  test('says where things are', () => {
    const text = firstStartBanner(facts);
    assert.match(text, /^Textmill is listening on http:\/\/127\.0\.0\.1:8080$/m);
    assert.match(text, /^ {2}console {6}http:\/\/127\.0\.0\.1:8080\/console\/$/m);
    assert.match(text, /^ {2}data folder {2}\/srv\/textmill\/data$/m);
    assert.match(text, /which this prints:\n\n {2}cat \/srv\/textmill\/data\/admin-token\n/);
    assert.match(text, /^ {2}admin token {2}\/srv\/textmill\/data\/admin-token$/m);
  });

  test('has no key and no token in the arguments of a program', () => {
    const [makeKey, runSteps = ''] = commandsOf(firstStartBanner(facts));
    // echo is a part of the shell.
    assert.equal(makeKey, '  KEY=$(textmill keys create) && (umask 077; echo "x-api-key: $KEY" > key-header)');
    assert.ok(runSteps.startsWith('  curl -sS http://127.0.0.1:8080/v1/run -H @key-header '));
  });

  test('says that the token is in the environment if it was set there', () => {
    const text = firstStartBanner({ ...facts, tokenFile: undefined });
    assert.match(text, /^ {2}admin token {2}the environment variable ADMIN_TOKEN$/m);
    assert.doesNotMatch(text, /\bcat\b/);
  });

  test('mentions certificates only with TLS', () => {
    assert.doesNotMatch(firstStartBanner(facts), /certificate/);
    assert.match(firstStartBanner({ ...facts, url: 'https://127.0.0.1:8080' }), /^Add -k if curl /m);
  });

  test('is short on later starts, and explains how to stop', () => {
    assert.equal(
      startupBanner(facts),
      `
Textmill is listening on http://127.0.0.1:8080
  console      http://127.0.0.1:8080/console/
  data folder  /srv/textmill/data
  admin token  /srv/textmill/data/admin-token
  stop         Ctrl-C
`,
    );
    assert.doesNotMatch(startupBanner({ ...facts, atTerminal: false }), /Ctrl-C/);
  });

  test('has the sign-in link instead of the token at a terminal', () => {
    const link = 'http://127.0.0.1:8080/console/#signin=EXAMPLEexampleEXAMPLEexampleEXAMPLEexample0';
    const text = firstStartBanner({ ...facts, link });
    assert.ok(text.includes(`prints another:\n\n  ${link}\n`), text);
    assert.doesNotMatch(text, /Try it in a browser|^ {2}cat /m);
    assert.ok(startupBanner({ ...facts, link }).endsWith(`\n  ${link}\n`));
    assert.match(
      firstStartBanner({ ...facts, atTerminal: false }),
      /`textmill signin` prints, or with the admin token/,
    );
    assert.match(startupBanner({ ...facts, link, command: 'npx .' }), /; `npx \. signin` prints another:/);
  });

  test('quotes the brackets of an IPv6 address for the shell', () => {
    const [, runSteps = ''] = commandsOf(firstStartBanner({ ...facts, url: 'http://[::1]:8080' }));
    assert.ok(runSteps.startsWith("  curl -sS 'http://[::1]:8080/v1/run' "));
  });
});

/** Folders whose names need quoting in a shell. */
const hostileNames = [
  'with blanks',
  "it's",
  'say "hello"',
  '$HOME',
  '$(exit 9)',
  '`exit 9`',
  'back\\slash',
  'a;b&c|d',
  '*?[a-z]',
  '~',
  '#1',
  'très «été»',
  'stop!now!!',
  'two\nlines',
];

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const hasBash = spawnSync('bash', ['--version']).status === 0;

describe('the commands', () => {
  for (const name of hostileNames) {
    const command = `DATA_DIR=${shellWord(`/srv/${name}`)} textmill`;
    test(`are complete shell commands with ${JSON.stringify(command)}`, async () => {
      const input = pasted(firstStartBanner({ ...facts, command }));
      assert.deepEqual(await runProgram('sh', ['-n'], { input }), { status: 0, stdout: '', stderr: '' });
    });
  }

  test('create a key and run two steps, whatever the names of the folders; the file with the key is private', {
    skip: !hasCurl && 'curl is not installed',
  }, async (t) => {
    const cwd = temporaryFolder(t);
    const dataDir = join(cwd, ...hostileNames);
    const { url } = await startTestGateway(t, { dataDir, settings: { ADMIN_TOKEN: '' } });
    symlinkSync(fileURLToPath(new URL('../../../gateway/build/textmill', import.meta.url)), join(cwd, 'textmill'));
    const command = `DATA_DIR=${shellWord(dataDir)} textmill`;
    const input = pasted(firstStartBanner({ ...facts, url, dataDir, command }));
    const environment = { HISTFILE: '/dev/null', PATH: `${cwd}${delimiter}${process.env.PATH}` };
    // The message is for an interactive shell, which expands exclamation marks; a script does not.
    const shells = [['sh'], ...(hasBash ? [['bash', '--norc', '--noprofile', '-i']] : [])];
    for (const [shell = '', ...args] of shells) {
      const { stdout, stderr } = await runProgram(shell, args, { cwd, input, environment });
      assert.match(stdout, /^\{"result":"apple\\npear","meta":\{"stepsExecuted":2,/, `${shell}: ${stderr}`);
      assert.equal(statSync(join(cwd, 'key-header')).mode & 0o777, 0o600);
    }
  });
});

/** Returns the two commands as a user pastes them: a folder name with a line break makes a command of two lines. */
function pasted(text: string): string {
  return text.slice(text.indexOf('  KEY=')).replace(/^Trim and sort.*$/m, '');
}
