import { htmlSpaces } from './html.js';

/**
 * Collects the text of one block as browsers show it: runs of white space become one blank, also across elements, and
 * none remains at the start or end of a line.
 */
export class InlineText {
  #text = '';
  /** How the text ends. Stored, because looking at the end of a growing string copies it each time. */
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

  /** Appends text without collapsing its white space, and drops a blank before it. */
  break(text: '\n' | '\t'): void {
    this.#text += text;
    this.#end = 'start';
  }

  appendPreformatted(text: string): void {
    this.#text += text;
    this.#end = 'text';
  }

  /** Returns the text and starts the next one. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    this.#end = 'start';
    return text;
  }
}
