import type { Lines } from './lines.js';

/** How long {@link joinLines} makes a text, in UTF-16 code units: to ask the limit before the text is built. */
export function joinedLength(lines: readonly string[], { lineEnd, final }: Pick<Lines, 'lineEnd' | 'final'>): number {
  if (lines.length === 0) return 0;
  const lineEnds = lines.length - (final ? 0 : 1);
  return lines.reduce((length, line) => length + line.length, lineEnds * lineEnd.length);
}
