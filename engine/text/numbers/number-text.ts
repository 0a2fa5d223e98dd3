/**
 * A currency sign at the start, before or after the sign of the number, or at the end. Capital letters may name the
 * country: `US$`, `R$`.
 */
const currency =
  /^([+\-\u2212]?)\s?[A-Z]{0,3}\p{Sc}\s?(?=[\d.,])|^[A-Z]{0,3}\p{Sc}\s?(?=[+\-\u2212])|(?<=[\d.,])\s?[A-Z]{0,3}\p{Sc}$/u;

/** Returns a number without white space and a currency sign around it: of `-$1,200`, `R$ 5`, `€ -5`, `5 €`. */
export function numberText(written: string): string {
  const text = written.trim();
  // Most numbers have none.
  if (isDigit(text, 0) && isDigit(text, text.length - 1)) return text;
  return text.replace(currency, '$1');
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}
