import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, describe, test } from 'node:test';
import { createProgram, runCommandLine } from '#gateway/cli/command-line.js';
import { readConfig } from '#gateway/server/config/config.js';
import { commandLineProgram, runCommand, spawnCommand, startCommand } from '../../support/command-line.js';
import { runProgram } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder({ after });
const packageVersion = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

describe('help', () => {
  test('of the program names every command, with examples and exit codes', async () => {
    const { code, stdout, stderr } = await runCommand(['--help'], { folder });
    assert.deepEqual([code, stderr], [0, '']);
    for (const { name } of visibleCommands().filter((command) => !command.name.includes(' ')))
      assert.match(stdout, new RegExp(`^  ${name}\\b`, 'm'));
    assert.match(stdout, /^Examples:$/m);
    assert.match(stdout, /Exit codes: 0 done, 1 failed, 2 wrong usage/);
  });

  for (const { name, children } of visibleCommands()) {
    test(`of ${name} has a description and an example`, async () => {
      const { code, stdout } = await runCommand([...name.split(' '), '--help'], { folder });
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`^Usage: textmill ${name}`));
      // For a group, the help has examples of its commands.
      if (!name.includes(' ')) assert.match(stdout, new RegExp(`^ {2}\\$ .*textmill ${name}`, 'm'));
      for (const child of children) assert.match(stdout, new RegExp(`^  ${child}\\b`, 'm'));
    });
  }
});

function visibleCommands(): { readonly name: string; readonly children: readonly string[] }[] {
  const program = createProgram({
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    environment: {},
    workingFolder: folder,
  });
  const help = program.createHelp();
  const commands = help.visibleCommands(program).filter((command) => command.name() !== 'help');
  return commands.flatMap((command) => {
    const children = help.visibleCommands(command).filter((child) => child.name() !== 'help');
    const nested = children.map((child) => ({ name: `${command.name()} ${child.name()}`, children: [] }));
    return [{ name: command.name(), children: children.map((child) => child.name()) }, ...nested];
  });
}

