// @ts-check
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectDirectory, ScriptError } from './script.mjs';

/**
 * Compiles the client with declarations, and with separate settings: for browsers, without the types of Node.js.
 *
 * @param {string} output - the folder of the package.
 * @throws {ScriptError} if the compiler finds errors.
 */
export function compileClient(output) {
  const settings = join(projectDirectory, 'gateway', 'client', 'tsconfig.json');
  const compiler = join(
    createRequire(join(projectDirectory, 'package.json')).resolve('typescript/package.json'),
    '../bin/tsc',
  );
  const { status, error } = spawnSync(
    process.execPath,
    [compiler, '-p', settings, '--noEmit', 'false', '--outDir', output],
    { cwd: projectDirectory, stdio: ['ignore', 2, 2] },
  );
  if (error !== undefined) throw error;
  if (status !== 0) throw new ScriptError(`The client does not compile; see the compiler's messages above.`);
}
