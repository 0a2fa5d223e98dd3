import { LRUCache } from 'lru-cache';
import type { Matcher, RE2JS } from 're2js';
import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { type Static, Type } from '../../core/schema.js';
import type { Span } from '../span.js';
import { checkPatternSyntax } from './pattern-syntax.js';

/**
 * Patterns that users write. They run on RE2, whose time is linear in the text for every match. Finding all matches can
 * still take quadratic time, so tools that take patterns are `heavy` and set `timeLimitMs` to `patternTimeMs`.
 *
 * @see https://github.com/google/re2/wiki/Syntax
 */

const re2js = lazyLibrary<typeof import('re2js')>('re2js');

/** UTF-16 code units that a pattern may have. */
export const maxPatternCharacters = 2_000;
/** Instructions that a compiled pattern may have; searching a text costs about this times its length. */
const maxProgramSize = 5_000;
const maxMatches = 1_000_000;

const syntax =
  'in RE2 syntax: like JavaScript, without look-around and back-references; \\w \\d \\s \\b mean ASCII, \\p{L} any letter';

/** The option `pattern` of tools that search by a regular expression. */
export const PatternSource = Type.String({
  minLength: 1,
  maxLength: maxPatternCharacters,
  description: `The regular expression, ${syntax}`,
});

/** The option `flags` of tools that search by a regular expression. */
export const PatternFlags = Type.String({
  default: '',
  maxLength: 3,
  pattern: '^[ims]*$',
  description:
    'Any of i (upper and lower case are the same), m (^ and $ match at line ends), s (. matches a line feed)',
});
export type PatternFlags = Static<typeof PatternFlags>;

/** One match of a pattern: where it stands, and where its groups do. */
export interface PatternMatch extends Span {
  /** A group by number (0 is the whole match). Undefined if it took no part in the match. */
  group(index: number): Span | undefined;
}

/** A regular expression that a user wrote, compiled. */
export class Pattern {
  readonly #compiled: RE2JS;
  /** The numbers of the groups by name. */
  readonly groupNames: ReadonlyMap<string, number>;
  /** How many groups there are, without the whole match. */
  readonly groupCount: number;
  /** Instructions in the compiled pattern. */
  readonly size: number;

  constructor(compiled: RE2JS) {
    this.#compiled = compiled;
    this.groupNames = new Map(Object.entries(compiled.namedGroups()));
    this.groupCount = compiled.groupCount();
    this.size = compiled.programSize();
  }

  /** Whether the pattern matches anywhere in a text. */
  test(text: string): boolean {
    this.#activate();
    return this.#compiled.test(text);
  }

  /** Whether the pattern matches the whole of a text. */
  testExact(text: string): boolean {
    this.#activate();
    return this.#compiled.testExact(text);
  }

  /**
   * The matches from left to right. They do not overlap; an empty match is found at every code point, as in JavaScript.
   * A match is valid until the next one is asked for.
   *
   * @throws {ToolError} if there are more than 1,000,000.
   */
  *matches(text: string): Generator<PatternMatch> {
    this.#activate();
    const matcher = this.#compiled.matcher(text);
    for (let count = 0; matcher.find(); count++) {
      if (count === maxMatches) throw new ToolError(`the pattern matches more than ${maxMatches} times`);
      yield matchOf(matcher);
    }
  }

  static #active: Pattern | undefined;

  /** Keeps the states of one pattern's automaton at a time: they may take 8 MiB. */
  #activate(): void {
    const previous = Pattern.#active;
    if (previous === this) return;
    if (previous !== undefined) previous.#compiled.re2().lazyDFA?.clearCache();
    Pattern.#active = this;
  }
}

/** Patterns are compiled once by each thread; the bound is on instructions, of which each takes some hundred bytes. */
const compiled = new LRUCache<string, Pattern>({ max: 300, maxSize: 50_000, sizeCalculation: ({ size }) => size });

/**
 * Compiles a regular expression.
 *
 * @param option - the option that holds the pattern: for messages.
 * @throws {ToolError} `pattern, character 4: …` for what is not RE2 syntax, and for a pattern that is too large.
 */
export function compilePattern(source: string, flags: PatternFlags = '', option = 'pattern'): Pattern {
  const key = `${flags}/${source}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  if (source.length > maxPatternCharacters) {
    throw new ToolError(`${option}: more than ${maxPatternCharacters} characters`);
  }
  checkPatternSyntax(source, option);
  const pattern = new Pattern(compile(source, flags, option));
  if (pattern.size > maxProgramSize) throw new ToolError(`${option}: too large; use smaller or fewer repetitions`);
  compiled.set(key, pattern);
  return pattern;
}

function compile(source: string, flags: string, option: string): RE2JS {
  const { RE2JS, RE2JSException, RE2JSSyntaxException } = re2js();
  const bits =
    (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.includes('m') ? RE2JS.MULTILINE : 0) |
    (flags.includes('s') ? RE2JS.DOTALL : 0);
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source), bits);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) {
      // The library writes flags in front of the pattern.
      const part = (error.getPattern() ?? source).replace(/^\(\?[ims]+\)/, '');
      throw new ToolError(`${option}: ${error.getDescription()}: ${shortened(part)}`);
    }
    if (error instanceof RE2JSException) throw new ToolError(`${option}: cannot be compiled`);
    throw error;
  }
}

/** The part of a pattern that a message quotes. */
function shortened(part: string): string {
  return part.length > 60 ? `${part.slice(0, 60).toWellFormed()}…` : part;
}

function matchOf(matcher: Matcher): PatternMatch {
  return {
    start: matcher.start(),
    end: matcher.end(),
    group(index) {
      const start = matcher.start(index);
      return start === -1 ? undefined : { start, end: matcher.end(index) };
    },
  };
}
