/** Names of currencies that are no codes, as they are written beside amounts. */
const names = ['kr', 'kr.', 'Rs', 'Rs.', 'Fr.', 'SFr.', 'zł', 'Kč', 'Ft', 'лв', 'лв.', 'руб', 'руб.', 'грн', 'грн.'];

let known: ReadonlySet<string> | undefined;

/** More than the longest sign or name with its blank and the character beside it. */
const longest = 12;

/** Capital letters may name the country: `US$`, `R$`. */
const startsWithCurrency = /^(?:[A-Z]{0,3}\p{Sc}|(\p{L}{2,4}\.?)(?![\p{L}_]))/u;
const currencyWithBlank = /(?:[A-Z]{0,3}\p{Sc}|(?<![\p{L}\p{N}_])(\p{L}{2,4}\.?))[ \u00a0\u2009\u202f]?$/u;
/** `M€` and `K$` are millions and thousands. */
const endsWithCurrency = /(?:(?:[A-Z]{2}|[AC-JLN-SU-Z])?\p{Sc}|(?<!\p{L})(\p{L}{2,4}\.?)|[元円원])$/u;
const blankWithCurrency =
  /^[ \u00a0\u2009\u202f]?(?:\p{Sc}(?![ \u00a0\u2009\u202f]?\d)|(\p{L}{2,4}\.?)(?![\p{L}\p{N}_])|[元円원])/u;

/** Returns where the currency ends with which a text starts: a sign, an ISO code or a name. @see {@link currencyBefore} */
export function currencyAtStart(text: string, start: number): number | undefined {
  const found = startsWithCurrency.exec(text.slice(start, start + longest));
  return isNamed(found) ? start + found[0].length : undefined;
}

/** Returns where the currency begins with which a text ends that starts with a number. */
export function currencyAtEnd(text: string, end: number): number | undefined {
  const found = endsWithCurrency.exec(text.slice(Math.max(0, end - longest), end));
  return isNamed(found) ? end - found[0].length : undefined;
}

/**
 * Returns where the currency of an amount begins: a sign (`$`, `US$`), an ISO code (`USD`) or a name (`kr`), and a blank
 * after it.
 *
 * @param digits - where the digits of the amount start, or a sign before them.
 */
export function currencyBefore(text: string, digits: number): number | undefined {
  const found = currencyWithBlank.exec(text.slice(Math.max(0, digits - longest), digits));
  return isNamed(found) ? digits - found[0].length : undefined;
}

/** Returns where the currency of an amount ends, with a blank before it, unless another amount follows it. */
export function currencyAfter(text: string, amountEnd: number): number | undefined {
  const found = blankWithCurrency.exec(text.slice(amountEnd, amountEnd + longest));
  return isNamed(found) ? amountEnd + found[0].length : undefined;
}

function isNamed(found: RegExpExecArray | null): found is RegExpExecArray {
  if (found === null) return false;
  const word = found[1];
  if (word === undefined) return true;
  known ??= new Set([...Intl.supportedValuesOf('currency'), ...names]);
  return known.has(word);
}
