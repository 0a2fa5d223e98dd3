import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { supportsNode, unsupportedNode } from '../../../gateway/build/script.mjs';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('it runs on Node 22 from 22.16, and on Node 24 or later', () => {
  for (const version of ['22.16.0', '22.23.2', '24.0.0', '26.1.0', '100.0.0']) {
    assert.equal(supportsNode(version), true, version);
  }
  for (const version of ['12.22.12', '20.20.2', '21.7.3', '22.0.0', '22.15.1', '23.11.0', '9.9.9']) {
    assert.equal(supportsNode(version), false, version);
  }
});

test('it does not call a newer Node too old', () => {
  const problem = unsupportedNode('23.11.0');
  assert.match(problem, /^Textmill does not run on Node\.js 23\.11\.0: .* 22\.16 or newer \(not 23\) /);
});

test('it names TEXTMILL_NODE as the reason if that chose an unsupported Node', () => {
  assert.match(unsupportedNode('20.20.2'), /^Textmill does not run on Node\.js 20\.20\.2: /);
  assert.match(
    unsupportedNode('20.20.2', '/usr/bin/node'),
    /^TEXTMILL_NODE is \/usr\/bin\/node, version 20\.20\.2, but it takes Node\.js 22\.16 or newer \(not 23\)\. /,
  );
});

test('an old Node can parse the script that reports it as too old', () => {
  const namesOfNode12 = ['spawn', 'existsSync', 'realpathSync', 'dirname', 'join', 'fileURLToPath', 'pathToFileURL'];
  for (const path of ['gateway/build/script.mjs', 'gateway/build/start.mjs', 'gateway/build/cli.mjs', 'test/run.mjs']) {
    const code = read(path);
    assert.doesNotMatch(code, /\?\.|\?\?|\|\|=|&&=|^(?:const .* = )?await /m, path);
    const imports = [...code.matchAll(/^import \{ (.*) \} from 'node:.*';$/gm)];
    const names = imports.flatMap(([, list = '']) => list.split(', '));
    for (const name of names) assert.ok(namesOfNode12.includes(name), `${path} imports ${name}`);
  }
});
