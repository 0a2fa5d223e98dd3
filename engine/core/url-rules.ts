/** What to remove from the URLs of some hosts and of the hosts below them. */
export interface UrlRule {
  /** Its name, for explanations. */
  readonly rule: string;
  /** Absent: every host. */
  readonly hosts?: readonly string[];
  /** An affiliate parameter: it does not track people, so it is removed only on request. */
  readonly affiliate?: boolean;
  /** The rule applies only below these paths. */
  readonly paths?: readonly string[];
  /** The rule does not apply below these paths. */
  readonly exceptPaths?: readonly string[];
  readonly names?: readonly string[];
  /** Removes all names that start with one of these. */
  readonly prefixes?: readonly string[];
  /** Removes all path segments that start with one of these. */
  readonly pathSegments?: readonly string[];
}

/** What stays in the URLs of some hosts and of the hosts below them, because they need it. */
export interface UrlException {
  readonly hosts: readonly string[];
  /** The exception applies only below these paths. */
  readonly paths?: readonly string[];
  /** No name of a list is removed: the path or the signature covers the whole query. */
  readonly all?: boolean;
  readonly names?: readonly string[];
}

/** A service that sends visitors of its URLs on to the URL in one of its parameters. */
export interface UrlRedirector {
  /** Its name, for explanations. */
  readonly rule: string;
  /** These hosts and the ones below them. */
  readonly hosts: readonly string[];
  /** The path is one of these or below it; any path without them. */
  readonly paths?: readonly string[];
  /** Parameters that may have the target, in the order in which the service reads them. */
  readonly names: readonly string[];
}

/**
 * The rules of an operator, in addition to the built-in ones. Plain data, so that threads can be sent a copy. It never
 * changes: other rules are another object.
 */
export interface UrlRules {
  readonly rules: readonly UrlRule[];
  readonly exceptions: readonly UrlException[];
  readonly redirectors: readonly UrlRedirector[];
}

export const noUrlRules: UrlRules = { rules: [], exceptions: [], redirectors: [] };

/** Rules that may be replaced while an engine uses them. */
export interface ReplaceableUrlRules {
  current: UrlRules;
}

let inForce = noUrlRules;

/**
 * Sets the rules for what runs next on this thread. An engine does so before each job, so that several engines of one
 * process have rules of their own, and a job, which is synchronous, has one set of rules.
 */
export function useUrlRules(rules: UrlRules): void {
  inForce = rules;
}

/** Returns the rules for what runs now. */
export function urlRulesInForce(): UrlRules {
  return inForce;
}
