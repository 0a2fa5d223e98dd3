import { htmlSpaces } from './html.js';

/**
 * Gathers the text of one block as browsers show it: runs of white space become one blank, also across elements, and
 * there is none at the start or end of a line.
 */
export class InlineText {
  #text = '';
  /** What the text ends with. Kept because looking at the end of a growing string copies it each time. */
  #end: 'start' | 'space' | 'text' = 'start';

  get isEmpty(): boolean {
    return this.#text === '';
  }

  append(text: string): void {
    let collapsed = text.replace(htmlSpaces, ' ');
    if (collapsed.startsWith(' ')) {
      collapsed = collapsed.slice(1);
      this.#end = this.#end === 'text' ? 'space' : this.#end;
    }
    if (collapsed === '') return;
    const endsWithSpace = collapsed.endsWith(' ');
    if (endsWithSpace) collapsed = collapsed.slice(0, -1);
    this.#text += this.#end === 'space' ? ` ${collapsed}` : collapsed;
    this.#end = endsWithSpace ? 'space' : 'text';
  }

  /** Appends text without a look at its white space, and drops a blank in front of it. */
  break(text: '\n' | '\t'): void {
    this.#text += text;
    this.#end = 'start';
  }

  appendPreformatted(text: string): void {
    this.#text += text;
    this.#end = 'text';
  }

  /** The text; the next one starts. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    this.#end = 'start';
    return text;
  }
}
