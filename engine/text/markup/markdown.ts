import type { MarkdownItOptions, Token } from 'markdown-it';
import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import type { OutputLimit } from '../../core/tool.js';
import { withoutByteOrderMark } from '../byte-order-mark.js';
import { readHtml } from './html.js';
import { HtmlTextWriter } from './html-text.js';

type MarkdownIt = typeof import('markdown-it', { with: { 'resolution-mode': 'require' }});

const markdownIt = lazyLibrary<MarkdownIt>('markdown-it');

/** How deep quotes, lists and their items may be nested: each level reads the lines below it again. */
const maxNesting = 100;

export interface MarkdownOptions extends Omit<MarkdownItOptions, 'linkify'> {
  /** Makes links of addresses that stand in the text; `schemes` only of those with a scheme, such as `https://`. */
  readonly linkify?: boolean | 'schemes';
}

export interface MarkdownDocument {
  readonly reader: InstanceType<MarkdownIt>;
  readonly tokens: readonly Token[];
}

/**
 * Reads Markdown: CommonMark with the tables and the strike-through of GitHub Flavored Markdown. A byte order mark in
 * front is no part of it.
 *
 * @param depth - `blocks` leaves what is in the lines unread.
 * @throws {ToolError} with the line where blocks are nested too deeply: what is in them would be lost.
 */
export function readMarkdown(
  text: string,
  { linkify = false, ...options }: MarkdownOptions = {},
  depth: 'all' | 'blocks' = 'all',
): MarkdownDocument {
  const reader = new (markdownIt())({ ...options, linkify: linkify !== false, maxNesting });
  if (linkify === 'schemes') reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  if (depth === 'blocks') reader.core.ruler.enableOnly(['normalize', 'block']);
  const tokens = reader.parse(withoutByteOrderMark(text), {});
  for (const { type, level, map } of tokens) {
    if (level + 1 < maxNesting || (type !== 'blockquote_open' && type !== 'list_item_open')) continue;
    throw ToolError.at({ line: lineOf(map) }, `quotes and lists are nested too deeply`);
  }
  return { reader, tokens };
}

/**
 * The text of an HTML block of a Markdown document.
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

/** How long the attributes of a document are together: a link that is defined once can be used any number of times. */
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
