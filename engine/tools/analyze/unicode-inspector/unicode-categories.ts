/** The general categories. @see The Unicode Standard, section 4.5 */
export const categories = {
  Lu: 'uppercase letter',
  Ll: 'lowercase letter',
  Lt: 'titlecase letter',
  Lm: 'modifier letter',
  Lo: 'other letter',
  Mn: 'nonspacing mark',
  Mc: 'spacing mark',
  Me: 'enclosing mark',
  Nd: 'decimal number',
  Nl: 'letter number',
  No: 'other number',
  Pc: 'connector punctuation',
  Pd: 'dash punctuation',
  Ps: 'open punctuation',
  Pe: 'close punctuation',
  Pi: 'initial punctuation',
  Pf: 'final punctuation',
  Po: 'other punctuation',
  Sm: 'math symbol',
  Sc: 'currency symbol',
  Sk: 'modifier symbol',
  So: 'other symbol',
  Zs: 'space separator',
  Zl: 'line separator',
  Zp: 'paragraph separator',
  Cc: 'control',
  Cf: 'format',
  Cs: 'surrogate',
  Co: 'private use',
  Cn: 'unassigned',
} as const;

export type Category = keyof typeof categories;

const codes = Object.keys(categories) as Category[];
const tests = codes.map((code): [Category, RegExp] => [code, new RegExp(`^\\p{gc=${code}}$`, 'u')]);

/**
 * Returns the general category of a character (one code point, or a lone surrogate) in the runtime's Unicode version.
 */
export function categoryOf(character: string): Category {
  return tests.find(([, test]) => test.test(character))?.[0] ?? 'Cn';
}
