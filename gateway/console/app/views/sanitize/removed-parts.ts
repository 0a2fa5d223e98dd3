/** A piece of a URL of the input. */
export interface UrlPart {
  readonly text: string;
  readonly removed: boolean;
}

/** A URL before and after its cleaning. */
export interface UrlComparison {
  /** Joined, they are the URL of the input without surrounding white space. */
  readonly parts: readonly UrlPart[];
  /** The number of removed parameters. */
  readonly removedCount: number;
  /** Whether other parts changed too: then the kept parts are not the result. */
  readonly isRewritten: boolean;
}

/**
 * Marks what cleaning removed from a URL: whole parameters between ampersands, segments of a path, an emptied query with
 * its question mark, an emptied fragment with its number sign, white space at the new end.
 *
 * @param before - the URL of the request.
 * @param after - the URL of the response.
 */
export function compareUrls(before: string, after: string): UrlComparison {
  const whole = before.trim();
  if (whole === after) return { parts: [{ text: whole, removed: false }], removedCount: 0, isRewritten: false };
  const exact = new Comparison(exactly).url(whole, after);
  if (exact !== undefined && exact.kept === after) return { ...exact.shown, isRewritten: false };
  // Normalised: the removed parameters are known, and the rest was rewritten.
  const { shown } = new Comparison(asFragment).url(whole, after) ?? { shown: untouched(whole) };
  return { ...shown, isRewritten: true };
}

const untouched = (text: string) => ({ parts: [{ text, removed: false }], removedCount: 0 });

/** Returns whether a parameter of the input is the kept one. */
type Same = (before: string, after: string) => boolean;

const exactly: Same = (before, after) => before === after;
/** Normalising escapes the fragment, but not the query. */
const asFragment: Same = (before, after) => before === after || escapedFragment(before) === after;

function escapedFragment(text: string): string {
  return new URL(`http://host/#${text}`).hash.slice(1);
}

/** A text split at the first separator. `tail` begins with it, and is '' without one. */
function splitAt(text: string, separator: string): [head: string, tail: string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

class Comparison {
  readonly #parts: UrlPart[] = [];
  #removedCount = 0;
  readonly #same: Same;

  constructor(same: Same) {
    this.#same = same;
  }

  /** Undefined if the result is not the input without some parameters. */
  url(before: string, after: string) {
    const [page, fragment] = splitAt(before, '#');
    const [pageAfter, fragmentAfter] = splitAt(after, '#');
    const isWhole = this.#part(page, pageAfter, exactly, this.#same === exactly);
    if (!isWhole || !this.#fragment(fragment, fragmentAfter)) return undefined;
    const parts = this.#parts;
    const kept = parts.map(({ text, removed }) => (removed ? '' : text)).join('');
    return { kept, shown: { parts, removedCount: this.#removedCount } };
  }

  #fragment(before: string, after: string): boolean {
    if (after === '') {
      this.#remove(before, before.slice(1).replace('?', '&'));
      return true;
    }
    // A directive is for the browser, and is not a parameter.
    const [own, directive] = splitAt(before, ':~:');
    const [ownAfter] = splitAt(after, ':~:');
    this.#keep('#');
    const isWhole = this.#part(own.slice(1), ownAfter.slice(1), this.#same, undefined);
    this.#keep(directive);
    return isWhole;
  }

  /**
   * A text with parameters after its first question mark.
   *
   * @param headStays - whether the part before them can only lose its end; false if it may be anything, undefined if it
   *   may be parameters too.
   */
  #part(before: string, after: string, same: Same, headStays: boolean | undefined): boolean {
    const [head, query] = splitAt(before, '?');
    const [headAfter, queryAfter] = splitAt(after, '?');
    if (headStays === undefined) {
      if (!this.#parameters(head, headAfter, same)) return false;
    } else if (!headStays) {
      this.#keep(head);
    } else {
      if (!this.#path(head, headAfter)) return false;
    }
    if (query === '') return queryAfter === '';
    if (queryAfter === '') {
      this.#remove(query, query.slice(1));
      return true;
    }
    this.#keep('?');
    return this.#parameters(query.slice(1), queryAfter.slice(1), same);
  }

  /** A path may lose segments, and white space at its end. */
  #path(before: string, after: string): boolean {
    if (before.startsWith(after)) {
      this.#keep(after);
      this.#removeSegments(before.slice(after.length));
      return true;
    }
    const left = after.split('/');
    let at = 0;
    for (const [index, segment] of before.split('/').entries()) {
      const slash = index === 0 ? '' : '/';
      const next = left[at];
      const isTrimmed = at === left.length - 1 && next === segment.trimEnd();
      if (next !== undefined && (segment === next || isTrimmed)) {
        this.#keep(slash + next);
        this.#removeSegments(segment.slice(next.length));
        at++;
      } else {
        this.#removeSegments(slash + segment);
      }
    }
    return at === left.length;
  }

  #removeSegments(text: string): void {
    this.#add(text, true);
    for (const segment of text.split('/')) if (segment.trim() !== '') this.#removedCount++;
  }

  /** Cleaning removes all parameters of a name, so the first matching place is the right one. */
  #parameters(before: string, after: string, same: Same): boolean {
    const left = after.split('&');
    let at = 0;
    let isFirst = true;
    for (const parameter of before.split('&')) {
      const next = left[at];
      const isTrimmed = at === left.length - 1 && next === parameter.trimEnd();
      if (next !== undefined && (same(parameter, next) || isTrimmed)) {
        // The first kept one loses its ampersand with those before it.
        if (!isFirst) this.#add('&', at === 0);
        const kept = isTrimmed ? next : parameter;
        this.#keep(kept);
        this.#remove(parameter.slice(kept.length), '');
        at++;
      } else {
        this.#remove(isFirst ? parameter : `&${parameter}`, parameter);
      }
      isFirst = false;
    }
    return at === left.length || (after === '' && at === 0);
  }

  #keep(text: string): void {
    this.#add(text, false);
  }

  /** @param parameters - the parameters in the text, to count them. */
  #remove(text: string, parameters: string): void {
    this.#add(text, true);
    for (const parameter of parameters.split('&')) if (parameter.trim() !== '') this.#removedCount++;
  }

  #add(text: string, removed: boolean): void {
    if (text === '') return;
    const last = this.#parts.at(-1);
    if (last?.removed === removed) this.#parts[this.#parts.length - 1] = { text: last.text + text, removed };
    else this.#parts.push({ text, removed });
  }
}
