// @ts-check
// Preloaded by a process that runs tests: what they import from engine/, workers/ and gateway/ is compiled. Node.js
// strips the types of the tests themselves. A compiler would cost each process and each thread that it starts more than a
// second of processor time.
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const project = new URL('../../', import.meta.url).href;
const compiled = `${project}test/compiled/`;
/** Folders whose modules are sources. */
const sources = ['bench', 'engine', 'gateway', 'test', 'workers'].map((folder) => `${project}${folder}/`);
/** Those that are not compiled: a test's own, and what is bundled for the browser or runs before a build. */
const uncompiled = ['bench', 'test', 'gateway/build', 'gateway/console/app'].map((folder) => `${project}${folder}/`);

// test/run.mjs compiles before it starts any file, and says of which project.
if (isMainThread && process.env.TEXTMILL_TEST_COMPILED !== fileURLToPath(project)) {
  await (await import('./compile-sources.mjs')).compileSources();
}

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    const isSource = isIn(sources, parentURL) && !parentURL.startsWith(compiled);
    if (!isSource || !/^(?:\.{1,2}\/|#).*\.js$/.test(specifier)) return next(specifier, context);
    const { href } = specifier.startsWith('#') ? new URL(specifier.slice(1), project) : new URL(specifier, parentURL);
    if (isIn(uncompiled, href)) return next(href.replace(/\.js$/, '.ts'), context);
    // Fails if the file is missing, as while another process replaces the folder: the source would be a second module.
    return next(href.replace(project, compiled), context);
  },
});

/**
 * @param {readonly string[]} folders
 * @param {string} href
 */
function isIn(folders, href) {
  return folders.some((folder) => href.startsWith(folder));
}
