// Gives the importing program the compiler API of TypeScript 5: openapi-typescript builds its output with it, and
// TypeScript 7, which this project compiles with, has none.
import { register } from 'node:module';

const hook =
  "export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context);";
register(`data:text/javascript,${encodeURIComponent(hook)}`);
