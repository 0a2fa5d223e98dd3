import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { AdminToken, adminTokenForm } from '#gateway/server/config/admin-token.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('a configured token is the only valid one, and no file is written', (t) => {
  const dataDir = join(temporaryFolder(t), 'data');
  const token = AdminToken.load('the-operators-own-token', dataDir);
  assert.equal(token.file, undefined);
  assert.equal(token.verify('the-operators-own-token'), true);
  assert.equal(existsSync(dataDir), false);
});

describe('without one, the first start', () => {
  test('generates a token in a file and folder that only their owner can read', (t) => {
    const dataDir = join(temporaryFolder(t), 'not yet', 'data');
    const token = AdminToken.load(undefined, dataDir);
    const file = join(dataDir, 'admin-token');
    assert.equal(token.file, file);
    assert.equal(modeOf(file), '600');
    assert.equal(modeOf(dataDir), '700');
    const text = readFileSync(file, 'utf8');
    assert.match(text, /^[A-Za-z0-9_-]{43}\n$/);
    assert.equal(token.verify(text.trimEnd()), true);
  });

  test('generates a different token each time', (t) => {
    const make = () => readFileSync(AdminToken.load(undefined, temporaryFolder(t)).file ?? '', 'utf8');
    assert.notEqual(make(), make());
  });
});

describe('an existing token file', () => {
  test('is read with or without a line end, and does not change', (t) => {
    for (const text of ['a-token-of-somebody', 'a-token-of-somebody\n', 'a-token-of-somebody\r\n']) {
      const dataDir = temporaryFolder(t);
      writeFileSync(join(dataDir, 'admin-token'), text);
      assert.equal(AdminToken.load(undefined, dataDir).verify('a-token-of-somebody'), true);
      assert.equal(readFileSync(join(dataDir, 'admin-token'), 'utf8'), text);
    }
  });

  test('stops the start without a valid token, with a message that does not quote it', (t) => {
    for (const text of [
      '',
      '\n',
      'fifteen-letters',
      'two words of which',
      'ünicode-characters',
      'two-tokens-of-them\ntwo-tokens-of-them',
    ]) {
      const dataDir = temporaryFolder(t);
      const file = join(dataDir, 'admin-token');
      writeFileSync(file, text);
      const message = `${file} has no valid token (${adminTokenForm}); remove it to generate a new one`;
      assert.throws(() => AdminToken.load(undefined, dataDir), { message });
    }
  });

  test('stops the start if it cannot be read', (t) => {
    const dataDir = temporaryFolder(t);
    mkdirSync(join(dataDir, 'admin-token'));
    assert.throws(() => AdminToken.load(undefined, dataDir), { code: 'EISDIR' });
  });
});

describe('verify', () => {
  test('accepts only the token itself', (t) => {
    const token = AdminToken.load('the-operators-own-token', temporaryFolder(t));
    const wrong = [
      '',
      'the-operators-own-toke',
      'the-operators-own-token ',
      'The-operators-own-token',
      'x'.repeat(100_000),
    ];
    for (const presented of wrong) assert.equal(token.verify(presented), false, presented.slice(0, 40));
    assert.equal(token.verify('the-operators-own-token'), true);
  });

  test('keeps no readable copy of the token', (t) => {
    const token = AdminToken.load('the-operators-own-token', temporaryFolder(t));
    assert.doesNotMatch(JSON.stringify(token), /operators/);
    assert.equal(String(token), '[object Object]');
  });
});
