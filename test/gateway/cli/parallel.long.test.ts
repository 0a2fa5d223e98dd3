import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { suiteScope } from '../../support/cleanup.js';
import { ownRelease } from '../../support/own-release.js';
import { blocksOf, project, readPage } from '../../support/pages.js';
import { type ProgramResult, runProgram, unlessInstalled } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

// What gateway/cli/README.md says about files larger than a machine. The files here are small, and so are the blocks.

const page = readPage('gateway/cli/README.md');
const recipe = blocksOf(page).find(({ text }) => text.startsWith('parallel '))?.text ?? '';

/**
 * The place of ssh: it runs the command on this machine, through a shell, and sets `SHELL`, as a server does: parallel
 * starts its job with that, also where this process has none. The first connection fails as if the machine could not be
 * reached.
 */
const ssh = `#!/bin/sh
while [ "$1" != -- ]; do host=$1; shift; done
shift
echo "$host" >> hosts
if mkdir unreachable 2>/dev/null; then exit 255; fi
SHELL=/bin/sh exec sh -c "$*"
`;

/** Lines of several lengths and line ends; the last one has none, and one is longer than a block. */
function text(): Buffer {
  const words = ['a b', 'Äpfel ', '\t日本', '', '"q"', "it's", '\\', '🙂'];
  const lines = Array.from({ length: 20_000 }, (_, index) => {
    const line = Array.from({ length: index % 9 }, (_word, at) => words[(index * 7 + at * 3) % words.length]).join(' ');
    return `  ${line}${index % 5 === 0 ? '\r\n' : '\n'}`;
  });
  return Buffer.from([...lines, 'x a b '.repeat(60_000), '\n', ...lines, 'a b at the end'].join(''));
}

describe('parallel, as the page of the command line says', { skip: unlessInstalled('parallel') }, () => {
  const scope = suiteScope();
  let folder = '';
  let wanted: ProgramResult;

  /** Runs commands in the folder, with `textmill` on the PATH. */
  const shell = (script: string, environment: NodeJS.ProcessEnv = {}): Promise<ProgramResult> =>
    runProgram('sh', ['-c', script], {
      cwd: folder,
      environment: { ...environment, HOME: folder, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` },
    });

  before(async () => {
    ownRelease();
    folder = temporaryFolder(scope);
    mkdirSync(join(folder, 'bin'));
    // Keeps what each process says: parallel drops it where one process fails and the others are ended.
    const textmill = join(project, 'gateway/build/textmill');
    writeFileSync(join(folder, 'bin/textmill'), `#!/bin/sh\nexec '${textmill}' "$@" 2>> "$HOME/said"\n`);
    chmodSync(join(folder, 'bin/textmill'), 0o700);
    writeFileSync(join(folder, 'ssh'), ssh);
    chmodSync(join(folder, 'ssh'), 0o700);
    writeFileSync(join(folder, 'in.txt'), text());
    const alone = recipe.replace(/^.*\n\s*/, '').replace('out.txt', 'wanted.txt');
    assert.match(alone, /^textmill run --line-by-line /);
    wanted = await shell(alone);
    assert.equal(wanted.status, 0, wanted.stderr);
  });

  const smaller = () => {
    assert.ok(recipe.includes(' --block 64M '));
    return recipe.replace(' --block 64M ', ' --block 300k --jobs 2 ');
  };
  /** Runs a form of the recipe, and compares its output with that of one process. */
  const assertSame = async (script: string, environment?: NodeJS.ProcessEnv) => {
    const { status, stderr } = await shell(`rm -f out.txt said\n${script}`, environment);
    const said = join(folder, 'said');
    assert.equal(
      status,
      0,
      `${stderr}\n${existsSync(said) ? readFileSync(said, 'utf8') : 'textmill was not started.'}`,
    );
    const compared = await shell('cmp wanted.txt out.txt');
    assert.equal(compared.status, 0, compared.stdout);
  };

  test('the output is byte for byte that of one process, in order, with no line torn', () => assertSame(smaller()));

  test('so it is when parallel reads the file itself', () =>
    assertSame(smaller().replace('--pipe ', '--pipepart -a in.txt ').replace('< in.txt', '')));

  test('so it is over ssh on several machines, one of which fails at first: no quote is lost on the way', async () => {
    const hosts = '--sshlogin 1/one.example.com,1/two.example.com --retries 3';
    assert.ok(page.includes('`--sshlogin 8/one.example.com,8/two.example.com --retries 3`'));
    await assertSame(smaller().replace('--jobs 2', hosts), { PARALLEL_SSH: join(folder, 'ssh'), SHELL: '' });
    const { stdout } = await shell('sort -u hosts; ls -d unreachable');
    assert.equal(stdout, 'one.example.com\ntwo.example.com\nunreachable\n');
  });

  test('a block that fails is noticed', async () => {
    const script = `(cat in.txt; printf '\\n\\377\\n'; cat in.txt) > bad.txt\n${smaller().replace('in.txt', 'bad.txt')}`;
    const { status, stderr } = await shell(script);
    assert.notEqual(status, 0);
    // It ends the other blocks immediately, and may drop what the first one has said.
    assert.match(stderr, /^parallel: This job failed:$/m);
  });

  test('a step that needs the whole text is refused, and not run on its parts', async () => {
    const { status, stderr } = await shell(`rm -f out.txt\n${smaller().replace(' trim-lines ', ' reverse-lines ')}`);
    assert.notEqual(status, 0);
    assert.match(stderr, /^parallel: This job failed:$/m);
    assert.equal((await shell('cat out.txt')).stdout, '');
  });
});
