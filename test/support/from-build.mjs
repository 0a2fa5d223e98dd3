// @ts-check
// Preloaded by a process that runs tests: what they import from engine/, workers/ and gateway/ comes from the build, where
// it has it. Node.js strips the types of the tests themselves. A compiler would cost each process and each thread that it
// starts more than a second of processor time.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const project = new URL('../../', import.meta.url).href;
const dist = `${project}dist/`;
/** Folders whose modules are sources. */
const sources = ['bench', 'engine', 'gateway', 'test', 'workers'].map((folder) => `${project}${folder}/`);

registerHooks({
  resolve(specifier, context, next) {
    const isOurs = sources.some((folder) => context.parentURL?.startsWith(folder));
    if (!isOurs || !/^\.{1,2}\/.*\.js$/.test(specifier)) return next(specifier, context);
    const { href } = new URL(specifier, context.parentURL);
    const built = href.replace(project, dist);
    return next(existsSync(fileURLToPath(built)) ? built : href.replace(/\.js$/, '.ts'), context);
  },
});
