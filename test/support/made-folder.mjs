// @ts-check
// A folder whose files are made from others: what tests import.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../../gateway/build/sources.mjs';

/** The file that describes the sources and the content of the folder. */
const recordName = '.build.json';

/**
 * Makes a folder, unless it is up to date.
 *
 * It always begins empty: the catalogue loads all files in its folder, so the output of a deleted source must not remain.
 *
 * @param {string} folder
 * @param {string} fingerprint - determines the files.
 * @param {(staging: string) => Promise<void>} make - writes the files to a folder, which it creates; if it rejects, `folder`
 * stays as it was.
 */
export async function makeFolder(folder, fingerprint, make) {
  const isUpToDate = () => isMadeFrom(fingerprint, folder);
  if (isUpToDate()) return;
  // Next to it, not in the system's temporary folder: a rename cannot cross file systems.
  const staging = `${folder}-${process.pid}`;
  try {
    await make(staging);
    writeFileSync(join(staging, recordName), JSON.stringify({ fingerprint, files: listFiles(staging) }));
    // Another process, which began at the same time, may have made the same files: somebody may be reading them already.
    if (!isUpToDate()) replaceFolder(folder, staging, isUpToDate);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * @param {string} fingerprint
 * @param {string} folder
 */
function isMadeFrom(fingerprint, folder) {
  try {
    const record = JSON.parse(readFileSync(join(folder, recordName), 'utf8'));
    const files = listFiles(folder).filter((file) => file !== recordName);
    return record.fingerprint === fingerprint && JSON.stringify(record.files) === JSON.stringify(files);
  } catch {
    return false;
  }
}

/**
 * Replaces a folder by a new one. If two processes do at the same moment, one of them finds the output of the other, which
 * is the same.
 *
 * @param {string} folder - may be missing.
 * @param {string} replacement
 * @param {() => boolean} isReplaced
 */
function replaceFolder(folder, replacement, isReplaced) {
  const old = `${replacement}-old`;
  try {
    renameIfThere(folder, old);
    renameSync(replacement, folder);
  } catch (error) {
    if (!isReplaced()) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function renameIfThere(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
