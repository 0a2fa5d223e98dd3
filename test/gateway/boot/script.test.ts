import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { supportsNode } from '../../../gateway/boot/script.mjs';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('the versions of Node that are taken are the engines of package.json', () => {
  assert.deepEqual(JSON.parse(read('package.json')).engines, { node: '^20.19.0 || >=22.12.0' });
  for (const version of ['20.19.0', '20.20.2', '22.12.0', '22.23.3', '23.0.0', '24.1.0', '100.0.0']) {
    assert.equal(supportsNode(version), true, version);
  }
  for (const version of ['12.22.12', '18.20.8', '20.0.0', '20.18.3', '21.7.3', '22.0.0', '22.11.0', '9.9.9']) {
    assert.equal(supportsNode(version), false, version);
  }
});

test('an old Node can parse what tells it that it is old', () => {
  const namesOfNode12 = ['spawn', 'existsSync', 'realpathSync', 'join', 'fileURLToPath', 'pathToFileURL'];
  for (const path of ['gateway/boot/script.mjs', 'gateway/boot/start.mjs', 'gateway/boot/cli.mjs', 'test/run.mjs']) {
    const code = read(path);
    assert.doesNotMatch(code, /\?\.|\?\?|\|\|=|&&=|^(?:const .* = )?await /m, path);
    const imports = [...code.matchAll(/^import \{ (.*) \} from 'node:.*';$/gm)];
    const names = imports.flatMap(([, list = '']) => list.split(', '));
    for (const name of names) assert.ok(namesOfNode12.includes(name), `${path} imports ${name}`);
  }
});
