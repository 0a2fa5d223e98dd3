import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import {
  blockElements,
  type HtmlEvents,
  hiddenElements,
  rawTextElements,
  readHtml,
  voidElements,
} from '../../text/markup/html.js';
import type { HtmlAttributes } from '../../text/markup/html-attributes.js';
import { escapeHtmlText, htmlStartTag } from '../../text/markup/html-escape.js';

const config = Type.Object({
  allow: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
    default: [],
    maxItems: 50,
    description: 'Names of elements whose tags stay, with all their attributes: b, a, br',
  }),
  decodeEntities: Type.Boolean({
    default: true,
    description: 'Writes é for &eacute; and so on. If allow names tags, & < and > stay encoded: the result is HTML',
  }),
  blockBreaks: Type.Boolean({
    default: true,
    description:
      'Starts a new line where a paragraph, list item or other block begins or ends and at <br>, and writes tabs between table cells',
  }),
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'strip-html-tags',
  title: 'Strip HTML tags',
  description:
    'Removes the tags and comments of HTML and the content of scripts and styles; the text between stays as it is. For readable paragraphs and lists use html-to-text. This does not make HTML safe: attributes of allowed tags are kept, and decoded text may contain tags again.',
  config,
  examples: [
    { input: '<p>Hello <b>World</b> &amp; all</p><p>Bye</p>', output: 'Hello World & all\nBye' },
    {
      input: '<div>Hello <b class="x">World</b><br><i>!</i></div>',
      config: { allow: ['b', 'br'] },
      output: 'Hello <b class="x">World</b><br>!',
    },
    { input: 'a<script>alert("<p>")</script><!-- b -->c', output: 'ac' },
    { input: '<p>a</p><p>b</p>', config: { blockBreaks: false }, output: 'ab' },
    { input: '&lt;b&gt; 1 < 2', config: { decodeEntities: false }, output: '&lt;b&gt; 1 < 2' },
  ],
  run(input, config, limit) {
    const stripper = new TagStripper(config, limit);
    readHtml(withoutByteOrderMark(input), stripper, { decodeEntities: config.decodeEntities });
    return stripper.output;
  },
});

class TagStripper implements HtmlEvents {
  output = '';
  readonly #config: Config;
  readonly #limit: OutputLimit;
  readonly #allowed: ReadonlySet<string>;
  /** The number of open elements that hide their content. */
  #hidden = 0;
  /** The number of open allowed elements whose content is not HTML. */
  #raw = 0;
  /** A block begins or ends here. */
  #atBlock = false;
  #atLineStart = true;
  /** The number of `<br>` that have not been written yet. */
  #breaks = 0;

  constructor(config: Config, limit: OutputLimit) {
    this.#config = config;
    this.#limit = limit;
    this.#allowed = new Set(config.allow.map(elementName));
  }

  open(name: string, attributes: HtmlAttributes): void {
    const allowed = this.#allowed.has(name);
    if (!allowed && hiddenElements.has(name)) this.#hidden++;
    if (this.#hidden > 0) return;
    if (!allowed) {
      this.#noteBlock(name);
      return;
    }
    if (rawTextElements.has(name)) this.#raw++;
    this.#write(htmlStartTag(name, attributes, this.#config.decodeEntities ? undefined : escapeQuotes));
  }

  text(text: string): void {
    if (this.#hidden > 0) return;
    const encode = this.#config.decodeEntities && this.#allowed.size > 0 && this.#raw === 0;
    this.#write(encode ? escapeHtmlText(text) : text);
  }

  close(name: string): void {
    const allowed = this.#allowed.has(name);
    if (this.#hidden > 0) {
      if (!allowed && hiddenElements.has(name)) this.#hidden--;
      return;
    }
    if (!allowed) {
      if (name !== 'br' && name !== 'td' && name !== 'th') this.#noteBlock(name);
      return;
    }
    if (rawTextElements.has(name)) this.#raw--;
    if (!voidElements.has(name)) this.#write(`</${name}>`);
  }

  #noteBlock(name: string): void {
    if (!this.#config.blockBreaks) return;
    if (name === 'br') this.#breaks++;
    else if (name === 'td' || name === 'th') this.#noteCell();
    else if (blockElements.has(name)) this.#atBlock = true;
  }

  #noteCell(): void {
    if (!this.#atLineStart && !this.#atBlock && this.#breaks === 0) this.#write('\t');
  }

  /** Writes text after the pending line ends; one of them may already exist. */
  #write(text: string): void {
    let owed = this.#breaks;
    if (owed === 0 && this.#atBlock && !this.#atLineStart) owed = 1;
    if (owed > 0 && startsWithLineEnd.test(text)) owed--;
    this.output += '\n'.repeat(owed) + text;
    this.#limit.check(this.output.length);
    this.#atLineStart = endsLine(text, owed > 0 || this.#atLineStart);
    this.#atBlock = false;
    this.#breaks = 0;
  }
}

const startsWithLineEnd = /^[ \t]*[\r\n]/;

/** Tests whether only blanks follow the last line end; `before` is the result for the preceding text. */
function endsLine(text: string, before: boolean): boolean {
  let end = text.length;
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end--;
  return end === 0 ? before : text[end - 1] === '\n' || text[end - 1] === '\r';
}

/** The name of an HTML element or custom element: HTML Standard, section 13.1.2. */
function elementName(name: string): string {
  if (!/^[a-z][a-z\d-]*$/i.test(name)) {
    throw new ToolError(`"${name}" in allow is not the name of an element; write it without brackets, such as b`);
  }
  return name.toLowerCase();
}

function escapeQuotes(value: string): string {
  return value.replaceAll('"', '&quot;');
}
