// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { buildError, esbuildOf } from './esbuild.mjs';
import { libraryPackages, loadedLibrary, toolSources } from './tool-modules.mjs';

/** The folder of the worker that runs the engine in browsers, below the project's folder. */
const engineSources = join('gateway', 'console', 'engine');

/** Modules that the browser has another one for, by the ends of their paths. */
const standIns = {
  'engine/core/json': 'stand-ins',
  'engine/core/lazy-library': 'lazy-library',
  'engine/core/program-folder': 'stand-ins',
  'engine/core/time-limit': 'stand-ins',
  'engine/kernels/compiled': 'stand-ins',
};
/** The same for packages and modules of Node.js. */
const packages = {
  ajv: 'ajv',
  'node:buffer': 'node/buffer',
  'node:crypto': 'node/crypto',
  'node:fs': 'stand-ins',
  'node:net': 'node/net',
  'node:os': 'stand-ins',
  'node:perf_hooks': 'stand-ins',
  'node:url': 'stand-ins',
  'node:zlib': 'stand-ins',
};
/** Files of libraries in place of those that a bundler for browsers finds, below the project's folder. */
const libraries = {
  // ajv makes code from schemas, which the worker's policy forbids.
  ajv: join(engineSources, 'ajv-drafts.ts'),
  'ajv/dist/2019.js': join(engineSources, 'ajv-drafts.ts'),
  'ajv/dist/2020.js': join(engineSources, 'ajv-drafts.ts'),
  // That for browsers exports nothing.
  '@jmespath-community/jmespath': join('node_modules', '@jmespath-community', 'jmespath', 'dist', 'index.cjs'),
};

/**
 * @typedef {object} BundledEngine
 * @property {string} script - the name of the worker's script; '' if there are no sources of it.
 * @property {{ name: string, contents: Uint8Array }[]} files - the script, a file for each tool and each package that tools
 *   load, and files that several of these need. Their names have digests of the contents.
 * @property {string[]} inputs - the files that it was made of, below the project's folder.
 */

/**
 * Bundles the engine for browsers. Writes nothing.
 *
 * @param {string} directory - the folder of package.json.
 * @returns {Promise<BundledEngine>}
 * @throws {ScriptError} if esbuild finds errors, which it has written to standard error.
 */
export async function bundleEngine(directory) {
  if (!existsSync(join(directory, engineSources, 'worker.ts'))) return { script: '', files: [], inputs: [] };
  const esbuild = esbuildOf(directory);
  try {
    const { outputFiles, metafile } = await esbuild.build({
      absWorkingDir: directory,
      entryPoints: { engine: join(engineSources, 'worker.ts') },
      outdir: 'bundle',
      entryNames: '[name]-[hash]',
      chunkNames: 'engine-[name]-[hash]',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      // The same modules as in Node.js.
      mainFields: ['main', 'module'],
      target: ['es2022', 'chrome120', 'firefox121', 'safari17.2'],
      inject: [join(engineSources, 'node', 'buffer.ts')],
      define: { global: 'globalThis' },
      minify: true,
      charset: 'utf8',
      legalComments: 'none',
      tsconfigRaw: {},
      plugins: [enginePlugin(directory)],
      metafile: true,
      write: false,
      logLevel: 'warning',
    });
    const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
    const script = files.find(({ name }) => /^engine-[^-]+\.js$/.test(name))?.name ?? '';
    return { script, files, inputs: Object.keys(metafile.inputs) };
  } catch (error) {
    throw buildError(error);
  } finally {
    // Its process would stay as long as this one.
    await esbuild.stop();
  }
}

/**
 * Puts the browser's modules into the places of those for Node.js, and imports tools and libraries when they are needed.
 *
 * @param {string} directory
 * @returns {import('esbuild').Plugin}
 */
