import { ToolError } from '../../core/errors.js';
import { maxJsonDepth } from '../../core/limits.js';
import { Type } from '../../core/schema.js';
import { JsonSyntaxError } from './json-scanner.js';
import { type JsonNode, parseJsonTree } from './json-tree.js';

/** The maximum length of JSON in an option. */
const maxLength = 100_000;

/** Defines an option that holds JSON: a text, in which numbers keep their digits, or a plain object or array. */
export function jsonOption(description: string) {
  return Type.Union([Type.String({ maxLength }), Type.Array(Type.Unknown()), Type.Object({})], { description });
}

/**
 * Reads the value of an option made by {@link jsonOption}.
 *
 * @throws {ToolError} if it is not JSON, too long or nested too deep; the message begins with the option's name.
 */
export function readJsonOption(name: string, option: string | object): JsonNode {
  return parseJsonOption(name, typeof option === 'string' ? option : textOf(name, option));
}

/** Reads the value of an option that is a JSON text. @throws {ToolError} as {@link readJsonOption} does. */
export function parseJsonOption(name: string, text: string): JsonNode {
  try {
    return parseJsonTree(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new ToolError(`${name}: ${error.message}`);
    throw error;
  }
}

function textOf(name: string, option: object): string {
  let text: string;
  try {
    text = JSON.stringify(option);
  } catch (error) {
    if (error instanceof RangeError) throw new ToolError(`${name}: nested deeper than ${maxJsonDepth} levels`);
    throw error;
  }
  if (text.length > maxLength) throw new ToolError(`${name} must be at most ${maxLength} characters long`);
  return text;
}
