import { replaceMatches } from '../../../text/replacement.js';

/** Text that YAML 1.1 or 1.2 would read as a boolean, null, a merge key or the value key, in any letter case. */
const reservedWord = /^(?:~|null|true|false|yes|no|on|off|y|n|[-+]?\.inf|\.nan|<<|=)$/i;
/** Numbers, dates, times and sexagesimal numbers of YAML 1.1 and 1.2, and more: anything similar is quoted. */
const numberLike = /^[-+.]?\d[\d_.:eExXoObBa-fA-F+\-TtZz ]*$/;
/** A plain text must not begin with an indicator, nor with a document marker. */
const startsAsSomethingElse = /^(?:[-?:,[\]{}#&*!|>'"%@`\s]|\.\.\.)/;
const endsOrTurns = /:\s|\s#|:$|\s$/;
/** Characters that YAML does not allow literally, or that its versions treat differently. */
const unprintable = /[^\t\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/** Tests whether a text needs no quotes in YAML block style, for readers of YAML 1.1 as well. */
export function isPlain(text: string): boolean {
  return (
    text !== '' &&
    !startsAsSomethingElse.test(text) &&
    !endsOrTurns.test(text) &&
    !/[\t\n]/.test(text) &&
    !unprintable.test(text) &&
    !reservedWord.test(text) &&
    !numberLike.test(text)
  );
}

/**
 * Tests whether a text can be a literal block (`|`): it has several lines, the first one shows the indentation, and no
 * invisible blanks matter.
 */
export function isLiteral(text: string): boolean {
  return (
    text.includes('\n', 1) && !/^\s|\n\n$|^[ \t]+$/.test(text) && !/^[ \t]+$/m.test(text) && !unprintable.test(text)
  );
}

const escapedInYaml = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Writes a double-quoted scalar: the escapes of JSON mean the same in YAML. Lone surrogates become escapes. */
export function doubleQuoted(text: string): string {
  return replaceMatches(
    JSON.stringify(text),
    escapedInYaml,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
