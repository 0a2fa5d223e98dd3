import assert from 'node:assert/strict';
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { commandLineProgram, runCommand } from '../../../support/command-line.js';
import { runProgram } from '../../../support/program.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

/** Uncollected garbage, and buffers. */
const allowance = 96;

/** Prints the peak memory of the process at its end. */
const reporter = `data:text/javascript,process.on("exit",()=>process.stderr.write(String(process.resourceUsage().maxRSS)))`;

/** @returns the peak memory of sorting a file, in MiB. */
async function peakOf(args: readonly string[]): Promise<number> {
  const nodeArgs = ['--import', reporter, ...commandLineProgram(), 'sort', ...args];
  const { status, stderr } = await runProgram(process.execPath, nodeArgs);
  assert.match(stderr, /^\d+$/);
  assert.equal(status, 0);
  return Number(stderr) / 1024;
}

/** Writes 15 MB of short unsorted lines: to sort them at once takes 270 MB. */
function writeLines(file: string): void {
  const descriptor = openSync(file, 'w');
  for (let part = 0; part < 15; part++) {
    const lines = Array.from({ length: 50_000 }, (_, i) => `${((part * 50_000 + i) * 7_919) % 750_019} is my number`);
    writeSync(descriptor, `${lines.join('\n')}\n`);
  }
}

describe('textmill sort --memory', () => {
  test(`is kept, up to the need of Node.js and ${allowance} MB`, async (t) => {
    const folder = temporaryFolder(t);
    const [input, output] = [join(folder, 'in.txt'), join(folder, 'out.txt')];
    writeLines(input);
    const base = await peakOf(['/dev/null']);
    for (const options of [[], ['--no-sort'], ['--ignore-case']]) {
      const bound = ['--memory', '16M', '--parallel', '1', '--temporary-directory', folder];
      const peak = await peakOf([...bound, ...options, '-o', output, input]);
      t.diagnostic(`${options.join(' ') || 'sorted'}: ${Math.round(peak)} MB, ${Math.round(base)} MB for nothing`);
      assert.ok(peak <= base + 16 + allowance, `${peak} MB, and ${base} MB for an empty file`);
    }
  });

  for (const size of ['', '512', 'M', '-1M', '63K', '0G', '1.5T', '1e9K', 'all']) {
    test(`is refused for ${size === '' ? 'nothing' : size}`, async () => {
      const { code, stderr } = await runCommand(['sort', `--memory=${size}`]);
      assert.equal(code, 2);
      assert.match(stderr, /It must be a number with the unit K, M or G, such as 512M, and at least 64K\.\n$/);
    });
  }

  test('accepts K, M and G, with fractions', async () => {
    for (const size of ['64K', '64k', '1.5M', '2G']) {
      assert.deepEqual(await runCommand(['sort', '--memory', size], { input: 'b\na' }), {
        code: 0,
        stdout: 'a\nb\n',
        stderr: '',
      });
    }
  });
});
