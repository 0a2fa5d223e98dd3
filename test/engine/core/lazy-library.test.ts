import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { lazyLibrary } from '#engine/core/lazy-library.js';

test('a package is loaded on the first call, and once', () => {
  const ajv = lazyLibrary<typeof import('ajv')>('ajv');
  assert.equal(typeof ajv().Ajv, 'function');
  assert.equal(ajv(), ajv());
});

test('an ES module is loaded without a warning', () => {
  const program = `
    import { lazyLibrary } from ${JSON.stringify(new URL('../../../engine/core/lazy-library.ts', import.meta.url).href)};
    process.stdout.write(lazyLibrary('any-ascii')().default('Größe'));
  `;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', './gateway/build/typescript.mjs', '--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  );
  assert.deepEqual({ stdout, stderr }, { stdout: 'Grosse', stderr: '' });
});

test('nothing happens before the first call', () => {
  const missing = lazyLibrary('a-package-that-does-not-exist');
  assert.throws(missing, { code: 'MODULE_NOT_FOUND' });
});
