// @ts-check
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectDirectory, ScriptError } from './script.mjs';

/**
 * Writes the declarations of the client, compiled with settings of their own: for browsers, without the types of Node.js.
 *
 * @param {string} output - a folder, which has them by their paths in the project.
 * @throws {ScriptError} as {@link declareEngine} does.
 */
export function declareClient(output) {
  const settings = join(projectDirectory, 'gateway', 'client', 'tsconfig.json');
  declare('client', output, 'gateway/client/index.d.ts', (folder) => [
    settings,
    ...['--noEmit', 'false', '--emitDeclarationOnly', '--sourceMap', 'false', '--outDir', folder],
  ]);
}

/**
 * Writes the declarations of `textmill/engine`, and those that they import.
 *
 * @param {string} output - the folder of the package.
 * @throws {ScriptError} if the compiler finds errors, or a declaration imports a package, which a program may not have.
 */
export function declareEngine(output) {
  declare('engine', output, 'engine/index.d.ts', (folder) => {
    const settings = join(folder, 'tsconfig.json');
    const compilerOptions = {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: projectDirectory, outDir: folder },
      typeRoots: [join(projectDirectory, 'node_modules/@types')],
    };
    const files = [join(projectDirectory, 'engine', 'index.ts')];
    const content = { extends: join(projectDirectory, 'tsconfig.json'), compilerOptions, files, include: [] };
    writeFileSync(settings, JSON.stringify(content));
    return [settings];
  });
}

/**
 * @param {string} what
 * @param {string} output
 * @param {string} first - the declaration to write, with those that it imports.
 * @param {(folder: string) => readonly string[]} optionsFor - of the compiler, the settings first; the folder is where it
 *   writes.
 */
function declare(what, output, first, optionsFor) {
  const folder = join(output, '.declarations');
  mkdirSync(folder, { recursive: true });
  try {
    compile(what, optionsFor(folder));
    for (const file of importedDeclarations(folder, first)) {
      mkdirSync(dirname(join(output, file)), { recursive: true });
      cpSync(join(folder, file), join(output, file));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} folder
 * @param {string} first - a declaration in it.
 * @returns {ReadonlySet<string>} the declaration and all that it imports, directly or not.
 */
function importedDeclarations(folder, first) {
  const files = new Set([first]);
  // A set gives the items that are added meanwhile, too.
  for (const file of files) {
    for (const [, specifier = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
      /\b(?:from|import)\b *\(?'([^']+)'/g,
    )) {
      if (!specifier.startsWith('.')) throw new ScriptError(`${file} must not import ${specifier}.`);
      files.add(join(dirname(file), specifier.replace(/\.js$/, '.d.ts')));
    }
  }
  return files;
}

/**
 * @param {string} what
 * @param {readonly string[]} options - the settings first.
 */
function compile(what, options) {
  const compiler = join(
    createRequire(join(projectDirectory, 'package.json')).resolve('typescript/package.json'),
    '../bin/tsc',
  );
  const { status, error } = spawnSync(process.execPath, [compiler, '-p', ...options], {
    cwd: projectDirectory,
    stdio: ['ignore', 2, 2],
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new ScriptError(`The ${what} does not compile; see the compiler's messages above.`);
}
