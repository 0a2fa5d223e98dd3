import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly resolved?: string }>>;
}

test('23 packages of other platforms had no checksum, so npm would have installed anything under their names', () => {
  const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as LockFile;
  for (const [folder, { integrity = '', resolved }] of Object.entries(lock.packages)) {
    if (folder === '') continue;
    assert.match(integrity, /^sha512-[A-Za-z0-9+/]{86}==$/, `${folder}: npm view <name>@<version> dist.integrity`);
    // The registry is that of whoever installs.
    assert.equal(resolved, undefined, folder);
  }
});
