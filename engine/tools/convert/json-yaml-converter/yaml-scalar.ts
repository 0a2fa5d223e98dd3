import { replaceMatches } from '../../../text/replacement.js';

/** What YAML 1.1 or 1.2 would take for a boolean, null, a merge key or the value key, in any spelling of letters. */
const reservedWord = /^(?:~|null|true|false|yes|no|on|off|y|n|[-+]?\.inf|\.nan|<<|=)$/i;
/** Numbers, dates, times and sexagesimal numbers of YAML 1.1 and 1.2, and more: whatever is close is quoted. */
const numberLike = /^[-+.]?\d[\d_.:eExXoObBa-fA-F+\-TtZz ]*$/;
/** A plain text must not begin with an indicator, nor with a document marker. */
const startsAsSomethingElse = /^(?:[-?:,[\]{}#&*!|>'"%@`\s]|\.\.\.)/;
const endsOrTurns = /:\s|\s#|:$|\s$/;
/** Characters that do not stand for themselves in YAML, or that its versions treat differently. */
const unprintable = /[^\t\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/** Whether a text can stand in YAML block style without quotes, for readers of YAML 1.1 too. */
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
 * Whether a text can be a literal block (`|`): it has several lines, the first one tells the indentation, and nothing
 * depends on blanks that cannot be seen.
 */
export function isLiteral(text: string): boolean {
  return (
    text.includes('\n', 1) && !/^\s|\n\n$|^[ \t]+$/.test(text) && !/^[ \t]+$/m.test(text) && !unprintable.test(text)
  );
}

const escapedInYaml = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** A double-quoted scalar: the escapes of JSON mean the same in YAML. Lone surrogates leave as escapes. */
export function doubleQuoted(text: string): string {
  return replaceMatches(
    JSON.stringify(text),
    escapedInYaml,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
