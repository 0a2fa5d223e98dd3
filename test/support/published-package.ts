import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileClient } from '../../gateway/build/declarations.mjs';
import { packageSettings } from '../../gateway/build/package.mjs';

const project = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Installs the package into the `node_modules` of a folder as other programs see it: only what it exports.
 *
 * @returns the folder of the package.
 */
export function installPackage(folder: string): string {
  const directory = join(folder, 'node_modules', 'textmill');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), JSON.stringify(packageSettings(project)));
  compileClient(directory);
  return directory;
}
