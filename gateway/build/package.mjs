// @ts-check
// `npm run pack`: makes the packages of npm, textmill-<version>.tgz and textmill-client-<version>.tgz.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyIfThere, nativeCode, writeNotices, writeProgram } from './build.mjs';
import { clientFolder } from './client-package.mjs';
import { declareEngine } from './declarations.mjs';
import { unpackFiles, uwsAbi } from './large-packages.mjs';
import { NpmError, runNpm } from './npm.mjs';
import { releasesFolder, unfinishedName } from './releases.mjs';
import { projectDirectory, runAsScript } from './script.mjs';

const platforms = ['darwin', 'linux'];
const processors = ['arm64', 'x64'];
/** SQLite's binary is for all versions of Node.js, that of uWebSockets.js for one. There it needs glibc. */
const native = nativeCode({
  uws: platforms.flatMap((platform) => processors.map((processor) => `${platform}_${processor}_${uwsAbi}`)),
  sqlite: [...platforms, 'linuxmusl'].flatMap((system) => processors.map((processor) => `${system}-${processor}`)),
});

/** What the package.json of a package takes from that of the project. */
const shared = [
  ...['name', 'version', 'mcpName', 'description', 'keywords', 'homepage', 'bugs', 'repository', 'license', 'author'],
  ...['type', 'publishConfig'],
];

/**
 * Returns the package.json of the package, which contains all that it needs.
 *
 * @param {string} directory - the folder of package.json.
 * @param {readonly string[]} files - what is in the package.
 */
function packageSettings(directory, files) {
  const settings = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return {
    ...Object.fromEntries(shared.map((name) => [name, settings[name]])),
    // As script.mjs says.
    engines: { node: '>=22.16.0 <23 || >=24.0.0' },
    // The command needs sh.
    os: platforms,
    bin: { textmill: 'textmill' },
    exports: {
      './engine': { types: './engine/index.d.ts', default: './index.mjs' },
      './package.json': './package.json',
    },
    files,
  };
}

/**
 * Writes the content of the package.
 *
 * @param {string} directory - the folder of package.json.
 * @param {string} target - a folder, which it creates.
 */
export async function writePackage(directory, target) {
  const inputs = await writeProgram(directory, target);
  declareEngine(target);
  await writeNativeCode(directory, target);
  writeNotices(directory, target, [...inputs, ...native.map(({ packageName }) => `node_modules/${packageName}`)]);
  copyIfThere(join(directory, 'README.md'), join(target, 'README.md'));
  const settings = packageSettings(directory, readdirSync(target).sort());
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(settings, undefined, 2)}\n`);
}

/**
 * Writes the native code for all platforms, of which this one has only its own.
 *
 * @param {string} directory
 * @param {string} target
 */
async function writeNativeCode(directory, target) {
  const unpacked = join(target, '.unpacked');
  const pathsIn = (/** @type {string} */ name) =>
    native.filter(({ packageName }) => packageName === name).map(({ path }) => path);
  const paths = new Map(native.map(({ packageName }) => [packageName, pathsIn(packageName)]));
  mkdirSync(join(target, 'native'));
  try {
    await unpackFiles(directory, unpacked, paths);
    for (const { packageName, path, name } of native)
      copyFileSync(join(unpacked, packageName, path), join(target, 'native', name));
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}

/**
 * Makes a package of npm in the project's folder.
 *
 * @param {string} folder - with its package.json.
 */
async function pack(folder) {
  const output = await runNpm(projectDirectory, ['pack', folder, '--offline']);
  // Before it are the names of the scripts that ran.
  process.stdout.write(`${output.trim().split('\n').at(-1)}\n`);
}

runAsScript(import.meta.url, async () => {
  const folder = join(releasesFolder(projectDirectory), unfinishedName('package'));
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await writePackage(projectDirectory, folder);
    await pack(folder);
    // Its own prepack builds it.
    await pack(clientFolder);
  } catch (error) {
    if (error instanceof NpmError) process.stderr.write(error.messages);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
