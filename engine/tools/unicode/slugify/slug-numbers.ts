import { ToolError } from '../../../core/errors.js';

interface SlugForm {
  readonly separator: string;
  /** The maximum length of a slug in characters; 0 for no limit. */
  readonly maxLength: number;
}

/**
 * Makes slugs different from all earlier slugs: the second `post` becomes `post-2`, and `post-3` if the text has a slug
 * `post-2` of its own. The empty slug stays empty.
 *
 * @throws {ToolError} if all numbers for which `maxLength` leaves room are in use.
 */
export class SlugNumbers {
  readonly #form: SlugForm;
  readonly #taken = new Set<string>();
  /** For each stem and number of digits, the next number to try, so that each number of a stem is tried once. */
  readonly #next = new Map<string, number>();

  constructor(form: SlugForm) {
    this.#form = form;
  }

  /** Returns the slug, with a number appended if it is in use. */
  different(slug: string): string {
    if (slug === '') return slug;
    const free = this.#taken.has(slug) ? this.#numbered(slug) : slug;
    this.#taken.add(free);
    return free;
  }

  #numbered(slug: string): string {
    const { separator } = this.#form;
    for (let digits = 1; ; digits++) {
      const stem = this.#stem(slug, separator.length + digits);
      const counter = `${digits}${separator}${stem}`;
      const end = 10 ** digits;
      let number = this.#next.get(counter) ?? Math.max(2, end / 10);
      while (number < end && this.#taken.has(stem + separator + number)) number++;
      this.#next.set(counter, number + 1);
      if (number < end) return stem + separator + number;
    }
  }

  /** Returns the slug, cut so that there is room for a number. */
  #stem(slug: string, room: number): string {
    const { separator, maxLength } = this.#form;
    if (maxLength === 0) return slug;
    const stem = [...slug].slice(0, Math.max(0, maxLength - room)).join('');
    const whole = stem.endsWith(separator) ? stem.slice(0, -separator.length) : stem;
    if (whole === '')
      throw new ToolError(`maxLength ${maxLength} leaves no room for numbers that keep slugs different`);
    return whole;
  }
}
