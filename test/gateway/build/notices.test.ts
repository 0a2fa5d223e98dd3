import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packagesIn } from '../../../gateway/build/lock-file.mjs';
import { billOfMaterials, bundledPackages, thirdPartyNotices } from '../../../gateway/build/notices.mjs';
import { copyProject } from '../../support/project-copy.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));

test('a package without a license file has the text of the license that it names', (t) => {
  const copy = copyProject(t, { installed: false });
  const settings = { version: '1.0.0', author: { name: 'Ada' } };
  copy.write({
    'node_modules/a/package.json': JSON.stringify({ name: 'a', ...settings, license: 'MIT' }),
    'node_modules/b/package.json': JSON.stringify({ name: 'b', ...settings, license: 'ISC' }),
    'node_modules/c/package.json': JSON.stringify({ name: 'c', ...settings, license: 'MIT' }),
    'node_modules/c/LICENSE': 'Its own text',
    'node_modules/d/package.json': JSON.stringify({ name: 'd', ...settings, license: 'MPL-2.0' }),
    'node_modules/d/LICENSE': 'Its own text',
  });
  const inputs = ['b', 'a', 'd', 'c', 'a'].map((name) => `node_modules/${name}/index.js`);
  const [, a, b, c, d] = thirdPartyNotices(bundledPackages(copy.directory, inputs)).split(/^=+$/m);
  assert.match(
    a ?? '',
    /^\na 1\.0\.0\n\nLicense: MIT\n\nCopyright \(c\) Ada\n\nPermission is hereby granted, free of charge/,
  );
  assert.match(b ?? '', /^\nb 1\.0\.0\n\nLicense: ISC\n\nCopyright \(c\) Ada\n\nPermission to use, copy, modify/);
  assert.equal(c?.trim(), 'c 1.0.0\n\nIts own text');
  assert.match(
    d ?? '',
    /^\nd 1\.0\.0\n\nLicense: MPL-2\.0\. Its sources, unchanged: https:\S+d\/v\/1\.0\.0\S*\n\nIts own text/,
  );
});

test('a build fails with a package whose license is unknown or not there', (t) => {
  const copy = copyProject(t, { installed: false });
  for (const [license, message] of [
    ['GPL-3.0', /^a 1\.0\.0 has the license "GPL-3\.0", which gateway\/build\/notices\.mjs does not accept\.$/],
    [undefined, /^a 1\.0\.0 has the license ""/],
    ['Apache-2.0', /^a 1\.0\.0 has no file with its license \(Apache-2\.0\): add the text/],
  ] as const) {
    copy.write({ 'node_modules/a/package.json': JSON.stringify({ name: 'a', version: '1.0.0', license }) });
    assert.throws(() => bundledPackages(copy.directory, ['node_modules/a/index.js']), { message });
  }
});

test('every package that may be in a release has a notice, and a digest in the list of components', () => {
  const folders = [...packagesIn(join(project, 'package-lock.json'))]
    .filter(([folder, { dev }]) => !dev && existsSync(join(project, folder, 'package.json')))
    .map(([folder]) => folder);
  assert.ok(folders.length > 90);
  const packages = bundledPackages(project, folders);
  const { components, dependencies } = billOfMaterials(project, packages);
  for (const { purl, hashes } of components) assert.match(hashes[0]?.content ?? '', /^[\da-f]{128}$/, purl);
  assert.deepEqual(
    dependencies[0]?.dependsOn,
    components.map(({ purl }) => purl),
  );
  // The text to which the part on uWebSockets.js refers.
  const notices = thirdPartyNotices(packages);
  assert.match(notices, /^uws-pack [\s\S]+ whose text is in the part on eld\.$/m);
  assert.ok(notices.includes(readFileSync(join(project, 'node_modules/eld/LICENSE'), 'utf8').trim()));
});
