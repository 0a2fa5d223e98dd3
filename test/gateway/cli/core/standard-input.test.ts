import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { startCommand } from '../../../support/command-line.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const onLinux = { skip: process.platform !== 'linux' && 'only Linux shows the flags of a descriptor' };

/** O_NONBLOCK of Linux. */
const nonBlocking = 0o4000;

/** Runs a command that reads a FIFO. @returns its output, and whether it made standard input non-blocking before. */
async function whileReading(t: Parameters<typeof startCommand>[0], files: readonly string[]) {
  const folder = temporaryFolder(t);
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const child = startCommand(t, ['sanitize', ...files], { folder });
  assert.ok(child.stdout !== null && child.stdin !== null);
  const output = text(child.stdout);
  // Resolves when the command has opened the other end.
  const writer = await open(fifo, 'w');
  const [, flags = ''] = /^flags:\s*(\d+)$/m.exec(await readFile(`/proc/${child.pid}/fdinfo/0`, 'utf8')) ?? [];
  await writer.writeFile('http://a/?fbclid=1\n');
  await writer.close();
  child.stdin.end('http://b/?fbclid=1\n');
  const [status] = await once(child, 'exit');
  assert.equal(status, 0);
  return { output: await output, isNonBlocking: (Number.parseInt(flags, 8) & nonBlocking) !== 0 };
}

test('standard input became non-blocking for other programs although only a file was read', onLinux, async (t) => {
  assert.deepEqual(await whileReading(t, ['fifo']), { output: 'http://a/\n', isNonBlocking: false });
  const both = await whileReading(t, ['fifo', '-']);
  assert.deepEqual(both, { output: 'http://a/\nhttp://b/\n', isNonBlocking: true }, 'the flag is seen');
});
