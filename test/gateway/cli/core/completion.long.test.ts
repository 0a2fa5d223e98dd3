import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
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
      ['list', 'label'],
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

/** A command `textmill` that runs the sources, for shells. */
function installCommand(): string {
  const file = join(folder, 'textmill');
  const words = [process.execPath, ...commandLineProgram].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  writeFileSync(file, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`);
  chmodSync(file, 0o755);
  return folder;
}

describe('the script of a shell', () => {
  const environment = { PATH: `${installCommand()}:${process.env.PATH}`, HOME: folder, LC_ALL: 'C' };

  /** Returns what a shell prints for a script. */
  function said(shell: string, script: string): string[] {
    const options = shell === 'bash' ? ['--norc', '--noprofile'] : shell === 'zsh' ? ['-f'] : ['--no-config'];
    const { stdout, stderr, status } = spawnSync(shell, [...options, '-c', script], {
      encoding: 'utf8',
      env: environment,
      timeout: 60_000,
    });
    assert.equal(status, 0, stderr);
    return stdout.split('\n').filter((line) => line !== '');
  }

  test('bash completes commands and values, and files elsewhere', { skip: unlessInstalled('bash') }, () => {
    const ask = (line: string) =>
      said(
        'bash',
        `source <(textmill completion bash); COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
         $(complete -p textmill | sed 's/.*-F \\([^ ]*\\) .*/\\1/'); printf '%s\\n' "\${COMPREPLY[@]}"`,
      );
    assert.deepEqual(ask("textmill keys 'ro'"), ['rotate']);
    assert.deepEqual(ask("textmill keys create --plan ''"), ['pro', 'free']);
    assert.deepEqual(ask("textmill backup ''"), []);
    assert.match(said('bash', 'source <(textmill completion bash); complete -p textmill').join(), /-o default/);
  });

  test('zsh shows descriptions', { skip: unlessInstalled('zsh') }, () => {
    const ask = (line: string) =>
      said(
        'zsh',
        `compdef() { :; }; _describe() { print -l -- "\${(@P)2}"; }; _files() { print files; }
         source <(textmill completion zsh); words=(${line}); CURRENT=\${#words}; _textmill`,
      );
    assert.match(ask("textmill keys 'ro'").join(), /^rotate:give a key a new secret/);
    assert.deepEqual(ask("textmill backup ''"), ['files']);
  });

  test('fish shows descriptions', { skip: unlessInstalled('fish') }, () => {
    const ask = (line: string) => said('fish', `textmill completion fish | source; complete -C '${line}'`);
    assert.match(ask('textmill keys ro').join(), /^rotate\tgive a key a new secret/);
    assert.deepEqual(
      ask('textmill keys create --plan ')
        .map((word) => word.trim())
        .sort(),
      ['free', 'pro'],
    );
    writeFileSync(join(folder, 'a-file'), '');
    assert.ok(
      said('fish', `cd '${folder}'; textmill completion fish | source; complete -C 'textmill backup a-'`).includes(
        'a-file',
      ),
    );
  });
});
