// @ts-check
// Lets Node.js load CyberChef, whose dependencies import files without extensions. CyberChef's install script would add
// the extensions, but the benchmark does not run scripts of packages.
import { register } from 'node:module';

const hooks = `export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    for (const ending of ['.mjs', '.js', '/index.js']) {
      try {
        return await next(specifier + ending, context);
      } catch {}
    }
    throw error;
  }
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
