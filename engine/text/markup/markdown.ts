import type { MarkdownItOptions, Token } from 'markdown-it';
import { ToolError } from '../../core/errors.js';
import type { OutputLimit } from '../../core/tool.js';
import { withoutByteOrderMark } from '../byte-order-mark.js';
import { readHtml } from './html.js';
import { HtmlTextWriter } from './html-text.js';
import { linkAddresses } from './markdown-addresses.js';
import { boundBrackets } from './markdown-brackets.js';
import { type MarkdownItInstance, markdownIt, type StateInline } from './markdown-library.js';

/** The maximum nesting of quotes, lists and their items: each level reads the lines below it again. */
const maxNesting = 100;

export interface MarkdownOptions extends Omit<MarkdownItOptions, 'linkify'> {
  /** Turns addresses in the text into links; `schemes` only those with a scheme, such as `https://`. */
  readonly linkify?: boolean | 'schemes';
  /** Adds rules of its own. */
  readonly extend?: (reader: MarkdownItInstance) => void;
}

export interface MarkdownDocument {
  readonly reader: MarkdownItInstance;
  readonly tokens: readonly Token[];
}

/**
 * Reads Markdown: CommonMark with the tables and the strike-through of GitHub Flavored Markdown. Skips a byte order
 * mark at the start.
 *
 * @param depth - `blocks` does not parse the text of the lines.
 * @throws {ToolError} with the line where blocks are nested too deeply: their content would be lost; or where there are
 *   more than 10,000 open brackets in a row.
 */
export function readMarkdown(
  text: string,
  { linkify = false, extend, ...options }: MarkdownOptions = {},
  depth: 'all' | 'blocks' = 'all',
): MarkdownDocument {
  const reader = new (markdownIt())({ ...options, linkify: linkify !== false, maxNesting });
  strikeThrough(reader);
  boundBrackets(reader);
  if (linkify !== false) endLinksAtPunctuation(reader);
  if (linkify === 'schemes') linkAddresses(reader);
  extend?.(reader);
  if (depth === 'blocks') reader.core.ruler.enableOnly(['normalize', 'block']);
  const tokens = reader.parse(withoutByteOrderMark(text), {});
  for (const { type, level, map } of tokens) {
    if (level + 1 < maxNesting || (type !== 'blockquote_open' && type !== 'list_item_open')) continue;
    throw ToolError.at({ line: lineOf(map) }, `quotes and lists are nested too deeply`);
  }
  return { reader, tokens };
}

const tilde = 0x7e;
/** Delimiters match only those of the same marker: one tilde does not match two. */
const tildeMarkers = [0, tilde, tilde + 0x10000];

/**
 * Adds strike-through between one or two tildes, the same number on both sides (GitHub Flavored Markdown, section 6.5).
 */
function strikeThrough(reader: MarkdownItInstance): void {
  reader.inline.ruler.at('strikethrough', readTildes);
  reader.inline.ruler2.at('strikethrough', strikeMatches);
}

function readTildes(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== tilde) return false;
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true);
  state.push('text', '', 0).content = '~'.repeat(length);
  const marker = tildeMarkers[length];
  if (marker !== undefined) {
    state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, open, close });
  }
  state.pos += length;
  return true;
}

function strikeMatches(state: StateInline): boolean {
  strike(state, state.delimiters);
  for (const meta of state.tokens_meta) if (meta?.delimiters) strike(state, meta.delimiters);
  return true;
}

function strike(state: StateInline, delimiters: StateInline['delimiters']): void {
  for (const { marker, end, token } of delimiters) {
    const closing = delimiters[end];
    if (closing === undefined || !tildeMarkers.includes(marker)) continue;
    makeTag(state.tokens[token], 's_open', 1);
    makeTag(state.tokens[closing.token], 's_close', -1);
  }
}

function makeTag(token: StateInline['tokens'][number] | undefined, type: string, nesting: 1 | -1): void {
  if (token === undefined) return;
  Object.assign(token, { type, tag: 's', nesting, markup: token.content, content: '' });
}

/**
 * Excludes tildes at the end of an address from the link, because they strike it through, and punctuation, which linkify
 * leaves there before a bracket or a quote: `(https://example.org/b.)`.
 */
function endLinksAtPunctuation({ linkify }: MarkdownItInstance): void {
  const shortened = <Link extends { lastIndex: number; raw: string; text: string; url: string }>(link: Link): Link => {
    let length = 0;
    while ('~.,:;!?'.includes(link.raw.at(-1 - length) ?? ' ')) length++;
    if (length === 0) return link;
    link.lastIndex -= length;
    for (const part of ['raw', 'text', 'url'] as const) link[part] = link[part].slice(0, -length);
    return link;
  };
  const match = linkify.match.bind(linkify);
  const matchAtStart = linkify.matchAtStart.bind(linkify);
  linkify.match = (text) => match(text)?.map(shortened) ?? null;
  linkify.matchAtStart = (text) => {
    const link = matchAtStart(text);
    return link === null ? null : shortened(link);
  };
}

/**
 * Returns the text of an HTML block of a Markdown document.
 *
 * @throws {ToolError} with the line of a block whose elements are nested too deeply.
 */
export function textOfHtmlBlock({ content, map }: Token, limit: OutputLimit): string {
  const writer = new HtmlTextWriter({ links: 'none', images: false, listMarks: true, wrap: 0 }, limit);
  try {
    readHtml(content, writer);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError(`the HTML that starts in line ${lineOf(map)}: ${error.message}`, { line: lineOf(map) });
  }
  return writer.end();
}

/** Tests whether a token inside a line is a `<br>` of HTML. */
export function isLineBreakTag(token: Token | undefined): boolean {
  return token?.type === 'html_inline' && /^<br[\s/>]/i.test(token.content);
}

/** Returns the total length of the attributes of a document: a link defined once can be used any number of times. */
export function attributesLength(tokens: readonly Token[]): number {
  let length = 0;
  for (const { attrs, children } of tokens) {
    for (const [, value] of attrs ?? []) length += `${value}`.length;
    if (children !== null) length += attributesLength(children);
  }
  return length;
}

function lineOf(map: readonly [number, number] | null): number {
  return (map?.[0] ?? 0) + 1;
}
