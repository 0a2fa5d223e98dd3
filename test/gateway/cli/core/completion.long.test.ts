import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { commandLineProgram, runCommand } from '../../../support/command-line.js';
import { unlessInstalled } from '../../../support/program.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const folder = temporaryFolder({ after });

/** Returns the possible words at the end of a command line. */
async function completed(...words: readonly string[]): Promise<string[]> {
  const { code, stdout } = await runCommand(['complete', '--', ...words], { folder });
  assert.equal(code, 0);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[0] ?? '');
}

describe('possible words', () => {
  for (const [words, expected] of [
    [['che'], ['check-config']],
    [
      ['keys', 'r'],
      ['revoke', 'rotate'],
    ],
    [
      ['keys', 'l'],
      ['list', 'limits', 'label'],
    ],
    [['keys', 'label', 'key_x', ''], []],
    [
      ['keys', 'create', '--plan', ''],
      ['pro', 'free'],
    ],
    [['keys', 'create', '--pl'], ['--plan']],
    [['keys', 'create', '--label', 'x', '--env', 'd'], ['dev']],
    [['keys', 'create', '--label', ''], []],
    [['backup', ''], []],
    [['run', 'trim-te'], ['trim-text']],
    [['run', 'trim-lines', '--', 'trim-te'], []],
    [['batch', 'run', '--steps', 'x', '--', '-'], []],
    [['batch', 'sanitize', ''], []],
    [['batch', 'sort', '--wa'], ['--wait']],
    [['completion', 'z'], ['zsh']],
    [['mcp', '--expose', 'csv-json'], ['csv-json-converter']],
    [['mcp', '--expose=trim-lines,csv-json'], ['--expose=trim-lines,csv-json-converter']],
    [['nonsense', 'x'], []],
    [['complet'], ['completion']],
  ] as const) {
    test(`textmill ${words.join(' ')}▏`, async () => {
      assert.deepEqual(await completed(...words), expected);
    });
  }
});

test("the operator's tools come first, from the folder that the words or TOOLS_DIR name", async () => {
  mkdirSync(join(folder, 'house'));
  for (const name of ['house-list.json', 'house-loud.mjs', 'notes.txt', 'package.json'])
    writeFileSync(join(folder, 'house', name), '');
  const own = ['house-list', 'house-loud'];
  assert.deepEqual(await completed('run', '--tools-dir', 'house', 'house'), own);
  assert.deepEqual(await completed('run', '--tools-dir=house', 'house-li'), ['house-list']);
  assert.deepEqual(await completed('tools', 'show', '--tools-dir', 'no-folder', 'house'), []);
  const { stdout } = await runCommand(['complete', '--', 'run', 'house'], {
    folder,
    environment: { TOOLS_DIR: 'house' },
  });
  assert.equal(stdout, 'house-list\town\nhouse-loud\town\n');
});

/** A command `textmill` that runs the build, for shells. */
function installCommand(): string {
  const file = join(folder, 'textmill');
  const words = [process.execPath, ...commandLineProgram()].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  writeFileSync(file, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`);
  chmodSync(file, 0o755);
  return folder;
}

describe('the script of a shell', () => {
  const environment = { PATH: `${installCommand()}:${process.env.PATH}`, HOME: folder, LC_ALL: 'C' };

  /** Returns what a shell prints for each part of a script, of which the first prepares the others. */
  function said(shell: string, preparation: string, parts: readonly string[]): string[][] {
    const options = shell === 'bash' ? ['--norc', '--noprofile'] : shell === 'zsh' ? ['-f'] : ['--no-config'];
    const script = [preparation, ...parts].join('; echo -----\n');
    const { stdout, stderr, status } = spawnSync(shell, [...options, '-c', script], {
      encoding: 'utf8',
      env: environment,
      timeout: 60_000,
    });
    assert.equal(status, 0, stderr);
    const [, ...printed] = stdout.split('-----\n').map((text) => text.split('\n').filter((line) => line !== ''));
    return printed;
  }

  test('bash completes commands and values, and files elsewhere', { skip: unlessInstalled('bash') }, () => {
    const words = ["textmill keys 'ro'", "textmill keys create --plan ''", "textmill backup ''"].map(
      (line) =>
        `COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=()
         $(complete -p textmill | sed 's/.*-F \\([^ ]*\\) .*/\\1/'); printf '%s\\n' "\${COMPREPLY[@]}"`,
    );
    const preparation = 'source <(textmill completion bash)';
    const [command, values, files, how] = said('bash', preparation, [...words, 'complete -p textmill']);
    assert.deepEqual([command, values, files], [['rotate'], ['pro', 'free'], []]);
    assert.match(how?.join() ?? '', /-o default/);
  });

  test('zsh shows descriptions', { skip: unlessInstalled('zsh') }, () => {
    const preparation = `compdef() { :; }; _describe() { print -l -- "\${(@P)2}"; }; _files() { print files; }
         source <(textmill completion zsh)`;
    const words = ["textmill keys 'ro'", "textmill backup ''"].map(
      (line) => `words=(${line}); CURRENT=\${#words}; _textmill`,
    );
    const [command, files] = said('zsh', preparation, words);
    assert.match(command?.join() ?? '', /^rotate:give a key a new secret/);
    assert.deepEqual(files, ['files']);
  });

  test('fish shows descriptions', { skip: unlessInstalled('fish') }, () => {
    writeFileSync(join(folder, 'a-file'), '');
    const [command, values, files] = said('fish', 'textmill completion fish | source', [
      "complete -C 'textmill keys ro'",
      "complete -C 'textmill keys create --plan '",
      `cd '${folder}'; complete -C 'textmill backup a-'`,
    ]);
    assert.match(command?.join() ?? '', /^rotate\tgive a key a new secret/);
    assert.deepEqual(values?.map((word) => word.trim()).sort(), ['free', 'pro']);
    assert.ok(files?.includes('a-file'));
  });
});
