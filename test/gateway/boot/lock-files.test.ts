import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { countForPlatform, findDifference, reachablePackages } from '../../../gateway/boot/lock-files.mjs';

const here = { os: 'linux', cpu: 'x64' };
const ajv = { version: '8.20.0', integrity: 'sha512-A' };
const forHere = { version: '1.0.0', integrity: 'sha512-H', optional: true, os: ['linux'], cpu: ['x64'] };
const forMac = { version: '1.0.0', integrity: 'sha512-M', optional: true, os: ['darwin'], cpu: ['arm64'] };

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly resolved?: string }>>;
}

type Packages = Parameters<typeof findDifference>[0]['packages'];

/** The contents of package-lock.json, npm's record in node_modules, and the expected difference. */
const rows: { name: string; lock: Packages; installed: Packages | undefined; difference: string | undefined }[] = [
  {
    name: 'nothing installed, or an interrupted install',
    lock: { 'node_modules/ajv': ajv },
    installed: undefined,
    difference: 'no finished install in node_modules',
  },
  {
    name: 'everything installed; the project itself is not a package',
    lock: { '': { version: '1.4.0' }, 'node_modules/ajv': ajv },
    installed: { 'node_modules/ajv': ajv },
    difference: undefined,
  },
  { name: 'no packages at all', lock: {}, installed: {}, difference: undefined },
  {
    name: 'a package is missing, as after an install that omits the development dependencies',
    lock: { 'node_modules/ajv': ajv, 'node_modules/tsx': { version: '4.0.0', integrity: 'sha512-T' } },
    installed: { 'node_modules/ajv': ajv },
    difference: 'tsx 4.0.0 is missing',
  },
  {
    name: 'another version',
    lock: { 'node_modules/ajv': ajv },
    installed: { 'node_modules/ajv': { version: '8.17.0', integrity: 'sha512-O' } },
    difference: 'ajv is 8.17.0 instead of 8.20.0',
  },
  {
    name: 'another version, in a nested folder',
    lock: { 'node_modules/a/node_modules/@s/b': { version: '2.0.0' } },
    installed: { 'node_modules/a/node_modules/@s/b': { version: '1.0.0' } },
    difference: '@s/b is 1.0.0 instead of 2.0.0',
  },
  {
    name: 'the same version with different content',
    lock: { 'node_modules/ajv': ajv },
    installed: { 'node_modules/ajv': { ...ajv, integrity: 'sha512-X' } },
    difference: 'ajv 8.20.0 has a different checksum',
  },
  {
    name: 'the lock file has no checksum to compare',
    lock: { 'node_modules/ajv': { version: '8.20.0' } },
    installed: { 'node_modules/ajv': ajv },
    difference: undefined,
  },
  {
    name: 'a package that is no longer in the lock file',
    lock: { 'node_modules/ajv': ajv },
    installed: { 'node_modules/ajv': ajv, 'node_modules/left-pad': { version: '1.3.0' } },
    difference: 'left-pad is not in package-lock.json',
  },
  {
    name: 'an optional package of another platform may be absent',
    lock: { 'node_modules/binding-mac': forMac },
    installed: {},
    difference: undefined,
  },
  {
    name: 'an optional package of this platform may not, as after a copy from another machine',
    lock: { 'node_modules/binding-mac': forMac, 'node_modules/binding-linux': forHere },
    installed: { 'node_modules/binding-mac': forMac },
    difference: 'binding-linux 1.0.0 is missing',
  },
  {
    name: 'the right system on another processor',
    lock: { 'node_modules/binding': { ...forHere, cpu: ['arm64'] } },
    installed: {},
    difference: undefined,
  },
  {
    name: 'a platform list that excludes another platform',
    lock: { 'node_modules/binding': { version: '1.0.0', optional: true, os: ['!win32'] } },
    installed: {},
    difference: 'binding 1.0.0 is missing',
  },
  {
    name: 'a platform list that excludes this platform',
    lock: { 'node_modules/binding': { version: '1.0.0', optional: true, os: ['!linux'] } },
    installed: {},
    difference: undefined,
  },
  {
    name: 'an optional package for another C library',
    lock: { 'node_modules/binding-musl': { ...forHere, libc: ['musl'] } },
    installed: {},
    difference: undefined,
  },
  {
    name: 'an optional package without a platform may have failed to build',
    lock: { 'node_modules/nice': { version: '1.0.0', optional: true } },
    installed: {},
    difference: undefined,
  },
  {
    name: 'an installed optional package is compared like any other',
    lock: { 'node_modules/binding-linux': forHere },
    installed: { 'node_modules/binding-linux': { ...forHere, version: '0.9.0' } },
    difference: 'binding-linux is 0.9.0 instead of 1.0.0',
  },
];

test('23 packages of other platforms had no checksum, so npm would have installed anything under their names', () => {
  const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as LockFile;
  for (const [folder, { integrity = '', resolved }] of Object.entries(lock.packages)) {
    if (folder === '') continue;
    assert.match(integrity, /^sha512-[A-Za-z0-9+/]{86}==$/, `${folder}: npm view <name>@<version> dist.integrity`);
    // The registry is that of whoever installs.
    assert.equal(resolved, undefined, folder);
  }
});

describe('the difference between package-lock.json and node_modules', () => {
  for (const { name, lock, installed, difference } of rows) {
    test(name, () => {
      const note = installed === undefined ? undefined : { packages: installed };
      assert.equal(findDifference({ packages: lock }, note, here), difference);
    });
  }
});

describe('without development dependencies', () => {
  const lock = {
    packages: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0', dev: true } },
  };
  const wants = { development: false };

  test('development packages may be missing, or have any version', () => {
    const note = { packages: { 'node_modules/a': { version: '1.0.0' } } };
    assert.equal(findDifference(lock, note, here), 'b 1.0.0 is missing');
    assert.equal(findDifference(lock, note, here, wants), undefined);
    const other = { packages: { ...note.packages, 'node_modules/b': { version: '2.0.0' } } };
    assert.equal(findDifference(lock, other, here, wants), undefined);
    assert.equal(findDifference(lock, { packages: {} }, here, wants), 'a 1.0.0 is missing');
  });

  test('they are not counted', () => {
    assert.deepEqual(
      [countForPlatform(lock, here, { development: true }), countForPlatform(lock, here, wants)],
      [2, 1],
    );
  });
});

test('dependencies are found where Node.js finds them', () => {
  const packages = {
    '': {},
    'node_modules/a': { dependencies: { b: '1', c: '1' } },
    'node_modules/a/node_modules/b': { optionalDependencies: { d: '1' }, peerDependencies: { '@s/e': '1' } },
    'node_modules/b': {},
    'node_modules/c': { dependencies: { a: '1' } },
    'node_modules/d': {},
    'node_modules/@s/e': {},
    'node_modules/unneeded': {},
  };
  const needed = ['a', 'a/node_modules/b', 'd', '@s/e', 'c'].map((name) => `node_modules/${name}`);
  assert.deepEqual([...reachablePackages({ packages }, ['a', 'absent'])], needed);
});
