import { readFileSync } from 'node:fs';
import { programFile } from '../../core/program-folder.js';
import type { UrlException, UrlRule } from '../../core/url-rules.js';

/** A list of names: the standard one, a longer one, or either without ambiguous names. */
export type Profile = 'standard' | 'conservative' | 'extended' | 'careful';

/** The parameter names of one service or convention. */
interface ExtendedRule {
  readonly rule: string;
  /** For each name, the public lists that contain it and other documentation. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

/** All names that start with a prefix. */
interface PrefixRule {
  readonly rule: string;
  readonly prefix: string;
  readonly from: readonly string[];
}

/** A rule for hosts, with its sources. */
export interface HostRule extends UrlRule {
  readonly hosts: readonly string[];
  readonly from: readonly string[];
  readonly note?: string;
}

/** An exception for hosts, with its sources. */
export interface HostException extends UrlException {
  readonly from: readonly string[];
  readonly note?: string;
}

/** The content of `data/tracking-parameters.json`: every name and its source. */
interface TrackingParameters {
  /** The public lists, keyed by the names that the rules use. */
  readonly sources: Readonly<Record<string, string>>;
  /** The names of the standard list. It never changes. */
  readonly standard: Readonly<Record<string, readonly string[]>>;
  readonly extended: readonly ExtendedRule[];
  readonly prefixes: readonly PrefixRule[];
  readonly hosts: readonly HostRule[];
  /** In profiles that know hosts. */
  readonly exceptions: readonly HostException[];
}

export const trackingParameters: TrackingParameters = JSON.parse(
  readFileSync(programFile('data/tracking-parameters.json'), 'utf8'),
);

/** Ambiguous names: on many sites they mean a search, a branch or a signature. */
const ambiguous = new Set(['s', 'ref', 'referrer', 'source']);

/** Tests whether a profile includes the names and prefixes of the longer list. */
export function isExtended(profile: Profile): boolean {
  return profile === 'extended' || profile === 'careful';
}

/** A name and its place in the lists. */
export interface ListedName {
  readonly name: string;
  readonly list: 'standard' | 'extended';
  readonly rule: string;
}

/** Returns the names of a profile, without those that match only a prefix. */
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

/** Returns the prefixes of a profile. */
export function prefixesOf(profile: Profile): string[] {
  return isExtended(profile) ? trackingParameters.prefixes.map(({ prefix }) => prefix) : [];
}
