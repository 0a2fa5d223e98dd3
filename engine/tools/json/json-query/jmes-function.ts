import type { JsonNode } from '../../../text/json/json-tree.js';
import type { Arguments, Arity } from './arguments.js';

/** A function that expressions can call. */
export interface JmesFunction extends Arity {
  readonly run: (args: Arguments) => JsonNode;
}

/** Declares a function with the smallest and the largest number of arguments. */
export function of(least: number, most: number, run: (args: Arguments) => JsonNode): JmesFunction {
  return { least, most, run };
}
