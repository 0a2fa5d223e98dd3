import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { noUrlRules, type UrlRules } from './core/url-rules.js';
import { parseUrlRules, UrlRulesError } from './operations/url-rules.js';

/** Most bytes of a file of rules: each thread has a copy of what it says. */
export const maxRulesFileBytes = 1_048_576;

/** A file of rules that cannot be used. The message names the file, the place in it, and the reason. */
export class RulesFileError extends Error {
  override readonly name = 'RulesFileError';
}

/**
 * Reads the rules of an operator for cleaning URLs. gateway/README.md describes the file.
 *
 * @param path - undefined if there is none.
 * @throws {RulesFileError} `/etc/textmill/rules.json, line 3, column 7: rules[0].names must be an array`.
 */
export function readUrlRulesFile(path: string | undefined): UrlRules {
  if (path === undefined) return noUrlRules;
  try {
    return parseUrlRules(readText(path));
  } catch (error) {
    if (!(error instanceof UrlRulesError)) throw error;
    const { line, column } = error.place;
    throw new RulesFileError(`${path}, line ${line}, column ${column}: ${error.message}`, { cause: error });
  }
}

/** @throws {RulesFileError} */
function readText(path: string): string {
  try {
    // Before it is read: a pipe or a device may never end.
    if (!statSync(path).isFile()) throw new Error('it is not a file');
    if (statSync(path).size > maxRulesFileBytes) throw new Error(`it is longer than ${maxRulesFileBytes} bytes`);
    const bytes = readFileSync(path);
    if (isUtf8(bytes)) return bytes.toString();
    const line =
      bytes
        .toString('latin1')
        .split('\n')
        .findIndex((text) => !isUtf8(Buffer.from(text, 'latin1'))) + 1;
    throw new Error(`line ${line} is not UTF-8`);
  } catch (error) {
    throw new RulesFileError(`${path} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}
