import { type TextKind, texts } from './texts.js';

/** A kind of text and the options for it, which may depend on the length of the text. */
type Suitable = TextKind | readonly [TextKind, object | ((characters: number, part: number) => object)];

/** The inputs for the tools of a category that are not in {@link bySlug}. */
const byCategory: Readonly<Record<string, TextKind>> = {
  analyze: 'prose',
  case: 'prose',
  encode: 'prose',
  extract: 'contacts',
  generate: 'csv',
  hash: 'prose',
  json: 'json',
  lines: 'lines',
  markup: 'markdown',
  numbers: 'numbers',
  privacy: 'contacts',
  replace: 'prose',
  sort: 'lines',
  unicode: 'accents',
  web: 'urls',
  convert: 'csv',
};

/** Returns the same text with some changes. */
const changed = (kind: TextKind) => (characters: number, part: number) => ({
  other: texts[kind](characters, part).replaceAll('11', '12').replaceAll('Ada', 'Eve'),
});
/** Returns the second half of a text, so that both share about half of the lines. */
const half = (kind: TextKind) => (characters: number, part: number) => ({
  other: texts[kind](characters, part).slice(characters / 2),
});

const bySlug: Readonly<Record<string, Suitable>> = {
  'count-occurrences': ['prose', { find: 'the' }],
  'text-diff': ['lines', changed('lines')],
  'text-similarity': ['prose', changed('prose')],
  'unicode-inspector': 'accents',
  'camel-case': 'identifiers',
  'constant-case': 'identifiers',
  'dot-case': 'identifiers',
  'kebab-case': 'identifiers',
  'pascal-case': 'identifiers',
  'snake-case': 'identifiers',

  'comment-remover': 'javascript',
  'css-formatter': 'css',
  'css-minifier': 'css',
  'html-formatter': 'html',
  'js-formatter': 'javascript',
  'js-minifier': 'javascript',
  'sql-formatter': 'sql',
  'sql-minifier': 'sql',
  'xml-formatter': 'xml',
  'xml-minifier': 'xml',

  'csv-add-column': ['csv', { name: 'place', template: '{{name}} ({{city}})' }],
  'csv-column-picker': ['csv', { columns: ['name', 'id'] }],
  'csv-date-formatter': ['csv', { columns: ['date'], outputFormat: 'd MMM yyyy' }],
  'csv-diff': [
    'csv',
    (characters: number, part: number) => ({
      other: texts.csv(characters, part).replaceAll('Ada', 'Eve'),
      on: ['id'],
    }),
  ],
  'csv-explode': ['csv', { columns: ['name'], separator: ' ' }],
  'csv-filter-rows': ['csv', { column: 'amount', op: 'gt', value: '500' }],
  'csv-group-by': ['csv', { groupBy: ['city'], sum: ['amount'] }],
  'csv-implode': ['csv', { columns: ['name', 'id'], separator: '|' }],
  'csv-join': ['csv', { other: 'city,country\nParis,France', on: ['city'], type: 'left' }],
  'csv-number-formatter': ['csv', { columns: ['amount'] }],
  'csv-sample': ['csv', { seed: 'a', percent: 50 }],
  'csv-sort': ['csv', { by: ['city', 'amount'] }],
  'csv-validator': [
    'csv',
    {
      schema: { required: ['name'], properties: { id: { type: 'integer' }, amount: { type: 'number', maximum: 500 } } },
    },
  ],
  'fixed-width-csv-converter': ['csv', { direction: 'to-fixed-width' }],
  'front-matter-extractor': 'front matter',
  'html-table-to-csv': 'html table',
  'json-ini-converter': 'ini',
  'json-ndjson-converter': 'json',
  'json-toml-converter': 'toml',
  'json-xml-converter': 'xml',
  'json-yaml-converter': 'yaml',
  'list-json-converter': 'list',
  'markdown-table-to-csv': 'markdown table',
  'query-string-json-converter': 'query string',

  'base64-decode': 'base64',
  'html-decode': 'html entities',
  'html-encode': 'html',
  'jwt-decoder': 'jwt',
  'punycode-converter': 'domains',
  'mime-header-converter': 'accents',
  'quoted-printable-converter': 'accents',
  'string-unescape': 'string escapes',
  'unicode-escape-converter': 'accents',
  'url-decode': 'percent escapes',
  'url-encode': 'accents',

  'extract-between': ['contacts', { start: '<', end: '>' }],
  'extract-code-blocks': 'markdown',
  'extract-json': ['json in prose', { which: 'all' }],
  'extract-links': 'html',
  'extract-matches': ['contacts', { pattern: '\\w+@\\w+' }],
  'extract-records': ['lines', { template: '{first} {rest}', invalid: 'keep' }],
  'log-parser': 'access log',
  'user-agent-parser': 'user agents',
  'html-select': ['html', { selector: 'li.x' }],

  'ascii-tree-generator': 'tree',
  // Their output depends on the options, not on the input.
  'lorem-ipsum-generator': [
    'prose',
    (characters: number) => ({ paragraphs: Math.ceil(characters / 5_000), sentences: 50 }),
  ],
  'sequence-generator': ['prose', (characters: number) => ({ end: characters / 10 })],
  'sql-list-generator': 'lines',
  'template-renderer': ['csv', { data: 'csv', template: '{{name}}{{#city}} lives in {{city}}{{/city}}.' }],

  'checksum-text': 'prose',
  'hmac-text': ['prose', { key: 'Jefe' }],
  'uuid-parser': 'uuids',
  'uuid-v5-generator': 'names',

  'json-convert-keys': ['json', { case: 'snake' }],
  'json-diff': ['json', changed('json')],
  'json-patch': [
    'json',
    {
      type: 'patch',
      patch: [
        { op: 'remove', path: '/1' },
        { op: 'replace', path: '/2/id', value: 7 },
      ],
    },
  ],
  'json-path': ['json', { path: '$[?@.id < 100].address.city' }],
  'json-pick-keys': ['json', { keys: ['id', 'address.city'] }],
  'json-query': ['json', { expression: '[?id > `30`].userName' }],
  'json-repair': 'broken json',
  'json-schema-validator': [
    'json',
    { schema: { items: { required: ['id'], properties: { id: { type: 'integer' }, tags: { type: 'array' } } } } },
  ],
  'json-unflatten': 'flat json',

  'chunk-text': 'prose',
  'dedent-lines': 'indented lines',
  'extract-columns': ['tab-separated', { columns: '1,3' }],
  'indentation-converter': 'indented lines',
  'insert-text': ['prose', { text: 'and ', at: 'before', anchor: 'the' }],
  'slice-text': ['prose', { start: 7 }],
  'truncate-text': ['prose', (characters: number) => ({ length: characters / 2 })],
  'head-lines': ['lines', (characters: number) => ({ count: characters / 50 })],
  'tail-lines': ['lines', (characters: number) => ({ count: characters / 50 })],
  'wrap-text': 'prose',

  'html-to-markdown': 'html',
  'html-to-text': 'html',
  'markdown-table-formatter': 'markdown table',
  'strip-html-tags': 'html',
  'text-to-html': 'prose',

  'cron-describer': 'cron lines',
  'date-calculator': ['dates', { days: 10 }],
  'date-formatter': 'dates',
  'math-evaluator': 'expressions',
  'number-base-converter': 'integers',
  'roman-numeral-converter': 'small integers',
  'unix-timestamp-converter': 'timestamps',

  pseudonymizer: ['contacts', { key: 'correct horse' }],
  'redact-words': ['prose', { words: ['time', 'people', 'number'] }],

  'find-replace': ['prose', { find: 'the', replace: 'that' }],
  'multi-replace': [
    'prose',
    {
      pairs: [
        ['which', 'that'],
        ['that', 'which'],
        ['will', 'shall'],
      ],
    },
  ],
  'regex-replace': ['prose', { pattern: '(\\w+) (\\w+)', replacement: '$2 $1' }],
  'remove-characters': ['contacts', { classes: ['digits'] }],
  'translate-characters': ['prose', { from: 'a-zA-Z', to: 'n-za-mN-ZA-M' }],

  'compare-lists': ['lines', half('lines')],
  'filter-lines': ['lines', { pattern: 'time' }],
  'keep-duplicate-lines': 'list',
  'sample-lines': ['lines', { seed: 'a', percent: 50 }],
  'shuffle-lines': ['lines', { seed: '1' }],

  'mojibake-fixer': 'mojibake',
  'remove-ansi-codes': 'ansi',
  'remove-emojis': 'emoji',
  'remove-invisible-characters': 'invisible',

  'cidr-calculator': 'networks',
  'email-normalizer': 'emails',
  'ip-converter': 'ip addresses',
  'phone-formatter': 'phones',
  'url-defanger': 'contacts',
};

/** The input of a measurement. */
export interface ToolInput {
  readonly input: string;
  readonly config: object;
}

/**
 * Returns an input for a tool, of at most this many characters (UTF-16 code units), and not many fewer.
 *
 * @param part - the index of the input among those for the tool.
 * @returns undefined if neither the tool nor its category has a kind of text.
 */
export function toolInput(category: string, slug: string, characters: number, part = 0): ToolInput | undefined {
  const suitable = (Object.hasOwn(bySlug, slug) ? bySlug[slug] : undefined) ?? byCategory[category];
  if (suitable === undefined) return undefined;
  const [kind, config] = typeof suitable === 'string' ? [suitable, {}] : suitable;
  return {
    input: texts[kind](characters, part),
    config: typeof config === 'function' ? config(characters, part) : config,
  };
}

/** The slugs with their own input. */
export const chosenSlugs: readonly string[] = Object.keys(bySlug);
