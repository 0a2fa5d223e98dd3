// Gives the importing program the compiler API of TypeScript 5: openapi-typescript needs it to build its output, and
// TypeScript 7, which compiles this project, does not have it.
import { register } from 'node:module';

const hook =
  "export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context);";
register(`data:text/javascript,${encodeURIComponent(hook)}`);
