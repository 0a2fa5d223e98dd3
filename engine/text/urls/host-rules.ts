import { hostAndPath } from './host-and-path.js';
import { type NameSet, PrefixedParameterNames } from './parameter-names.js';
import { type HostRule, isExtended, trackingParameters } from './tracking-lists.js';
import type { ParameterChoice } from './tracking-parameters.js';

/** A choice of parameter names, and of the rules for the URLs of known hosts. */
export interface HostChoice extends ParameterChoice {
  /** Also removes affiliate parameters. */
  readonly affiliateTags: boolean;
}

/** What the rules remove from one URL. */
export interface HostFindings {
  readonly rules: readonly { readonly rule: HostRule; readonly names: NameSet }[];
  /** Where the path starts, or whatever follows the host. */
  readonly pathStart: number;
}

/** Finds the rules for the host of a URL. */
export class HostRules {
  readonly #byHost: ReadonlyMap<string, readonly HostRule[]>;
  readonly #choice: HostChoice;
  readonly #compiled = new Map<HostRule, NameSet>();

  /** @param byHost - see {@link rulesByHost}. */
  constructor(choice: HostChoice, byHost: ReadonlyMap<string, readonly HostRule[]>) {
    this.#choice = choice;
    this.#byHost = byHost;
  }

  /** Returns what to remove from a URL in addition to the names of the profile; undefined if no rule applies. */
  find(url: string): HostFindings | undefined {
    const { host, pathStart } = hostAndPath(url);
    const rules = this.#rulesOf(host)?.filter((rule) => holdsAt(rule, url, pathStart));
    if (rules === undefined || rules.length === 0) return undefined;
    return { rules: rules.map((rule) => ({ rule, names: this.#namesOf(rule) })), pathStart };
  }

  #rulesOf(host: string): readonly HostRule[] | undefined {
    for (let name = host; ; name = name.slice(name.indexOf('.') + 1)) {
      const rules = this.#byHost.get(name);
      if (rules !== undefined || !name.includes('.')) return rules;
    }
  }

  #namesOf(rule: HostRule): NameSet {
    const names = this.#compiled.get(rule) ?? compile(rule, this.#choice);
    this.#compiled.set(rule, names);
    return names;
  }
}

const indexes = new Map<string, ReadonlyMap<string, readonly HostRule[]>>();

/** Returns the rules of a choice, compiled once; undefined if it has none. */
export function hostRules(choice: HostChoice): HostRules | undefined {
  const { profile, affiliateTags } = choice;
  const hasTracking = isExtended(profile);
  if (!hasTracking && !affiliateTags) return undefined;
  const key = `${hasTracking} ${affiliateTags}`;
  const byHost =
    indexes.get(key) ??
    rulesByHost(trackingParameters.hosts.filter(({ affiliate }) => (affiliate ? affiliateTags : hasTracking)));
  indexes.set(key, byHost);
  return new HostRules(choice, byHost);
}

function rulesByHost(rules: readonly HostRule[]): ReadonlyMap<string, readonly HostRule[]> {
  const byHost = new Map<string, HostRule[]>();
  for (const rule of rules) {
    for (const host of rule.hosts) byHost.set(host, [...(byHost.get(host) ?? []), rule]);
  }
  return byHost;
}

function compile({ names, prefixes = [] }: HostRule, { keepParams, ignoreCase }: HostChoice): NameSet {
  const fold = (name: string) => (ignoreCase ? name.toLowerCase() : name);
  const kept = new Set(keepParams.map(fold));
  const listed = names.map(fold).filter((name) => !kept.has(name));
  return new PrefixedParameterNames(listed, prefixes, kept, ignoreCase);
}

function holdsAt({ paths, exceptPaths }: HostRule, url: string, pathStart: number): boolean {
  const isBelow = (path: string) =>
    url.startsWith(path, pathStart) && ['', '/', '?', '#'].includes(url.charAt(pathStart + path.length));
  return (paths === undefined || paths.some(isBelow)) && !exceptPaths?.some(isBelow);
}
