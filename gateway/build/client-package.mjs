// @ts-check
// Builds the package of the client in gateway/client/dist, before npm packs it.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declareClient } from './declarations.mjs';
import { buildError, esbuildOf } from './esbuild.mjs';
import { projectDirectory, runAsScript } from './script.mjs';

/** The folder of the client's package.json. */
export const clientFolder = join(projectDirectory, 'gateway', 'client');
const declarations = 'gateway/client/index.d.ts';

/**
 * Writes what the client's package contains beside its README: one module for `import`, one for `require`, and types.
 *
 * @param {string} folder - of its package.json; gets a folder `dist`.
 * @throws {ScriptError} if a source is not valid.
 */
export async function buildClient(folder) {
  const target = join(folder, 'dist');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  await bundle(target);
  declareClient(join(target, 'types'));
  const toolTypes = join(target, 'types', 'engine', 'tool-types.d.ts');
  writeFileSync(toolTypes, withShortComments(readFileSync(toolTypes, 'utf8')));
  writeFileSync(join(target, 'index.d.cts'), await commonJsTypes(join(target, 'index.js')));
  copyFileSync(join(projectDirectory, 'LICENSE'), join(folder, 'LICENSE'));
}

/** @param {string} target */
async function bundle(target) {
  const { build, stop } = esbuildOf(projectDirectory);
  try {
    for (const [format, name] of /** @type {const} */ ([
      ['esm', 'index.js'],
      ['cjs', 'index.cjs'],
    ])) {
      await build({
        absWorkingDir: projectDirectory,
        entryPoints: ['gateway/client/index.ts'],
        outfile: join(target, name),
        bundle: true,
        format,
        platform: 'neutral',
        target: 'es2022',
        charset: 'utf8',
        minifyWhitespace: true,
        minifySyntax: true,
        tsconfigRaw: {},
        logLevel: 'warning',
      });
    }
  } catch (error) {
    throw buildError(error);
  } finally {
    await stop();
  }
}

/**
 * Shortens the comments on tools and options to their first clauses and the defaults: whole, they would be most of the
 * package. The catalogue has them.
 *
 * @param {string} source
 */
function withShortComments(source) {
  return source
    .replace(/\/\*\*(.*?)\*\//gs, (_, comment) => {
      const text = comment.replace(/\s+(?:\* )?/g, ' ').trim();
      const [clause = text] = /^.*?[.:;](?= )/.exec(text) ?? [];
      const [preset = ''] = / Default: .*$/.exec(text.slice(clause.length)) ?? [];
      return `/** ${clause.replace(/[:;]$/, '.')}${preset} */`;
    })
    .replace(/^ +/gm, (indent) => ' '.repeat(indent.length / 4));
}

/**
 * Returns the types for `require`: those for `import`, because a compiler takes a file for one of the two.
 *
 * @param {string} module
 */
async function commonJsTypes(module) {
  const mode = "with { 'resolution-mode': 'import' }";
  const names = Object.keys(await import(pathToFileURL(module).href));
  const values = names.map((name) => `export declare const ${name}: typeof client.${name};`);
  const classes = names.filter((name) => /^[A-Z]/.test(name)).map((name) => `export type ${name} = client.${name};`);
  const from = `from './types/${declarations.replace('.d.ts', '.js')}' ${mode};`;
  return [`import type * as client ${from}`, `export type * ${from}`, ...values, ...classes, ''].join('\n');
}

runAsScript(import.meta.url, () => buildClient(clientFolder));
