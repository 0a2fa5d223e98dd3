import { type BodyEndpoint, type BodyRow, type BodyTable, maxBytes, runBody } from '../../support/json-bodies.js';

const cut = `${'x'.repeat(100)}…`;
const quoted = (text: string) => JSON.stringify(text);

/** The rest of a body with an unknown field. */
const rests: Readonly<Record<BodyEndpoint, string>> = {
  run: '"input":"a","steps":["upper-case"]',
  sanitize: '"url":"http://a"',
  'sort-dedupe': '"lines":["a"]',
  keys: '"plan":"pro"',
  origins: '"origins":[]',
  label: '"label":"a"',
  rotate: '"graceSeconds":0',
};

/** A field of a megabyte, or as long as the endpoint takes. */
function longField(endpoint: BodyEndpoint, rest: string): BodyRow {
  const [before, after] = [`{${rest},"`, '":1}'];
  const length = Math.min(2 ** 20, maxBytes[endpoint]) - before.length - after.length;
  return [`a field of ${length} characters`, () => before + 'x'.repeat(length) + after, `Unknown field: ${cut}`];
}

/** Unknown names: the response quotes them, and must stay short, JSON and UTF-8. */
export const names: readonly BodyTable[] = [
  ...Object.entries(rests).map(
    ([endpoint, rest]): BodyTable => ({
      endpoint: endpoint as BodyEndpoint,
      status: 400,
      rows: [
        ...[
          '',
          ' ',
          '"',
          '\\',
          '\n',
          '\0',
          '\u2028',
          '\ud800',
          '😀',
          '__proto__',
          'constructor',
          'toString',
          'Input',
          '/',
          '~1',
          '$ref',
        ].map(
          (name) => [`the field ${quoted(name)}`, `{${rest},${quoted(name)}:1}`, `Unknown field: ${name}`] as const,
        ),
        ['a field of 100 characters', `{${rest},"${'x'.repeat(100)}":1}`, `Unknown field: ${'x'.repeat(100)}`],
        ['a field of 101 characters', `{${rest},"${'x'.repeat(101)}":1}`, `Unknown field: ${cut}`],
        longField(endpoint as BodyEndpoint, rest),
        ['a long field of emoji', `{${rest},"x${'😀'.repeat(100)}":1}`, `Unknown field: x${'😀'.repeat(49)}…`],
      ],
    }),
  ),
  {
    endpoint: 'run',
    status: 400,
    rows: [
      ...[
        '',
        ' ',
        '"',
        '\n',
        '\0',
        '\ud800',
        '😀',
        '__proto__',
        'constructor',
        'prototype',
        'toString',
        'valueOf',
        '../upper-case',
        'upper-case\0',
      ].flatMap((slug) =>
        [quoted(slug), `{"toolSlug":${quoted(slug)}}`].map((step) => {
          const known = slug.includes('upper-case') ? '. Did you mean upper-case?' : '';
          return [`the tool ${step}`, runBody('"a"', `[${step}]`), `Unknown tool: ${slug}${known}`] as const;
        }),
      ),
      ['a slug in upper case', runBody('"a"', '["UPPER-CASE"]'), 'Unknown tool: UPPER-CASE. Did you mean upper-case?'],
      ['a slug of a megabyte', () => runBody('"a"', `["${'x'.repeat(1_000_000)}"]`), `Unknown tool: ${cut}`],
      [
        'two slugs in one, told apart by NUL',
        runBody('"a"', '["upper-case\\u0000upper-case"]'),
        'Unknown tool: upper-case\0upper-case',
      ],
      ['a field of a step', runBody('"a"', '[{"toolSlug":"upper-case","slug":"x"}]'), 'Unknown field: steps[0].slug'],
      [
        '__proto__ of a step',
        runBody('"a"', '[{"toolSlug":"upper-case","__proto__":{}}]'),
        'Unknown field: steps[0].__proto__',
      ],
      [
        'a long field of a step',
        () => runBody('"a"', `[{"toolSlug":"upper-case","${'x'.repeat(1_000)}":1}]`),
        `Unknown field: steps[0].${cut}`,
      ],
      ...['__proto__', 'constructor', 'hasOwnProperty', '', '"\n'].map(
        (name) =>
          [
            `the option ${quoted(name)}`,
            runBody('"a"', `[{"toolSlug":"upper-case","config":{${quoted(name)}:1}}]`),
            `Unknown option for upper-case: ${name}`,
          ] as const,
      ),
      [
        'a long option',
        () => runBody('"a"', `[{"toolSlug":"upper-case","config":{"${'x'.repeat(1_000_000)}":1}}]`),
        `Unknown option for upper-case: ${cut}`,
      ],
      [
        'a misspelt option',
        runBody('"a"', '[{"toolSlug":"csv-json-converter","config":{"delimeter":","}}]'),
        'Unknown option for csv-json-converter: delimeter. Did you mean delimiter?',
      ],
      [
        'a wrong value under a long name of the user',
        () => runBody('"1"', `[{"toolSlug":"math-evaluator","config":{"variables":{"${'x'.repeat(1_000)}":"1"}}}]`),
        `steps[0].config.variables.${cut} must be a number`,
      ],
    ],
  },
];
