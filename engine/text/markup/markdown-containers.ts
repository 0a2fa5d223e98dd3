/** A quote, or a list item whose further lines start with this many columns of white space. */
type Container = 'quote' | number;

/** The quotes and list items around a line, from the outermost one. */
export interface Containers {
  readonly list: readonly Container[];
  /** The line without their marks. */
  readonly content: string;
}

const listMarker = /(?:[-+*]|\d{1,9}[.)])([ \t]+)/y;
/** White space after a list marker from which on it belongs to the content, which is code then. */
const tooManyBlanks = 5;

/** Reads the marks of quotes and list items at the start of a line. */
export function containersOf(line: string): Containers {
  const list: Container[] = [];
  for (let at = 0; ; ) {
    const mark = skipBlanks(line, at);
    listMarker.lastIndex = mark;
    const [marker, blanks = ''] = listMarker.exec(line) ?? [];
    if (line.charAt(mark) === '>') {
      list.push('quote');
      at = afterQuoteMark(line, mark);
    } else if (marker !== undefined) {
      const end = mark + marker.length - (blanks.length >= tooManyBlanks ? blanks.length - 1 : 0);
      list.push(end - at);
      at = end;
    } else return { list, content: line.slice(at) };
  }
}

/** Returns the content of a further line inside the same quotes and list items; undefined outside them. */
export function continuedContent(line: string, { list }: Containers): string | undefined {
  let at = 0;
  for (const container of list) {
    const mark = skipBlanks(line, at);
    if (container === 'quote') {
      if (line.charAt(mark) !== '>') return undefined;
      at = afterQuoteMark(line, mark);
    } else {
      const wanted = line.slice(at, at + container).includes('\t') ? 1 : container;
      if (mark - at < wanted) return undefined;
      at += wanted;
    }
  }
  return line.slice(at);
}

function skipBlanks(line: string, from: number): number {
  let at = from;
  while (line.charAt(at) === ' ' || line.charAt(at) === '\t') at++;
  return at;
}

function afterQuoteMark(line: string, mark: number): number {
  const next = line.charAt(mark + 1);
  return next === ' ' || next === '\t' ? mark + 2 : mark + 1;
}
