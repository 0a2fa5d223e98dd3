// @ts-check
// Lets Node.js run the TypeScript sources, for development and tests: `node --import ./gateway/boot/typescript.mjs …`.
// Worker threads inherit the flag. The hooks run in the thread that imports, and what esbuild made of a file is kept:
// a process that loads a gateway takes half of the processor time that it took with a loader in a thread of its own.
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';
import { projectDirectory } from './script.mjs';

const require = createRequire(import.meta.url);
const project = pathToFileURL(projectDirectory).href;
const packages = `${project}node_modules/`;
/** A file for each source: the hash of what it was made of, then the JavaScript. */
const cache = join(projectDirectory, 'node_modules', '.cache', 'textmill-typescript');
const rooms = ['engine', 'workers', 'gateway', 'bench', 'test'];

/** @type {import('esbuild').CommonOptions} */
const options = {
  format: 'esm',
  target: 'esnext',
  sourcemap: 'inline',
  sourcesContent: false,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'silent',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
};

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    if (/^(?:\.|file:).*\.js$/.test(specifier) && parentURL.startsWith(project) && !parentURL.startsWith(packages)) {
      const source = sourceOf(new URL(specifier, parentURL));
      if (source !== undefined) return { url: source, format: 'module', shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
  load(url, context, nextLoad) {
    const { pathname } = new URL(url);
    if (!url.startsWith('file:') || !/\.tsx?$/.test(pathname)) return nextLoad(url, context);
    return { format: 'module', source: javascriptOf(fileURLToPath(url)), shortCircuit: true };
  },
});
process.setSourceMapsEnabled(true);

/**
 * The source that the compiler would make this module of; undefined where the module is JavaScript itself.
 *
 * @param {URL} url - ends with .js.
 */
function sourceOf(url) {
  const path = fileURLToPath(url);
  const extensions = existsSync(path) ? [] : ['.ts', '.tsx'];
  const extension = extensions.find((end) => existsSync(path.slice(0, -3) + end));
  return extension && url.href.replace(/\.js(?=$|[?#])/, extension);
}

/** @param {string} path - of a source. */
function javascriptOf(path) {
  const source = readFileSync(path, 'utf8');
  // A checkout that has run nothing yet needs hundreds of files: one run of esbuild takes a second for them all.
  if (!existsSync(cache)) transformAll();
  const kept = keptFor(path);
  if (kept?.hash === hashOf(source)) return kept.code;
  /** @type {typeof import('esbuild')} */
  const { transformSync } = require('esbuild');
  const loader = path.endsWith('x') ? 'tsx' : 'ts';
  const { code } = transformSync(source, { ...options, loader, sourcefile: path });
  keep(path, source, code);
  return code;
}

/** Transforms every source of the project. */
function transformAll() {
  mkdirSync(cache, { recursive: true });
  const sources = rooms
    .map((room) => join(projectDirectory, room))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
  /** @type {typeof import('esbuild')} */
  const { buildSync } = require('esbuild');
  try {
    const { outputFiles } = buildSync({
      ...options,
      entryPoints: sources,
      outbase: projectDirectory,
      outdir: projectDirectory,
      write: false,
    });
    const made = new Map(outputFiles.map(({ path, text }) => [path, text]));
    for (const source of sources) {
      const code = made.get(source.replace(/\.tsx?$/, '.js'));
      if (code !== undefined) keep(source, readFileSync(source, 'utf8'), code);
    }
  } catch {
    // The one who imports the file is told what is wrong with it.
  }
}

/** @param {string} path */
function cachedFile(path) {
  return join(cache, `${relative(projectDirectory, resolve(path)).replaceAll(/[\\/]/g, '!')}.mjs`);
}

/**
 * @param {string} path
 * @returns {{ hash: string; code: string } | undefined}
 */
function keptFor(path) {
  try {
    const text = readFileSync(cachedFile(path), 'utf8');
    const end = text.indexOf('\n');
    return { hash: text.slice(2, end), code: text.slice(end + 1) };
  } catch {
    return undefined;
  }
}

/**
 * Keeps the JavaScript of a source. Another process never sees half of it.
 *
 * @param {string} path
 * @param {string} source
 * @param {string} code
 */
function keep(path, source, code) {
  const file = cachedFile(path);
  const partial = `${file}.${process.pid}.${threadId}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(partial, `//${hashOf(source)}\n${code}`);
    renameSync(partial, file);
  } catch {
    // A folder that cannot be written costs time at the next start, and nothing else.
  }
}

/** @param {string} source */
function hashOf(source) {
  return hash('sha1', `${JSON.stringify(options)}${source}`);
}
