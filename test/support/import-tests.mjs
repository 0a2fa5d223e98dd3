// @ts-check
import { readdirSync } from 'node:fs';

/**
 * Imports the short test files below some folders, one after the other: their tests run in this process.
 *
 * @param {string} moduleUrl - the importing module; the folders are next to it.
 * @param {readonly string[]} folders
 */
export async function importTests(moduleUrl, folders) {
  for (const folder of folders) {
    const url = new URL(`./${folder}/`, moduleUrl);
    const files = readdirSync(url, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.long.test.ts'))
      .sort();
    for (const file of files) await import(new URL(file, url).href);
  }
}
