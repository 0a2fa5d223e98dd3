import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient, clientFolder } from '../../gateway/build/client-package.mjs';

/**
 * Installs the package of the client into the `node_modules` of a folder.
 *
 * @returns the folder of the package.
 */
export async function installClient(folder: string): Promise<string> {
  const directory = join(folder, 'node_modules', 'textmill-client');
  mkdirSync(directory, { recursive: true });
  for (const name of ['package.json', 'README.md']) copyFileSync(join(clientFolder, name), join(directory, name));
  await buildClient(directory);
  return directory;
}
