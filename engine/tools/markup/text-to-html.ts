import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { splitLines } from '../../text/lines/lines.js';
import { escapeHtml } from '../../text/markup/html-escape.js';
import { emailAddresses } from '../../text/urls/email-addresses.js';
import { urlsInText } from '../../text/urls/web-addresses.js';

const config = Type.Object({
  paragraphs: Type.Boolean({
    default: true,
    description: 'Combines the lines between two empty lines into a paragraph; otherwise every line end becomes <br>',
  }),
  linkify: Type.Boolean({ default: false, description: 'Turns web and e-mail addresses into links' }),
  lists: Type.Boolean({
    default: false,
    description: 'Makes lists of lines that start with - * + • or a number such as 1. or 1)',
  }),
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'text-to-html',
  title: 'Text to HTML',
  description:
    'Converts plain text to HTML: paragraphs, line breaks, and optionally lists and links. All markup in the text is encoded and shows as it is written, so the result is safe to show.',
  config,
  examples: [
    { input: 'Tom & Jerry\nsay <hi>\n\nBye', output: '<p>Tom &amp; Jerry<br>\nsay &lt;hi&gt;</p>\n<p>Bye</p>' },
    {
      input: 'To do:\n- see https://example.com/?a&b\n- mail ada@example.com',
      config: { lists: true, linkify: true },
      output:
        '<p>To do:</p>\n<ul>\n<li>see <a href="https://example.com/?a&amp;b">https://example.com/?a&amp;b</a></li>\n<li>mail <a href="mailto:ada@example.com">ada@example.com</a></li>\n</ul>',
    },
    { input: 'a\n\nb\n', config: { paragraphs: false }, output: 'a<br>\n<br>\nb' },
    {
      input: '3. three\n4. four',
      config: { lists: true },
      output: '<ol start="3">\n<li>three</li>\n<li>four</li>\n</ol>',
    },
  ],
  run(input, config, limit) {
    const { lines, lineEnd } = splitLines(input);
    const writer = new HtmlWriter(config, limit);
    for (const line of lines) writer.line(line.trim());
    return writer.end().join(lineEnd);
  },
});

/** One item of a list: its kind, its number if it has one, and its text. */
const listItem = /^(?:[-*+•]|(\d{1,9})[.)])[ \t]+(.*)$/su;

class HtmlWriter {
  readonly #config: Config;
  readonly #limit: OutputLimit;
  readonly #lines: string[] = [];
  #length = 0;
  #block: 'text' | 'ul' | 'ol' | undefined;

  constructor(config: Config, limit: OutputLimit) {
    this.#config = config;
    this.#limit = limit;
  }

  line(line: string): void {
    const item = this.#config.lists ? listItem.exec(line) : null;
    if (item !== null) this.#item(item[1], item[2] ?? '');
    else if (line === '' && this.#config.paragraphs) this.#close();
    else this.#text(this.#encoded(line));
  }

  end(): string[] {
    this.#close();
    return this.#lines;
  }

  #item(number: string | undefined, text: string): void {
    const list = number === undefined ? 'ul' : 'ol';
    if (this.#block !== list) {
      this.#close();
      this.#write(number === undefined || Number(number) === 1 ? `<${list}>` : `<ol start="${Number(number)}">`);
      this.#block = list;
    }
    this.#write(`<li>${this.#encoded(text)}</li>`);
  }

  #text(html: string): void {
    if (this.#block === 'text') this.#append('<br>');
    else this.#close();
    this.#write(this.#block === undefined && this.#config.paragraphs ? `<p>${html}` : html);
    this.#block = 'text';
  }

  #close(): void {
    if (this.#block === 'text' && this.#config.paragraphs) this.#append('</p>');
    if (this.#block === 'ul' || this.#block === 'ol') this.#write(`</${this.#block}>`);
    this.#block = undefined;
  }

  #encoded(text: string): string {
    return this.#config.linkify ? linkedHtml(text) : escapeHtml(text);
  }

  #write(line: string): void {
    this.#count(line.length + 1);
    this.#lines.push(line);
  }

  #append(html: string): void {
    this.#count(html.length);
    this.#lines.push((this.#lines.pop() ?? '') + html);
  }

  #count(length: number): void {
    this.#length += length;
    this.#limit.check(this.#length);
  }
}

const search = { schemes: new Set(['http', 'https']), bare: true, stripPunctuation: true };

/** Returns text as HTML in which web and e-mail addresses are links. */
function linkedHtml(text: string): string {
  let html = '';
  let end = 0;
  for (const span of urlsInText(text, search)) {
    const url = text.slice(span.start, span.end);
    html += withEmailLinks(text.slice(end, span.start));
    html += link(/^www\./i.test(url) ? `https://${url}` : url, url);
    end = span.end;
  }
  return html + withEmailLinks(text.slice(end));
}

function withEmailLinks(text: string): string {
  let html = '';
  let end = 0;
  for (const span of emailAddresses(text)) {
    const address = text.slice(span.start, span.end);
    html += escapeHtml(text.slice(end, span.start)) + link(`mailto:${address}`, address);
    end = span.end;
  }
  return html + escapeHtml(text.slice(end));
}

function link(address: string, text: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;
}
