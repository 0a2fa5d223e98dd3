import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/**
 * Returns the output of a program of this machine for each text, in the C locale. One shell runs it on all of them.
 *
 * @param command - reads standard input and writes standard output: `sort -u`.
 * @returns undefined if the program is not installed; the test is then marked as skipped.
 */
export function shellOracle(t: TestContext, command: string, texts: readonly string[]): string[] | undefined {
  const [program = ''] = command.split(' ');
  if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) {
    t.skip(`${program} is not installed`);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'textmill-oracle-'));
  try {
    for (const [index, text] of texts.entries()) writeFileSync(join(folder, `${index}.in`), text);
    const script = `set -e; for file in *.in; do ${command} < "$file" > "$file.out"; done`;
    const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: folder, env: { ...process.env, LC_ALL: 'C' } });
    if (status !== 0) throw new Error(`${command} failed: ${stderr.toString()}`);
    return texts.map((_, index) => readFileSync(join(folder, `${index}.in.out`), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
