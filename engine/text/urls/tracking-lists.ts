import { createRequire } from 'node:module';

/** Which list of names: the standard one, a longer one, or either without the names that also mean other things. */
export type Profile = 'standard' | 'conservative' | 'extended' | 'careful';

/** Names of parameters that one service or convention uses. */
interface ExtendedRule {
  readonly rule: string;
  /** By name, the public lists that have it, and where else it is documented. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

/** All names that start with a prefix. */
interface PrefixRule {
  readonly rule: string;
  readonly prefix: string;
  readonly from: readonly string[];
}

/** What is removed from the URLs of some hosts and of all hosts below them. */
export interface HostRule {
  readonly rule: string;
  readonly hosts: readonly string[];
  /** It pays for a link and does not follow people, so it goes only on request. */
  readonly affiliate?: true;
  /** The rule holds below these paths alone. */
  readonly paths?: readonly string[];
  /** The rule does not hold below these paths. */
  readonly exceptPaths?: readonly string[];
  readonly names: readonly string[];
  /** All names that start with one of these go. */
  readonly prefixes?: readonly string[];
  /** All segments of the path that start with one of these go. */
  readonly pathSegments?: readonly string[];
  readonly from: readonly string[];
  readonly note?: string;
}

/** `data/tracking-parameters.json`: every name, and where it comes from. */
interface TrackingParameters {
  /** The public lists, by the names that the rules give them. */
  readonly sources: Readonly<Record<string, string>>;
  /** The names of the standard list. It never changes. */
  readonly standard: Readonly<Record<string, readonly string[]>>;
  readonly extended: readonly ExtendedRule[];
  readonly prefixes: readonly PrefixRule[];
  readonly hosts: readonly HostRule[];
}

export const trackingParameters: TrackingParameters = createRequire(import.meta.url)(
  '../../../data/tracking-parameters.json',
);

/** Names with a second meaning: on many sites a search, a branch or a signature. */
const ambiguous = new Set(['s', 'ref', 'referrer', 'source']);

/** Whether a profile has the names and prefixes of the longer list. */
export function isExtended(profile: Profile): boolean {
  return profile === 'extended' || profile === 'careful';
}

/** A name and where it stands in the lists. */
export interface ListedName {
  readonly name: string;
  readonly list: 'standard' | 'extended';
  readonly rule: string;
}

/** The names of a profile, without those that only a prefix stands for. */
export function listedNames(profile: Profile): ListedName[] {
  const hasAmbiguous = profile === 'standard' || profile === 'extended';
  const standard = Object.entries(trackingParameters.standard).flatMap(([rule, names]) =>
    named(names, 'standard', rule),
  );
  const names = hasAmbiguous ? standard : standard.filter(({ name }) => !ambiguous.has(name));
  if (!isExtended(profile)) return names;
  const { extended } = trackingParameters;
  return [...names, ...extended.flatMap((each) => named(Object.keys(each.names), 'extended', each.rule))];
}

function named(names: readonly string[], list: ListedName['list'], rule: string): ListedName[] {
  return names.map((name) => ({ name, list, rule }));
}

/** The prefixes of a profile. */
export function prefixesOf(profile: Profile): string[] {
  return isExtended(profile) ? trackingParameters.prefixes.map(({ prefix }) => prefix) : [];
}
