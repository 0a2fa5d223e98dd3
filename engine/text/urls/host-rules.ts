import type { UrlException, UrlRule, UrlRules } from '../../core/url-rules.js';
import { hostAndPath } from './host-and-path.js';
import { type NameSet, PrefixedParameterNames } from './parameter-names.js';
import type { Reason } from './removals.js';
import { isAmong, signatureOf } from './signed-url.js';
import { isExtended, trackingParameters } from './tracking-lists.js';
import { type ParameterChoice, parameterNamesExcept } from './tracking-parameters.js';

/** A choice of parameter names, and of the rules for the URLs of known hosts. */
export interface HostChoice extends ParameterChoice {
  /** Also removes affiliate parameters. */
  readonly affiliateTags: boolean;
}

/** What one rule removes. */
export interface CompiledRule {
  readonly names: NameSet;
  readonly pathSegments: readonly string[];
  readonly reason: Reason;
}

/** What the rules remove from one URL. */
export interface HostFindings {
  readonly rules: readonly CompiledRule[];
  /** The names of the profile without those that the host needs; undefined if it needs none. */
  readonly listed: NameSet | undefined;
  /** Where the path starts, or whatever follows the host. */
  readonly pathStart: number;
}

/** What is listed for a host. */
interface Site {
  readonly rules: readonly UrlRule[];
  readonly exceptions: readonly UrlException[];
}

/** Rules by their hosts: one look-up for each label of a host, however many rules there are. */
interface Sites {
  readonly byHost: ReadonlyMap<string, Site>;
  /** For hosts that have no rules of their own. */
  readonly others: Site | undefined;
}

const nothing: Site = { rules: [], exceptions: [] };

/** Finds the rules for the host of a URL. */
export class HostRules {
  readonly #choice: HostChoice;
  readonly #builtIn: Sites;
  readonly #own: Sites;
  /** What was compiled from rules and exceptions, by the names that the exceptions of the operator keep. */
  readonly #compiled = new Map<string, Compiled>();

  /** @param own - those of the operator. */
  constructor(choice: HostChoice, builtIn: Sites, own: Sites) {
    this.#choice = choice;
    this.#builtIn = builtIn;
    this.#own = own;
  }

