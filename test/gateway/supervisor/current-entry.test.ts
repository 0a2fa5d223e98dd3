import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { releaseIn } from '#gateway/core/release.js';
import { currentEntry } from '#gateway/supervisor/current-entry.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const inRelease = 'gateway-process.mjs';

/** Creates a folder with the releases `old` and `new`. @returns a function that gives the path of a file in it. */
function installation(t: TestContext): (path: string) => string {
  const releases = join(realpathSync(temporaryFolder(t)), 'dist');
  for (const id of ['old', 'new']) mkdirSync(join(releases, id), { recursive: true });
  return (path) => join(releases, path);
}

describe('the file that starts a gateway process', () => {
  test('is next to the supervisor if that is not in a folder of releases', () => {
    const beside = '/opt/textmill/gateway-process.mjs';
    assert.deepEqual(currentEntry(beside), { node: process.execPath, file: beside });
    assert.match(currentEntry().file, /\/gateway\/server\/gateway-process\.[jt]s$/);
  });

  test('is next to the supervisor as long as there is no link to the current release', (t) => {
    const path = installation(t);
    assert.equal(currentEntry(path(`old/${inRelease}`)).file, path(`old/${inRelease}`));
    mkdirSync(path('current'));
    assert.equal(currentEntry(path(`old/${inRelease}`)).file, path(`old/${inRelease}`), 'a folder is not a link');
  });

  test('is in the release that the link names at the time', (t) => {
    const path = installation(t);
    for (const id of ['new', 'old']) {
      symlinkSync(id, path('current'));
      assert.equal(currentEntry(path(`old/${inRelease}`)).file, path(`${id}/${inRelease}`));
      rmSync(path('current'));
    }
  });

  test('runs under the Node.js of its release if the supervisor runs under that of its own release', (t) => {
    const path = installation(t);
    symlinkSync('new', path('current'));
    const binary = 'bin/node';
    assert.equal(currentEntry(path(`old/${inRelease}`), path(`old/${binary}`)).node, path(`new/${binary}`));
    assert.equal(currentEntry(path(`old/${inRelease}`), '/usr/bin/node').node, '/usr/bin/node');
  });

  test('is a missing file if the link is dangling, so that the start fails', (t) => {
    const path = installation(t);
    symlinkSync('gone', path('current'));
    assert.equal(currentEntry(path(`old/${inRelease}`)).file, path(`current/${inRelease}`));
  });
});

test('a release is a folder in dist', () => {
  assert.deepEqual(releaseIn('/opt/textmill/dist/b1'), {
    id: 'b1',
    folder: '/opt/textmill/dist/b1',
    releases: '/opt/textmill/dist',
  });
  for (const folder of ['/opt/textmill', '/opt/textmill/dist', '/opt/textmill/dist/b1/engine'])
    assert.equal(releaseIn(folder), undefined, folder);
});
