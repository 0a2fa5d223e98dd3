import type { HtmlAttributes } from './html-attributes.js';

/** Raised text (an exponent), or lowered text (an index). */
export type ScriptKind = 'raised' | 'lowered';

/** Returns whether an element raises or lowers its text, by its name or, as word processors write it, by its style. */
export function scriptKindOf(name: string, attributes: HtmlAttributes): ScriptKind | undefined {
  if (name === 'sup') return 'raised';
  if (name === 'sub') return 'lowered';
  if (name !== 'span') return undefined;
  const align = /(?:^|;)\s*vertical-align\s*:\s*(super|sub)\b/i.exec(attributes.get('style') ?? '')?.[1];
  if (align === undefined) return undefined;
  return align.toLowerCase() === 'sub' ? 'lowered' : 'raised';
}

/** Signs that Unicode has raised and lowered. Pages write dashes for minus. */
const signs = '0123456789+-\u2212\u2013=()n';
const characters: Readonly<Record<ScriptKind, ReadonlyMap<string, string>>> = {
  raised: new Map([...signs].map((sign, i) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿ'.charAt(i)])),
  lowered: new Map([...signs].map((sign, i) => [sign, '₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ₙ'.charAt(i)])),
};

/** What a script belongs to: a letter, a digit or a closing bracket. */
const base = /[\p{L}\p{M}\p{N})\]}|′]$/u;

/** Longer texts are small print, and no script of what is before them. */
export const longestScript = 60;
/** How much of the text before a script is looked at. */
const longestNumber = 20;
/** A note, which needs no other sign. */
const mark = /^[[*†‡§]/;

/**
 * Writes raised or lowered text in one line, so that `10<sup>6</sup>` does not become 106: as characters that Unicode has
 * raised or lowered, such as 10⁶ and H₂O, otherwise behind `^` or `_`. Letters of ordinals and marks (1st, TM), notes in
 * brackets and small print stay.
 *
 * @param before - the text directly before it, or its end.
 */
export function scriptInLine(kind: ScriptKind, text: string, before: string): string {
  const script = text.trim();
  if (script === '' || script.length > longestScript) return text;
  return text.replace(script, () => written(kind, script, before.slice(-longestNumber)));
}

function written(kind: ScriptKind, script: string, before: string): string {
  const signs = [...script].map((sign) => characters[kind].get(sign));
  const isAtBase = base.test(before);
  // An isotope has its number before its letter.
  if ((isAtBase || /\p{N}/u.test(script)) && !signs.includes(undefined)) return signs.join('');
  if (!isAtBase || mark.test(script) || (kind === 'raised' && meansTheSame(script, before))) return script;
  return (kind === 'raised' ? '^' : '_') + (isOneTerm(kind, script) ? script : `(${script})`);
}

/** Tests whether raised text means the same on the line: letters of an ordinal or of an abbreviation, ® and ™. */
function meansTheSame(raised: string, before: string): boolean {
  if (!/[\p{L}\p{N}\p{Sm}\-/]/u.test(raised)) return true;
  if (!/^\p{L}+\.?$/u.test(raised)) return false;
  // 1a, 2o, 3e, XIXe, 1η, 2й: one letter after a number.
  if (/^[aeoηοёейхя]$/iu.test(raised)) {
    return /\p{N}$/u.test(before) || /^[oο]$/iu.test(raised) || /(?:^|\P{L})[IVXLCDM]+$/u.test(before);
  }
  if (/^.\.?$/u.test(raised)) return false;
  // Letters of two scripts are a product: e^(iπ). Greek ordinals follow numbers: 1ος.
  if (/^[\p{Script=Latin}.]+$/u.test(raised)) return !/(?:^|[^\p{L}\p{N}])\p{Ll}$/u.test(before) || raised === 'os';
  if (/^[\p{Script=Greek}.]+$/u.test(raised)) return /[\p{N}\p{Script=Greek}]$/u.test(before);
  return !/\p{Script=Greek}/u.test(raised);
}

/** Tests whether it is clear without brackets where a script ends. */
function isOneTerm(kind: ScriptKind, script: string): boolean {
  if (/^[\p{N}.]+$/u.test(script)) return true;
  return kind === 'lowered' ? /^\p{L}+$/u.test(script) : /^[\p{L}\p{Sm}]$/u.test(script);
}
