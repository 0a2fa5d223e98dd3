import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { AdminToken } from '../../../gateway/config/admin-token.js';
import { databaseFile, openDatabase } from '../../../gateway/store/connection.js';
import { makePrivate, prepareDataFolder } from '../../../gateway/store/data-folder.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

describe('the data folder', () => {
  test('is made for its owner only, under any umask', (t) => {
    const folder = join(temporaryFolder(t), 'not yet', 'data');
    const umask = process.umask(0);
    try {
      prepareDataFolder(folder);
    } finally {
      process.umask(umask);
    }
    assert.equal(modeOf(folder), '700');
  });

  test('that every user may write to is not taken, sticky or not', (t) => {
    for (const mode of [0o777, 0o1777, 0o702]) {
      const folder = temporaryFolder(t);
      chmodSync(folder, mode);
      assert.throws(() => prepareDataFolder(folder), {
        message: `DATA_DIR is ${JSON.stringify(folder)}, but every user of this machine may write to it: use another folder, or chmod o-w`,
      });
      assert.equal(modeOf(folder), mode.toString(8), 'nor is it changed: it may be in use for other things');
    }
  });

  test('that others may read, or a group may write to, is taken as it is', (t) => {
    for (const mode of [0o755, 0o770, 0o2775]) {
      const folder = temporaryFolder(t);
      chmodSync(folder, mode);
      prepareDataFolder(folder);
      assert.equal(modeOf(folder), mode.toString(8));
    }
  });
});

describe('a file of the folder', () => {
  test('that others could read or write is closed to them', (t) => {
    for (const mode of [0o644, 0o666, 0o640, 0o777]) {
      const file = join(temporaryFolder(t), 'file');
      writeFileSync(file, 'x');
      chmodSync(file, mode);
      makePrivate(file);
      assert.equal(modeOf(file), '600');
    }
  });

  test('that does not exist is no error', (t) => makePrivate(join(temporaryFolder(t), 'file')));

  test('the admin token among them', (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'admin-token');
    writeFileSync(file, 'a-token-of-somebody\n', { mode: 0o644 });
    assert.equal(AdminToken.load(undefined, folder).verify('a-token-of-somebody'), true);
    assert.equal(modeOf(file), '600');
  });
});

describe('a link in the place of a file', () => {
  /** What an attacker would have the gateway change, believe or write over. */
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
    test(`${name} is refused by its name, and what it points to left alone`, (t) => {
      const folder = temporaryFolder(t);
      const { target, link } = linked(folder, name);
      assert.throws(() => openDatabase(join(folder, 'data')), {
        message: `${link} is a symbolic link; replace it with a file`,
      });
      assert.equal(modeOf(target), '644');
      assert.equal(readFileSync(target, 'utf8'), 'a-token-of-an-attacker\n');
    });
  }

  test('admin-token is refused: its author would know the token', (t) => {
    const folder = temporaryFolder(t);
    const { target, link } = linked(folder, 'admin-token');
    assert.throws(() => AdminToken.load(undefined, join(folder, 'data')), {
      message: /admin-token is a symbolic link/,
    });
    assert.equal(modeOf(target), '644');
    assert.ok(lstatSync(link).isSymbolicLink());
  });

  test('one that points nowhere is refused as well: nothing is made at its end', (t) => {
    const folder = temporaryFolder(t);
    for (const name of ['textmill.sqlite', 'admin-token']) symlinkSync(join(folder, 'nowhere'), join(folder, name));
    assert.throws(() => openDatabase(folder), { message: /textmill\.sqlite is a symbolic link/ });
    assert.throws(() => AdminToken.load(undefined, folder), { message: /admin-token is a symbolic link/ });
    assert.equal(statSync(join(folder, 'nowhere'), { throwIfNoEntry: false }), undefined);
    assert.ok(lstatSync(databaseFile(folder)).isSymbolicLink());
  });
});
