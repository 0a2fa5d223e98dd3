import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { readXml } from '../../text/formats/xml-reader.js';
import {
  tidyTag,
  type XmlContent,
  type XmlToken,
  xmlContents,
  xmlSpace,
  xmlTokens,
} from '../../text/formats/xml-tokens.js';
import { splitLines } from '../../text/lines/lines.js';

const config = Type.Object({
  indent: Type.Union([Type.Integer({ minimum: 0, maximum: 8 }), Type.Literal('tab')], {
    default: 2,
    description: 'Spaces per level of indentation, or tab; 0 writes everything on one line',
  }),
  collapseText: Type.Boolean({
    default: true,
    description:
      'Collapses each run of white space in text to one blank, and strips it from the ends; otherwise text stays as it is',
  }),
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'xml-formatter',
  title: 'XML formatter',
  description:
    'Indents XML with one element per line. Text stays on the line of its element, text mixed with elements on one line, and the content of xml:space="preserve" as it was. Rejects XML that is not well-formed, and document type declarations, and names the line and column.',
  config,
  examples: [
    {
      input: '<?xml version="1.0"?><a  x = "1"><b>text</b><c/><!-- note --></a>',
      output: '<?xml version="1.0"?>\n<a x="1">\n  <b>text</b>\n  <c/>\n  <!-- note -->\n</a>',
    },
    {
      input: '<p>\n  Hello <b>dear</b>\n  world\n</p>',
      config: { indent: 'tab' },
      output: '<p>Hello <b>dear</b> world</p>',
    },
    { input: '<a>\n  <b> x </b>\n</a>', config: { indent: 0, collapseText: false }, output: '<a><b> x </b></a>' },
    { input: '<a><b xml:space="preserve"> <c/></b></a>', output: '<a>\n  <b xml:space="preserve"> <c/></b>\n</a>' },
  ],
  run(input, config, limit) {
    readXml(input);
    const formatter = new XmlFormatter(xmlTokens(input), config, splitLines(input).lineEnd, limit);
    return formatter.format();
  },
});

/** How to treat the white space of an element, the innermost element last. */
type Layout = 'lines' | 'inline' | 'verbatim';

class XmlFormatter {
  readonly #tokens: readonly XmlToken[];
  readonly #contents: Map<number, XmlContent>;
  readonly #indent: string;
  readonly #lineEnd: string;
  readonly #collapseText: boolean;
  readonly #limit: OutputLimit;
  readonly #layouts: Layout[] = [];
  #text = '';

  constructor(tokens: readonly XmlToken[], { indent, collapseText }: Config, lineEnd: string, limit: OutputLimit) {
    this.#tokens = tokens;
    this.#contents = xmlContents(tokens);
    this.#indent = indent === 'tab' ? '\t' : ' '.repeat(indent);
    this.#lineEnd = lineEnd;
    this.#collapseText = collapseText;
    this.#limit = limit;
  }

  format(): string {
    this.#tokens.forEach(({ kind, source }, at) => {
      if (kind === 'close') this.#close(source);
      else if (kind === 'text') this.#characters(source, at);
      else {
        if (this.#layout === 'lines') this.#startLine();
        this.#text += kind === 'open' || kind === 'empty' ? tidyTag(source) : source;
        if (kind === 'open') this.#layouts.push(this.#layoutInside(source, at));
      }
      this.#limit.check(this.#text.length);
    });
    return this.#text;
  }

  get #layout(): Layout {
    return this.#layouts.at(-1) ?? 'lines';
  }

  #layoutInside(tag: string, at: number): Layout {
    const space = xmlSpace(tag);
    if (space === 'preserve' || (this.#layout === 'verbatim' && space === undefined)) return 'verbatim';
    const content = this.#contents.get(at);
    return this.#layout === 'lines' && content === 'elements' ? 'lines' : 'inline';
  }

  #close(source: string): void {
    if (this.#layouts.pop() === 'lines') this.#startLine();
    this.#text += tidyTag(source);
  }

  #startLine(): void {
    if (this.#text !== '' && this.#indent !== '')
      this.#text += this.#lineEnd + this.#indent.repeat(this.#layouts.length);
  }

  #characters(source: string, at: number): void {
    if (this.#layout === 'lines') return;
    if (this.#layout === 'verbatim' || !this.#collapseText) {
      this.#text += source;
      return;
    }
    let text = source.replace(/[ \t\r\n]+/g, ' ');
    const outer = this.#layouts.at(-2) ?? 'lines';
    // Further inside, a blank at the end of an element still separates two words.
    if (outer === 'lines') {
      if (this.#tokens[at - 1]?.kind === 'open') text = text.replace(/^ /, '');
      if (this.#tokens[at + 1]?.kind === 'close') text = text.replace(/ $/, '');
    }
    this.#text += text;
  }
}
