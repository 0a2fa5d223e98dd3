import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileClient } from '../../gateway/boot/client-declarations.mjs';

const project = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Installs the package into the `node_modules` of a folder as other programs see it: only what it exports.
 *
 * @returns the folder of the package.
 */
export function installPackage(folder: string): string {
  const directory = join(folder, 'node_modules', 'textmill');
  mkdirSync(directory, { recursive: true });
  copyFileSync(join(project, 'package.json'), join(directory, 'package.json'));
  compileClient(join(directory, 'dist'));
  return directory;
}
