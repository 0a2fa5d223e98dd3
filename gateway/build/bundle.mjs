// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { buildError, esbuildOf } from './esbuild.mjs';
import { isMusl } from './runtime.mjs';
import { say } from './script.mjs';
import { libraryPackages, loadedLibrary, toolSources } from './tool-modules.mjs';

/**
 * What starts as a process or a thread. Their names in the bundle are those that `entryFile` of
 * engine/core/program-folder.ts makes of the paths: the supervisor of one release starts the gateway of the next one.
 */
const gatewayEntries = [
  'gateway/server/main.ts',
  'gateway/server/gateway-process.ts',
  'gateway/server/storage/sqlite/usage-reader-thread.ts',
  'gateway/server/storage/sqlite/counter-writer.ts',
  'gateway/server/storage/sqlite/backup-process.ts',
];
/** These load each tool when it is first used. The last one is `textmill/engine`, for other programs. */
const engineEntries = [
  'workers/thread.ts',
  'workers/tool-check-thread.ts',
  'gateway/cli/sort/sort-thread.ts',
  'engine/index.ts',
];
const commandLine = 'gateway/cli/main.ts';

/**
 * A file of a bundle.
 *
 * @typedef {object} OutputFile
 * @property {string} path - in the folder of the bundle.
 * @property {Uint8Array} contents
 */

/**
 * @typedef {object} Bundle
 * @property {OutputFile[]} files
 * @property {string[]} inputs - the files that it was made of, below the project's folder.
 */

/**
 * Bundles the program: the supervisor, the gateway with all tools, and its threads; the engine's thread, the command
 * line and the library, with a file for each tool; and each library that tools load when they first need it. Modules
 * that several of them need are in files of their own, all in one folder, so that one of them can find the others.
 *
 * Names stay as they are, because the log has names of classes.
 *
 * @param {string} directory - the folder of package.json.
 * @returns {Promise<Bundle>}
 * @throws {ScriptError} if esbuild finds errors, which it has written to standard error.
 */
export async function bundleProgram(directory) {
  const tools = toolSources(directory);
  const gateway = entryPoints(directory, gatewayEntries);
  const engine = { ...entryPoints(directory, engineEntries), ...toolEntries(tools) };
  if (existsSync(join(directory, commandLine))) engine['command-line'] = commandLine;
  const plugins = [programFolder, ...[...nativeCode, piscinaWorker, piscinaSymbols].map((patch) => patchPlugin(patch))];
  return joined(directory, [
    bundle(directory, { ...modules, entryPoints: gateway, plugins: [toolsInside(directory, tools), ...plugins] }),
    bundle(directory, { ...modules, entryPoints: engine, plugins }),
    bundle(directory, { ...commonJs, ...libraries(directory, ['engine', 'gateway', 'workers'], true) }),
  ]);
}

/**
 * Bundles what serves agents over standard input and output: the tools and their libraries, without the gateway, native
 * code and threads.
 *
 * @param {string} directory - the folder of package.json.
 * @returns {Promise<Bundle>}
 * @throws {ScriptError} as {@link bundleProgram} does.
 */
export function bundleAgent(directory) {
  const entries = { agent: agentEntry, ...toolEntries(toolSources(directory)) };
  const options = {
    ...modules,
    entryPoints: entries,
    external: unusedByAgents,
    sourcemap: /** @type {false} */ (false),
  };
  return joined(directory, [
    bundle(directory, options),
    bundle(directory, { ...commonJs, ...libraries(directory, ['engine', join('gateway', 'cli', 'text')], false) }),
  ]);
}

const agentEntry = 'gateway/cli/agent-main.ts';
/** Loaded only for the tools of an operator, and for threads that sort: an agent has neither. */
const unusedByAgents = ['#workers/tool-check.js', 'piscina'];

/** A folder of modules that share chunks. */
const modules = {
  format: /** @type {const} */ ('esm'),
  splitting: true,
  outExtension: { '.js': '.mjs' },
  chunkNames: '[name]-[hash]',
};
/** A file for each library. */
const commonJs = {
  format: /** @type {const} */ ('cjs'),
  outExtension: { '.js': '.cjs' },
  external: ['@napi-rs/nice'],
  sourcemap: /** @type {false} */ (false),
};

/**
 * @param {string} directory
 * @param {Promise<Bundle>[]} built
 * @returns {Promise<Bundle>} all files of some bundles.
 */
async function joined(directory, built) {
  try {
    const results = await Promise.all(built);
    return {
      files: results.flatMap(({ files }) => files),
      inputs: [...new Set(results.flatMap(({ inputs }) => inputs))],
    };
  } finally {
    // Its process would stay as long as this one.
    await esbuildOf(directory).stop();
  }
}

/**
 * @param {string} directory
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<Bundle>}
 */
