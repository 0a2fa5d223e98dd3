import type { EachPart } from '../../../session/group-options.js';
import type { WrittenStep } from '../../../session/workflow-address.js';
import { firstText } from '../workflow/sample.js';

/** A ready-made workflow that shows what the tools can do. */
export interface Template {
  readonly name: string;
  /** What it does, in one sentence. */
  readonly about: string;
  /** An example text, filled in where there is none. */
  readonly input: string;
  /** In the form of `POST /v1/run`. */
  readonly steps: readonly WrittenStep[];
}

/** A token whose key is known to everybody: the word "secret". */
const exampleToken = [
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
  'eyJzdWIiOiJhZGEiLCJyb2xlIjoiZWRpdG9yIiwiaWF0IjoxNzAwMDAwMDAwfQ',
  'a3DyxysTI0R91OrIz54HqpS_PTDPj7hKN2YiWj-DjX4',
].join('.');

/** The cells of a column of the examples that have semicolons. */
function column(name: string): EachPart {
  return { csv: { columns: [name], delimiter: ';' } };
}

/** The templates in the order of the gallery. Names, addresses and numbers are reserved for examples. */
export const templates: readonly Template[] = [
  {
    name: 'Clean a CSV',
    about:
      'Cleans names, e-mail addresses, phone numbers, dates and totals, each in its column; drops only repeated rows.',
    input: `order;name;email;phone;date;total
1001;  ADA   LOVELACE;Ada@Example.com;030 1234567;2026-03-01;1.234,50 €
1002;ΜΑΡΊΑ ΒΈΛΛΟΥ;maria@example.com;+49 30 7654321;1.3.2026;19,9
1002;ΜΑΡΊΑ ΒΈΛΛΟΥ;maria@example.com;+49 30 7654321;1.3.2026;19,9
1003;софья ковалевская;ada@example.com;unknown;Mar 4, 2026;7
`,
    steps: [
      { each: column('name'), steps: ['collapse-whitespace', 'title-case-converter'] },
      {
        each: column('email'),
        onError: 'keep',
        steps: [{ toolSlug: 'email-normalizer', config: { invalid: 'error' } }],
      },
      {
        each: column('phone'),
        onError: 'keep',
        steps: [{ toolSlug: 'phone-formatter', config: { defaultCountry: 'DE', invalid: 'error' } }],
      },
      {
        each: column('date'),
        onError: 'keep',
        steps: [{ toolSlug: 'date-formatter', config: { inputFormats: ['iso', 'd.M.yyyy', 'MMM d, yyyy'] } }],
      },
      {
        each: column('total'),
        onError: 'keep',
        steps: [{ toolSlug: 'number-formatter', config: { decimal: ',', thousands: '.', outputThousands: '' } }],
      },
      {
        toolSlug: 'csv-filter-rows',
        config: { op: 'all', uniqueBy: [1, 2, 3, 4, 5, 6], uniqueBlank: true, delimiter: ';' },
      },
    ],
  },
  {
    name: 'Redact a CSV column',
    about: 'Replaces e-mail addresses, phone numbers and the like in the notes; the other columns stay as they are.',
    input: `customer;email;note
Ada;ada@example.com;"call (213) 373-4253; not before 9"
Grace;grace@example.com;write to grace@example.org
`,
    steps: [{ each: column('note'), steps: ['pii-redactor'] }],
  },
  {
    name: 'Redact one JSON member',
    about: 'Replaces e-mail addresses and the like in the messages of a list; the other members stay as they are.',
    input: `[
  {"id": 1, "from": "ada@example.com", "message": "Call me at (213) 373-4253."},
  {"id": 2, "from": "alan@example.com", "message": "My address is alan@example.org."}
]
`,
    steps: [{ each: { json: { path: '$[*].message' } }, steps: ['pii-redactor'] }],
  },
  {
    name: 'Logs to a table',
    about: 'Splits log lines into date, time, level and message, and draws them as a table.',
    input: `2026-03-02T09:14:07Z INFO  server started on port 8080
2026-03-02T09:15:31Z WARN  disk is 91% full
2026-03-02T09:15:48Z ERROR cannot reach db.example.com, retrying
`,
    steps: [
      {
        toolSlug: 'regex-replace',
        config: { pattern: '^(\\S+)T(\\S+?)Z? +(\\w+) +(.*)$', flags: 'm', replacement: '$1\t$2\t$3\t$4' },
      },
      { toolSlug: 'insert-text', config: { text: 'date\ttime\tlevel\tmessage\n', at: 'start' } },
      { toolSlug: 'ascii-table-generator', config: { delimiter: 'tab', quotes: 'none', style: 'unicode' } },
    ],
  },
  {
    name: 'Count the errors of a log',
    about: 'Keeps the errors, drops what differs from line to line, and counts each message.',
    input: `2026-03-02T09:15:48Z ERROR timeout after 3012 ms
2026-03-02T09:15:50Z INFO  retrying
2026-03-02T09:16:02Z ERROR timeout after 2987 ms
2026-03-02T09:16:09Z ERROR user 4711 not found
2026-03-02T09:17:44Z ERROR timeout after 3105 ms
`,
    steps: [
      { toolSlug: 'filter-lines', config: { pattern: ' ERROR ', caseSensitive: true } },
      { toolSlug: 'regex-replace', config: { pattern: '^.* ERROR ', flags: 'm' } },
      { toolSlug: 'regex-replace', config: { pattern: '\\d+', replacement: '#' } },
      'count-duplicate-lines',
    ],
  },
  {
    name: 'LLM output to JSON',
    about: 'Finds the JSON in the answer of a language model and repairs its mistakes.',
    input: `Sure! Here is the data you asked for:

\`\`\`json
{name: 'Ada Lovelace', born: 1815, fields: ['mathematics', 'computing',],}
\`\`\`

Let me know if you need anything else.`,
    steps: [{ toolSlug: 'extract-json', config: { repair: true } }],
  },
  {
    name: 'Redact a mail',
    about: 'Replaces e-mail addresses, phone numbers, card numbers, passwords and keys by labels.',
    input: `Hi Grace,

please call me at (213) 373-4253 or write to ada@example.com.
The staging server is 192.0.2.17, and its settings are:

API_KEY=4f9d77aa0b1c
DATABASE_URL=postgres://app:s3cret@db.example.com/app

Ada
`,
    steps: ['secret-redactor', 'pii-redactor'],
  },
  {
    name: 'A list to SQL',
    about: 'Makes an IN list of lines: trimmed, without duplicates, with quotes as SQL wants them.',
    input: `Ada
Alan
  Grace
O'Brien
Ada
`,
    steps: [{ toolSlug: 'sql-list-generator', config: { column: 'name' } }],
  },
  {
    name: 'CSV to SQL',
    about: 'Writes INSERT statements for PostgreSQL.',
    input: `id,name,born
1,Ada Lovelace,1815
2,Grace Hopper,1906
3,Maeve O'Brien,
`,
    steps: [{ toolSlug: 'csv-to-sql', config: { table: 'people', dialect: 'postgresql' } }],
  },
  {
    name: 'Totals by group',
    about: 'Adds up the amounts of each city, largest first, as a Markdown table.',
    input: `city,amount
Paris,12.50
Rome,30
Paris,7.25
Oslo,4
Rome,1.10
`,
    steps: [
      { toolSlug: 'csv-group-by', config: { groupBy: ['city'], sum: ['amount'] } },
      { toolSlug: 'csv-sort', config: { by: ['amount_sum'], order: 'desc', mode: 'numeric' } },
      { toolSlug: 'csv-number-formatter', config: { columns: ['amount_sum'] } },
      'csv-to-markdown-table',
    ],
  },
  {
    name: 'JSON to CSV',
    about: 'Flattens a list of records for a spreadsheet, and leaves out what is empty.',
    input: `[
  {"id": 1, "name": "Ada", "address": {"city": "London", "zip": null}},
  {"id": 2, "name": "Grace", "address": {"city": "New York", "zip": "10001"}}
]`,
    steps: ['json-remove-empty', { toolSlug: 'csv-json-converter', config: { direction: 'json-to-csv' } }],
  },
  {
    name: 'Web page to Markdown',
    about: 'Converts HTML to Markdown, with its headings, links, lists and tables.',
    input: `<h1>Tea</h1>
<p>The <b>best</b> kinds, by <a href="https://example.com/taste">taste</a>:</p>
<table><tr><th>Kind</th><th>Minutes</th></tr><tr><td>Assam</td><td>4</td></tr><tr><td>Sencha</td><td>2</td></tr></table>
<ul><li>Warm the pot.</li><li>Wait.</li></ul>
`,
    steps: ['html-to-markdown'],
  },
  {
    name: 'Links of a text, cleaned',
    about: 'Collects the links of a text without tracking parameters, each once, in order.',
    input: `Read https://news.example/article?id=7&utm_source=mail&utm_medium=email first,
then https://shop.example/shoes?size=42&fbclid=IwAR2xKp (again:
https://news.example/article?id=7&utm_campaign=spring).
`,
    steps: ['extract-urls', { toolSlug: 'url-cleaner', config: { scope: 'lines' } }, 'dedupe-sort'],
  },
  {
    name: 'Repair garbled letters',
    about: 'Restores text that was read in a wrong encoding, and replaces curly quotes.',
    input: `The cafÃ© is â€œopenâ€\u009d today â€“ itâ€™s free.
SeÃ±or MÃ¼ller says: 5 â‚¬, please.
`,
    steps: ['mojibake-fixer', 'smart-quotes-remover'],
  },
  {
    name: 'Unwrap a PDF or mail',
    about: 'Joins hard line breaks and hyphenated words, but keeps paragraphs.',
    input: `Line breaks that were made for pa-
per are in the way on a
screen.

This is another   paragraph,
and it stays one.
`,
    steps: [{ toolSlug: 'line-break-remover', config: { keepParagraphs: true, joinHyphens: true } }],
  },
  {
    name: 'Mail merge',
    about: 'Writes one text for each row of a table.',
    input: `name,item,due
Ada,the engine,3 May
Grace,,7 May
`,
    steps: [
      {
        toolSlug: 'template-renderer',
        config: {
          data: 'csv',
          template:
            'Dear {{name}},\n{{#item}}please bring back {{item}} by {{due}}.{{/item}}{{^item}}thank you!{{/item}}',
          separator: '\n\n---\n\n',
        },
      },
    ],
  },
  {
    name: 'Look into a JWT',
    about: 'Shows what a JSON Web Token says, and sorts its claims. It is not a check of its signature.',
    input: exampleToken,
    steps: [{ toolSlug: 'jwt-decoder', config: { part: 'payload' } }, 'json-sort-keys'],
  },
  {
    name: 'Titles to slugs',
    about: 'Makes an address for each title, and numbers those that would be the same.',
    input: `Crème brûlée: how?
Ein schöner Tag
Crème Brûlée – how
`,
    steps: [{ toolSlug: 'slugify', config: { locale: 'de', numberDuplicates: true } }],
  },
  {
    name: 'Paths to a tree',
    about: 'Draws a list of paths as a tree of folders.',
    input: `src/main.ts
src/parts/button.ts
README.md
src/parts/field.ts
`,
    steps: [{ toolSlug: 'ascii-tree-generator', config: { format: 'paths', sort: 'dirs-first' } }],
  },
  {
    name: 'Dates of a table',
    about: 'Turns the Unix timestamps of a column into local dates and times.',
    input: `user,seen
ada,1700000000
grace,1710000000
`,
    steps: [
      {
        toolSlug: 'csv-date-formatter',
        config: {
          columns: ['seen'],
          inputFormats: ['unix'],
          outputFormat: 'd MMM yyyy, HH:mm',
          toZone: 'Europe/Paris',
        },
      },
    ],
  },
];

/** Texts that the user has not written: they may be replaced by another example. */
const examples: ReadonlySet<string> = new Set(['', firstText, ...templates.map(({ input }) => input)]);

/** Returns whether the user has not written a text. */
export function isExample(text: string): boolean {
  return examples.has(text);
}
