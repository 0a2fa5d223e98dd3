import { ToolError, type ToolErrorKind } from '../../core/errors.js';
import { countCodePoints } from '../unicode/code-points.js';

/** Characters that may follow a backslash: RE2's escapes, and those of JavaScript that are translated into them. */
const knownEscapes = /^[abBfnrtvxzAdDsSwWpPEu0]$/;
const noBackReferences = 'back-references are not supported';
const lookAround = /^\(\?<?[=!]/;

/**
 * Rejects what RE2 lacks, before the engine or the translation of JavaScript's escapes misreads it: back-references,
 * look-around, unknown escapes, properties with a name and a value.
 *
 * @param option - the name of the option that holds the pattern, for the message.
 * @throws {ToolError} that says what it is and where.
 */
export function checkPatternSyntax(pattern: string, option: string): void {
  const refuse = (index: number, reason: string, kind?: ToolErrorKind): never => {
    const message = `${option}, character ${countCodePoints(pattern.slice(0, index)) + 1}: ${reason}`;
    throw new ToolError(message, undefined, message, kind);
  };
  let inClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern.charAt(index);
    if (character === '\\') {
      if (pattern.startsWith('\\Q', index)) {
        const end = pattern.indexOf('\\E', index);
        index = end === -1 ? pattern.length : end + 1;
        continue;
      }
      const reason = problemOfEscape(pattern, index);
      if (reason !== undefined) refuse(index, reason, reason === noBackReferences ? 'back-reference' : undefined);
      index++;
    } else if (character === '[') {
      inClass = true;
    } else if (character === ']') {
      inClass = false;
    } else if (character === '(' && !inClass && lookAround.test(pattern.slice(index, index + 4))) {
      refuse(index, 'look-ahead and look-behind are not supported', 'look-around');
    }
  }
}

function problemOfEscape(pattern: string, index: number): string | undefined {
  const escaped = pattern.charAt(index + 1);
  if (escaped === '') return 'a backslash at the end escapes nothing';
  // Two digits may be meant as a back-reference to one of many groups; as RE2 has it, three are an octal code.
  if (/^[1-7][0-7]{2}$/.test(pattern.slice(index + 1, index + 4))) return undefined;
  if (/^[1-9k]$/.test(escaped)) return noBackReferences;
  if (/^[pP]$/.test(escaped)) {
    const [, name, value] = /^\{([^}=]{1,40})=([^}]{1,40})\}/.exec(pattern.slice(index + 2, index + 90)) ?? [];
    return name === undefined ? undefined : `write \\${escaped}{${value}} instead of \\${escaped}{${name}=${value}}`;
  }
  if (escaped === 'c' && /^[A-Za-z]$/.test(pattern.charAt(index + 2))) return undefined;
  if (/^[A-Za-z]$/.test(escaped) && !knownEscapes.test(escaped)) return `\\${escaped} is not a known escape`;
  return undefined;
}
