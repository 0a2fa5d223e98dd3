import type { UrlException } from '../../core/url-rules.js';
import { ParameterNames, PrefixedParameterNames } from './parameter-names.js';
import { listedNames, type Profile, prefixesOf } from './tracking-lists.js';

/** A choice of parameter names. */
export interface ParameterChoice {
  readonly profile: Profile;
  /** Never removed, whatever other options say. */
  readonly keepParams: readonly string[];
  readonly extraParams: readonly string[];
  readonly ignoreCase: boolean;
}

const compiledProfiles = new Map<string, ParameterNames>();
parameterNames({ profile: 'standard', ignoreCase: false, keepParams: [], extraParams: [] });

/** Compiles a choice of names. The unmodified profiles are compiled once; the standard one at start. */
export function parameterNames(choice: ParameterChoice): ParameterNames {
  const { profile, ignoreCase, keepParams, extraParams } = choice;
  if (keepParams.length > 0 || extraParams.length > 0) return compile(choice);
  const key = `${profile} ${ignoreCase}`;
  const compiled = compiledProfiles.get(key) ?? compile(choice);
  compiledProfiles.set(key, compiled);
  return compiled;
}

/** Compiles a choice of names without those that a host needs. The names of the request are removed all the same. */
export function parameterNamesExcept(
  choice: ParameterChoice,
  { all, names = [] }: Pick<UrlException, 'all' | 'names'>,
): ParameterNames {
  return compile(choice, { all: all === true, names });
}

/** Names as data. In lower case if case does not count. */
export interface ChosenNames {
  readonly removed: readonly string[];
  /** All names that start with one of these are removed as well. */
  readonly prefixes: readonly string[];
  /** Names that stay although they start with a prefix. None of them is removed. */
  readonly kept: ReadonlySet<string>;
}

/** Returns the names of a choice. @param needed - names that a host needs, or all of the profile. */
export function chosenNames(
  { profile, keepParams, extraParams, ignoreCase }: ParameterChoice,
  needed: { readonly all: boolean; readonly names: readonly string[] } = { all: false, names: [] },
): ChosenNames {
  const fold = (name: string) => (ignoreCase ? name.toLowerCase() : name);
  const kept = new Set(keepParams.map(fold));
  const neededNames = new Set(needed.names.map(fold));
  const listed = needed.all ? [] : listedNames(profile).map(({ name }) => fold(name));
  const names = [...listed.filter((name) => !neededNames.has(name)), ...extraParams.map(fold)];
  return {
    removed: names.filter((name) => !kept.has(name)),
    prefixes: needed.all ? [] : prefixesOf(profile),
    kept: new Set([...kept, ...neededNames]),
  };
}

function compile(choice: ParameterChoice, needed?: Parameters<typeof chosenNames>[1]): ParameterNames {
  const { removed, prefixes, kept } = chosenNames(choice, needed);
  if (prefixes.length === 0) return new ParameterNames(removed, choice.ignoreCase);
  return new PrefixedParameterNames(removed, prefixes, kept, choice.ignoreCase);
}