function enginePlugin(directory) {
  const tools = toolSources(directory);
  const groups = libraryGroups(directory);
  const shared = sharedModules(directory, tools);
  const pathOf = (/** @type {string} */ module) => join(directory, engineSources, `${module}.ts`);
  const generated = (/** @type {readonly string[]} */ lines) => ({
    resolveDir: directory,
    contents: lines.join('\n'),
  });
  return {
    name: 'browser-engine',
    setup({ onLoad, onResolve, resolve }) {
      for (const [end, module] of Object.entries(standIns)) {
        const filter = new RegExp(`/${basename(end)}\\.js$`);
        onResolve({ filter }, ({ path, resolveDir }) => {
          const full = path.startsWith('#') ? path.slice(1) : join(resolveDir, path);
          return full.replaceAll('\\', '/').endsWith(`${end}.js`) ? { path: pathOf(module) } : undefined;
        });
      }
      for (const [name, module] of Object.entries(packages)) {
        onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: pathOf(module) }));
      }
      onLoad({ filter: /[\\/]catalogue[\\/]bundled-tools\.ts$/ }, () =>
        generated([
          'export const bundledTools = {',
          ...tools.map((tool) => `get '${tool}'() { return import('./engine/tools/${tool}.ts') },`),
          '};',
        ]),
      );
      onLoad({ filter: /[\\/]catalogue[\\/]tool-files\.ts$/ }, () => {
        const files = tools.map((path) => ({ category: path.split('/')[0], slug: basename(path), path }));
        return generated([
          "export const toolsDirectory = '';",
          `const files = ${JSON.stringify(files)};`,
          'export const toolFiles = () => files;',
        ]);
      });
      onLoad({ filter: /[\\/]console[\\/]engine[\\/]libraries\.ts$/ }, () =>
        generated([
          'export const libraries = {',
          ...[...groups].flatMap(([group, names]) =>
            names.map((name) => `'${name}': () => import('library:${group}'),`),
          ),
          '};',
        ]),
      );
      // Each tool reaches all of them, so they are in one file: two hundred tools have 145 different sets of them. So do
      // tables and suggestions.
      onResolve({ filter: /^textmill:shared$/ }, ({ path }) => ({ path, namespace: 'shared' }));
      onLoad({ filter: /.*/, namespace: 'shared' }, () => generated(shared.map((module) => `import '#${module}.js';`)));
      onLoad(
        {
          filter:
            /[\\/](?:engine[\\/]tools[\\/]\w+[\\/][\w-]+|console[\\/]engine[\\/](?:tables[\\/]tables|cleaning[\\/]suggestions))\.ts$/,
        },
        ({ path }) => ({
          loader: 'ts',
          contents: `import 'textmill:shared';\n${readFileSync(path, 'utf8')}`,
        }),
      );
      onResolve({ filter: /^library:/ }, ({ path }) => ({ path: path.slice('library:'.length), namespace: 'library' }));
      onResolve({ filter: /.*/, namespace: 'library' }, ({ path }) => {
        const file = Object.hasOwn(libraries, path) && libraries[/** @type {keyof typeof libraries} */ (path)];
        return file ? { path: join(directory, file) } : loadedLibrary(resolve, directory, path);
      });
      onLoad({ filter: /.*/, namespace: 'library' }, ({ path }) =>
        generated([
          'export default {',
          ...(groups.get(path) ?? []).map((name) => `'${name}': () => require('${name}'),`),
          '};',
        ]),
      );
    },
  };
}

/**
 * @param {string} directory
 * @param {readonly string[]} tools
 * @returns {string[]} the modules of the engine that several tools import, directly or not: `engine/text/lines/lines`.
 */
function sharedModules(directory, tools) {
  /** @type {Map<string, string[]>} */
  const imports = new Map();
  const importsOf = (/** @type {string} */ module) => {
    const known = imports.get(module);
    if (known !== undefined) return known;
    const source = readFileSync(join(directory, `${module}.ts`), 'utf8');
    const found = [...source.matchAll(/^(?:import|export)\s(?!type\b)(?:[^;'"]*?\sfrom\s)?\s*'([.#][^']+)\.js';$/gm)];
    const paths = found.map(([, path = '']) => (path.startsWith('#') ? path.slice(1) : posix.join(module, '..', path)));
    imports.set(module, paths);
    return paths;
  };
  /** @type {Map<string, number>} */
  const users = new Map();
  for (const tool of tools) {
    const reached = new Set([`engine/tools/${tool}`]);
    for (const module of reached) for (const path of importsOf(module)) reached.add(path);
    for (const module of reached) users.set(module, (users.get(module) ?? 0) + 1);
  }
  return [...users].flatMap(([module, count]) => (count > 1 ? [module] : []));
}

/**
 * Returns which modules are loaded together: those of a package, but tables of more than a megabyte alone.
 *
 * @param {string} directory
 * @returns {Map<string, string[]>}
 */
function libraryGroups(directory) {
  const groups = libraryPackages(directory, ['engine']);
  const tables = 'js-tiktoken';
  for (const module of groups.get(tables) ?? []) groups.set(module, [module]);
  groups.delete(tables);
  return groups;
}
