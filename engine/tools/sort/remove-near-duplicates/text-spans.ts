import type { Span } from '../../../text/span.js';

/** Returns the lines, as `splitLines` finds them. */
export function* lineSpans(text: string): Generator<Span> {
  const lineEnd = /\r\n|\n|\r/g;
  let start = 0;
  while (start < text.length) {
    const match = lineEnd.exec(text);
    yield { start, end: match?.index ?? text.length };
    start = match === null ? text.length : lineEnd.lastIndex;
  }
}

/** Returns the paragraphs: lines between blank ones, without the line end behind them. */
export function* paragraphSpans(text: string): Generator<Span> {
  let paragraph: Span | undefined;
  for (const line of lineSpans(text)) {
    const isBlank = text.slice(line.start, line.end).trimStart() === '';
    if (!isBlank) paragraph = { start: paragraph?.start ?? line.start, end: line.end };
    else if (paragraph !== undefined) {
      yield paragraph;
      paragraph = undefined;
    }
  }
  if (paragraph !== undefined) yield paragraph;
}

/** Returns what stands between the delimiters, before the first and after the last. */
export function* recordSpans(text: string, delimiter: string): Generator<Span> {
  for (let start = 0; ; ) {
    const end = text.indexOf(delimiter, start);
    yield { start, end: end === -1 ? text.length : end };
    if (end === -1) return;
    start = end + delimiter.length;
  }
}
