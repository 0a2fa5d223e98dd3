// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the licenses of packages, for a distribution that contains them.
 *
 * @param {string} directory - the folder of package.json.
 * @param {readonly string[]} inputs - files of packages, or their folders, by their paths in it.
 * @returns {string} a text with a part for each package, in the order of their names.
 */
export function thirdPartyNotices(directory, inputs) {
  const folders = new Set(inputs.map((input) => packageFolder(input)).filter((folder) => folder !== undefined));
  const parts = [...folders].map((folder) => noticeOf(join(directory, folder)));
  const unique = [...new Map(parts.map((part) => [part.title, part])).values()];
  unique.sort((a, b) => (a.title < b.title ? -1 : 1));
  const introduction = 'Textmill contains these packages, with the licenses of their authors.\n';
  return [introduction, ...unique.map(({ title, text }) => `${'='.repeat(80)}\n${title}\n\n${text}\n`)].join('\n');
}

/**
 * @param {string} path
 * @returns {string | undefined} the folder of its package; undefined for a file of this project.
 */
function packageFolder(path) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll('\\', '/'))?.[0].replace(/^[\w-]+:/, '');
}

/**
 * @param {string} folder
 * @returns {{ title: string, text: string }}
 */
function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const title = `${name} ${version}`;
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)(?:$|[-.])/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length > 0) return { title, text: texts.join('\n\n') };
  const holder = typeof author === 'object' ? author.name : author;
  return { title, text: [`License: ${license ?? 'not named'}`, ...(holder ? [`Author: ${holder}`] : [])].join('\n') };
}

/**
 * @param {string} directory - the folder of package.json.
 * @param {string} name
 * @returns {string | undefined} the folder of an installed package in it; undefined if it is not installed.
 */
export function installedFolder(directory, name) {
  const folder = `node_modules/${name}`;
  return existsSync(join(directory, folder, 'package.json')) ? folder : undefined;
}
