/** Elements of the charts. Positions are in pixels from the upper left corner. */

export const colours = {
  card: '#ffffff',
  border: '#d4d4d8',
  ink: '#18181b',
  faint: '#71717a',
  grid: '#e4e4e7',
  target: '#b91c1c',
  series: ['#2563eb', '#a1a1aa', '#d97706', '#059669', '#7c3aed', '#db2777', '#0891b2', '#78350f'],
} as const;

/** The largest average width of a character: labels are placed without knowing the reader's font. */
export const characterWidth = 7;

export interface TextStyle {
  readonly size?: number;
  readonly colour?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
}

/** Returns a `text` element; `y` is the baseline. */
export function textAt(x: number, y: number, content: string, style: TextStyle = {}): string {
  const { size = 12, colour = colours.ink, anchor = 'start', bold = false } = style;
  const weight = bold ? ' font-weight="600"' : '';
  const place = `x="${rounded(x)}" y="${rounded(y)}" font-size="${size}" fill="${colour}" text-anchor="${anchor}"`;
  return `<text ${place}${weight}>${escaped(content)}</text>`;
}

/** Returns a line between two points, in pixels; `more` has further attributes. */
export function lineBetween(x1: number, y1: number, x2: number, y2: number, colour: string, more = ''): string {
  const ends = `x1="${rounded(x1)}" y1="${rounded(y1)}" x2="${rounded(x2)}" y2="${rounded(y2)}"`;
  return `<line ${ends} stroke="${colour}"${more}/>`;
}

/** Draws a chart on a white card, which is readable on a dark page too. */
export function card(width: number, height: number, title: string, foot: string, content: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif">`,
    `<title>${escaped(title)}</title>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${colours.card}" stroke="${colours.border}"/>`,
    textAt(20, 32, title, { size: 16, bold: true }),
    ...content,
    ...footLines(foot, width).map((line, index, { length }) =>
      textAt(20, height - 14 - (length - 1 - index) * 14, line, { size: 10, colour: colours.faint }),
    ),
    '</svg>',
    '',
  ].join('\n');
}

/** Breaks a long foot into lines. */
function footLines(foot: string, width: number): string[] {
  const most = Math.floor((width - 40) / 5.2);
  const lines: string[] = [];
  for (const word of foot.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Returns the height of a foot in pixels. */
export function footHeight(foot: string, width: number): number {
  return 14 + 14 * footLines(foot, width).length;
}

/** Returns about five round numbers from 0 to `highest` or more: 0, 20,000, 40,000, …. The last one ends the axis. */
export function linearTicks(highest: number): number[] {
  if (!(highest > 0)) return [0, 1];
  const rough = highest / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.ceil(highest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Returns powers of ten that enclose the values: 100, 1,000, 10,000. */
export function logarithmicTicks(lowest: number, highest: number): number[] {
  const [first, last] = [Math.floor(Math.log10(lowest) + 1e-9), Math.ceil(Math.log10(highest) - 1e-9)];
  return Array.from({ length: Math.max(last - first, 1) + 1 }, (_, index) => 10 ** (first + index));
}

/** Rounds to two decimals, more than a screen shows. */
export function rounded(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

/** Returns a text as it stands in the text or an attribute of an SVG file. */
export function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  // XML allows no other control characters.
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '').replace(/[\0-\x08\v\f\x0e-\x1f]/g, '');
}
