import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { type CleanupScope, cleanUpAfter } from '../support/cleanup.js';
import { startCommand } from '../support/command-line.js';
import { processSettings, SupervisedGateway, until } from '../support/gateway-process.js';
import { blocksOf, project, readPage } from '../support/pages.js';
import { runProgram } from '../support/program.js';
import { programPath } from '../support/program-path.js';
import { figure } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

// What every user of the machine can see while somebody does what the README says: the arguments of all programs.

const curl = programPath('curl');

/** Reads the arguments of all processes again and again. */
class ArgumentWatch {
  readonly #worker: Worker;

  constructor(t: CleanupScope) {
    this.#worker = new Worker(
      `
        const { parentPort } = require('node:worker_threads');
        const { readdirSync, readFileSync } = require('node:fs');
        const seen = new Set();
        const look = () => {
          for (const pid of readdirSync('/proc')) {
            if (!/^\\d+$/.test(pid)) continue;
            try { seen.add(readFileSync('/proc/' + pid + '/cmdline', 'latin1')); } catch {}
          }
          setImmediate(look);
        };
        parentPort.on('message', () => { parentPort.postMessage([...seen]); process.exit(); });
        look();
      `,
      { eval: true },
    );
    cleanUpAfter(t, async () => {
      await this.#worker.terminate();
    });
  }

  /** Stops, and returns the arguments of all processes that were seen. */
  end(): Promise<readonly string[]> {
    const seen = new Promise<readonly string[]>((resolve) => this.#worker.once('message', resolve));
    this.#worker.postMessage('end');
    return seen;
  }
}

/** A folder of programs that note their arguments, because a program may end before the watch sees it. */
function notingPrograms(folder: string) {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const notes = join(folder, 'notes');
  const program = (name: string, rest: string) =>
    writeFileSync(join(programs, name), `#!/bin/sh\necho "${name} $*" >> '${notes}'\n${rest}\n`, { mode: 0o755 });
  program('curl', `exec '${curl}' "$@"`);
  program('npx', 'shift\nexec textmill "$@"');
  // The browser reads the page, and runs on for a while.
  program(
    'xdg-open',
    `stat -c %a "$1" > '${folder}/mode'\ncp "$1" '${folder}/page'\nmv '${folder}/page' '${folder}/opened'\nsleep 1`,
  );
  symlinkSync(join(programs, 'xdg-open'), join(programs, 'open'));
  symlinkSync(join(project, 'gateway/build/textmill'), join(programs, 'textmill'));
  return { path: `${programs}${delimiter}${process.env.PATH}`, notes: () => readFileSync(notes, 'utf8') };
}

test('keys, tokens and sign-in links were arguments of programs, which every user can see', {
  skip: (curl === undefined && 'curl is not installed') || (process.platform !== 'linux' && 'needs /proc'),
}, async (t) => {
  const folder = temporaryFolder(t);
  const { ADMIN_TOKEN: _, DATA_DIR: __, ...settings } = processSettings;
  const gateway = new SupervisedGateway(t, settings, folder);
  const url = await gateway.ready();
  const programs = notingPrograms(folder);
  const watch = new ArgumentWatch(t);

  const commands = blocksOf(readPage('README.md')).filter(({ isTested }) => isTested);
  const script = commands.map(({ text }) => text.replaceAll('http://127.0.0.1:8080', url)).join('\n');
  const readme = await runProgram('sh', ['-eu', '-c', script], { cwd: folder, environment: { PATH: programs.path } });
  assert.equal(readme.status, 0, readme.stderr);
  assert.ok(readme.stdout.includes('"sanitized"'));

  const environment = { PATH: programs.path };
  const signIn = startCommand(t, ['signin', '--open'], { folder, environment });
  await until('the browser has the page', () => existsSync(join(folder, 'opened')));
  const ended = new Promise((resolve) => signIn.on('close', (status, signal) => resolve([status, signal])));
  signIn.kill('SIGTERM');
  assert.deepEqual(await ended, [null, 'SIGTERM']);
  assert.equal(readFileSync(join(folder, 'mode'), 'utf8'), '600\n');
  assert.deepEqual(
    readdirSync(join(folder, 'data')).filter((name) => name.startsWith('signin')),
    [],
    'the page is removed, also if the command is ended',
  );

  const seen = await watch.end();
  gateway.kill('SIGTERM');
  const { stdout: log, stderr } = await gateway.ended;
  const [, key = ''] = /^x-api-key: (svc_live_\w+)\n$/.exec(readFileSync(join(folder, 'key-header'), 'utf8')) ?? [];
  const [, link = ''] = /#signin=([\w-]{43})"/.exec(readFileSync(join(folder, 'opened'), 'utf8')) ?? [];
  const token = readFileSync(join(folder, 'data/admin-token'), 'utf8').trim();
  assert.ok(key.length > 32 && link !== '' && token.length > 16);

  const notes = programs.notes();
  assert.ok(notes.includes('-H @key-header') && notes.includes('npx . keys create'), notes);
  assert.ok(
    seen.some((text) => text.includes('sign-in.html')),
    'the watch sees arguments',
  );
  const places = [...seen, notes, log, stderr];
  const hits = places.filter((text) => [key, link, token].some((secret) => text.includes(secret)));
  assert.deepEqual(hits, []);
  figure(
    t,
    'R29',
    `a key, a token and a link looked for in the arguments of ${seen.length} processes and ${log.split('\n').length} lines of log: 0 hits`,
    'arguments and logs',
  );
});
