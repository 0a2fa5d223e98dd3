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

function compile({ profile, keepParams, extraParams, ignoreCase }: ParameterChoice): ParameterNames {
  const fold = (name: string) => (ignoreCase ? name.toLowerCase() : name);
  const kept = new Set(keepParams.map(fold));
  const names = [...listedNames(profile).map(({ name }) => name), ...extraParams]
    .map(fold)
    .filter((name) => !kept.has(name));
  const prefixes = prefixesOf(profile);
  if (prefixes.length === 0) return new ParameterNames(names, ignoreCase);
  return new PrefixedParameterNames(names, prefixes, kept, ignoreCase);
}
