import { ToolError } from '../../../core/errors.js';
import type { Pattern, PatternMatch } from '../../../text/patterns/patterns.js';
import type { Span } from '../../../text/span.js';

/** A part of a replacement, given a match: literal text, or a part of the input. */
type Part = string | ((match: PatternMatch, input: string) => Span | undefined);

/** Two digits, one digit, a name, or a sign. */
const reference = /\$(?:(\d\d?)|<([^>]{0,100})>|([$&`']))/g;

/**
 * A replacement with references to the match, as in `String.prototype.replace`: `$&` the match, `$1` to `$99` a group,
 * `$<name>` a named group, `` $` `` and `$'` the text before and after, `$$` a dollar sign. A number without a group is
 * literal.
 *
 * @see ECMA-262, GetSubstitution
 */
export class ReplacementTemplate {
  readonly #parts: readonly Part[];

  /** @throws {ToolError} if it names a group that the pattern does not have. */
  constructor(template: string, pattern: Pattern) {
    const parts: Part[] = [];
    let position = 0;
    for (const found of template.matchAll(reference)) {
      const [text, digits, name, sign] = found;
      const part = partFor(pattern, digits, name, sign);
      if (part === undefined) continue;
      parts.push(template.slice(position, found.index), part.value);
      position = found.index + text.length - part.unused;
    }
    parts.push(template.slice(position));
    this.#parts = parts.filter((part) => part !== '');
  }

  /** Returns the pieces of the replacement for one match; their lengths are known before they are joined. */
  pieces(match: PatternMatch, input: string): string[] {
    return this.#parts.map((part) => {
      if (typeof part === 'string') return part;
      const span = part(match, input);
      return span === undefined ? '' : input.slice(span.start, span.end);
    });
  }
}

interface FoundPart {
  readonly value: Part;
  /** The number of characters at the end of the reference that belong to the text after it. */
  readonly unused: number;
}

function partFor(pattern: Pattern, digits?: string, name?: string, sign?: string): FoundPart | undefined {
  if (digits !== undefined) {
    for (const length of [digits.length, 1]) {
      const number = Number(digits.slice(0, length));
      if (number >= 1 && number <= pattern.groupCount) {
        return { value: (match) => match.group(number), unused: digits.length - length };
      }
    }
    return undefined;
  }
  if (name !== undefined) {
    if (pattern.groupNames.size === 0) return undefined;
    const number = pattern.groupNames.get(name);
    if (number === undefined) throw new ToolError(`replacement: the pattern has no group named ${name}`);
    return { value: (match) => match.group(number), unused: 0 };
  }
  return { value: signs[sign as keyof typeof signs], unused: 0 };
}

const signs = {
  $: '$',
  '&': (match: PatternMatch) => match,
  '`': (match: PatternMatch) => ({ start: 0, end: match.start }),
  "'": (match: PatternMatch, input: string) => ({ start: match.end, end: input.length }),
} as const satisfies Record<string, Part>;
