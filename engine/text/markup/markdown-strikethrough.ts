import type { MarkdownItInstance, StateInline } from './markdown-library.js';

const tilde = 0x7e;
/** Delimiters match only those of the same marker: one tilde does not match two. */
const markers = [0, tilde, tilde + 0x10000];

/**
 * Adds strike-through between one or two tildes, the same number on both sides (GitHub Flavored Markdown, section 6.5).
 */
export function strikeThrough(reader: MarkdownItInstance): void {
  reader.inline.ruler.at('strikethrough', readTildes);
  reader.inline.ruler2.at('strikethrough', strikeMatches);
}

function readTildes(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== tilde) return false;
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true);
  state.push('text', '', 0).content = '~'.repeat(length);
  const marker = markers[length];
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
    if (closing === undefined || !markers.includes(marker)) continue;
    makeTag(state.tokens[token], 's_open', 1);
    makeTag(state.tokens[closing.token], 's_close', -1);
  }
}

function makeTag(token: StateInline['tokens'][number] | undefined, type: string, nesting: 1 | -1): void {
  if (token === undefined) return;
  Object.assign(token, { type, tag: 's', nesting, markup: token.content, content: '' });
}
