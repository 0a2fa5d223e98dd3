// @ts-check
// Preloaded by a process that runs test modules beside the build: what they import from engine/, workers/ and gateway/
// comes from dist. Node.js strips the types of the test modules itself; a compiler would cost each thread a second.
import { registerHooks } from 'node:module';

const project = new URL('../../', import.meta.url).href;
const tests = new URL('../', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith('.') || !context.parentURL?.startsWith(tests)) return next(specifier, context);
    const { href } = new URL(specifier, context.parentURL);
    return next(
      href.startsWith(tests) ? href.replace(/\.js$/, '.ts') : href.replace(project, `${project}dist/`),
      context,
    );
  },
});
