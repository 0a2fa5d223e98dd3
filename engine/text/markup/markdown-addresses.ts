import { readableText } from '../escapes/readable-text.js';
import type { Span } from '../span.js';
import { urlsInText } from '../urls/web-addresses.js';
import type { MarkdownItInstance, StateInline } from './markdown-library.js';

const search = { schemes: new Set(['http', 'https', 'ftp']), bare: false, stripPunctuation: true };

/** A URL in the source of a paragraph: its place, and what it is without escapes. */
interface Address extends Span {
  readonly url: string;
}

/**
 * Turns the URLs in the text of Markdown into links, as {@link urlsInText} finds them. The finder of the parser cuts some
 * URLs off, even in the host; only e-mail addresses with `mailto:` and addresses that start with `//` are left to it.
 */
export function linkAddresses(reader: MarkdownItInstance): void {
  reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  for (const scheme of search.schemes) reader.linkify.add(`${scheme}:`, null);
  reader.inline.ruler.at('linkify', readAddress);
}

const colon = ':'.charCodeAt(0);

/** Reads a URL at its colon, the first character of it that the parser does not take for plain text. */
function readAddress(state: StateInline, silent: boolean): boolean {
  const { src, pos, md } = state;
  if (silent || state.linkLevel > 0 || src.charCodeAt(pos) !== colon) return false;
  const address = addressesOf(state).get(pos);
  if (address === undefined || address.end > state.posMax) return false;
  const scheme = src.slice(address.start, pos);
  const href = md.normalizeLink(address.url);
  if (!state.pending.endsWith(scheme) || !md.validateLink(href)) return false;
  state.pending = state.pending.slice(0, -scheme.length);
  const opening = state.push('link_open', 'a', 1);
  opening.attrs = [['href', href]];
  for (const token of [opening, state.push('text', '', 0), state.push('link_close', 'a', -1)]) {
    if (token.type === 'text') token.content = md.normalizeLinkText(address.url);
    else Object.assign(token, { markup: 'linkify', info: 'auto' });
  }
  state.pos = address.end;
  return true;
}

const found = new WeakMap<StateInline, ReadonlyMap<number, Address>>();

/** Returns the URLs of a paragraph by the place of their colon; searches it once. */
function addressesOf(state: StateInline): ReadonlyMap<number, Address> {
  const known = found.get(state);
  if (known !== undefined) return known;
  const readable = readableText(state.src, 'not-joiners');
  const { text } = readable;
  const addresses = new Map<number, Address>();
  for (const { start, end } of urlsInText(text, search)) {
    const url = withoutMarks(text.slice(start, end));
    const place = readable.writtenSpan({ start, end: start + url.length });
    addresses.set(state.src.indexOf(':', place.start), { ...place, url });
  }
  found.set(state, addresses);
  return addresses;
}

/** Excludes asterisks and tildes at the end, which are emphasis, with the punctuation before them. */
function withoutMarks(url: string): string {
  let end = url.length;
  while ('*~'.includes(url.charAt(end - 1))) end--;
  if (end === url.length) return url;
  while ('.,:;!?*~'.includes(url.charAt(end - 1))) end--;
  return url.slice(0, end);
}
