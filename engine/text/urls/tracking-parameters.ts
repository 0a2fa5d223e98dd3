import { createRequire } from 'node:module';
import { percentDecode } from './percent-decoding.js';

type Group = 'utm' | 'facebook' | 'google' | 'twitter' | 'email' | 'affiliate' | 'tracking' | 'extended';

/** Which list of names: the standard one, the one without names that also mean other things, or a longer one. */
export type Profile = 'standard' | 'conservative' | 'extended';

/** A choice of parameter names. */
export interface ParameterChoice {
  readonly profile: Profile;
  /** Never removed, whatever else says so. */
  readonly keepParams: readonly string[];
  readonly extraParams: readonly string[];
  readonly ignoreCase: boolean;
}

const groups: Record<Group, string[]> = createRequire(import.meta.url)('../../../data/tracking-parameters.json');

/** Names with a second meaning: on many sites a search, a branch or a signature. */
const ambiguous = new Set(['s', 'ref', 'referrer', 'source']);

function namesOf(profile: Profile): string[] {
  const { extended, ...standard } = groups;
  const names = Object.values(standard).flat();
  if (profile === 'conservative') return names.filter((name) => !ambiguous.has(name));
  return profile === 'extended' ? [...names, ...extended] : names;
}

/**
 * The names of the parameters to remove, made for asking about pieces of a URL where they stand.
 *
 * A piece is cut out and looked up only if a filter of 2,048 bits, over its length and its first and last character,
 * lets it pass: parameters that stay are nearly all told apart without allocating anything.
 */
export class ParameterNames {
  readonly #names: ReadonlySet<string>;
  readonly #filter = new Uint8Array(2048);
  readonly #ignoreCase: boolean;

  constructor({ profile, keepParams, extraParams, ignoreCase }: ParameterChoice) {
    const fold = (name: string) => (ignoreCase ? name.toLowerCase() : name);
    const names = new Set([...namesOf(profile), ...extraParams].map(fold));
    for (const name of keepParams) names.delete(fold(name));
    // Lower case may have another length and other ends, so without case every name is looked up.
    if (ignoreCase) this.#filter.fill(1);
    for (const name of names) this.#filter[filterIndex(name, 0, name.length)] = 1;
    this.#names = names;
    this.#ignoreCase = ignoreCase;
  }

  /**
   * Whether the text between two positions is one of the names.
   *
   * @param escaped - it holds a `%`, so what counts is what it stands for; a malformed escape makes it no name.
   */
  includes(text: string, start: number, end: number, escaped: boolean): boolean {
    if (start === end) return false;
    if (!escaped && this.#filter[filterIndex(text, start, end)] === 0) return false;
    const written = text.slice(start, end);
    const name = escaped ? percentDecode(written) : written;
    return name !== undefined && this.#names.has(this.#ignoreCase ? name.toLowerCase() : name);
  }
}

function filterIndex(text: string, start: number, end: number): number {
  return ((end - start) * 961 + text.charCodeAt(start) * 31 + text.charCodeAt(end - 1)) & 2047;
}

const compiledProfiles = new Map<string, ParameterNames>();
compileProfile('standard', false);

/** Compiles a choice of names. The profiles as they are are compiled once; the standard one at start. */
export function parameterNames(choice: ParameterChoice): ParameterNames {
  const { profile, ignoreCase, keepParams, extraParams } = choice;
  if (keepParams.length > 0 || extraParams.length > 0) return new ParameterNames(choice);
  return compiledProfiles.get(`${profile} ${ignoreCase}`) ?? compileProfile(profile, ignoreCase);
}

function compileProfile(profile: Profile, ignoreCase: boolean): ParameterNames {
  const names = new ParameterNames({ profile, ignoreCase, keepParams: [], extraParams: [] });
  compiledProfiles.set(`${profile} ${ignoreCase}`, names);
  return names;
}
