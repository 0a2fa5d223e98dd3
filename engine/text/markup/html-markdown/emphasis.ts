import { TextWriter } from '../../text-writer.js';
import { codePointBefore } from '../../unicode/code-points.js';

export type EmphasisMarks = '*' | '**' | '~~';

/** A part of a line: Markdown, which is not empty, or emphasized parts. */
export type LinePiece = string | Emphasized;

export interface Emphasized {
  readonly marks: EmphasisMarks;
  /** At least one; no white space at either end. */
  readonly pieces: LinePiece[];
  /** The delimiter to write; empty where Markdown would not read it. */
  delimiter: EmphasisMarks | '_' | '';
}

type Side = 'start' | 'end';

/** Writes the pieces of a line, with delimiters only where CommonMark reads them (0.31.2, section 6.2, "flanking"). */
export function writePieces(pieces: readonly LinePiece[]): string {
  const readable = withSignsOutside(pieces, '', '');
  chooseDelimiters(readable, '', '');
  const text = new TextWriter();
  let previous = '';
  for (const part of parts(readable)) {
    text.write(meaningItself(previous, part));
    previous = part;
  }
  text.write(previous);
  return text.toString();
}

/**
 * Moves punctuation out of emphasis where a letter follows it outside: Markdown does not read `**注意：**请`, and it reads
 * `**注意**：请`.
 *
 * @param before - the character before the pieces; empty at the line's start.
 * @param after - the character after the pieces, likewise.
 */
function withSignsOutside(pieces: readonly LinePiece[], before: string, after: string): LinePiece[] {
  const moved: LinePiece[] = [];
  pieces.forEach((piece, i) => {
    if (typeof piece === 'string') {
      moved.push(piece);
      return;
    }
    const [left, right] = [neighbour(pieces[i - 1], 'end', before), neighbour(pieces[i + 1], 'start', after)];
    const inner = withSignsOutside(piece.pieces, left, right);
    const start = isWordLike(left) ? takeSigns(inner, 'start') : '';
    const end = isWordLike(right) ? takeSigns(inner, 'end') : '';
    if (start !== '') moved.push(start);
    moved.push({ ...piece, pieces: inner });
    if (end !== '') moved.push(end);
  });
  return moved;
}

/** Characters that mean something in Markdown, or that a code span, a link or an image may begin or end with. */
const special = '`[]()<>\\*_~&#';

const mostSigns = 10;

/** Removes punctuation and the blanks behind it from one side and returns it, unless nothing would be left. */
function takeSigns(pieces: LinePiece[], side: Side): string {
  const at = side === 'start' ? 0 : pieces.length - 1;
  const piece = pieces[at];
  if (typeof piece !== 'string') return '';
  const isSign = (character: string) => /\p{P}/u.test(character) && !special.includes(character);
  let length = 0;
  // More signs than this are no punctuation of a sentence.
  while (length < mostSigns) {
    const rest = side === 'start' ? piece.slice(length) : piece.slice(0, piece.length - length);
    const character = rest === '' ? '' : characterAt(rest, side);
    // An image begins with an exclamation mark.
    if (character === '' || !isSign(character) || (character === '!' && side === 'start')) break;
    length += character.length;
  }
  if (length === 0) return '';
  const blank = (index: number) => piece.charAt(index) === ' ';
  while (length < piece.length && blank(side === 'start' ? length : piece.length - 1 - length)) length++;
  if (length === piece.length && pieces.length === 1) return '';
  const [taken, rest] =
    side === 'start' ? [piece.slice(0, length), piece.slice(length)] : [piece.slice(-length), piece.slice(0, -length)];
  if (rest === '') pieces.splice(at, 1);
  else pieces[at] = rest;
  return taken;
}

/**
 * @param before - the character before the pieces, outside all delimiters that are open there; empty at the line's
 * start.
 * @param after - the character after the pieces, likewise.
 */
function chooseDelimiters(pieces: readonly LinePiece[], before: string, after: string): void {
  pieces.forEach((piece, i) => {
    if (typeof piece === 'string') return;
    const [left, right] = [neighbour(pieces[i - 1], 'end', before), neighbour(pieces[i + 1], 'start', after)];
    // Inside a word Markdown reads only asterisks.
    const inWord = isWordLike(left) || isWordLike(right);
    piece.delimiter = piece.marks === '*' && !inWord ? '_' : piece.marks;
    chooseDelimiters(piece.pieces, left, right);
  });
  for (let i = 0; i < pieces.length; ) {
    const piece = pieces[i];
    if (typeof piece === 'object' && piece.delimiter !== '' && !isRead(piece, pieces, i, before, after)) {
      leaveOut(piece);
      // The delimiters of the previous piece now have another neighbour.
      i = Math.max(i - 1, 0);
    } else i++;
  }
}

