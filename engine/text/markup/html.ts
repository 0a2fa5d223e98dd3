import type { Handler, Parser } from 'htmlparser2';
import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { maxHtmlDepth } from '../../core/limits.js';
import { positionAt } from '../position.js';
import { compactAttributes, type HtmlAttributes, noAttributes } from './html-attributes.js';
import { OpenElements } from './html-implied-ends.js';

/**
 * Reads HTML with htmlparser2 and end tags implied by our own rules. parse5, the parser of the HTML standard, was measured:
 * the standard opens formatting elements again in every paragraph, so 24,397 characters (`<p>`, 1,500 different `<b>`,
 * 1,500 paragraphs) took 2.8 s and 580 MB, htmlparser2 less than 0.1 s.
 */

const htmlparser2 = lazyLibrary<typeof import('htmlparser2')>('htmlparser2');

/** The events of {@link readHtml}, in the order of the text. */
export interface HtmlEvents {
  open(name: string, attributes: HtmlAttributes): void;
  /** All text up to the next tag. */
  text(text: string): void;
  /** Called for every opened element, including `<br>` and other void elements. */
  close(name: string): void;
}

/**
 * Reads HTML as forgivingly as browsers do, and reports its elements and text. Skips comments and declarations. Closes
 * unclosed elements where the next one or the end of the text implies it.
 *
 * Linear in the length of the text: the parser searches the open elements at every tag, so their number is bounded
 * during the reading.
 *
 * @param options - `decodeEntities`: whether to decode entities in text and attributes; true by default.
 * @throws {ToolError} with the place where elements are nested deeper than {@link maxHtmlDepth} levels.
 */
export function readHtml(html: string, events: HtmlEvents, { decodeEntities = true } = {}): void {
  const elements = new OpenElements();
  let depth = 0;
  let text = '';
  /** The name of the current start tag, and its attributes if it has any. */
  let pending: string | undefined;
  let attributes: Map<string, string> | undefined;
  const flush = () => {
    if (text !== '') events.text(text);
    text = '';
  };
  const handler: Partial<Handler> = {
    onopentagname(name) {
      flush();
      pending = name;
      if (++depth <= maxHtmlDepth) return;
      throw ToolError.at(positionAt(html, parser.startIndex), `elements are nested deeper than ${maxHtmlDepth} levels`);
    },
    onattribute(name, value) {
      // Undefined inside a form within a form, which opens no element.
      if (pending === undefined) return;
      attributes ??= new Map();
      if (!attributes.has(name)) attributes.set(name, value);
    },
    onopentag(name) {
      for (const ended of elements.open(name)) events.close(ended);
      events.open(name, attributes === undefined ? noAttributes : compactAttributes(attributes));
      pending = undefined;
      attributes = undefined;
    },
    ontext(piece) {
      text += piece;
    },
    onclosetag(name) {
      flush();
      depth--;
      // The text ends inside its start tag, so the element was never opened.
      if (pending !== undefined && name === pending) {
        pending = undefined;
        attributes = undefined;
      } else if (elements.close()) events.close(name);
    },
    onend: flush,
  };
  const parser: Parser = new (htmlparser2().Parser)(handler, { decodeEntities });
  const takeText = parser.ontext.bind(parser);
  parser.ontext = (start, end) => {
    // Where the text ends inside an end tag, the tokenizer reports text from offset -1: its last character.
    if (start >= 0) takeText(start, end);
  };
  parser.end(html);
}

/** Elements that start and end a line of their own. */
export const blockElements: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup option p pre ' +
    'search section summary table caption colgroup tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Elements without content and end tag. */
export const voidElements: ReadonlySet<string> = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/** Elements whose content is not text of the page. */
export const hiddenElements: ReadonlySet<string> = new Set(
  'script style template iframe noembed noframes object audio video canvas'.split(' '),
);

/** The hidden elements, and those that browsers show only in the tab. */
export const undisplayedElements: ReadonlySet<string> = new Set([...hiddenElements, 'title']);

/** White space in HTML; U+00A0 and similar characters are not. */
export const htmlSpaces = /[\t\n\f\r ]+/g;

/** Elements whose content contains neither tags nor entities. */
export const rawTextElements: ReadonlySet<string> = new Set(
  'script style iframe noembed noframes xmp plaintext'.split(' '),
);