  /** Returns what to remove from a URL in addition to the names of the profile; undefined if no rule applies. */
  find(url: string): HostFindings | undefined {
    const { host, pathStart } = hostAndPath(url);
    const site = siteOf(host, this.#builtIn);
    const own = siteOf(host, this.#own);
    if (site === undefined && own === undefined) return undefined;
    const holds = (each: Place): boolean => holdsAt(each, url, pathStart);
    const exception = site?.exceptions.find(holds);
    const ownExceptions = own?.exceptions.filter(holds) ?? none;
    const kept = ownExceptions.length === 0 ? noNames : ownExceptions.flatMap(({ names = [] }) => names);
    const keepsAll = exception?.all === true || ownExceptions.some(({ all }) => all === true);
    const compiled = this.#compiledFor(kept);
    const rules: CompiledRule[] = [];
    if (!keepsAll && !staysSigned(url, this.#choice)) {
      for (const rule of site?.rules ?? none) if (holds(rule)) rules.push(compiled.rule(rule, 'host'));
      for (const rule of own?.rules ?? none) if (holds(rule)) rules.push(compiled.rule(rule, 'operator'));
    }
    if (exception !== undefined || ownExceptions.length > 0) {
      return { rules, listed: compiled.listed(exception, keepsAll), pathStart };
    }
    return rules.length === 0 ? undefined : { rules, listed: undefined, pathStart };
  }

  #compiledFor(kept: readonly string[]): Compiled {
    const key = kept.join('\n');
    const compiled = this.#compiled.get(key) ?? new Compiled(this.#choice, kept);
    this.#compiled.set(key, compiled);
    return compiled;
  }
}

const none: readonly never[] = [];
const noNames: readonly string[] = [];

/** Compiles rules and exceptions once, for URLs whose host needs some names. */
class Compiled {
  readonly #choice: HostChoice;
  readonly #kept: readonly string[];
  readonly #rules = new Map<UrlRule, CompiledRule>();
  readonly #listed = new Map<UrlException | undefined, Map<boolean, NameSet>>();

  /** @param kept - the names that exceptions of the operator keep. */
  constructor(choice: HostChoice, kept: readonly string[]) {
    this.#choice = choice;
    this.#kept = kept;
  }

  rule(rule: UrlRule, list: 'host' | 'operator'): CompiledRule {
    let compiled = this.#rules.get(rule);
    if (compiled === undefined) {
      compiled = compile(rule, list, this.#choice, this.#kept);
      this.#rules.set(rule, compiled);
    }
    return compiled;
  }

  /** Returns the names of the profile that are removed. @param exception - the built-in one. @param all - keeps all. */
  listed(exception: UrlException | undefined, all: boolean): NameSet {
    const byAll = this.#listed.get(exception) ?? new Map<boolean, NameSet>();
    this.#listed.set(exception, byAll);
    const names = [...(exception?.names ?? []), ...this.#kept];
    const listed = byAll.get(all) ?? parameterNamesExcept(this.#choice, { all, names });
    byAll.set(all, listed);
    return listed;
  }
}

/** Returns what is listed for a host, or else for the nearest one above it. */
function siteOf(host: string, { byHost, others }: Sites): Site | undefined {
  if (byHost.size === 0) return others;
  for (let name = host; ; name = name.slice(name.indexOf('.') + 1)) {
    const site = byHost.get(name);
    if (site !== undefined) return site;
    if (!name.includes('.')) return others;
  }
}

/**
 * Tests whether a URL is signed and stays so: its signature covers the query, in which a name can be any site's: `sr` is
 * Azure's resource and Amazon's search. A request that removes the signature wants no signed URL.
 */
function staysSigned(url: string, { extraParams }: HostChoice): boolean {
  const signature = signatureOf(url);
  return signature !== undefined && !isAmong(signature, extraParams);
}

/** The indexes of a set of rules, by what a choice wants of them. */
type Indexes = Map<string, Sites>;

const builtInIndexes: Indexes = new Map();
const ownIndexes = new WeakMap<UrlRules, Indexes>();

/**
 * Returns the rules of a choice; undefined if it has none.
 *
 * @param own - those of the operator.
 */
export function hostRules(choice: HostChoice, own: UrlRules): HostRules | undefined {
  const builtIn = builtInSites(choice);
  if (builtIn === undefined) return undefined;
  const { key, hasTracking, isChosen, sites } = builtIn;
  const indexes = ownIndexes.get(own) ?? new Map<string, Sites>();
  ownIndexes.set(own, indexes);
  const ownSites = indexed(indexes, key, () =>
    ownSitesOf(own.rules.filter(isChosen), hasTracking ? own.exceptions : []),
  );
  return new HostRules(choice, sites, ownSites);
}

/** Returns the index of the built-in rules of a choice; undefined if it has none. */
function builtInSites(choice: Pick<HostChoice, 'profile' | 'affiliateTags'>) {
  const { profile, affiliateTags } = choice;
  const hasTracking = isExtended(profile);
  if (!hasTracking && !affiliateTags) return undefined;
  const key = `${hasTracking} ${affiliateTags}`;
  const isChosen = ({ affiliate }: UrlRule) => (affiliate ? affiliateTags : hasTracking);
  const { hosts, exceptions } = trackingParameters;
  const sites = indexed(builtInIndexes, key, () => ({
    byHost: joined(sitesByHost(hosts.filter(isChosen), hasTracking ? exceptions : [])),
    others: undefined,
  }));
  return { key, hasTracking, isChosen, sites };
}

/** Hosts in lower case. */
export interface HostsWithRules {
  /** No other hosts have it. */
  readonly key: string;
  readonly hosts: Iterable<string>;
}

/**
 * Returns the hosts that have built-in rules of a choice, which also hold for the hosts below them; undefined if the choice
 * has none.
 */
export function hostsWithRules(choice: HostChoice): HostsWithRules | undefined {
  const builtIn = builtInSites(choice);
  return builtIn && { key: builtIn.key, hosts: builtIn.sites.byHost.keys() };
}

function indexed(indexes: Indexes, key: string, index: () => Sites): Sites {
  const sites = indexes.get(key) ?? index();
  indexes.set(key, sites);
  return sites;
}

/** The rules of an operator for a host also apply to the hosts below it that have rules of their own. */
function ownSitesOf(rules: readonly UrlRule[], exceptions: readonly UrlException[]): Sites {
  const everywhere = rules.filter(({ hosts }) => hosts === undefined);
  const written = sitesByHost(rules, exceptions);
  const byHost = new Map<string, Site>();
  for (const host of written.keys()) {
    const sites = hostsAbove(host).flatMap((name) => written.get(name) ?? []);
    byHost.set(host, {
      rules: [...sites.flatMap((site) => site.rules), ...everywhere],
      exceptions: sites.flatMap((site) => site.exceptions),
    });
  }
  return { byHost, others: everywhere.length === 0 ? undefined : { ...nothing, rules: everywhere } };
}

/** Returns a host and those above it. */
export function hostsAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

function sitesByHost(rules: readonly UrlRule[], exceptions: readonly UrlException[]): ReadonlyMap<string, Site> {
  const sites = new Map<string, { readonly rules: UrlRule[]; readonly exceptions: UrlException[] }>();
  const siteOf = (host: string) => {
    const site = sites.get(host) ?? { rules: [], exceptions: [] };
    sites.set(host, site);
    return site;
  };
  for (const rule of rules) for (const host of rule.hosts ?? []) siteOf(host).rules.push(rule);
  for (const exception of exceptions) for (const host of exception.hosts) siteOf(host).exceptions.push(exception);
  return sites;
}

/**
 * Joins the rules of one name that hold on all paths of a site: the table lists them by their sources, and each costs a
 * URL a look-up for each parameter. Sites with the same rules share what comes out.
 */
function joined(sites: ReadonlyMap<string, Site>): ReadonlyMap<string, Site> {
  const numbers = new Map<UrlRule, number>();
  const known = new Map<string, readonly UrlRule[]>();
  return new Map(
    Array.from(sites, ([host, { rules, exceptions }]) => {
      for (const rule of rules) if (!numbers.has(rule)) numbers.set(rule, numbers.size);
      const key = rules.map((rule) => numbers.get(rule)).join(' ');
      const result = known.get(key) ?? joinedRules(rules);
      known.set(key, result);
      return [host, { rules: result, exceptions }];
    }),
  );
}

function joinedRules(rules: readonly UrlRule[]): readonly UrlRule[] {
  const byName = new Map<string, UrlRule>();
  const others: UrlRule[] = [];
  for (const rule of rules) {
    if (rule.paths !== undefined || rule.exceptPaths !== undefined) {
      others.push(rule);
      continue;
    }
    const { names = [], prefixes = [], pathSegments = [] } = byName.get(rule.rule) ?? {};
    byName.set(rule.rule, {
      rule: rule.rule,
      names: [...names, ...(rule.names ?? [])],
      prefixes: [...prefixes, ...(rule.prefixes ?? [])],
      pathSegments: [...pathSegments, ...(rule.pathSegments ?? [])],
    });
  }
  return [...byName.values(), ...others];
}

/** @param needed - names that the host needs. */
function compile(
  { rule, names = [], prefixes = [], pathSegments = [] }: UrlRule,
  list: 'host' | 'operator',
  { keepParams, ignoreCase }: HostChoice,
  needed: readonly string[],
): CompiledRule {
  const fold = (name: string) => (ignoreCase ? name.toLowerCase() : name);
  const kept = new Set([...keepParams, ...needed].map(fold));
  const listed = names.map(fold).filter((name) => !kept.has(name));
  return {
    names: new PrefixedParameterNames(listed, prefixes.map(fold), kept, ignoreCase),
    pathSegments,
    reason: { list, rule },
  };
}

type Place = Pick<UrlRule, 'paths' | 'exceptPaths'>;

function holdsAt({ paths, exceptPaths }: Place, url: string, pathStart: number): boolean {
  const isBelow = (path: string) =>
    url.startsWith(path, pathStart) && ['', '/', '?', '#'].includes(url.charAt(pathStart + path.length));
  return (paths === undefined || paths.some(isBelow)) && !exceptPaths?.some(isBelow);
}