describe('bold headings', () => {
  const helpOn = async (isTTY: boolean, environment: Readonly<Record<string, string>>) => {
    const stdout = Object.assign(new PassThrough(), { isTTY, columns: 100 });
    const io = { stdin: process.stdin, stdout, stderr: process.stderr, environment, workingFolder: folder };
    assert.equal(await runCommandLine(['--help'], io), 0);
    return String(stdout.read());
  };

  test('are for terminals', async () => {
    assert.match(await helpOn(true, {}), /\x1b\[1mUsage:\x1b\[22m/);
    assert.doesNotMatch(await helpOn(false, {}), /\x1b/);
  });

  test('are not written where NO_COLOR is set', async () => {
    assert.doesNotMatch(await helpOn(true, { NO_COLOR: '1' }), /\x1b/);
    assert.match(await helpOn(true, { NO_COLOR: '' }), /\x1b/);
  });
});

describe('exit codes', () => {
  for (const [args, said] of [
    [['kesy'], "unknown command 'kesy'\n(Did you mean keys?)"],
    [['keys', 'create', '--plan', 'gold'], "option '--plan <plan>' argument 'gold' is invalid"],
    [['keys', 'revoke'], "missing required argument 'id'"],
    [['check-config', 'x'], "too many arguments for 'check-config'"],
    [['backup', '--overwrite', 'x'], "unknown option '--overwrite'"],
  ] as const) {
    test(`2 for ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runCommand(args, { folder });
      assert.deepEqual([code, stdout], [2, '']);
      assert.ok(stderr.startsWith(`textmill: ${said}`), stderr);
    });
  }

  test('of the process are those of the command', async () => {
    const [version, wrong, failed] = await Promise.all([
      spawnCommand(['--version'], { folder }),
      spawnCommand(['nothing'], { folder }),
      spawnCommand(['keys', 'list'], { folder }),
    ]);
    assert.deepEqual(version, { code: 0, stdout: `${packageVersion}\n`, stderr: '' });
    assert.equal(wrong.code, 2);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /^textmill: There is no [^\n]+textmill\.sqlite: start textmill serve once[^\n]+\n$/);
  });
});

describe('check-config', () => {
  const folderOf = (env: string) => {
    const own = temporaryFolder({ after });
    writeFileSync(join(own, '.env'), env);
    return own;
  };

  test('shows every setting with its value and where it comes from, and no secret', async () => {
    const own = folderOf('PORT=9000\nDAILY_QUOTA=7\n');
    const environment = { PORT: '9001', ADMIN_TOKEN: 'a-secret-of-the-operator' };
    const { code, stdout, stderr } = await runCommand(['check-config'], { folder: own, environment });
    assert.deepEqual([code, stderr], [0, '']);
    const rows = new Map(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/))
        .map(([name = '', ...rest]) => [name, rest]),
    );
    assert.deepEqual(rows.get('PORT'), ['9001', 'environment']);
    assert.deepEqual(rows.get('DAILY_QUOTA'), ['7', '.env']);
    assert.deepEqual(rows.get('HOST'), ['127.0.0.1', 'default']);
    assert.deepEqual(rows.get('ADMIN_TOKEN'), ['(set)', 'environment']);
    assert.equal(rows.size, Object.keys(readConfig({})).length + 1);
    assert.doesNotMatch(stdout, /a-secret/);
  });

  test('names all problems, and fails', async () => {
    const environment = { PORT: '80000', LOG_LEVEL: 'loud', ADMIN_TOKEN: 'short secret' };
    const { code, stderr } = await runCommand(['check-config'], { folder, environment });
    assert.equal(code, 1);
    assert.deepEqual(
      stderr.match(/^textmill: [A-Z_]+/gm),
      ['PORT', 'ADMIN_TOKEN', 'LOG_LEVEL'].map((name) => `textmill: ${name}`),
    );
    assert.doesNotMatch(stderr, /short secret/);
  });

  test('names the variable of a secret in a file, and what is wrong with one', async () => {
    const own = folderOf('WEBHOOK_URL_FILE=url\nWEBHOOK_SECRET_FILE=missing\nADMIN_TOKEN_FILE=token\n');
    writeFileSync(join(own, 'token'), 'a-secret-of-the-operator\n');
    writeFileSync(join(own, 'url'), 'https://hooks.example/secret-path\n');
    const { code, stdout, stderr } = await runCommand(['check-config'], { folder: own });
    assert.match(stdout, /^ADMIN_TOKEN +\(set\) +ADMIN_TOKEN_FILE$/m);
    assert.match(stdout, /^WEBHOOK_URL +https:\/\/hooks\.example +WEBHOOK_URL_FILE$/m);
    assert.match(stdout, /^WEBHOOK_SECRET +- +WEBHOOK_SECRET_FILE$/m);
    const file = join(own, 'missing');
    assert.deepEqual([code, stderr], [1, `textmill: WEBHOOK_SECRET_FILE: ${file} cannot be read (ENOENT)\n`]);
    assert.doesNotMatch(stdout, /a-secret|secret-path/);
  });

  test('names unknown settings of .env, which may be misspelt', async () => {
    const { code, stderr } = await runCommand(['check-config'], { folder: folderOf('BURST_PER_PI=5\n') });
    assert.deepEqual([code, stderr], [0, 'textmill: .env contains an unknown setting: BURST_PER_PI\n']);
  });

  test('reads the files of a certificate too', async () => {
    const own = temporaryFolder({ after });
    writeFileSync(join(own, 'none.pem'), 'hello\n');
    const environment = { TLS_CERT_FILE: 'none.pem', TLS_KEY_FILE: 'none.pem' };
    const { code, stdout, stderr } = await runCommand(['check-config'], { folder: own, environment });
    assert.equal(code, 1);
    assert.match(stderr, /^textmill: TLS_CERT_FILE or TLS_KEY_FILE cannot be used: [^\n]+\n$/);
    assert.ok(stdout.includes(join(own, 'none.pem')));
  });

  test('reads the rules for URLs too', async () => {
    const own = temporaryFolder({ after });
    writeFileSync(join(own, 'rules.json'), '{"rules":{}}');
    const { code, stdout, stderr } = await runCommand(['check-config'], {
      folder: own,
      environment: { RULES_FILE: 'rules.json' },
    });
    const file = join(own, 'rules.json');
    assert.deepEqual([code, stderr], [1, `textmill: RULES_FILE: ${file}, line 1, column 2: rules must be an array\n`]);
    assert.ok(stdout.includes(file));
  });

  test('prints JSON that contains the problems', async () => {
    const own = folderOf('PORT=x\nOTHER=1\n');
    const { code, stdout } = await runCommand(['check-config', '--json'], { folder: own });
    const { settings, problems, unknownInEnvFile } = JSON.parse(stdout) as {
      settings: { name: string; value: string | null; source: string; reloads: boolean }[];
      problems: string[];
      unknownInEnvFile: string[];
    };
    assert.equal(code, 1);
    assert.deepEqual(
      settings.find(({ name }) => name === 'PORT'),
      { name: 'PORT', value: 'x', source: '.env', reloads: false },
    );
    assert.deepEqual(
      settings.find(({ name }) => name === 'DAILY_QUOTA'),
      { name: 'DAILY_QUOTA', value: '5000', source: 'default', reloads: true },
    );
    assert.deepEqual(problems, ['PORT is "x", but it takes an integer from 0 to 65535']);
    assert.deepEqual(unknownInEnvFile, ['OTHER']);
  });
});

describe('a command whose reader has gone', () => {
  for (const { gone, ...command } of [
    { name: 'check-config', args: ['check-config'], environment: { PORT: 'x' }, gone: 'stdout', code: 1 },
    { name: 'a failure', args: ['run', 'trim-lines', '--', 'missing.txt'], gone: 'stderr', code: 1 },
    { name: 'wrong usage', args: ['run', 'no-tool'], gone: 'stderr', code: 2 },
    { name: 'a step that fails', args: ['run', '--trace', 'json-formatter'], gone: 'stderr', code: 1 },
    { name: 'success', args: ['tools', 'trim-lines'], gone: 'stdout', code: 0 },
  ] as const) {
    test(`still exits with its own code: ${command.name}, without ${gone}`, async (t) => {
      const environment: Record<string, string> = 'environment' in command ? command.environment : {};
      const child = startCommand(t, command.args, { folder, environment });
      const ended = once(child, 'exit');
      child[gone]?.destroy();
      child.stdin?.end('{');
      child.stdout?.resume();
      assert.deepEqual(await ended, [command.code, null]);
    });
  }

  test('is not confused with an input or a connection that breaks with the same error', async () => {
    const broken = Object.assign(new Error('read EPIPE'), { code: 'EPIPE' });
    async function* input() {
      yield Buffer.from('a\n');
      throw broken;
    }
    const { code, stderr } = await runCommand(['run', 'trim-lines'], { input: input() });
    assert.equal(code, 1);
    assert.match(stderr, /EPIPE/);
  });
});

test('help succeeds when its reader has gone', async (t) => {
  const child = startCommand(t, ['--help'], { folder });
  const ended = once(child, 'exit');
  child.stdout?.destroy();
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += String(chunk);
  });
  assert.deepEqual([await ended, said], [[0, null], '']);
});

describe('serve', () => {
  test('that cannot start fails with one line', async () => {
    const own = temporaryFolder({ after });
    const [settings, folder] = await Promise.all([
      spawnCommand(['serve'], { folder: own, environment: { PORT: 'x' } }),
      spawnCommand(['serve'], { folder: own, environment: { PORT: '0', DATA_DIR: '/dev/null/data' } }),
    ]);
    assert.equal(settings.code, 1);
    assert.equal(settings.stderr, 'textmill: PORT is "x", but it takes an integer from 0 to 65535\n');
    assert.equal(folder.code, 1);
    assert.match(folder.stderr, /^textmill: DATA_DIR is "\/dev\/null\/data", but it takes [^\n]+\n$/);
  });

  test('serves until a signal, then ends with 0', async (t) => {
    const child = spawn(process.execPath, [...commandLineProgram(), 'serve'], {
      cwd: temporaryFolder(t),
      env: { PATH: process.env.PATH, PORT: '0', WORKER_THREADS: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    t.after(() => child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    let said = '';
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (said.includes('"msg":"ready"')) break;
    }
    child.kill('SIGINT');
    assert.deepEqual(await ended, [0, null]);
  });
});

test('an output that cannot be written is reported in one sentence', {
  skip: !existsSync('/dev/full') && 'no /dev/full',
}, async () => {
  const words = [process.execPath, ...commandLineProgram(), 'tools'];
  const { status, stderr } = await runProgram('sh', ['-c', '"$@" > /dev/full', 'sh', ...words]);
  assert.deepEqual(
    [status, stderr],
    [1, 'textmill: the output cannot be written: ENOSPC: no space left on device, write\n'],
  );
  const named = await runCommand(['sanitize', '-o', '/dev/full'], { input: 'https://a.example/\n' });
  assert.deepEqual(
    [named.code, named.stderr],
    [1, 'textmill: /dev/full cannot be written: ENOSPC: no space left on device, write\n'],
  );
});
