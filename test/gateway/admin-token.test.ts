import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AdminToken } from '../../gateway/admin-token.js';
import { temporaryFolder } from '../support/temporary-folder.js';

test('is generated on the first start, for its owner only, and stays', (t) => {
  const dataDir = join(temporaryFolder(t), 'data');
  const first = AdminToken.load(undefined, dataDir);
  const file = join(dataDir, 'admin-token');
  const token = readFileSync(file, 'utf8').trim();
  assert.equal(first.file, file);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(dataDir).mode & 0o777, 0o700);
  assert.ok(token.length >= 32);
  assert.deepEqual([first.verify(token), first.verify(`${token}x`), first.verify('')], [true, false, false]);
  assert.equal(AdminToken.load(undefined, dataDir).verify(token), true);
});

test('is the configured one if there is one, and no file is made', (t) => {
  const dataDir = temporaryFolder(t);
  const token = AdminToken.load('a-configured-token', dataDir);
  assert.deepEqual([token.verify('a-configured-token'), token.file], [true, undefined]);
  assert.throws(() => statSync(join(dataDir, 'admin-token')));
});

test('a file that holds no token stops the start, by its name', (t) => {
  const dataDir = temporaryFolder(t);
  writeFileSync(join(dataDir, 'admin-token'), 'short\n');
  assert.throws(() => AdminToken.load(undefined, dataDir), /admin-token holds no token of at least 16 characters/);
});
