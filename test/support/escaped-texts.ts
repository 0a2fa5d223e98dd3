import fc from 'fast-check';

/** What strings of JSON have before a value: characters that are written as escapes, of which some look like letters. */
const leads = [
  ...['\n', '\t', '\r', '\f', ' "', '/', ' \\ ', '\u2028', '\n\n', 'a:\n', '\u001b[31m', '\u00a0', ''],
  // What looks like the path of a file.
  ...['page1\f', 'x\b', 'a_\n', ' ..\n', '.\t', 'C:\f', 'a\\', '"a\b', "it's\f"],
];
const trails = ['', '\n', '\t', '\r\nB', '"', ' / ', '\u2028', '\u001b[0m', '\fx', '\bx', '\u200b'];
/** Invisible marks, which may be in a value. */
const marks = ['', '', '\u200b', '\u2060', '\u00ad', '\ufeff'];

/** A text of JSON, and the values in it that a tool has to replace. */
export interface EscapedDocument {
  readonly json: string;
  readonly values: readonly string[];
  /** How the document was put into others, the innermost first. */
  readonly levels: readonly string[];
}

/**
 * Makes documents of JSON with values in strings, names and numbers, after and before all kinds of escapes; some are a string
 * in another document, up to three deep.
 *
 * @param numbers - values that may be numbers of JSON.
 */
export function escapedDocuments(
  values: readonly string[],
  numbers: readonly number[] = [],
): fc.Arbitrary<EscapedDocument> {
  const text = fc
    .record({
      lead: fc.constantFrom(...leads),
      value: fc.constantFrom(...values),
      mark: fc.constantFrom(...marks),
      at: fc.nat(),
      trail: fc.constantFrom(...trails),
    })
    .map(({ lead, value, mark, at, trail }) => {
      const place = 1 + (at % (value.length - 1));
      return lead + value.slice(0, place) + mark + value.slice(place) + trail;
    });
  const scalar = fc.oneof(
    text,
    numbers.length > 0 ? fc.constantFrom(...numbers) : fc.boolean(),
    fc.constantFrom(null, true, 'plain', 12, -1.5e3, ''),
  );
  const tree = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      scalar,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('m', 'k:', ...values.slice(0, 2), 'x"y', 'n\nl'), tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  const nesting = fc.array(fc.constantFrom('string', 'array', 'member'), { maxLength: 3 });
  return fc
    .tuple(fc.array(tree, { minLength: 1, maxLength: 4 }), nesting, fc.constantFrom(undefined, 1, '\t'), fc.nat(3))
    .map(([document, levels, indent, form]) => {
      let json = escapedMore(JSON.stringify(document, undefined, indent), form);
      for (const level of levels) {
        json = JSON.stringify(level === 'string' ? json : level === 'array' ? ['a', json] : { m: json, n: 1 });
      }
      return { json, values: [...values, ...numbers.map(String)], levels };
    });
}

/** Writes characters of strings as other escapes, as PHP and .NET do. */
function escapedMore(json: string, form: number): string {
  if (form === 0) return json;
  return json.replace(/"(?:\\.|[^"\\])*"/g, (string) => {
    if (form === 1) return string.replaceAll('/', '\\/');
    const codeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    if (form === 2) return string.replaceAll('\\n', '\\u000A').replace(/[<>&'@+\u200b\u2060]/g, codeOf);
    return string
      .replace(/\\["nrtf]/g, (each) => codeOf(JSON.parse(`"${each}"`) as string))
      .replace(/[@.:\u00ad\u200b\u2060\ufeff]/g, codeOf);
  });
}

/**
 * Returns all strings, names and numbers of a document after its text has become another, without invisible marks. Throws if
 * that is not JSON.
 */
export function scalarsOf({ levels }: EscapedDocument, json: string): string[] {
  let inner = json;
  // The last is the outermost.
  for (const level of levels.toReversed()) {
    const outer = JSON.parse(inner) as string | string[] | { m: string };
    inner = typeof outer === 'string' ? outer : Array.isArray(outer) ? (outer[1] ?? '') : outer.m;
    if (typeof inner !== 'string') throw new Error(`no string in a ${level}`);
  }
  const found: string[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    else if (value !== null && typeof value === 'object') {
      found.push(...Object.keys(value));
      Object.values(value).forEach(collect);
    } else found.push(String(value));
  };
  collect(JSON.parse(inner));
  return found.map((text) => text.replace(/[\u00ad\u200b\u2060\ufeff]/g, ''));
}
