// @ts-check
import { readFileSync } from 'node:fs';

/** npm's own record in node_modules, which it writes when an installation is complete. */
export const recordName = '.package-lock.json';

/**
 * A package in package-lock.json or in npm's record.
 *
 * @typedef {object} LockedPackage
 * @property {string} [name] - if it differs from that of its folder.
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string} [resolved] - its address; undefined if it is from the registry of whoever installs.
 * @property {boolean} [dev] - whether only tests and checks need it.
 * @property {boolean} [optional]
 * @property {string | string[]} [os]
 * @property {string | string[]} [cpu]
 * @property {Record<string, string>} [bin] - paths of commands.
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/**
 * package-lock.json, or npm's record, which has the same shape.
 *
 * @typedef {object} LockFile
 * @property {Record<string, LockedPackage>} [packages] - by their folders; '' is the project.
 */

/**
 * Reads JSON.
 *
 * @param {string} file
 * @returns its value; undefined if the file is missing or invalid.
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Returns the packages of a file.
 *
 * @param {string} file - package-lock.json or npm's record.
 * @returns {Map<string, LockedPackage>} by their folders; none if the file is missing or npm cannot read it either.
 */
export function packagesIn(file) {
  const packages = Object.entries(readJson(file)?.packages ?? {});
  return new Map(packages.filter(([folder]) => folder !== ''));
}

/**
 * Returns whether a package is for this platform.
 *
 * @param {LockedPackage} locked
 */
export function suitsPlatform({ os, cpu }) {
  return suits(os, process.platform) && suits(cpu, process.arch);
}

/**
 * @param {string | string[] | undefined} names - undefined: all.
 * @param {string} name
 */
function suits(names, name) {
  return names === undefined || [names].flat().includes(name);
}
