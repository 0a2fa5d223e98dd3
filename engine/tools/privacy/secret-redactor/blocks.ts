import type { ReadableText } from '../../../text/escapes/readable-text.js';
import type { Span } from '../../../text/span.js';
import { backslashesAt, isMask, secretName } from './values.js';

/** What starts a block of YAML after the colon, `|` or `>-`, perhaps with a tag. */
const blockMark = '(?:![^\\s]{0,60}[ \\t]{1,5})?[|>][-+\\d]{0,2}[ \\t]{0,10}(?:#[^\\r\\n]{0,200})?\\r?\\n';
/** The start of a block of YAML: `password: |` */
const block = new RegExp(`${secretName}["']?[ \\t]{0,10}:[ \\t]{1,10}${blockMark}`, 'gi');
const blockStart = new RegExp(blockMark, 'iy');

/** Finds the blocks of YAML with secret names. */
export function* blocks(readable: ReadableText): Generator<Span> {
  const { text } = readable;
  let free = 0;
  for (const { index, 0: head } of text.matchAll(block)) {
    const before = /(?:^|[\r\n"'`])([ \t]*(?:-[ \t]+)?)["']?[\w.-]*$/.exec(text.slice(Math.max(0, index - 120), index));
    if (index < free || before === null) continue;
    const found = blockBelow(readable, index + head.length, before[1]?.length ?? 0);
    if (found === undefined) continue;
    yield found;
    free = found.end;
  }
}

/** Returns the block that starts with a mark at a place, `|`; undefined if there is no mark, or nothing in the block. */
export function blockAt(readable: ReadableText, at: number, indent: number): Span | undefined {
  blockStart.lastIndex = at;
  return blockStart.test(readable.text) ? blockBelow(readable, blockStart.lastIndex, indent) : undefined;
}

/**
 * Returns the lines that are further to the right than the name.
 *
 * @param first - where the first line starts.
 * @param indent - that of the name.
 */
function blockBelow(readable: ReadableText, first: number, indent: number): Span | undefined {
  const { text } = readable;
  const line = /([ \t]*)([^ \t\r\n][^\r\n]*|)\r?\n?/y;
  const backslashes = backslashesAt(readable, first - 1);
  let start = -1;
  let end = -1;
  for (let at = first; at < text.length; at = line.lastIndex) {
    line.lastIndex = at;
    const [, blanks = '', content = ''] = line.exec(text) ?? [];
    if (content !== '' && blanks.length <= indent) break;
    if (content === '') continue;
    const from = at + blanks.length;
    // The end of the string of JSON that the document is in.
    const close = backslashes === 0 ? -1 : closeOf(readable, from, from + content.length, backslashes);
    if (start === -1) start = from;
    end = close === -1 ? from + content.length : close;
    if (close !== -1) break;
  }
  return end > start && !isMask(text.slice(start, end)) ? { start, end } : undefined;
}

/** Returns where the string ends that a document is in whose line ends have so many backslashes; -1 if not here. */
export function closeOf(readable: ReadableText, start: number, end: number, backslashes: number): number {
  for (let i = start; i < end; i++) {
    if (readable.text[i] === '"' && backslashesAt(readable, i) < backslashes) return i;
  }
  return -1;
}
