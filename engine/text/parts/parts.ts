import { ToolError } from '../../core/errors.js';
import type { OutputLimit } from '../../core/tool.js';
import type { Span } from '../span.js';

/** A part of a text: where it is written, and what the steps of a group get. */
export interface Part extends Span {
  readonly text: string;
  /** Why it cannot be given to the steps: a row that has no such cell, a line that is not JSON. It counts as failed. */
  readonly fault?: string;
}

/** A text that was cut into parts. */
export interface CutText {
  /** From left to right; they do not overlap. */
  readonly parts: readonly Part[];
  /**
   * Returns how a text is written in the place of a part.
   *
   * @throws {ToolError} if it cannot be written there.
   */
  write(text: string, part: Part): string;
  /** Returns what is removed with a part: the line, the row, the member with its comma. */
  removal(part: Part, index: number): Span;
  /** What {@link removal} returns: lines with their line ends, paragraphs with the blank lines behind, or other text. */
  readonly removes: 'lines' | 'paragraphs' | 'characters';
  /** Returns the length of the line end before an offset; 0 if there is none. Absent if every line end ends a line. */
  lineEndLength?(offset: number): number;
}

/** Finds the parts of texts. */
export interface PartCutter {
  /** Reads its pattern or path. @throws {ToolError} for one that is wrong. Absent if it has none. */
  prepare?(): void;
  /** @throws {ToolError} if the text has no such parts, with the place if the text is not of the kind that it has to be. */
  cut(text: string): CutText;
  /** Returns in a sentence why a text has no parts; absent if only an empty text has none. */
  whyNone?(text: string): string;
}

/** Most parts of a text. */
const maxParts = 1_000_000;

/** @throws {ToolError} for a text with more parts than can be kept. */
export function checkParts(count: number): void {
  if (count > maxParts) throw new ToolError(`the text has more than ${maxParts} parts`);
}

/** What becomes of a part: another text in its place, `undefined` if it stays as it is written, or nothing. */
export type Outcome = string | undefined | typeof removed;

/** The part is removed. */
export const removed = Symbol('removed');

/**
 * Puts a text together again.
 *
 * @param outcomes - of each part: what is written in its place, as `CutText.write` returned it.
 * @throws {OutputTooLongError} as soon as the text is longer than the limit.
 */
export function joinParts(text: string, cut: CutText, outcomes: readonly Outcome[], limit: OutputLimit): string {
  const { parts } = cut;
  const removals = withoutNewFinalLineEnd(text, removedSpans(cut, outcomes), cut);
  const pieces: string[] = [];
  let length = 0;
  let position = 0;
  let next = 0;
  const copyUntil = (end: number): void => {
    if (end <= position) return;
    pieces.push(text.slice(position, end));
    length += end - position;
  };
  const skipRemovals = (before: number): void => {
    for (let span = removals[next]; span !== undefined && span.start <= before; span = removals[++next]) {
      copyUntil(span.start);
      position = span.end;
    }
  };
  for (let index = 0; index < parts.length; index++) {
    const outcome = outcomes[index];
    const part = parts[index];
    if (typeof outcome !== 'string' || part === undefined) continue;
    skipRemovals(part.start);
    // The row of a cell, for instance, may be removed because of another cell.
    if (part.start < position) continue;
    copyUntil(part.start);
    pieces.push(outcome);
    length += outcome.length;
    limit.check(length);
    position = part.end;
  }
  skipRemovals(text.length);
  copyUntil(text.length);
  limit.check(length);
  return pieces.join('');
}

/** Returns what is removed from a text, from left to right, without overlaps. */
function removedSpans(cut: CutText, outcomes: readonly Outcome[]): readonly Span[] {
  const spans: { start: number; end: number }[] = [];
  for (const [index, part] of cut.parts.entries()) {
    if (outcomes[index] !== removed) continue;
    const { start, end } = cut.removal(part, index);
    const last = spans.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans.filter(({ start, end }) => end > start);
}

/**
 * Widens what is removed at the end of a text that has no final line end: the line end before goes with it, so that no
 * final line end appears. Behind paragraphs so do the blank lines.
 */
function withoutNewFinalLineEnd(text: string, spans: readonly Span[], cut: CutText): readonly Span[] {
  const { removes } = cut;
  const lengthBefore = (offset: number) => cut.lineEndLength?.(offset) ?? lineEndLength(text, offset);
  const last = spans.at(-1);
  if (removes === 'characters' || last === undefined || last.end < text.length || lengthBefore(text.length) > 0)
    return spans;
  let { start } = last;
  do start -= lengthBefore(start);
  while (removes === 'paragraphs' && lengthBefore(start) > 0);
  return [...spans.slice(0, -1), { start, end: last.end }];
}

/** Returns the length of the line end before an offset; 0 if there is none. */
export function lineEndLength(text: string, offset: number): number {
  const unit = text.charCodeAt(offset - 1);
  if (unit === 0x0a) return text.charCodeAt(offset - 2) === 0x0d ? 2 : 1;
  return unit === 0x0d ? 1 : 0;
}
