// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The texts of licenses, for packages without a file for it, by their SPDX names.
 *
 * @type {Record<string, string>}
 */
const licenseTexts = {
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  ISC: `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR
CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF
CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS
SOFTWARE.`,
};

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
  const copyright = holder ? [`Copyright (c) ${holder}`] : [];
  return {
    title,
    text: [`License: ${license ?? 'not named'}`, ...copyright, licenseTexts[license] ?? ''].join('\n\n').trim(),
  };
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
