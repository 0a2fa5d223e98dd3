// @ts-check
// `npm run package`: makes the package of npm, textmill-<version>.tgz.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyIfThere, writeNotices, writeProgram } from './build.mjs';
import { compileClient, declareEngine } from './declarations.mjs';
import { releasesFolder, unfinishedName } from './releases.mjs';
import { isNodePackage } from './runtime.mjs';
import { projectDirectory, runAsScript, ScriptError } from './script.mjs';

/** The packages with native code, which are too large for all platforms: npm installs them. */
const nativePackages = ['better-sqlite3', 'uWebSockets.js'];

/**
 * Returns the package.json of the package: it depends on the packages with native code and on Node.js, since everything
 * else is part of it.
 *
 * @param {string} directory - the folder of package.json.
 */
export function packageSettings(directory) {
  const settings = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const { name, version, mcpName, description, license, author, type, engines } = settings;
  const { dependencies, optionalDependencies } = settings;
  const only = (/** @type {Record<string, string>} */ all, /** @type {(name: string) => boolean} */ isWanted) =>
    Object.fromEntries(Object.entries(all).filter(([each]) => isWanted(each)));
  return {
    name,
    version,
    mcpName,
    description,
    license,
    author,
    type,
    engines,
    bin: { textmill: 'textmill' },
    // For the declarations of the client.
    imports: { '#engine/*.js': './engine/*.js' },
    exports: {
      './engine': { types: './engine/index.d.ts', default: './index.mjs' },
      './client': { types: './gateway/client/index.d.ts', default: './gateway/client/index.js' },
      './package.json': './package.json',
    },
    dependencies: only(dependencies, (each) => nativePackages.includes(each)),
    optionalDependencies: only(optionalDependencies, isNodePackage),
  };
}

/**
 * Writes the content of the package.
 *
 * @param {string} directory - the folder of package.json.
 * @param {string} target - a folder, which it creates.
 */
export async function writePackage(directory, target) {
  const inputs = await writeProgram(directory, target, nativePackages);
  compileClient(target);
  declareEngine(target);
  writeNotices(directory, target, inputs);
  copyIfThere(join(directory, 'README.md'), join(target, 'README.md'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(packageSettings(directory), undefined, 2)}\n`);
}

runAsScript(import.meta.url, async () => {
  const folder = join(releasesFolder(projectDirectory), unfinishedName('package'));
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await writePackage(projectDirectory, folder);
    const options = { cwd: projectDirectory, stdio: /** @type {const} */ ('inherit') };
    const { status, error } = spawnSync('npm', ['pack', folder, '--offline', '--silent'], options);
    if (error !== undefined) throw error;
    if (status !== 0) throw new ScriptError('npm pack failed.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
