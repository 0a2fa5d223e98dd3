import { codeSpan, escapeMarkdown } from '../markdown-escape.js';
import { type EmphasisMarks, type LinePiece, writePieces } from './emphasis.js';
import { splitBlanks } from './surrounding-blanks.js';

/** Collects the parts of a line of Markdown, with at most one blank between them. A line break is `\n`. */
export class MarkdownLine {
  readonly #pieces: LinePiece[] = [];
  /** Whether the line is part of emphasis or of a link, which an empty line would end. */
  readonly #isInside: boolean;
  /** Text that is not escaped yet: `<` and `b>` of two elements form a tag together. */
  #text = '';
  /** Code without a span yet: the backticks of two adjacent spans would be one fence. */
  #code = '';
  #end: 'blank' | 'line break' | 'text' = 'text';

  constructor(isInside: boolean) {
    this.#isInside = isInside;
  }

  /** Adds literal text. */
  addText(text: string): void {
    const rest = this.#end !== 'text' && text.startsWith(' ') ? text.slice(1) : text;
    if (rest === '') return;
    this.#endCode();
    this.#text += rest;
    this.#end = rest.endsWith(' ') ? 'blank' : 'text';
  }

  addCode(code: string): void {
    if (code === '') return;
    this.#endText();
    this.#code += code;
    this.#end = 'text';
  }

  addLineBreak(): void {
    if (this.#isInside && this.#end === 'line break') return;
    this.#addPiece('\n');
    this.#end = 'line break';
  }

  addMarkdown(markdown: string): void {
    if (markdown === '') return;
    this.#addPiece(markdown);
    this.#end = markdown.endsWith(' ') ? 'blank' : 'text';
  }

  /**
   * Adds emphasized content. White space at its ends moves outside the delimiters, which Markdown would not read
   * otherwise.
   */
  addEmphasized(content: MarkdownLine, marks: EmphasisMarks): void {
    const pieces = content.#finished();
    const before = takeBlanks(pieces, 'start');
    const after = takeBlanks(pieces, 'end');
    this.addBlanks(before);
    if (pieces.length > 0) {
      append(this.#finished(), { marks, pieces, delimiter: '' });
      this.#end = 'text';
    }
    this.addBlanks(after);
  }

  /** Adds white space that was at the end of a part. */
  addBlanks(blanks: string): void {
    for (const [part] of blanks.matchAll(/\n|[^\n]+/g)) {
      if (part === '\n') this.addLineBreak();
      else this.addText(part);
    }
  }

  text(): string {
    return writePieces(this.#finished());
  }

  #addPiece(piece: string): void {
    this.#finished().push(piece);
  }

  #finished(): LinePiece[] {
    this.#endText();
    this.#endCode();
    return this.#pieces;
  }

  #endText(): void {
    if (this.#text !== '') this.#pieces.push(escapeMarkdown(this.#text));
    this.#text = '';
  }

  #endCode(): void {
    if (this.#code !== '') this.#pieces.push(codeSpan(this.#code));
    this.#code = '';
  }
}

/** Adjacent emphasis of the same kind becomes one. */
function append(pieces: LinePiece[], piece: LinePiece): void {
  const last = pieces.at(-1);
  if (typeof last === 'object' && typeof piece === 'object' && last.marks === piece.marks) {
    for (const inner of piece.pieces) append(last.pieces, inner);
  } else pieces.push(piece);
}

/** Removes the white space at one end of the pieces and returns it. */
function takeBlanks(pieces: LinePiece[], end: 'start' | 'end'): string {
  const index = end === 'start' ? 0 : -1;
  const blanks: string[] = [];
  for (let piece = pieces.at(index); typeof piece === 'string'; piece = pieces.at(index)) {
    const [before, core, after] = splitBlanks(piece);
    blanks.push(end === 'start' || core === '' ? before : after);
    const rest = end === 'start' ? core + after : before + core;
    if (core !== '') {
      pieces[end === 'start' ? 0 : pieces.length - 1] = rest;
      break;
    }
    if (end === 'start') pieces.shift();
    else pieces.pop();
  }
  return (end === 'start' ? blanks : blanks.reverse()).join('');
}
