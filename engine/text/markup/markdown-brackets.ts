import { ToolError } from '../../core/errors.js';
import { groupedDigits } from '../../core/grouped-digits.js';
import type { MarkdownItInstance, StateCore, StateInline } from './markdown-library.js';

/** For 500,000 brackets before a closing one, the parser needs more than a second. */
const mostOpenBrackets = 10_000;

const [exclamation, opening] = ['!'.charCodeAt(0), '['.charCodeAt(0)];

/** Saves the time that the parser spends on open brackets, which are compared with all links that they may begin. */
export function boundBrackets(reader: MarkdownItInstance): void {
  reader.core.ruler.before('inline', 'open brackets', refuseOpenBrackets);
  reader.inline.ruler.before('link', 'unclosed brackets', readUnclosedBracket);
}

/** @throws {ToolError} with the line of the paragraph that has more open brackets in a row, images included. */
function refuseOpenBrackets({ tokens }: StateCore): void {
  for (const { type, content, map } of tokens) {
    if (type !== 'inline' || content.length <= mostOpenBrackets || longestRun(content) <= mostOpenBrackets) continue;
    const found = `more than ${groupedDigits(mostOpenBrackets)} open brackets in a row`;
    throw ToolError.at({ line: (map?.[0] ?? 0) + 1 }, found);
  }
}

function longestRun(content: string): number {
  let [longest, run, last] = [0, 0, -1];
  for (let i = content.indexOf('['); i >= 0; i = content.indexOf('[', i + 1)) {
    const isNext = i === last + 1 || (i === last + 2 && content.charCodeAt(i - 1) === exclamation);
    run = isNext ? run + 1 : 1;
    longest = Math.max(longest, run);
    last = i;
  }
  return longest;
}

const lastClosings = new WeakMap<StateInline, number>();

/** Reads a bracket after which no bracket is closed as text. */
function readUnclosedBracket(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const code = src.charCodeAt(pos);
  if (code !== opening && (code !== exclamation || src.charCodeAt(pos + 1) !== opening)) return false;
  let lastClosing = lastClosings.get(state);
  if (lastClosing === undefined) {
    lastClosing = src.lastIndexOf(']');
    lastClosings.set(state, lastClosing);
  }
  if (pos < lastClosing) return false;
  if (!silent) state.pending += src.charAt(pos);
  state.pos++;
  return true;
}
