import { lineEndAfter, lineEndLength } from '../../../text/code/comment.js';

interface HereDocument {
  readonly delimiter: string;
  /** `<<-`: tabs before the delimiter are ignored. */
  readonly indented: boolean;
}

const operator = /<<(-?)[ \t]*((?:[^\s;&|()<>'"\\$`]|\\[^\r\n]|'[^'\r\n]*'|"[^"\r\n]*")+)/y;

/** The here-documents of a shell script. One line may announce several. */
export class HereDocuments {
  readonly #text: string;
  #announced: HereDocument[] = [];
  #lastLines: ReadonlyMap<string, number> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Records the here-document whose `<<` is here. `<<<` does not announce one, nor does a shift by a number.
   *
   * @returns where the operator and its delimiter end.
   */
  announce(start: number): number {
    if (this.#text[start + 2] === '<') return start + 3;
    operator.lastIndex = start;
    const [, dash, word = ''] = operator.exec(this.#text) ?? [];
    if (word === '' || /^\d/.test(word)) return start + 2;
    const delimiter = word.replace(/\\(.)|['"]/g, '$1');
    this.#announced.push({ delimiter, indented: dash === '-' });
    return operator.lastIndex;
  }

  /** Returns the end of the documents announced on the line that ends here. */
  skip(start: number): number {
    let at = start;
    for (const document of this.#announced) at = this.#documentEnd(document, at);
    if (this.#announced.length > 0) this.#announced = [];
    return at;
  }

  /**
   * A document without its last line does not count: searching for it to the end again and again would be quadratic.
   */
  #documentEnd(document: HereDocument, start: number): number {
    const text = this.#text;
    this.#lastLines ??= lastLines(text);
    if ((this.#lastLines.get(keyOf(document)) ?? -1) < start) return start;
    for (let at = start; at < text.length; ) {
      const end = lineEndAfter(text, at);
      const line = text.slice(at, end);
      const next = end + lineEndLength(text, end);
      if ((document.indented ? withoutTabs(line) : line) === document.delimiter) return next;
      at = next;
    }
    return start;
  }
}

function keyOf({ delimiter, indented }: HereDocument): string {
  return indented ? `-${delimiter}` : ` ${delimiter}`;
}

/** Returns the last occurrence of each line, as it is and without its tabs. */
function lastLines(text: string): Map<string, number> {
  const last = new Map<string, number>();
  for (let at = 0; at < text.length; ) {
    const end = lineEndAfter(text, at);
    const delimiter = text.slice(at, end);
    last.set(keyOf({ delimiter, indented: false }), at);
    last.set(keyOf({ delimiter: withoutTabs(delimiter), indented: true }), at);
    at = end + lineEndLength(text, end);
  }
  return last;
}

function withoutTabs(line: string): string {
  return line.replace(/^\t+/, '');
}
