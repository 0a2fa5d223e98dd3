import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { splitLines } from '../../text/lines/lines.js';

const config = Type.Object({
  separator: Type.String({ default: ',', maxLength: 20, description: 'Text between two items' }),
  quote: Type.Enum(['none', 'single', 'double', 'backtick'], {
    default: 'none',
    description: 'The quotes around each item',
  }),
  quoteEscape: Type.Enum(['double', 'backslash'], {
    default: 'double',
    description:
      'How to write a quote inside a quoted item: doubled, as in SQL and CSV, or after a backslash (and a backslash doubled), as in JavaScript',
  }),
  itemPrefix: Type.String({ default: '', maxLength: 100, description: 'Text before each item and its quote' }),
  itemSuffix: Type.String({ default: '', maxLength: 100, description: 'Text after each item and its quote' }),
  wrapEvery: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 10_000,
    description:
      'Starts a new line after this many items; the separator comes before the line break, without its trailing white space. 0 writes everything on one line',
  }),
  trim: Type.Boolean({ default: true, description: 'Strips white space at both ends of each line first' }),
  removeBlank: Type.Boolean({ default: true, description: 'Skips blank lines (only white space)' }),
  unique: Type.Boolean({ default: false, description: 'Returns each item once, in the order of first occurrence' }),
});

type Config = Static<typeof config>;

const quotes = { none: '', single: "'", double: '"', backtick: '`' };

export default defineTool({
  slug: 'join-lines',
  title: 'Join lines',
  description:
    'Joins the lines into one list, with a separator between them and optional quotes around each: for SQL, code or a spreadsheet cell. The list does not end with a line end.',
  config,
  examples: [
    { input: 'red\n green \n\nblue\n', output: 'red,green,blue' },
    {
      input: "Ada\nO'Brien\nAda",
      config: { separator: ', ', quote: 'single', unique: true },
      output: "'Ada', 'O''Brien'",
    },
    {
      input: '1\n2\n3\n4\n5',
      config: { separator: ', ', quote: 'double', wrapEvery: 2 },
      output: '"1", "2",\n"3", "4",\n"5"',
    },
    {
      input: 'one\ntwo',
      config: { separator: '', itemPrefix: '<li>', itemSuffix: '</li>' },
      output: '<li>one</li><li>two</li>',
    },
    { input: ' a\n\nb', config: { separator: '|', trim: false, removeBlank: false }, output: ' a||b' },
  ],
  run(input, config, limit) {
    const { lines, lineEnd } = splitLines(input);
    const { separator, wrapEvery } = config;
    const lineBreak = separator.trimEnd() + lineEnd;
    const quoted = quoter(config);
    /** Items and separators, alternating. */
    const parts: string[] = [];
    let length = 0;
    itemsOf(lines, config).forEach((item, index) => {
      const between = wrapEvery > 0 && index % wrapEvery === 0 ? lineBreak : separator;
      const part = (index === 0 ? '' : between) + config.itemPrefix + quoted(item) + config.itemSuffix;
      length += part.length;
      limit.check(length);
      parts.push(part);
    });
    return parts.join('');
  },
});

function itemsOf(lines: readonly string[], { trim, removeBlank, unique }: Config): string[] {
  let items = trim ? lines.map((line) => line.trim()) : [...lines];
  if (removeBlank) items = items.filter((line) => line.trim() !== '');
  return unique ? [...new Set(items)] : items;
}

function quoter({ quote, quoteEscape }: Config): (item: string) => string {
  const mark = quotes[quote];
  if (mark === '') return (item) => item;
  if (quoteEscape === 'double') return (item) => mark + item.replaceAll(mark, mark + mark) + mark;
  const escaped = new RegExp(`[\\\\${mark}]`, 'g');
  return (item) => mark + item.replace(escaped, '\\$&') + mark;
}
