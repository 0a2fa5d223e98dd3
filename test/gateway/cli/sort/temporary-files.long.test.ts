import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { runCommand, spawnCommand, startCommand } from '../../../support/command-line.js';
import { until } from '../../../support/gateway-process.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

/** Enough for several files with 1 MB of memory, and more than a pipe buffers. */
const lines = Array.from({ length: 60_000 }, (_, i) => `line ${(i * 7_919) % 60_013} of ${'some text '.repeat(i % 4)}`);
const text = `${lines.join('\n')}\n`;
const little = ['--memory', '1M', '--parallel', '1'];

/** A folder with the text in a file, and an empty folder for temporary files. */
function places(t: TestContext) {
  const folder = temporaryFolder(t);
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  writeFileSync(join(folder, 'in.txt'), text);
  return { folder, temporary };
}

/** Returns the folders of temporary files. */
function foldersIn(temporary: string): string[] {
  return readdirSync(temporary).filter((name) => name.startsWith('textmill-sort-'));
}

/** Waits until there are three files. @returns their folder. */
async function untilFiles(temporary: string): Promise<string> {
  const folder = () => join(temporary, foldersIn(temporary)[0] ?? 'nothing');
  await until('there are temporary files', () => existsSync(folder()) && readdirSync(folder()).length > 2, 60_000);
  return folder();
}

describe('the temporary files of textmill sort', () => {
  test('are deleted at the end; the output may be the input', async (t) => {
    const { folder, temporary } = places(t);
    const args = ['sort', ...little, '--temporary-directory', temporary, '-o', 'in.txt', 'in.txt'];
    assert.deepEqual(await spawnCommand(args, { folder }), { code: 0, stdout: '', stderr: '' });
    const { stdout } = await runCommand(['sort'], { input: text });
    assert.ok(readFileSync(join(folder, 'in.txt'), 'utf8') === stdout);
    assert.deepEqual(foldersIn(temporary), []);
    assert.deepEqual(readdirSync(folder), ['in.txt', 'temporary']);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    test(`are deleted after ${signal}, with the incomplete output`, async (t) => {
      const { folder, temporary } = places(t);
      const environment = { TMPDIR: temporary };
      const child = startCommand(t, ['sort', ...little, '-o', 'out.txt'], { folder, environment });
      const exit = once(child, 'exit');
      // The input does not end, so only a signal ends the process.
      child.stdin?.on('error', () => undefined).write(text);
      const files = await untilFiles(temporary);
      assert.match(files, new RegExp(`/textmill-sort-${child.pid}-[A-Za-z0-9]{6}$`));
      assert.equal(statSync(files).mode & 0o777, 0o700);
      for (const file of readdirSync(files)) assert.equal(statSync(join(files, file)).mode & 0o777, 0o600);
      child.kill(signal);
      assert.deepEqual(await exit, [null, signal]);
      assert.deepEqual(foldersIn(temporary), []);
      assert.deepEqual(readdirSync(folder), ['in.txt', 'temporary']);
    });
  }

  test('are deleted when the input is not UTF-8', async (t) => {
    const { temporary } = places(t);
    const input = [Buffer.from(text), Buffer.from([0xff])];
    const args = ['sort', ...little, '--temporary-directory', temporary];
    const { code, stderr } = await runCommand(args, { input });
    const message = `standard input is not UTF-8: byte ${text.length} (counted from 0) is not part of a character; --encoding auto finds out the encoding`;
    assert.deepEqual({ code, stderr }, { code: 1, stderr: `textmill: ${message}\n` });
    assert.deepEqual(foldersIn(temporary), []);
  });

  test('are deleted when the reader has gone', async (t) => {
    const { folder, temporary } = places(t);
    const args = ['sort', ...little, '--temporary-directory', temporary, 'in.txt'];
    const child = startCommand(t, args, { folder });
    const exit = once(child, 'exit');
    await once(child.stdout ?? child, 'readable');
    child.stdout?.destroy();
    assert.deepEqual(await exit, [0, null]);
    assert.deepEqual(foldersIn(temporary), []);
  });

  test('are deleted when the disk is full, which one sentence reports', async (t) => {
    const { folder, temporary } = places(t);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', temporary]).status !== 0) {
      t.skip('needs the right to mount a file system');
      return;
    }
    try {
      const args = ['sort', ...little, '--temporary-directory', 'temporary', '-o', 'out.txt', 'in.txt'];
      const stderr =
        `textmill: ${temporary} has no room for the temporary files (ENOSPC): ` +
        'name another folder with --temporary-directory\n';
      assert.deepEqual(await spawnCommand(args, { folder }), { code: 1, stdout: '', stderr });
      assert.deepEqual(foldersIn(temporary), []);
      assert.deepEqual(readdirSync(folder), ['in.txt', 'temporary']);
    } finally {
      spawnSync('umount', ['--lazy', temporary]);
    }
  });

  test('cannot be in a folder that does not exist', async (t) => {
    const { folder } = places(t);
    const args = ['sort', ...little, '--temporary-directory', 'nowhere', 'in.txt'];
    const { code, stderr } = await runCommand(args, { folder });
    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(`^textmill: Cannot create temporary files in ${folder}/nowhere: ENOENT: [^\n]+\n$`),
    );
  });

  test('are not created while memory is enough', async (t) => {
    const { folder } = places(t);
    const args = ['sort', '--temporary-directory', 'nowhere', '-o', 'out.txt', 'in.txt'];
    assert.deepEqual(await runCommand(args, { folder }), { code: 0, stdout: '', stderr: '' });
  });
});
