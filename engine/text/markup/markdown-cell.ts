import { replaceMatches } from '../replacement.js';

/**
 * A text as a cell of a Markdown table: pipes are escaped, line ends become `<br>`, outer white space goes. Other
 * Markdown in it stays Markdown.
 */
export function markdownCell(text: string): string {
  // Backslashes in front are doubled: what follows must not be taken for escaped by the last one of them.
  return replaceMatches(
    text.trim(),
    /(?<!\\)(\\*)(\||\r\n|\n|\r)/g,
    (_, slashes: string, mark: string) => slashes + slashes + (mark === '|' ? '\\|' : '<br>'),
  );
}

/** The text of a cell as {@link markdownCell} writes it; other Markdown stays as it is. */
export function textOfMarkdownCell(cell: string): string {
  return replaceMatches(cell, /(?<!\\)(\\*)(\||<br ?\/?>)/gi, (written: string, slashes: string, mark: string) => {
    const isEscaped = slashes.length % 2 === 1;
    const kept = slashes.slice(0, Math.floor(slashes.length / 2));
    if (mark === '|') return slashes === '' ? written : `${isEscaped ? kept : kept.slice(1)}|`;
    return isEscaped ? written : `${kept}\n`;
  });
}
