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

/** The names of a profile, without those that only a prefix stands for. */
export function namesOf(profile: Profile): string[] {
  const standard = Object.values(trackingParameters.standard).flat();
  const names = profile === 'standard' || profile === 'extended' ? standard : standard.filter((n) => !ambiguous.has(n));
  if (!isExtended(profile)) return names;
  return [...names, ...trackingParameters.extended.flatMap((rule) => Object.keys(rule.names))];
}

/** The prefixes of a profile. */
export function prefixesOf(profile: Profile): string[] {
  return isExtended(profile) ? trackingParameters.prefixes.map(({ prefix }) => prefix) : [];
}
