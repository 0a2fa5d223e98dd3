// @ts-check
// What determines the content of a release, and whether it has changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

/** The folders of the code. */
const codeFolders = ['gateway', 'workers', 'engine'];
/** The files that the program reads while it runs, apart from its modules and the console. */
const dataPaths = [join('data', 'tracking-parameters.json'), join('gateway', 'deploy', 'healthcheck.sh')];
const migrationFolders = ['postgres', 'sqlite'].map((store) =>
  join('gateway', 'server', 'storage', store, 'migrations'),
);
/** The folder of code that runs before the build exists, from the sources. */
export const scriptsFolder = join('gateway', 'build');

/** The scripts of the command `textmill`, which a release contains as they are. */
export const commandScripts = ['textmill', 'node.sh', 'cli.mjs', 'runtime.mjs', 'script.mjs'];
const builders = 'build bundle bundle-console bundle-engine esbuild lock-file notices sources tool-modules'
  .split(' ')
  .map((name) => `${name}.mjs`);

/**
 * How much older than its digest a file must be, in milliseconds: some file systems tell times apart only if they differ
 * by two seconds, so that a later change would leave the time as it is.
 */
const settledMs = 2_500;

/**
 * Returns the files that determine the content of a release.
 *
 * @param {string} directory - the folder of package.json.
 * @returns {string[]} paths in it, in a fixed order.
 */
function sourceFiles(directory) {
  const scripts = [...new Set([...commandScripts, ...builders])].map((name) => join(scriptsFolder, name));
  const files = ['LICENSE', 'package.json', 'package-lock.json', ...scripts].filter((file) =>
    existsSync(join(directory, file)),
  );
  return [...files, ...programFiles(directory)];
}

/**
 * Returns the sources of the program, and the files that it reads. No others, such as those of the operator: a release and
 * the package of npm contain them.
 *
 * @param {string} directory - the folder of package.json.
 */
export function programFiles(directory) {
  const code = codeFolders
    .flatMap((folder) => listFiles(join(directory, folder)).map((name) => join(folder, name)))
    .filter((file) => !file.startsWith(scriptsFolder + sep) && isCode(file) && !isHidden(file));
  return [...dataFiles(directory), ...code];
}

/**
 * Returns whether a file has a kind that the bundler reads.
 *
 * @param {string} file
 */
function isCode(file) {
  return /\.(?:tsx?|css|html)$/.test(file);
}

/**
 * Returns whether a file is hidden, such as one that an editor writes beside a source.
 *
 * @param {string} file
 */
function isHidden(file) {
  return basename(file).startsWith('.');
}

/**
 * @param {string} folder - may be missing: then it has no files.
 * @returns {string[]} paths below the folder, in a fixed order.
 */
export function listFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(relative(folder, entry.parentPath), entry.name))
    .sort();
}

/**
 * Returns the digest of the contents of everything that determines a release. Reads the files only if one of them was
 * written since the last call: a record has the digest of their sizes and times, which no program can set back.
 *
 * @param {string} directory - the folder of package.json.
 * @param {string} record - the file of the record; it is not kept if it cannot be written.
 */
export function sourceDigest(directory, record) {
  const files = sourceFiles(directory);
  const began = Date.now();
  const { state, changedMs } = stateOf(directory, files);
  const known = readRecord(record);
  if (known?.state === state) return known.digest;
  const digest = contentDigest(directory, files);
  if (changedMs + settledMs < began) writeRecord(record, { state, digest });
  return digest;
}

/**
 * Returns the digest of the contents of files.
 *
 * @param {string} directory - the folder of package.json.
 * @param {readonly string[]} [files] - paths in it; by default everything that determines a release.
 */
export function contentDigest(directory, files = sourceFiles(directory)) {
  const hash = createHash('sha256');
  for (const file of files) {
    const path = join(directory, file);
    const content = readFileSync(path);
    const isExecutable = (statSync(path).mode & 0o100) !== 0;
    hash.update(`${file}\0${isExecutable}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} directory
 * @param {readonly string[]} files
 * @returns {{ state: string, changedMs: number }} a digest of their sizes and times, and the latest of the times.
 */
function stateOf(directory, files) {
  const hash = createHash('sha256');
  let changedMs = 0;
  for (const file of files) {
    const { size, ino, mtimeMs, ctimeMs } = statSync(join(directory, file));
    hash.update(`${file}\0${size} ${ino} ${mtimeMs} ${ctimeMs}\n`);
    changedMs = Math.max(changedMs, ctimeMs, mtimeMs);
  }
  return { state: hash.digest('hex'), changedMs };
}

/**
 * @param {string} record
 * @returns {{ state: string, digest: string } | undefined}
 */
function readRecord(record) {
  try {
    return JSON.parse(readFileSync(record, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} record
 * @param {{ state: string, digest: string }} content
 */
function writeRecord(record, content) {
  try {
    mkdirSync(dirname(record), { recursive: true });
    writeFileSync(record, JSON.stringify(content));
  } catch {
    // The checkout of another user: the files are read each time.
  }
}

/**
 * Returns the files that the program reads while it runs, apart from its modules and the console.
 *
 * @param {string} directory - the folder of package.json.
 */
export function dataFiles(directory) {
  const migrations = migrationFolders.flatMap((folder) =>
    listFiles(join(directory, folder))
      .filter((name) => name.endsWith('.sql'))
      .map((name) => join(folder, name)),
  );
  return [...dataPaths.filter((file) => existsSync(join(directory, file))), ...migrations];
}
