/** The names that RE2 uses for general categories, by the long names. */
const categories = new Map(
  [
    'L Letter, Lu Uppercase_Letter, Ll Lowercase_Letter, Lt Titlecase_Letter, Lm Modifier_Letter, Lo Other_Letter',
    'M Mark, M Combining_Mark, Mn Nonspacing_Mark, Mc Spacing_Mark, Me Enclosing_Mark',
    'N Number, Nd Decimal_Number, Nd digit, Nl Letter_Number, No Other_Number',
    'P Punctuation, P punct, Pc Connector_Punctuation, Pd Dash_Punctuation, Ps Open_Punctuation',
    'Pe Close_Punctuation, Pi Initial_Punctuation, Pf Final_Punctuation, Po Other_Punctuation',
    'S Symbol, Sm Math_Symbol, Sc Currency_Symbol, Sk Modifier_Symbol, So Other_Symbol',
    'Z Separator, Zs Space_Separator, Zl Line_Separator, Zp Paragraph_Separator, C Other, Cc Control, Cf Format',
  ]
    .join(', ')
    .split(', ')
    .map((pair) => pair.split(' ').reverse() as [string, string]),
);

/** The characters of `\s` in ECMAScript: white space of RE2, vertical tab, all separators of Unicode, and U+FEFF. */
const whiteSpace = String.raw`\s\v\p{Z}\x{feff}`;

/**
 * Translates the patterns of ECMAScript that JSON Schema uses to RE2: white space beyond ASCII, and the long names of
 * categories and scripts. Inside a class, `\S` keeps RE2's meaning, because a class cannot contain a negated one.
 */
export function ecmascriptPattern(source: string): string {
  let inClass = false;
  return source.replace(/\\([pP])\{([^{}]*)\}|\\[\s\S]|[[\]]/g, (part, sign: string | undefined, name: string) => {
    if (part === '[' || part === ']') {
      inClass = part === '[';
      return part;
    }
    if (sign !== undefined) return `\\${sign}{${propertyName(name)}}`;
    if (part === '\\s') return inClass ? whiteSpace : `[${whiteSpace}]`;
    return part === '\\S' && !inClass ? `[^${whiteSpace}]` : part;
  });
}

function propertyName(name: string): string {
  const value = name.replace(/^(?:General_Category|gc|Script|sc)=/, '');
  return categories.get(value) ?? value;
}
