// @ts-check

/**
 * A package as npm's lock-files describe it.
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [dev] - only for development.
 * @property {boolean} [optional] - its absence is no failure of the install.
 * @property {string | readonly string[]} [os] - the platforms it is for; `!name` for all others.
 * @property {string | readonly string[]} [cpu]
 * @property {readonly string[]} [libc]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 * @property {Readonly<Record<string, string>>} [peerDependencies]
 */

/**
 * package-lock.json, or `node_modules/.package-lock.json`, in which npm notes what it installed.
 * @typedef {object} LockFile
 * @property {Readonly<Record<string, LockedPackage>>} packages - by their folders; `''` is the project itself.
 */

/**
 * Why the installed packages are not those of the lock-file: the first difference in words, or undefined if there is
 * none.
 *
 * @param {LockFile} lock - package-lock.json.
 * @param {LockFile | undefined} installed - npm's note in node_modules; undefined if there is none.
 * @param {{ os: string, cpu: string }} platform - `process.platform` and `process.arch`.
 * @param {{ development: boolean }} [wants] - without development, it does not matter which of its packages are there.
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
 * How many packages npm installs on a platform, about: of those for one C library it leaves out the others.
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
 * The packages that some others need, and those that these need, as Node.js finds them.
 *
 * @param {LockFile} lock
 * @param {readonly string[]} names - of packages that the project itself depends on.
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
 * @param {string} from - the folder of the package that asks.
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
  // npm notes the checksum of what it fetched also where the lock-file states none.
  if (wanted.integrity !== undefined && found.integrity !== wanted.integrity) {
    return `${packageName(folder)} ${wanted.version} has another checksum`;
  }
  return undefined;
}

/**
 * Whether an optional package must be there. One that names no platform may have failed to build, and which C library
 * this is takes too long to find out on every start: both may be absent.
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
  // npm copies what a package says: a list, or a single name.
  const list = [names].flat();
  return list.includes(name) || (list.some((entry) => entry.startsWith('!')) && !list.includes(`!${name}`));
}

/**
 * `node_modules/piscina/node_modules/@scope/name` → `@scope/name`.
 *
 * @param {string} folder
 */
function packageName(folder) {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