function neighbour(piece: LinePiece | undefined, side: Side, beyond: string): string {
  if (piece === undefined) return beyond;
  return typeof piece === 'string' ? characterAt(piece, side) : '*';
}

function isRead(piece: Emphasized, pieces: readonly LinePiece[], i: number, before: string, after: string): boolean {
  return isSideRead(piece, 'start', pieces[i - 1], before) && isSideRead(piece, 'end', pieces[i + 1], after);
}

/** Tests whether Markdown reads a delimiter, given what is next to it outside. */
function isSideRead(piece: Emphasized, side: Side, next: LinePiece | undefined, beyond: string): boolean {
  const own = piece.delimiter.charAt(0);
  const inside = edge(piece.pieces.at(side === 'start' ? 0 : -1), side);
  const inner = characterBehind(own, inside);
  const outside =
    next === undefined ? { ...nothing, character: beyond } : edge(next, side === 'start' ? 'end' : 'start');
  if (outside.delimiter === own) {
    if (outside.isNested || inside.delimiter !== '') return false;
    if (isPunctuation(outside.character) && isWordLike(inner)) return false;
  }
  // Of a run that opens two pieces, the outer one could end where another one opens.
  const opensTwo = own === '*' && side === 'start' && (outside.delimiter === own || inside.delimiter === own);
  if (opensTwo && piece.pieces.some((other, i) => !(i === 0 && inside.delimiter === own) && hasAsterisks(other))) {
    return false;
  }
  const outer = characterBehind(own, outside);
  if (own === '_' && isWordLike(outer)) return false;
  return !(isPunctuation(inner) && isWordLike(outer));
}

/** The start or the end of a piece. */
interface Edge {
  /** The character of the delimiter; empty if there is none. */
  readonly delimiter: string;
  /** Whether another delimiter follows inside. */
  readonly isNested: boolean;
  /** The character after the run of this delimiter. */
  readonly character: string;
}

const nothing: Edge = { delimiter: '', isNested: false, character: '' };

function edge(piece: LinePiece | undefined, side: Side): Edge {
  if (piece === undefined) return nothing;
  if (typeof piece === 'string') return { ...nothing, character: characterAt(piece, side) };
  const inner = edge(piece.pieces.at(side === 'start' ? 0 : -1), side);
  if (piece.delimiter === '') return inner;
  const own = piece.delimiter.charAt(0);
  return { delimiter: own, isNested: inner.delimiter !== '', character: characterBehind(own, inner) };
}

function hasAsterisks(piece: LinePiece): boolean {
  if (typeof piece === 'string') return false;
  return piece.delimiter.startsWith('*') || piece.pieces.some(hasAsterisks);
}

/** Adjacent delimiters of one character form one run, so the character after the run counts. */
function characterBehind(own: string, { delimiter, character }: Edge): string {
  return delimiter === '' || delimiter === own ? character : delimiter;
}

/** Omits nested emphasis as well, because it was chosen for other neighbours. */
function leaveOut(piece: Emphasized): void {
  piece.delimiter = '';
  for (const inner of piece.pieces) if (typeof inner === 'object') leaveOut(inner);
}

function* parts(pieces: readonly LinePiece[]): Generator<string> {
  for (const piece of pieces) {
    if (typeof piece === 'string') yield piece;
    else {
      if (piece.delimiter !== '') yield piece.delimiter;
      yield* parts(piece.pieces);
      if (piece.delimiter !== '') yield piece.delimiter;
    }
  }
}

/**
 * Returns a part, escaped at its end if it would have a meaning together with the next one: `!` and a link, `<` and
 * `b>`.
 */
function meaningItself(part: string, next: string): string {
  const last = part.at(-1);
  const start = next.charAt(0);
  if ((last === '!' && start === '[') || (last === '<' && /[A-Za-z/!?]/.test(start))) {
    return `${part.slice(0, -1)}\\${last}`;
  }
  return /[#;A-Za-z\d]/.test(start) ? part.replace(/&(?=#?[A-Za-z\d]{0,31}$)/, '\\&') : part;
}

function characterAt(text: string, side: Side): string {
  return String.fromCodePoint(side === 'start' ? (text.codePointAt(0) ?? 0) : codePointBefore(text, text.length));
}

function isPunctuation(character: string): boolean {
  return /[\p{P}\p{S}]/u.test(character);
}

function isWordLike(character: string): boolean {
  return character !== '' && !/[\s\p{P}\p{S}]/u.test(character);
}
