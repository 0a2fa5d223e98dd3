// @ts-check

/**
 * A package as npm's lock-files describe it.
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [dev] - only for development.
 * @property {boolean} [optional] - the installation succeeds without it.
 * @property {string | readonly string[]} [os] - its platforms; `!name` means all others.
 * @property {string | readonly string[]} [cpu]
 * @property {readonly string[]} [libc]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 * @property {Readonly<Record<string, string>>} [peerDependencies]
 */

/**
 * package-lock.json, or `node_modules/.package-lock.json`, where npm records the installed packages.
 * @typedef {object} LockFile
 * @property {Readonly<Record<string, LockedPackage>>} packages - by their folders; `''` is the project itself.
 */

/**
 * Returns the first difference between the installed packages and the lock file; undefined if they are equal.
 *
 * @param {LockFile} lock - package-lock.json.
 * @param {LockFile | undefined} installed - npm's record in node_modules; undefined if it is missing.
 * @param {{ os: string, cpu: string }} platform - `process.platform` and `process.arch`.
 * @param {{ development: boolean }} [wants] - without development, packages for development are ignored.
 * @returns {string | undefined} such as `ajv is 8.17.0 instead of 8.20.0`.
 */
export function findDifference(lock, installed, platform, { development } = { development: true }) {
  if (installed === undefined) return 'no finished install in node_modules';
  const present = new Map(Object.entries(installed.packages));
  for (const [folder, wanted] of Object.entries(lock.packages)) {
    const found = present.get(folder);
    present.delete(folder);
    if (folder === '' || (wanted.dev && !development)) continue;
    const difference = found === undefined ? absence(folder, wanted, platform) : deviation(folder, wanted, found);
    if (difference !== undefined) return difference;
  }
  const [surplus] = present.keys();
  return surplus === undefined ? undefined : `${packageName(surplus)} is not in package-lock.json`;
}

/**
 * Returns about how many packages npm installs on a platform. It may skip those for another C library.
 *
 * @param {LockFile} lock
 * @param {{ os: string, cpu: string }} platform
 * @param {{ development: boolean }} wants
 */
export function countForPlatform(lock, platform, { development }) {
  const wanted = Object.entries(lock.packages).filter(
    ([folder, { dev, os, cpu, libc }]) =>
      folder !== '' &&
      (development || !dev) &&
      includes(os, platform.os) &&
      includes(cpu, platform.cpu) &&
      !libc?.includes('musl'),
  );
  return wanted.length;
}

/**
 * Returns packages with all their dependencies, resolved as in Node.js.
 *
 * @param {LockFile} lock
 * @param {readonly string[]} names - of direct dependencies of the project.
 * @returns {Set<string>} their folders.
 */
export function reachablePackages(lock, names) {
  /** @type {Set<string>} */
  const reached = new Set();
  /** @type {(name: string, from: string) => void} */
  const reach = (name, from) => {
    const folder = resolvePackage(lock, name, from);
    if (folder === undefined || reached.has(folder)) return;
    reached.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = lock.packages[folder] ?? {};
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      reach(next, folder);
  };
  for (const name of names) reach(name, '');
  return reached;
}

/**
 * @param {LockFile} lock
 * @param {string} name
 * @param {string} from - the folder of the package that needs it.
 * @returns {string | undefined}
 */
function resolvePackage(lock, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (lock.packages[candidate] !== undefined) return candidate;
    if (folder === '') return undefined;
  }
}

/**
 * @param {string} folder
 * @param {LockedPackage} wanted
 * @param {{ os: string, cpu: string }} platform
 */
function absence(folder, wanted, platform) {
  if (wanted.optional && !isForPlatform(wanted, platform)) return undefined;
  return `${packageName(folder)} ${wanted.version} is missing`;
}

/**
 * @param {string} folder
 * @param {LockedPackage} wanted
 * @param {LockedPackage} found
 */
function deviation(folder, wanted, found) {
  if (found.version !== wanted.version) {
    return `${packageName(folder)} is ${found.version} instead of ${wanted.version}`;
  }
  // npm also records checksums of downloads that have none in the lock file.
  if (wanted.integrity !== undefined && found.integrity !== wanted.integrity) {
    return `${packageName(folder)} ${wanted.version} has a different checksum`;
  }
  return undefined;
}

/**
 * Returns whether an optional package must be installed. Packages without a platform may have failed to build, and
 * detecting the C library takes too long for every start: both kinds may be missing.
 *
 * @param {LockedPackage} wanted
 * @param {{ os: string, cpu: string }} platform
 */
function isForPlatform(wanted, platform) {
  if ((wanted.os === undefined && wanted.cpu === undefined) || wanted.libc !== undefined) return false;
  return includes(wanted.os, platform.os) && includes(wanted.cpu, platform.cpu);
}

/**
 * @param {string | readonly string[] | undefined} names
 * @param {string} name
 */
function includes(names, name) {
  if (names === undefined) return true;
  // npm copies the value from the package: a list, or a single name.
  const list = [names].flat();
  return list.includes(name) || (list.some((entry) => entry.startsWith('!')) && !list.includes(`!${name}`));
}

/**
 * Returns the name of a package: `@scope/name` for `node_modules/piscina/node_modules/@scope/name`.
 *
 * @param {string} folder
 */
function packageName(folder) {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
