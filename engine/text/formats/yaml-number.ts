const decimal = /^([-+]?)(\d*)(\.\d*)?([eE][-+]?\d+)?$/;

/**
 * The JSON number of a number of YAML's core schema, without going through a floating-point value, so every digit stays.
 *
 * @param source - as it was written: `0x1F`, `0o17`, `+007`, `.5`, `1.`, `1e3`.
 * @returns undefined for infinities and "not a number".
 */
export function jsonNumber(source: string): string | undefined {
  if (/^0[xo]/.test(source)) return BigInt(source).toString();
  const parts = decimal.exec(source);
  if (parts === null) return undefined;
  const [, sign = '', integer = '', fraction = '', exponent = ''] = parts;
  const digits = integer.replace(/^0+(?=\d)/, '');
  return (sign === '-' ? '-' : '') + (digits === '' ? '0' : digits) + (fraction === '.' ? '' : fraction) + exponent;
}
