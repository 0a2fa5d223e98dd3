/** Generates the same anchors for headings as GitHub. */
export class HeadingAnchors {
  /** The anchors in use, each with the last number appended to it. */
  readonly #numbers = new Map<string, number>();

  /**
   * Returns the anchor of the next heading: its text in lower case without punctuation and symbols, with hyphens for
   * blanks, and with a number appended if it is in use. Blanks at the edge count: an image leaves one, `![logo](a.png)
   * Title`.
   */
  next(text: string): string {
    const wanted = text
      .toLowerCase()
      .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = wanted;
    let number = this.#numbers.get(wanted) ?? 0;
    while (this.#numbers.has(anchor)) anchor = `${wanted}-${++number}`;
    this.#numbers.set(wanted, number);
    if (anchor !== wanted) this.#numbers.set(anchor, 0);
    return anchor;
  }
}
