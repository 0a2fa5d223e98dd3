import { spawnSync } from 'node:child_process';

/** The checker of Prometheus, for tests of files and metrics that it reads. Debian's package `prometheus` has it. */
const isInstalled = spawnSync('promtool', ['--version']).status === 0;

/** Why tests that need it are skipped; false if it is installed. */
export const withoutPromtool = !isInstalled && 'promtool is not installed (Debian: prometheus)';

/** @returns its complaints, '' for none. */
export function promtool(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', input, timeout: 60_000 });
  // `check metrics` complains of style with a status of 3 and on standard error only.
  return status === 0 ? stderr : `${status} ${stdout}${stderr}`;
}