async function bundle(directory, options) {
  if (Object.keys(options.entryPoints ?? {}).length === 0) return { files: [], inputs: [] };
  try {
    const { outputFiles = [], metafile } = await esbuildOf(directory).build({
      absWorkingDir: directory,
      outdir: 'bundle',
      bundle: true,
      platform: 'node',
      target: 'node22',
      conditions: [],
      charset: 'utf8',
      minifyWhitespace: true,
      minifySyntax: true,
      legalComments: 'none',
      sourcemap: 'external',
      sourcesContent: false,
      define: { textmillIsBundle: 'true' },
      tsconfigRaw: {},
      metafile: true,
      write: false,
      logLevel: 'warning',
      ...options,
      external: [...(options.external ?? []), 'pg-native'],
    });
    const folder = join(directory, 'bundle') + sep;
    const files = outputFiles.map(({ path, contents }) => ({
      path: path.slice(folder.length),
      contents: path.endsWith('.map') ? withSourcePaths(directory, path, contents) : contents,
    }));
    const inputs = Object.keys(metafile?.inputs ?? {});
    return { files: options.format === 'esm' ? withRequire(files) : files, inputs };
  } catch (error) {
    throw buildError(error);
  }
}

/**
 * Names the sources of a source map by their paths in the project.
 *
 * @param {string} directory
 * @param {string} path - of the map.
 * @param {Uint8Array} contents
 */
function withSourcePaths(directory, path, contents) {
  const map = JSON.parse(Buffer.from(contents).toString());
  const sources = map.sources.map((/** @type {string} */ source) =>
    relative(directory, resolve(dirname(path), source)),
  );
  return Buffer.from(JSON.stringify({ ...map, sources }));
}

/**
 * Gives `require` to the files in which CommonJS packages load modules of Node.js.
 *
 * @param {OutputFile[]} files
 */
function withRequire(files) {
  const requiring = files.filter(
    ({ path, contents }) => path.endsWith('.mjs') && Buffer.from(contents).includes('typeof require'),
  );
  const shim =
    "import{createRequire as createModuleRequire}from'node:module';const require=createModuleRequire(import.meta.url);\n";
  for (const file of requiring) {
    file.contents = Buffer.concat([Buffer.from(shim), file.contents]);
    const map = files.find(({ path }) => path === `${file.path}.map`);
    if (map === undefined) continue;
    const content = JSON.parse(Buffer.from(map.contents).toString());
    map.contents = Buffer.from(JSON.stringify({ ...content, mappings: `;${content.mappings}` }));
  }
  return files;
}

/**
 * @param {string} directory
 * @param {readonly string[]} sources
 * @returns {Record<string, string>}
 */
function entryPoints(directory, sources) {
  const present = sources.filter((source) => existsSync(join(directory, source)));
  return Object.fromEntries(present.map((source) => [basename(source, '.ts'), source]));
}

/**
 * @param {readonly string[]} tools
 * @returns {Record<string, string>}
 */
function toolEntries(tools) {
  return Object.fromEntries(tools.map((tool) => [`engine/tools/${tool}`, `./engine/tools/${tool}.ts`]));
}

/**
 * Puts all tools into the bundle of the gateway.
 *
 * @param {string} directory
 * @param {readonly string[]} tools
 * @returns {import('esbuild').Plugin}
 */
function toolsInside(directory, tools) {
  return {
    name: 'tools-inside',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]engine[\\/]catalogue[\\/]bundled-tools\.ts$/ }, () => ({
        resolveDir: directory,
        contents: [
          ...tools.map((tool, i) => `import * as tool${i} from './engine/tools/${tool}.ts';`),
          `export const bundledTools = {${tools.map((tool, i) => `'${tool}': tool${i}`)}};`,
        ].join('\n'),
      }));
    },
  };
}

/**
 * Lets other plugins import the folder of the bundle.
 *
 * @type {import('esbuild').Plugin}
 */
const programFolder = {
  name: 'program-folder',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^textmill:folder$/ }, ({ path }) => ({ path, namespace: 'textmill' }));
    onLoad({ filter: /^textmill:folder$/, namespace: 'textmill' }, () => ({
      contents: 'export const folder = import.meta.dirname;',
    }));
  },
};

/**
 * A change of a package, which finds files by the folder of its module.
 *
 * @typedef {object} Patch
 * @property {string} packageName
 * @property {string} module - its path in the package.
 * @property {(source: string) => string} change
 */

/**
 * These load native code from the folder `native` of the bundle, which may have it for several platforms.
 *
 * @type {readonly Patch[]}
 */
