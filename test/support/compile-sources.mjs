// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDirectory } from '../../gateway/build/script.mjs';
import { makeFolder } from './made-folder.mjs';
import { fingerprintOf, transpile } from './transpile.mjs';

/** The folder of the compiled sources. */
const compiledFolder = join(projectDirectory, 'test', 'compiled');

/**
 * Compiles the sources for tests: engine/, workers/ and gateway/, each file by itself, with the files that they read, to
 * paths like those in the project. Does nothing if they are up to date. Two processes may do so at the same time.
 *
 * @throws {ScriptError} if a source is not valid TypeScript; the folder stays as it was.
 */
export async function compileSources() {
  // Tests of the runner have no sources.
  if (!existsSync(join(projectDirectory, 'engine'))) return;
  await makeFolder(compiledFolder, fingerprintOf(projectDirectory), async (staging) => {
    await transpile(projectDirectory, staging);
    // The version is that of the package.json two folders above. The imports are those of compiled files.
    const manifest = readFileSync(join(projectDirectory, 'package.json'), 'utf8');
    writeFileSync(join(staging, 'package.json'), manifest.replace(/("#\w+\/\*\.js": ".*)\.ts"/g, '$1.js"'));
  });
}
