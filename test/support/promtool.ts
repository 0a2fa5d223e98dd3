import { spawnSync } from 'node:child_process';

/** The checker of Prometheus, for tests of what it is to read: Debian has it in the package `prometheus`. */
const isInstalled = spawnSync('promtool', ['--version']).status === 0;

/** Why tests that need it are skipped; false if they are not. */
export const withoutPromtool = !isInstalled && 'promtool is not installed (Debian: prometheus)';

/** @returns what it found fault with, '' for nothing. */
export function promtool(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', input, timeout: 60_000 });
  // `check metrics` complains of style with a status of 3 and on standard error only.
  return status === 0 ? stderr : `${status} ${stdout}${stderr}`;
}