const nativeCode = [
  {
    packageName: 'uWebSockets.js',
    module: 'dist/uws.mjs',
    change: () => `import { createRequire } from 'node:module';
import { folder } from 'textmill:folder';
const { platform, arch, versions } = process;
export default createRequire(folder + '/')(\`./native/uws_\${platform}_\${arch}_\${versions.modules}.node\`);`,
  },
  {
    packageName: 'better-sqlite3',
    module: 'lib/binding.js',
    change: () => `const { existsSync, readFileSync } = require('node:fs');
const { folder } = require('textmill:folder');
let binding;
exports.getBinding = () => (binding ??= load());
function load() {
  const { platform, arch } = process;
  const file = \`\${folder}/native/better_sqlite3_\${isMusl() ? 'linuxmusl' : platform}-\${arch}.node\`;
  if (existsSync(file)) return require('node:module').createRequire(file)(file);
  throw new Error(\`Textmill has no SQLite for \${platform} on \${arch}: it has one for Linux and macOS, on x64 and arm64\`);
}
${isMusl}`,
  },
];

/** @type {Patch} */
const piscinaWorker = {
  packageName: 'piscina',
  module: 'dist/index.js',
  change: (source) =>
    source.replace("__dirname, 'worker.js'", "require('textmill:folder').folder, 'piscina-worker.cjs'"),
};

/**
 * A thread has two copies of piscina, its own and the one of its module: both know what `move` has marked.
 *
 * @type {Patch}
 */
const piscinaSymbols = {
  packageName: 'piscina',
  module: 'dist/symbols.js',
  change: (source) => source.replace("Symbol('Piscina.kMovable')", "Symbol.for('Piscina.kMovable')"),
};

/**
 * A thread imports its module. Piscina tries `require` first, and Node.js ends the process if the thread is ended
 * meanwhile (20.20, 22.22: `ModuleWrap::CreateRequiredModuleFacade`).
 *
 * @type {Patch}
 */
const piscinaThread = {
  packageName: 'piscina',
  module: 'dist/worker.js',
  change: (source) =>
    source.replace('__importStar(require(s))', 'getImportESM()((0, node_url_1.pathToFileURL)(s).href)'),
};

/**
 * Returns a plugin that changes a package. A bundle with the package unchanged is an error: the package has another module
 * for it, or another content.
 *
 * @param {Patch} patch
 * @returns {import('esbuild').Plugin}
 */
function patchPlugin({ packageName, module, change }) {
  const path = `node_modules/${packageName}/${module}`;
  const filter = new RegExp(`[\\\\/]${path.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')}$`);
  return {
    name: `patch-${packageName}`,
    setup({ onEnd, onLoad }) {
      let changes = 0;
      onLoad({ filter }, (file) => {
        const source = readFileSync(file.path, 'utf8');
        const contents = change(source);
        if (contents !== source) changes++;
        return { contents };
      });
      onEnd(({ errors, metafile }) => {
        if (errors.length > 0) return {};
        const inputs = Object.keys(metafile?.inputs ?? {});
        const expected = inputs.some((input) => input.includes(`node_modules/${packageName}/`)) ? 1 : 0;
        if (changes === expected) return {};
        const text = `${path} was changed ${changes} times instead of ${expected}`;
        // esbuild does not write errors of this kind to standard error.
        say(text);
        return { errors: [{ text }] };
      });
    },
  };
}

/**
 * Returns the files of the libraries that `lazyLibrary` of engine/core/lazy-library.ts loads: one for each package, because
 * modules of a package share what they have loaded. Each exports a function for each of its modules.
 *
 * @param {string} directory
 * @param {readonly string[]} folders - whose sources load them.
 * @param {boolean} hasThreads - whether the program has threads of piscina.
 */
function libraries(directory, folders, hasThreads) {
  const packages = libraryPackages(directory, folders);
  /** @type {Record<string, string>} */
  const entries = Object.fromEntries([...packages.keys()].map((name) => [`libraries/${name}`, `library:${name}`]));
  const worker = join('node_modules', 'piscina', 'dist', 'worker.js');
  if (hasThreads && existsSync(join(directory, worker))) entries['piscina-worker'] = `./${worker}`;
  /** @type {import('esbuild').Plugin} */
  const plugin = {
    name: 'libraries',
    setup({ onLoad, onResolve, resolve }) {
      onResolve({ filter: /^library:/ }, ({ path }) => ({ path: path.slice('library:'.length), namespace: 'library' }));
      onResolve({ filter: /.*/, namespace: 'library' }, ({ path }) => loadedLibrary(resolve, directory, path));
      onLoad({ filter: /.*/, namespace: 'library' }, ({ path }) => ({
        resolveDir: directory,
        contents: (packages.get(path) ?? []).map((name) => `exports['${name}'] = () => require('${name}');`).join('\n'),
      }));
    },
  };
  return { entryPoints: entries, plugins: [plugin, patchPlugin(piscinaThread), patchPlugin(piscinaSymbols)] };
}
