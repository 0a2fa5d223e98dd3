// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './lock-file.mjs';
import { ScriptError } from './script.mjs';

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
  // It asks for nothing.
  'CC0-1.0': 'Dedicated to the public domain: https://creativecommons.org/publicdomain/zero/1.0/legalcode.',
};

/** The licenses whose conditions a distribution meets that names their texts. Anything else is looked at first. */
const accepted =
  /^\(?(?:MIT|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|MPL-2\.0|PSF-2\.0|Python-2\.0)\)?$/;

/**
 * What packages contain of others, whose licenses they do not tell, by their names.
 *
 * @type {Record<string, string>}
 */
const contained = {
  'uws-pack':
    'Its binaries are uWebSockets.js of uNetworking AB (https://github.com/uNetworking/uWebSockets.js), under the Apache\n' +
    'License 2.0, whose text is in the part on eld.',
  'better-sqlite3': 'Its binaries contain SQLite (https://sqlite.org), which is in the public domain.',
};

/**
 * @typedef {object} BundledPackage
 * @property {string} folder - below that of package.json.
 * @property {string} name
 * @property {string} version
 * @property {string} license - its SPDX name.
 * @property {string} notice - what a distribution has to say.
 */

/**
 * Returns the packages that files belong to, in the order of their names, each once.
 *
 * @param {string} directory - the folder of package.json.
 * @param {readonly string[]} inputs - files of packages, or their folders, by their paths in it.
 * @returns {BundledPackage[]}
 * @throws {ScriptError} if one has no text of a license, or a license that a distribution may not meet.
 */
export function bundledPackages(directory, inputs) {
  const folders = new Set(inputs.map((input) => packageFolder(input)).filter((folder) => folder !== undefined));
  const packages = [...folders].sort().map((folder) => describePackage(directory, folder));
  const unique = [...new Map(packages.map((each) => [titleOf(each), each])).values()];
  return unique.sort((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1));
}

const titleOf = (/** @type {BundledPackage} */ { name, version }) => `${name} ${version}`;

/**
 * Returns the licenses of packages, for a distribution that contains them.
 *
 * @param {readonly BundledPackage[]} packages
 * @returns {string} a text with a part for each package.
 */
export function thirdPartyNotices(packages) {
  const introduction = 'Textmill contains these packages, with the licenses of their authors.\n';
  const parts = packages.map((each) => `${'='.repeat(80)}\n${titleOf(each)}\n\n${each.notice}\n`);
  return [introduction, ...parts].join('\n');
}

/**
 * Returns a list of the components of a distribution: CycloneDX 1.6, in JSON. It says no time, so that the same sources
 * lead to the same file.
 *
 * @param {string} directory - the folder of package.json and package-lock.json, which has the digests.
 * @param {readonly BundledPackage[]} packages
 */
export function billOfMaterials(directory, packages) {
  const settings = readJson(join(directory, 'package.json')) ?? {};
  const locked = readJson(join(directory, 'package-lock.json'))?.packages ?? {};
  const component = (/** @type {{ name: string, version: string, license?: string }} */ { name, version, license }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const licenses = license === undefined ? [] : [{ license: { id: license } }];
    return { 'bom-ref': purl, name, version, licenses, purl };
  };
  const components = packages.map((each) => {
    const [, digest] =
      /^sha512-(\S+)$/.exec(locked[each.folder.replace(/^.*?(?=node_modules\/)/, '')]?.integrity ?? '') ?? [];
    const hashes = digest ? [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] : [];
    return { type: 'library', ...component(each), hashes };
  });
  const product = component(settings);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', ...product } },
    components,
    dependencies: [{ ref: product['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) }],
  };
}

/**
 * @param {string} path
 * @returns {string | undefined} the folder of its package; undefined for a file of this project.
 */
function packageFolder(path) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll('\\', '/'))?.[0].replace(/^[\w-]+:/, '');
}

/**
 * @param {string} directory
 * @param {string} folder
 * @returns {BundledPackage}
 * @throws {ScriptError} if it has no text of a license, or a license that a distribution may not meet.
 */
function describePackage(directory, folder) {
  const place = join(directory, folder);
  const settings = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  const { name, version, author } = settings;
  // An object in old packages.
  const license = settings.license?.type ?? settings.license ?? '';
  if (!accepted.test(license)) {
    throw new ScriptError(
      `${name} ${version} has the license "${license}", which gateway/build/notices.mjs does not accept.`,
    );
  }
  const files = readdirSync(place).filter((file) => /^(?:licen[cs]e|copying|notice)(?:$|[-.])/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(place, file), 'utf8').trim());
  if (texts.length === 0) {
    const text = licenseTexts[license];
    if (text === undefined) {
      throw new ScriptError(
        `${name} ${version} has no file with its license (${license}): add the text to gateway/build/notices.mjs.`,
      );
    }
    const holder = typeof author === 'object' ? author.name : author;
    texts.push(`License: ${license}`, ...(holder ? [`Copyright (c) ${holder}`] : []), text);
  }
  // Whoever gets a program with such a package must learn where its sources are.
  if (license === 'MPL-2.0') {
    texts.unshift(
      `License: MPL-2.0. Its sources, unchanged: https://www.npmjs.com/package/${name}/v/${version}?activeTab=code`,
    );
  }
  return {
    folder,
    name,
    version,
    license,
    notice: [...texts, ...(contained[name] ? [contained[name]] : [])].join('\n\n'),
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
