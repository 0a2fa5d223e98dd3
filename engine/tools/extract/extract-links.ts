import { ToolError } from '../../core/errors.js';
import { maxHtmlDepth } from '../../core/limits.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { csvLine } from '../../text/csv/csv.js';
import { readHtml, undisplayedElements } from '../../text/markup/html.js';
import type { HtmlAttributes } from '../../text/markup/html-attributes.js';
import { InlineText } from '../../text/markup/inline-text.js';
import { attributesLength, readMarkdown } from '../../text/markup/markdown.js';
import { escapeMarkdown, linkTarget } from '../../text/markup/markdown-escape.js';
import { absoluteAddress, BaseAddress, baseAddress, baseElementAddress } from '../../text/urls/base-address.js';

const config = Type.Object({
  from: Type.Enum(['auto', 'html', 'markdown'], {
    default: 'auto',
    description: 'How to read the text; auto reads a text that starts with a tag as HTML and any other as Markdown',
  }),
  format: Type.Enum(['urls', 'markdown', 'csv', 'json'], {
    default: 'urls',
    description: 'What to write: the addresses alone, or with the texts of the links as a Markdown list, CSV or JSON',
  }),
  base: BaseAddress,
  unique: Type.Boolean({
    default: true,
    description:
      'Returns each address once, in the order of first occurrence; when false, returns every link, to count them',
  }),
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'extract-links',
  title: 'Extract links',
  description:
    'Lists the links of an HTML or Markdown text with their addresses and texts. Finds everything that a reader can click on, including image maps and bare http addresses in Markdown; images, style sheets and scripts are not links. Relative addresses become absolute by <base href>.',
  // The parser's tokens: 358 bytes were measured for short paragraphs.
  heapBytesPerCharacter: 360,
  config,
  examples: [
    {
      input: '<p>See <a href="/a">our <b>page</b></a>, <a href="https://b.example/">B</a> and <a href="/a">again</a>.',
      output: '/a\nhttps://b.example/',
    },
    {
      input: 'See [our page](/a "title"), [b][1] and https://c.example.\n\n[1]: b.html',
      config: { format: 'csv', base: 'https://example.com/docs/' },
      output:
        'text,url\nour page,https://example.com/a\nb,https://example.com/docs/b.html\nhttps://c.example,https://c.example/',
    },
    {
      input: '<a href="/a">A [1]</a>',
      config: { format: 'markdown' },
      output: '- [A \\[1\\]](/a)',
    },
    { input: '![an image](a.png) and `[code](b)`', config: { format: 'json' }, output: '[]' },
  ],
  run(input, config, limit) {
    const found = linksIn(input, config, limit);
    const page = baseAddress(config.base);
    const base = found.base === undefined ? page : baseElementAddress(found.base, page);
    const links = found.links.map(({ text, address }) => ({
      text,
      address: absoluteAddress(address, base),
    }));
    return write(config.unique ? distinct(links) : links, config.format, limit);
  },
});

function linksIn(input: string, { from }: Config, limit: OutputLimit): FoundLinks {
  const html = from === 'html' || (from === 'auto' && startsWithTag.test(input));
  return html ? htmlLinks(input) : markdownLinks(input, limit);
}

const startsWithTag = /^\s*<(?:!|[a-z][a-z\d-]*[\s/>])/i;

/** Searches the page that the Markdown makes, so that links in HTML are found as well. */
function markdownLinks(input: string, limit: OutputLimit): FoundLinks {
  const { reader, tokens } = readMarkdown(input, { html: true, linkify: 'schemes' });
  limit.check(attributesLength(tokens));
  const html = reader.renderer.render([...tokens], reader.options, {});
  try {
    return htmlLinks(html);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    // The error's place would be in that page.
    throw new ToolError(`the HTML in the Markdown is nested deeper than ${maxHtmlDepth} levels`);
  }
}

function distinct(links: readonly Link[]): Link[] {
  const first = new Map<string, Link>();
  for (const link of links) if (!first.has(link.address)) first.set(link.address, link);
  return [...first.values()];
}

function write(links: readonly Link[], output: Config['format'], limit: OutputLimit): string {
  const lines: string[] = output === 'csv' ? ['text,url'] : [];
  let length = 0;
  for (const { text, address } of links) {
    const line = lineOf(text, address, output);
    length += line.length + 1;
    limit.check(length);
    lines.push(line);
  }
  if (output !== 'json') return lines.join('\n');
  return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n]`;
}

function lineOf(text: string, address: string, output: Config['format']): string {
  switch (output) {
    case 'urls':
      return address;
    case 'markdown':
      return `- [${escapeMarkdown(text)}](${linkTarget(address, '')})`;
    case 'csv':
      return csvLine([text, address], ',');
    case 'json':
      return `  ${JSON.stringify({ text, url: address })}`;
  }
}

interface Link {
  /** On one line; for an image the alternative text. */
  readonly text: string;
  /** As written, without blanks around it. */
  readonly address: string;
}

interface FoundLinks {
  readonly links: readonly Link[];
  /** The address of the first `<base href>`, which holds for all links of a page, those before it too. */
  readonly base: string | undefined;
}

/** Returns the links of an HTML text, in the order of their start tags, except those that run a script. */
function htmlLinks(html: string): FoundLinks {
  let base: string | undefined;
  const links: { text: string; address: string }[] = [];
  /** The text of the innermost open link, and its index in the list. */
  const open: { text: InlineText; index: number }[] = [];
  let hidden = 0;
  readHtml(html, {
    open(name, attributes) {
      if (undisplayedElements.has(name)) hidden++;
      if (name === 'base') base ??= attributes.get('href');
      if (name === 'area') addLink(links, attributes, attributes.get('alt') ?? '');
      if (name === 'a') open.push({ text: new InlineText(), index: addLink(links, attributes, '') });
      if (name === 'img' || name === 'br') open.at(-1)?.text.append(` ${attributes.get('alt') ?? ''} `);
    },
    text(text) {
      if (hidden === 0) open.at(-1)?.text.append(text);
    },
    close(name) {
      if (undisplayedElements.has(name)) hidden--;
      const closed = name === 'a' ? open.pop() : undefined;
      const link = links[closed?.index ?? -1];
      if (closed !== undefined && link !== undefined) link.text = closed.text.take();
    },
  });
  return { links, base };
}

/** Adds a link and returns its index in the list; -1 if it is not a link. */
function addLink(links: Link[], attributes: HtmlAttributes, text: string): number {
  const address = (attributes.get('href') ?? '').replace(/[\t\n\r]/g, '').trim();
  if (address === '' || /^javascript:/i.test(address)) return -1;
  return links.push({ text: text.trim(), address }) - 1;
}
