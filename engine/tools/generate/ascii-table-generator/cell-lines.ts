import { displayWidth } from '../../../text/csv/display-width.js';
import { joinTexts } from '../../../text/text-writer.js';

/**
 * Returns a cell as lines joined by `\n`, each at most this many columns of a monospaced font: broken at blanks where
 * possible, otherwise between any two characters. Tabs and other control characters become blanks, so that every
 * character is as wide as it looks.
 *
 * @param width - at least 2, so that every character fits.
 */
export function wrappedCell(text: string, width: number): string {
  if (!/[\r\n]/.test(text)) return wrappedLine(text, width);
  return joinTexts(
    text.split(/\r\n|\n|\r/).map((line) => wrappedLine(line, width)),
    '\n',
  );
}

function wrappedLine(line: string, width: number): string {
  const shown = line.replace(/[\0-\x1f\x7f-\x9f]/g, ' ').trimEnd();
  return displayWidth(shown) <= width ? shown : joinTexts(brokenLines(shown, width), '\n');
}

function brokenLines(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  let currentWidth = 0;
  const flush = () => {
    lines.push(current);
    current = '';
    currentWidth = 0;
  };
  for (const word of line.split(' ')) {
    const wordWidth = displayWidth(word);
    if (currentWidth > 0 && currentWidth + 1 + wordWidth <= width) {
      current += ` ${word}`;
      currentWidth += 1 + wordWidth;
      continue;
    }
    if (currentWidth > 0) flush();
    for (const piece of wordWidth <= width ? [word] : pieces(word, width)) {
      if (currentWidth > 0) flush();
      current = piece;
      currentWidth = displayWidth(piece);
    }
  }
  if (currentWidth > 0) flush();
  return lines;
}

/** A character without width stays with the one before it. */
function* pieces(word: string, width: number): Generator<string> {
  let piece = '';
  let pieceWidth = 0;
  for (const character of word) {
    const own = displayWidth(character);
    if (own > 0 && pieceWidth + own > width) {
      yield piece;
      piece = '';
      pieceWidth = 0;
    }
    piece += character;
    pieceWidth += own;
  }
  yield piece;
}
