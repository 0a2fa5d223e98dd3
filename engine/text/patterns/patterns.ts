import { LRUCache } from 'lru-cache';
import type { Matcher, RE2JS } from 're2js';
import { ToolError, type ToolErrorKind } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { type Static, Type } from '../../core/schema.js';
import type { Span } from '../span.js';
import { countCodePoints } from '../unicode/code-points.js';

/**
 * User-written patterns. They run on RE2, whose time for every match is linear in the text. Finding all matches can
 * still take quadratic time, so tools that take patterns set `timeLimitMs` to `patternTimeMs`, and run on threads only.
 *
 * @see https://github.com/google/re2/wiki/Syntax
 */

const re2js = lazyLibrary<typeof import('re2js')>('re2js');

/** The most UTF-16 code units of a pattern. */
export const maxPatternCharacters = 2_000;
/** The most instructions of a compiled pattern; searching a text costs about this times its length. */
const maxProgramSize = 5_000;
const maxMatches = 1_000_000;

/** What the description of an option for a pattern says. */
export const patternSyntax =
  'in RE2 syntax: like JavaScript, without look-around and back-references; \\w \\d \\s \\b mean ASCII, \\p{L} any letter';

/** The option `pattern` of tools that search with a regular expression. */
export const PatternSource = Type.String({
  minLength: 1,
  maxLength: maxPatternCharacters,
  description: `The regular expression, ${patternSyntax}`,
});

/** The option `flags` of tools that search with a regular expression. */
export const PatternFlags = Type.String({
  default: '',
  maxLength: 3,
  pattern: '^[ims]*$',
  description:
    'Any of i (upper and lower case are the same), m (^ and $ match at line feeds; for CRLF write \\r?$), s (. matches a line feed)',
});
export type PatternFlags = Static<typeof PatternFlags>;

/** One match of a pattern, with the places of its groups. */
export interface PatternMatch extends Span {
  /** Returns a group by number (0 is the whole match). Undefined if it did not take part in the match. */
  group(index: number): Span | undefined;
}

/** A regular expression that a user wrote, compiled. */
export class Pattern {
  readonly #compiled: RE2JS;
  /** The numbers of the groups by name. */
  readonly groupNames: ReadonlyMap<string, number>;
  /** The number of groups, not counting the whole match. */
  readonly groupCount: number;
  /** The number of instructions in the compiled pattern. */
  readonly size: number;

  constructor(compiled: RE2JS) {
    this.#compiled = compiled;
    this.groupNames = new Map(Object.entries(compiled.namedGroups()));
    this.groupCount = compiled.groupCount();
    this.size = compiled.programSize();
  }

  /** Returns the number of a group. @throws {ToolError} if the pattern has no such group. */
  groupNumber(group: number | string): number {
    const number = typeof group === 'number' ? group : this.groupNames.get(group);
    if (number === undefined) throw new ToolError(`group: the pattern has no group named ${group}`);
    if (number > this.groupCount) {
      throw new ToolError(`group: the pattern has ${this.groupCount} groups, so there is no group ${number}`);
    }
    return number;
  }

  /** Tests whether the pattern matches anywhere in a text. */
  test(text: string): boolean {
    this.#activate();
    return this.#compiled.test(text);
  }

  /** Tests whether the pattern matches the whole of a text. */
  testExact(text: string): boolean {
    this.#activate();
    return this.#compiled.testExact(text);
  }

  /**
   * Returns the matches from left to right. They do not overlap; an empty match is found at every code point, as in
   * JavaScript. A match is valid until the next one is requested.
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

  /** Keeps the automaton states of only one pattern at a time: they may take 8 MiB. */
  #activate(): void {
    const previous = Pattern.#active;
    if (previous === this) return;
    if (previous !== undefined) previous.#compiled.re2().lazyDFA?.clearCache();
    Pattern.#active = this;
  }
}

/** Each thread compiles a pattern once. The bound counts instructions, each of which takes a few hundred bytes. */
const compiled = new LRUCache<string, Pattern>({ max: 300, maxSize: 50_000, sizeCalculation: ({ size }) => size });

/**
 * Compiles a regular expression.
 *
 * @param option - the name of the option that holds the pattern, for messages.
 * @throws {ToolError} `pattern, character 4: …` for syntax that RE2 does not support, and for a pattern that is too
 * large.
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

/** Characters that may follow a backslash: RE2's escapes, and those of JavaScript that are translated into them. */
const knownEscapes = /^[abBfnrtvxzAdDsSwWpPEu0]$/;
const noBackReferences = 'back-references are not supported';
const lookAround = /^\(\?<?[=!]/;

/**
 * Rejects what RE2 lacks, before the engine or the translation of JavaScript's escapes misreads it: back-references,
 * look-around, unknown escapes, properties with a name and a value.
 *
 * @param option - the name of the option that holds the pattern, for the message.
 * @throws {ToolError} that says what it is and where.
 */
function checkPatternSyntax(pattern: string, option: string): void {
  const refuse = (index: number, reason: string, kind?: ToolErrorKind): never => {
    const message = `${option}, character ${countCodePoints(pattern.slice(0, index)) + 1}: ${reason}`;
    throw new ToolError(message, undefined, message, kind);
  };
  let inClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern.charAt(index);
    if (character === '\\') {
      if (pattern.startsWith('\\Q', index)) {
        const end = pattern.indexOf('\\E', index);
        index = end === -1 ? pattern.length : end + 1;
        continue;
      }
      const reason = problemOfEscape(pattern, index);
      if (reason !== undefined) refuse(index, reason, reason === noBackReferences ? 'back-reference' : undefined);
      index++;
    } else if (character === '[') {
      inClass = true;
    } else if (character === ']') {
      inClass = false;
    } else if (character === '(' && !inClass && lookAround.test(pattern.slice(index, index + 4))) {
      refuse(index, 'look-ahead and look-behind are not supported', 'look-around');
    }
  }
}

function problemOfEscape(pattern: string, index: number): string | undefined {
  const escaped = pattern.charAt(index + 1);
  if (escaped === '') return 'a backslash at the end escapes nothing';
  // Two digits may be meant as a back-reference to one of many groups; as RE2 has it, three are an octal code.
  if (/^[1-7][0-7]{2}$/.test(pattern.slice(index + 1, index + 4))) return undefined;
  if (/^[1-9k]$/.test(escaped)) return noBackReferences;
  if (/^[pP]$/.test(escaped)) {
    const [, name, value] = /^\{([^}=]{1,40})=([^}]{1,40})\}/.exec(pattern.slice(index + 2, index + 90)) ?? [];
    return name === undefined ? undefined : `write \\${escaped}{${value}} instead of \\${escaped}{${name}=${value}}`;
  }
  if (escaped === 'c' && /^[A-Za-z]$/.test(pattern.charAt(index + 2))) return undefined;
  if (/^[A-Za-z]$/.test(escaped) && !knownEscapes.test(escaped)) return `\\${escaped} is not a known escape`;
  return undefined;
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
      // The library writes flags before the pattern.
      const part = (error.getPattern() ?? source).replace(/^\(\?[ims]+\)/, '');
      throw new ToolError(`${option}: ${error.getDescription()}: ${shortened(part)}`);
    }
    if (error instanceof RE2JSException) throw new ToolError(`${option}: cannot be compiled`);
    throw error;
  }
}

/** Returns the part of a pattern to quote in a message. */
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
