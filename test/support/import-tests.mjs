// @ts-check
import { readdirSync } from 'node:fs';
import { describe } from 'node:test';

/**
 * Imports the test files below some folders, but for those that end in `.long.test.ts` or `.full.test.ts`, one after the
 * other: their tests run in this process. No test starts before all files are imported: node:test ends the run as soon
 * as all tests that it knows have ended, which is early if `--test-name-pattern` leaves out most of them.
 *
 * @param {string} moduleUrl - the importing module; the folders are next to it.
 * @param {readonly string[]} folders
 */
export async function importTests(moduleUrl, folders) {
  const imported = importAll(moduleUrl, folders);
  // node:test waits for the body of a suite before it starts the first test.
  describe('the imported files', () => imported);
  await imported;
}

/**
 * @param {string} moduleUrl
 * @param {readonly string[]} folders
 */
async function importAll(moduleUrl, folders) {
  for (const folder of folders) {
    const url = new URL(`./${folder}/`, moduleUrl);
    const files = readdirSync(url, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /(?<!\.long|\.full)\.test\.ts$/.test(file))
      .sort();
    for (const file of files) await import(new URL(file, url).href);
  }
}
