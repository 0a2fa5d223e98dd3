import type { Token } from 'markdown-it';
import type { MarkdownItInstance, StateBlock, StateInline } from '../../../text/markup/markdown-library.js';

/** The footnotes of a document, keyed by their labels in lower case. */
interface Footnotes {
  readonly labels: Set<string>;
  /** The number of each referenced footnote, in the order of the first references, and its count of references. */
  readonly references: Map<string, { readonly number: number; count: number }>;
  isInside: boolean;
}

const definition = /^\[\^([^\]\s]{1,200})\]:[ \t]*/;

/**
 * Reads footnotes as GitHub does: `[^label]` refers to a definition `[^label]: text`, which begins a line outside lists
 * and quotes and continues in lines that are indented by four blanks or follow directly. A definition cannot contain
 * another one.
 *
 * Definitions are moved to the end, between `footnote_open` and `footnote_close`, in the order of their references;
 * those without one are dropped.
 */
export function readFootnotes(reader: MarkdownItInstance): void {
  const footnotes: Footnotes = { labels: new Set(), references: new Map(), isInside: false };
  reader.block.ruler.before('reference', 'footnote', (state, line, _, silent) =>
    readDefinition(state, line, silent, footnotes),
  );
  reader.inline.ruler.before('link', 'footnote', (state, silent) => readReference(state, silent, footnotes));
  reader.core.ruler.push('footnotes', (state) => {
    state.tokens = withFootnotesLast(state.tokens, footnotes);
  });
}

function readDefinition(state: StateBlock, line: number, silent: boolean, footnotes: Footnotes): boolean {
  if (state.level > 0 || footnotes.isInside || (state.sCount[line] ?? 0) - state.blkIndent >= 4) return false;
  const textOf = (at: number) => state.src.slice((state.bMarks[at] ?? 0) + (state.tShift[at] ?? 0), state.eMarks[at]);
  const match = definition.exec(textOf(line));
  const label = match?.[1]?.toLowerCase();
  if (match === null || label === undefined || footnotes.labels.has(label)) return false;
  if (silent) return true;
  const lines = [textOf(line).slice(match[0].length)];
  let next = line + 1;
  for (; next < state.lineMax; next++) {
    const isIndented = (state.sCount[next] ?? 0) >= 4;
    if (!state.isEmpty(next) && !isIndented && (state.isEmpty(next - 1) || definition.test(textOf(next)))) break;
    lines.push(state.isEmpty(next) ? '' : state.getLines(next, next + 1, isIndented ? 4 : 0, false));
  }
  footnotes.labels.add(label);
  footnotes.isInside = true;
  state.push('footnote_open', '', 1).meta = { label };
  state.md.block.parse(lines.join('\n'), state.md, state.env, state.tokens);
  state.push('footnote_close', '', -1);
  footnotes.isInside = false;
  state.line = next;
  return true;
}

const reference = /\[\^([^\]\s]{1,200})\]/y;

function readReference(state: StateInline, silent: boolean, { labels, references }: Footnotes): boolean {
  reference.lastIndex = state.pos;
  const match = reference.exec(state.src);
  const label = match?.[1]?.toLowerCase();
  if (match === null || label === undefined || !labels.has(label)) return false;
  state.pos += match[0].length;
  if (silent) return true;
  const known = references.get(label) ?? { number: references.size + 1, count: 0 };
  known.count++;
  references.set(label, known);
  state.push('footnote_reference', '', 0).meta = { ...known };
  return true;
}

function withFootnotesLast(tokens: readonly Token[], { references }: Footnotes): Token[] {
  const text: Token[] = [];
  const notes = new Map<string, Token[]>();
  let note: Token[] | undefined;
  for (const token of tokens) {
    if (token.type === 'footnote_open') {
      note = [];
      notes.set((token.meta as { readonly label: string }).label, note);
    }
    (note ?? text).push(token);
    if (token.type === 'footnote_close') note = undefined;
  }
  const used = [...references.keys()].flatMap((label) => notes.get(label) ?? []);
  return [...text, ...used];
}

/** Renders references, and the list of footnotes. */
export function renderFootnotes({ renderer }: MarkdownItInstance): void {
  let number = 0;
  renderer.rules.footnote_reference = (tokens, index) => {
    const { number = 0, count = 1 } = (tokens[index]?.meta ?? {}) as Partial<{ number: number; count: number }>;
    const id = count === 1 ? `${number}` : `${number}-${count}`;
    return `<sup><a href="#fn-${number}" id="fnref-${id}">${number}</a></sup>`;
  };
  renderer.rules.footnote_open = () => `${++number === 1 ? '<hr>\n<ol>\n' : ''}<li id="fn-${number}">\n`;
  renderer.rules.footnote_close = (tokens, index) => {
    const back = `<p><a href="#fnref-${number}">↩</a></p>\n</li>\n`;
    return index === tokens.length - 1 ? `${back}</ol>\n` : back;
  };
}
