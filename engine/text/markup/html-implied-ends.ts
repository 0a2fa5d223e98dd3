interface ImpliedEnd {
  /** Closes the nearest open element with one of these names, and all elements open inside it. */
  readonly ends: ReadonlySet<string>;
  /** The search for an open element stops at elements with these names. */
  readonly within: ReadonlySet<string>;
}

const names = (list: string) => new Set(list.split(' '));

const listScope = names('ul ol menu dir dl table td th caption blockquote button template object');
const paragraphEnd: ImpliedEnd = {
  ends: names('p'),
  within: names('table td th caption button template object svg math'),
};
const itemEnd: ImpliedEnd = { ends: names('li'), within: listScope };
const termEnd: ImpliedEnd = { ends: names('dt dd'), within: listScope };
const cellEnd: ImpliedEnd = { ends: names('td th'), within: names('tr table template') };
const rowEnd: ImpliedEnd = { ends: names('tr caption'), within: names('table template') };
const rowGroupEnd: ImpliedEnd = { ends: names('thead tbody tfoot'), within: names('table template') };

/** Keyed by the name of the start tag. */
const impliedEnds = new Map<string, readonly ImpliedEnd[]>([
  ['li', [itemEnd, paragraphEnd]],
  ['dt', [termEnd, paragraphEnd]],
  ['dd', [termEnd, paragraphEnd]],
  ['td', [cellEnd]],
  ['th', [cellEnd]],
  ['tr', [rowEnd]],
  ['thead', [rowEnd, rowGroupEnd]],
  ['tbody', [rowEnd, rowGroupEnd]],
  ['tfoot', [rowEnd, rowGroupEnd]],
]);
for (const name of names(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hgroup hr main menu nav ol p pre search section summary table ul',
)) {
  impliedEnds.set(name, [paragraphEnd]);
}

/**
 * Tracks the open elements of an HTML text, and those that a start tag closes although others are open inside them:
 * `<li><b>one<li>two` are two items. See the HTML Standard, section 13.2.6.4.
 */
export class OpenElements {
  readonly #stack: { readonly name: string; ended: boolean }[] = [];

  /** Opens an element. Returns the names of the elements that its start tag closes, innermost first. */
  open(name: string): string[] {
    const ended = (impliedEnds.get(name) ?? []).flatMap((rule) => this.#end(rule));
    this.#stack.push({ name, ended: false });
    return ended;
  }

  /** Closes the element that was opened last. Returns whether it was still open. */
  close(): boolean {
    return this.#stack.pop()?.ended === false;
  }

  #end({ ends, within }: ImpliedEnd): string[] {
    const inside: { readonly name: string; ended: boolean }[] = [];
    for (let i = this.#stack.length - 1; i >= 0; i--) {
      const element = this.#stack[i];
      if (element === undefined || element.ended) continue;
      if (within.has(element.name)) return [];
      inside.push(element);
      if (!ends.has(element.name)) continue;
      for (const one of inside) one.ended = true;
      return inside.map((one) => one.name);
    }
    return [];
  }
}
