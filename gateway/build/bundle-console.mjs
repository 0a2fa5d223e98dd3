// @ts-check
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundleEngine } from './bundle-engine.mjs';
import { buildError, esbuildOf } from './esbuild.mjs';

/** The folder of the console's sources, below the project's folder. */
export const consoleSources = join('gateway', 'console', 'app');

/**
 * @typedef {object} BundledFile
 * @property {string} name - `index.html`, or a name with a digest of the contents, which may be cached forever.
 * @property {Uint8Array} contents
 */

/**
 * @typedef {object} BundleOptions
 * @property {boolean} [isSite] - whether the page is one of static files, without a gateway.
 */

/**
 * Bundles the console into one script, one style sheet, and a page that refers to them; the script and the style sheet
 * of the reference; the script that shows the theme of all pages before they appear; and the engine for browsers. Downloads
 * and writes nothing.
 *
 * @param {string} directory - the folder of package.json.
 * @param {BundleOptions} [options]
 * @returns {Promise<BundledFile[]>}
 * @throws {ScriptError} if esbuild finds errors, which it has written to standard error.
 */
export async function bundleConsole(directory, options) {
  return (await bundleConsoleFiles(directory, options)).files;
}

/**
 * As {@link bundleConsole}, with the files of packages that the bundle was made of.
 *
 * @param {string} directory - the folder of package.json.
 * @param {BundleOptions} [options]
 * @returns {Promise<{ files: BundledFile[], inputs: string[] }>}
 * @throws {ScriptError}
 */
export async function bundleConsoleFiles(directory, { isSite = false } = {}) {
  const engine = await bundleEngine(directory);
  const sources = join(directory, consoleSources);
  const { outputFiles, inputs, imported } = bundled(esbuildOf(directory), sources, {
    engineScript: JSON.stringify(engine.script),
    textmillIsSite: String(isSite),
  });
  const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
  const page = readFileSync(join(sources, 'index.html'), 'utf8').replace(
    /(?<=assets\/)([\w-]+)\.(js|css)\b/g,
    (_, stem, extension) => named(files, new RegExp(`^${stem}-\\w+\\.${extension}$`)),
  );
  // Otherwise the browser asks for them only when it has read the script.
  const preloads = imported.map((name) => `\n<link rel="modulepreload" href="/console/assets/${name}">`).join('');
  const packages = [...inputs.map((path) => join(consoleSources, path)), ...engine.inputs];
  return {
    files: [
      { name: 'index.html', contents: Buffer.from(page.replace('\n</head>', `${preloads}\n</head>`)) },
      ...files,
      ...engine.files,
    ],
    inputs: packages.filter((path) => path.includes('node_modules')),
  };
}

/**
 * @param {typeof import('esbuild')} esbuild
 * @param {string} sources
 * @param {Record<string, string>} define - the name of the script that runs the engine, and what the page is.
 */
function bundled(esbuild, sources, define) {
  try {
    const built = (/** @type {string[]} */ entryPoints, /** @type {'esm' | 'iife'} */ format) =>
      esbuild.buildSync({
        absWorkingDir: sources,
        entryPoints,
        outdir: 'bundle',
        entryNames: '[name]-[hash]',
        bundle: true,
        format,
        // What is imported when it is needed, such as the search, is a script of its own.
        splitting: format === 'esm',
        chunkNames: '[name]-[hash]',
        target: ['es2022', 'chrome120', 'firefox121', 'safari17.2'],
        jsxFactory: 'h',
        jsxFragment: 'Fragment',
        inject: format === 'esm' ? ['jsx.ts'] : [],
        define,
        minify: true,
        charset: 'utf8',
        legalComments: 'none',
        tsconfigRaw: {},
        write: false,
        metafile: true,
        logLevel: 'warning',
      });
    // Browsers run a script before they show the page only if it is not a module.
    const results = [
      built(['main.tsx', 'style/main.css', 'style/reference.css'], 'esm'),
      // Apart from the page, which would be split for what both have in common.
      built(['reference/reference.ts'], 'esm'),
      built(['theme/first-theme.ts'], 'iife'),
    ];
    return {
      outputFiles: results.flatMap(({ outputFiles }) => outputFiles),
      imported: importedBy(results[0]?.metafile),
      inputs: results.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
    };
  } catch (error) {
    throw buildError(error);
  }
}

/**
 * Returns the names of the scripts that the page's script imports before it runs.
 *
 * @param {import('esbuild').Metafile | undefined} metafile
 */
function importedBy(metafile) {
  const outputs = metafile === undefined ? {} : metafile.outputs;
  const found = new Set(Object.keys(outputs).filter((path) => /(^|\/)main-\w+\.js$/.test(path)));
  // A set also visits what is added meanwhile.
  for (const path of found) {
    const { imports } = outputs[path] || { imports: [] };
    for (const { kind, path: to } of imports) if (kind === 'import-statement') found.add(to);
  }
  return [...found].slice(1).map((path) => basename(path));
}

/**
 * @param {readonly BundledFile[]} files
 * @param {RegExp} pattern
 */
function named(files, pattern) {
  const file = files.find(({ name }) => pattern.test(name));
  if (file === undefined) throw new Error(`The bundle has no ${pattern}`);
  return file.name;
}
