import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thirdPartyNotices } from '../../../gateway/build/notices.mjs';
import { copyProject } from '../../support/project-copy.js';

test('a package without a license file has the text of the license that it names', (t) => {
  const copy = copyProject(t, { installed: false });
  const settings = { version: '1.0.0', author: { name: 'Ada' } };
  copy.write({
    'node_modules/a/package.json': JSON.stringify({ name: 'a', ...settings, license: 'MIT' }),
    'node_modules/b/package.json': JSON.stringify({ name: 'b', ...settings, license: 'ISC' }),
    'node_modules/c/package.json': JSON.stringify({ name: 'c', ...settings, license: 'MIT' }),
    'node_modules/c/LICENSE': 'Its own text',
  });
  const inputs = ['a', 'b', 'c'].map((name) => `node_modules/${name}/index.js`);
  const [, a, b, c] = thirdPartyNotices(copy.directory, inputs).split(/^=+$/m);
  assert.match(
    a ?? '',
    /^\na 1\.0\.0\n\nLicense: MIT\n\nCopyright \(c\) Ada\n\nPermission is hereby granted, free of charge/,
  );
  assert.match(b ?? '', /^\nb 1\.0\.0\n\nLicense: ISC\n\nCopyright \(c\) Ada\n\nPermission to use, copy, modify/);
  assert.equal(c?.trim(), 'c 1.0.0\n\nIts own text');
});
