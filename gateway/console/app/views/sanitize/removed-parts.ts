/** A piece of a URL as it came. */
export interface UrlPart {
  readonly text: string;
  readonly removed: boolean;
}

/** A URL before and after its cleaning. */
export interface UrlComparison {
  /** Joined, they are the URL as it came, without the white space around it. */
  readonly parts: readonly UrlPart[];
  /** How many parameters are among the removed parts. */
  readonly removedCount: number;
  /** Whether more changed than what was removed: then the parts that stayed are not what came out. */
  readonly isRewritten: boolean;
}

/**
 * Marks what cleaning has removed from a URL (API.md, section 3: whole parameters between ampersands, segments of a path, an emptied query
 * with its question mark, an emptied fragment with its number sign, white space that came to stand at the end).
 *
 * @param before - as it was sent.
 * @param after - as it was answered.
 */
export function compareUrls(before: string, after: string): UrlComparison {
  const whole = before.trim();
  if (whole === after) return { parts: [{ text: whole, removed: false }], removedCount: 0, isRewritten: false };
  const exact = new Comparison(exactly).url(whole, after);
  if (exact !== undefined && exact.kept === after) return { ...exact.shown, isRewritten: false };
  // Normalized: the parameters that are gone are known, the rest was written anew.
  const { shown } = new Comparison(asFragment).url(whole, after) ?? { shown: untouched(whole) };
  return { ...shown, isRewritten: true };
}

const untouched = (text: string) => ({ parts: [{ text, removed: false }], removedCount: 0 });

/** Whether a parameter that came is the one that stayed. */
type Same = (before: string, after: string) => boolean;

const exactly: Same = (before, after) => before === after;
/** Normalizing escapes the fragment; the query it leaves as it is. */
const asFragment: Same = (before, after) => before === after || escapedFragment(before) === after;

function escapedFragment(text: string): string {
  return new URL(`http://host/#${text}`).hash.slice(1);
}

/** A text taken apart at the first place of a separator; `tail` begins with it, and is '' if there is none. */
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

  /** Undefined if what came out cannot be made from what came by removing parameters. */
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
    // A directive is for the browser, and no parameter.
    const [own, directive] = splitAt(before, ':~:');
    const [ownAfter] = splitAt(after, ':~:');
    this.#keep('#');
    const isWhole = this.#part(own.slice(1), ownAfter.slice(1), this.#same, undefined);
    this.#keep(directive);
    return isWhole;
  }

  /**
   * A text with parameters behind its first question mark.
   *
   * @param headStays - what stands before them: true if it can only lose its end, false if it may be anything,
   *   undefined if it may be parameters as well.
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

  /** One name is removed each time it comes, so the first place that fits is the right one. */
  #parameters(before: string, after: string, same: Same): boolean {
    const left = after.split('&');
    let at = 0;
    let isFirst = true;
    for (const parameter of before.split('&')) {
      const next = left[at];
      const isTrimmed = at === left.length - 1 && next === parameter.trimEnd();
      if (next !== undefined && (same(parameter, next) || isTrimmed)) {
        // The first that stays loses its ampersand with those before it.
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

  /** @param parameters - those that are in the text, to be counted. */
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
