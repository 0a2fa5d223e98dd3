import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { AdminToken } from '#gateway/server/config/admin-token.js';
import { makePrivate, prepareDataFolder } from '#gateway/server/storage/data-folder.js';
import { databaseFile, openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

describe('the data folder', () => {
  test('is created for its owner only, with any umask', (t) => {
    const folder = join(temporaryFolder(t), 'not yet', 'data');
    const umask = process.umask(0);
    try {
      prepareDataFolder(folder);
    } finally {
      process.umask(umask);
    }
    assert.equal(modeOf(folder), '700');
  });

  test('is refused if every user may write to it, with or without the sticky bit', (t) => {
    for (const mode of [0o777, 0o1777, 0o702]) {
      const folder = temporaryFolder(t);
      chmodSync(folder, mode);
      assert.throws(() => prepareDataFolder(folder), {
        message: `DATA_DIR is ${JSON.stringify(folder)}, but every user of this machine may write to it: use another folder, or chmod o-w`,
      });
      assert.equal(modeOf(folder), mode.toString(8), 'its mode does not change: it may have other uses');
    }
  });

  test('is accepted unchanged if others may read it, or a group may write to it', (t) => {
    for (const mode of [0o755, 0o770, 0o2775]) {
      const folder = temporaryFolder(t);
      chmodSync(folder, mode);
      prepareDataFolder(folder);
      assert.equal(modeOf(folder), mode.toString(8));
    }
  });
});

describe('a file in the folder', () => {
  test('loses the permissions of others', (t) => {
    for (const mode of [0o644, 0o666, 0o640, 0o777]) {
      const file = join(temporaryFolder(t), 'file');
      writeFileSync(file, 'x');
      chmodSync(file, mode);
      makePrivate(file);
      assert.equal(modeOf(file), '600');
    }
  });

  test('may be missing', (t) => makePrivate(join(temporaryFolder(t), 'file')));

  test('may be the admin token', (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'admin-token');
    writeFileSync(file, 'a-token-of-somebody\n', { mode: 0o644 });
    assert.equal(AdminToken.load(undefined, folder).verify('a-token-of-somebody'), true);
    assert.equal(modeOf(file), '600');
  });
});

describe('a symbolic link in place of a file', () => {
  /** Files that an attacker would make the gateway change, trust or overwrite. */
  function linked(folder: string, name: string): { target: string; link: string } {
    const target = join(folder, 'elsewhere');
    writeFileSync(target, 'a-token-of-an-attacker\n', { mode: 0o644 });
    const data = join(folder, 'data');
    mkdirSync(data);
    const link = join(data, name);
    symlinkSync(target, link);
    return { target, link };
  }

  for (const name of ['textmill.sqlite', 'textmill.sqlite-wal', 'textmill.sqlite-shm']) {
    test(`${name} is refused with its name, and its target does not change`, (t) => {
      const folder = temporaryFolder(t);
      const { target, link } = linked(folder, name);
      assert.throws(() => openDatabase(join(folder, 'data')), {
        message: `${link} is a symbolic link; replace it with a file`,
      });
      assert.equal(modeOf(target), '644');
      assert.equal(readFileSync(target, 'utf8'), 'a-token-of-an-attacker\n');
    });
  }

  test('admin-token is refused: the owner of its target would know the token', (t) => {
    const folder = temporaryFolder(t);
    const { target, link } = linked(folder, 'admin-token');
    assert.throws(() => AdminToken.load(undefined, join(folder, 'data')), {
      message: /admin-token is a symbolic link/,
    });
    assert.equal(modeOf(target), '644');
    assert.ok(lstatSync(link).isSymbolicLink());
  });

  test('a dangling link is refused too, and its target is not created', (t) => {
    const folder = temporaryFolder(t);
    for (const name of ['textmill.sqlite', 'admin-token']) symlinkSync(join(folder, 'nowhere'), join(folder, name));
    assert.throws(() => openDatabase(folder), { message: /textmill\.sqlite is a symbolic link/ });
    assert.throws(() => AdminToken.load(undefined, folder), { message: /admin-token is a symbolic link/ });
    assert.equal(statSync(join(folder, 'nowhere'), { throwIfNoEntry: false }), undefined);
    assert.ok(lstatSync(databaseFile(folder)).isSymbolicLink());
  });
});
