import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const project = fileURLToPath(new URL('../../', import.meta.url));

const source = `
  import { restartLimits } from './gateway/supervisor/restart-policy.ts';
  import { supervise } from './gateway/supervisor/supervise.ts';
  await supervise({ ...restartLimits, ...JSON.parse(process.argv[2]) });
`;

/**
 * Makes a program like gateway/server/main.ts with other pauses between restarts, which are its argument as JSON. It starts
 * the current release of the folder of releases.
 *
 * @param releases - the folder of releases.
 * @returns its path.
 */
export function limitedSupervisor(releases: string): string {
  const folder = join(releases, 'supervisor');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, 'supervisor.mjs');
  buildSync({
    stdin: { contents: source, resolveDir: project },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    define: { textmillIsBundle: 'true' },
    tsconfigRaw: {},
  });
  return outfile;
}
