import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyOf, dockerfile, isIgnored, type Stage, stagesOf, textsOf } from './dockerfile.js';
import { runProgram } from './program.js';

const project = fileURLToPath(new URL('../../', import.meta.url));

/** The image of the shipped Dockerfile, as far as it can be built without Docker and a network. */
export interface Image {
  /** The folder that stands for the root of its file system. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly workingFolder: string;
  /** The command and its arguments. */
  readonly start: readonly string[];
  readonly healthCheck: readonly string[];
}

/**
 * Builds the stages of the Dockerfile in a folder: it copies files as Docker does, runs scripts, and uses the project's
 * installed packages instead of npm.
 */
export async function makeImage(folder: string): Promise<Image> {
  const roots = new Map<string, string>();
  let root = folder;
  const stages = stagesOf(dockerfile);
  for (const stage of stages) {
    root = join(folder, stage.name || 'image');
    mkdirSync(root);
    chmodSync(root, 0o755);
    const base = roots.get(stage.base);
    if (base !== undefined) cpSync(base, root, { recursive: true });
    await executeStage(stage, root, roots);
    roots.set(stage.name, root);
  }
  const final = stages.at(-1);
  assert.ok(final !== undefined);
  const words = (text: string | undefined): string[] => JSON.parse(text?.replace(/^.*?\[/, '[') ?? '');
  const variables = textsOf(final, 'ENV').flatMap((text) => text.split(' '));
  return {
    root,
    environment: Object.fromEntries(variables.map((text) => text.split('='))),
    workingFolder: textsOf(final, 'WORKDIR').at(-1) ?? '',
    start: [...words(textsOf(final, 'ENTRYPOINT').at(-1)), ...words(textsOf(final, 'CMD').at(-1))],
    healthCheck: words(textsOf(final, 'HEALTHCHECK').at(-1)),
  };
}

async function executeStage(stage: Stage, root: string, roots: ReadonlyMap<string, string>): Promise<void> {
  // A stage starts with the files of the stage that it is built from.
  let folder = join(root, existsSync(join(root, 'opt/textmill')) ? 'opt/textmill' : '');
  for (const { name, text } of stage.instructions) {
    if (name === 'WORKDIR') {
      folder = join(root, text);
      mkdirSync(folder, { recursive: true });
    } else if (name === 'COPY') copy(text, root, folder, roots);
    else if (name === 'RUN') await run(text, root, folder);
  }
}

function copy(text: string, root: string, folder: string, roots: ReadonlyMap<string, string>): void {
  const { from, sources, destination } = copyOf(text);
  const target = destination.startsWith('/') ? join(root, destination) : join(folder, destination);
  const origin = from === undefined ? project : roots.get(from);
  assert.ok(origin !== undefined, `there is no stage ${from}`);
  for (const source of sources) {
    const file = join(origin, source);
    // A file copied into a folder keeps its name; for a folder, its contents are copied to the target.
    const isIntoFolder = destination.endsWith('/') && !statSync(file).isDirectory();
    const place = isIntoFolder ? join(target, basename(source)) : target;
    const filter = (path: string): boolean => from !== undefined || !isIgnored(relative(project, path));
    cpSync(file, place, { recursive: true, filter, verbatimSymlinks: true });
  }
}

async function run(command: string, root: string, folder: string): Promise<void> {
  if (command.startsWith('npm ci ')) return symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  const [, mode, made] = /^install -d -m (\d+) (\/\S+)$/.exec(command) ?? [];
  if (made !== undefined) return void mkdirSync(join(root, made), { recursive: true, mode: Number(`0o${mode}`) });
  const [program, ...args] = command.split(' ').map((word) => (word.startsWith('/') ? join(root, word) : word));
  assert.equal(program, 'sh', `cannot carry out ${command}`);
  const { status, stdout, stderr } = await runProgram('sh', args, { cwd: folder });
  assert.equal(status, 0, stdout + stderr);
}
