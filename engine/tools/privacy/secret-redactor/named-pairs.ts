import type { ReadableText } from '../../../text/escapes/readable-text.js';
import type { Span } from '../../../text/span.js';
import { blockAt } from './blocks.js';
import { isMask, quotedValue, secretName } from './values.js';

/** The name of a pair: `- name: DB_PASSWORD`, `"Key": "apiToken"`. */
const entry = new RegExp(
  `(?<![\\w-])["']?[\\w-]{0,20}?(?:name|key|id|variable|var|field|property|option|setting|label)["']?[ \\t]{0,10}[:=][ \\t]{0,10}["']?[\\w.$/:-]{0,80}?(?:${secretName}|authorization|cookie)["']?(?=[ \\t]{0,10}(?:[,}#\\r\\n]|$))`,
  'gi',
);
/** Its value. */
const valueMark = /(?<![\w-])["']?[\w-]{0,20}?value["']?[ \t]{0,10}[:=][ \t]{0,10}/iy;
const anyValueMark = new RegExp(valueMark.source, 'i');

/** `<name>DB_PASSWORD</name><value>hunter2</value>`, as in Hadoop's files and in property lists. */
const elements = new RegExp(
  `${secretName}</(?:[\\w-]{0,20}name|key)>\\s{0,80}<(?<tag>[\\w:.-]{1,80})(?:[ \\t][^<>]{0,80})?>\\s{0,20}(?<secret>[^<>\\s][^<>]{0,4000})</\\k<tag>\\s{0,5}>`,
  'dgi',
);

/** How far from its name a value may be. */
const farthest = 400;

/** Finds the values of pairs whose names are secret, in any order: lists of YAML, JSON and HCL, and elements of XML. */
export function* namedPairs(readable: ReadableText): Generator<Span> {
  const { text } = readable;
  for (const { index, 0: whole } of text.matchAll(entry)) {
    const [, indent] = /(?:^|[\r\n])([ \t]*(?:-[ \t]+)*)$/.exec(text.slice(Math.max(0, index - 100), index)) ?? [];
    const end = index + whole.length;
    const found =
      indent === undefined ? valueInBraces(readable, index, end) : valueOnLine(readable, { start: index, end }, indent);
    if (found !== undefined && !isMask(text.slice(found.start, found.end))) yield found;
  }
  for (const { indices } of text.matchAll(elements)) {
    const [start, end] = indices?.groups?.secret ?? [0, 0];
    const value = text.slice(start, end).trimEnd();
    if (!isMask(value)) yield { start, end: start + value.length };
  }
}

/** Looks for the value between the braces around the name. */
function valueInBraces(readable: ReadableText, start: number, end: number): Span | undefined {
  const { text } = readable;
  const before = text.slice(Math.max(0, start - farthest), start);
  const after = text.slice(end, end + farthest);
  if (!before.includes('{')) return undefined;
  const from = start - before.length + Math.max(before.lastIndexOf('{'), before.lastIndexOf('}')) + 1;
  const close = after.search(/[{}]/);
  const to = end + (close === -1 ? after.length : close);
  // The nearest one: behind the name first.
  for (const [partFrom, partTo] of [
    [end, to],
    [from, start],
  ] as const) {
    const match = anyValueMark.exec(text.slice(partFrom, partTo));
    if (match !== null) return valueAt(readable, partFrom + match.index + match[0].length, ',}\r\n', 0);
  }
  return undefined;
}

/** Looks for the value on the lines of the same item of a list. @param indent - what is before the name. */
function valueOnLine(readable: ReadableText, name: Span, indent: string): Span | undefined {
  const { text } = readable;
  const column = indent.length;
  const line = /([ \t]{0,200}(?:-[ \t]{1,20}){0,5})([^\r\n]*)/y;
  const read = (at: number): Span | 'next' | 'end' => {
    line.lastIndex = at;
    const [, blanks = '', content = ''] = line.exec(text) ?? [];
    if (content === '' || blanks.length > column) return 'next';
    if (blanks.length < column) return 'end';
    const mark = at + blanks.length;
    valueMark.lastIndex = mark;
    if (!valueMark.test(text)) return 'next';
    return valueAt(readable, valueMark.lastIndex, '\r\n', column) ?? 'end';
  };
  const limit = Math.min(text.length, name.end + farthest);
  for (let at = text.indexOf('\n', name.end) + 1; at > 0 && at < limit; at = text.indexOf('\n', at) + 1) {
    // The next item.
    if (/^[ \t]*-[ \t]/.test(text.slice(at, at + column))) break;
    const found = read(at);
    if (found === 'end') break;
    if (found !== 'next') return found;
  }
  if (indent.includes('-')) return undefined;
  const first = Math.max(0, name.start - farthest);
  for (let end = name.start - column - 1; end > first; ) {
    const at = text.lastIndexOf('\n', end - 1) + 1;
    const found = read(at);
    if (found === 'end') break;
    if (found !== 'next') return found;
    if (/^[ \t]*-[ \t]/.test(text.slice(at, at + column))) break;
    end = at - 1;
  }
  return undefined;
}

/** Returns the value at a place: what is between quotes, a block of YAML, or what is before one of the ends. */
function valueAt(readable: ReadableText, start: number, ends: string, column: number): Span | undefined {
  const { text } = readable;
  if (/["']/.test(text.charAt(start))) return quotedValue(readable, start, false, 'file').value;
  if (column > 0 || ends === '\r\n') {
    const block = blockAt(readable, start, column);
    if (block !== undefined) return block;
  }
  if (/[{[<$*&!|>]/.test(text.charAt(start))) return undefined;
  let end = start;
  while (end < text.length && !ends.includes(text.charAt(end))) end++;
  const comment = text.slice(start, end).search(/[ \t]#/);
  if (comment !== -1) end = start + comment;
  while (end > start && /[\s,]/.test(text.charAt(end - 1))) end--;
  return { start, end };
}
