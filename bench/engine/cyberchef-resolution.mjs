// @ts-check
// Lets Node load CyberChef, whose dependencies import files without their endings: a script that its installation runs
// would add them, and the bench runs no scripts of packages.
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
