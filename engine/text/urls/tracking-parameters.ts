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

function compile(
  { profile, keepParams, extraParams, ignoreCase }: ParameterChoice,
  needed: { readonly all: boolean; readonly names: readonly string[] } = { all: false, names: [] },
): ParameterNames {
  const fold = (name: string) => (ignoreCase ? name.toLowerCase() : name);
  const kept = new Set(keepParams.map(fold));
  const neededNames = new Set(needed.names.map(fold));
  const listed = needed.all ? [] : listedNames(profile).map(({ name }) => fold(name));
  const names = [...listed.filter((name) => !neededNames.has(name)), ...extraParams.map(fold)];
  const removed = names.filter((name) => !kept.has(name));
  const prefixes = needed.all ? [] : prefixesOf(profile);
  if (prefixes.length === 0) return new ParameterNames(removed, ignoreCase);
  return new PrefixedParameterNames(removed, prefixes, new Set([...kept, ...neededNames]), ignoreCase);
}
