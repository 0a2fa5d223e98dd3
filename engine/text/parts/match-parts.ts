import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { compilePattern, type Pattern, PatternFlags, type PatternMatch, PatternSource } from '../patterns/patterns.js';
import { positionAt } from '../position.js';
import type { Span } from '../span.js';
import { type CutText, checkParts, type Part, type PartCutter } from './parts.js';

/** The members of `each: { "match": … }`. */
export const MatchParts = Type.Object(
  {
    pattern: PatternSource,
    flags: Type.Optional(PatternFlags),
    group: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: 1_000 }), Type.String({ minLength: 1, maxLength: 100 })], {
        description: 'The group of the pattern that is the part, by number or name; left out, the whole match',
      }),
    ),
  },
  { additionalProperties: false },
);

export interface MatchOptions {
  readonly pattern: string;
  readonly flags?: string;
  readonly group?: number | string;
}

/** Cuts out what a pattern matches, or one group of it. */
export class MatchCutter implements PartCutter {
  readonly #options: MatchOptions;

  constructor(options: MatchOptions) {
    this.#options = options;
  }

  prepare(): void {
    this.#compiled();
  }

  #compiled(): { readonly pattern: Pattern; readonly number: number } {
    const { pattern: source, flags = '', group = 0 } = this.#options;
    const pattern = compilePattern(source, flags);
    return { pattern, number: pattern.groupNumber(group) };
  }

  cut(text: string): CutText {
    const { pattern, number } = this.#compiled();
    const parts: Part[] = [];
    const matches: Span[] = [];
    for (const match of pattern.matches(text)) {
      refuseEmpty(match, text);
      const span = match.group(number);
      if (span === undefined) continue;
      parts.push({ ...span, text: text.slice(span.start, span.end) });
      matches.push({ start: match.start, end: match.end });
      checkParts(parts.length);
    }
    return {
      parts,
      write: (result) => result,
      removal: ({ start, end }, index) => matches[index] ?? { start, end },
      removes: 'characters',
    };
  }

  whyNone(): string {
    return 'the pattern matches nothing';
  }
}

function refuseEmpty({ start, end }: PatternMatch, text: string): void {
  if (end > start) return;
  throw ToolError.at(positionAt(text, start), 'the pattern matches an empty text');
}
