// @ts-check
// Preloaded by a process that runs tests: what they import from engine/, workers/ and gateway/ is compiled, where there is
// a compiled file. Node.js strips the types of the tests themselves. A compiler would cost each process and each thread
// that it starts more than a second of processor time.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const project = new URL('../../', import.meta.url).href;
const compiled = `${project}test/compiled/`;
/** Folders whose modules are sources. */
const sources = ['bench', 'engine', 'gateway', 'test', 'workers'].map((folder) => `${project}${folder}/`);

// Set by `node --test`. test/run.mjs, which unsets it, compiles before it starts any file.
if (isMainThread && process.env.NODE_TEST_CONTEXT !== undefined) {
  (await import('./compile-sources.mjs')).compileSources();
}

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    const isSource = sources.some((folder) => parentURL.startsWith(folder)) && !parentURL.startsWith(compiled);
    if (!isSource || !/^(?:\.{1,2}\/|#).*\.js$/.test(specifier)) return next(specifier, context);
    const { href } = specifier.startsWith('#') ? new URL(specifier.slice(1), project) : new URL(specifier, parentURL);
    const output = href.replace(project, compiled);
    return next(existsSync(fileURLToPath(output)) ? output : href.replace(/\.js$/, '.ts'), context);
  },
});
