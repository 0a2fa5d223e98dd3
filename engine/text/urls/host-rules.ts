import { hostAndPath } from './host-and-path.js';
import { type NameSet, PrefixedParameterNames } from './parameter-names.js';
import { type HostException, type HostRule, isExtended, trackingParameters } from './tracking-lists.js';
import { type ParameterChoice, parameterNamesExcept } from './tracking-parameters.js';

/** A choice of parameter names, and of the rules for the URLs of known hosts. */
export interface HostChoice extends ParameterChoice {
  /** Also removes affiliate parameters. */
  readonly affiliateTags: boolean;
}

/** What the rules remove from one URL. */
export interface HostFindings {
  readonly rules: readonly { readonly rule: HostRule; readonly names: NameSet }[];
  /** The names of the profile without those that the host needs; undefined if it needs none. */
  readonly listed: NameSet | undefined;
  /** Where the path starts, or whatever follows the host. */
  readonly pathStart: number;
}

/** What is listed for a host. */
interface Site {
  readonly rules: HostRule[];
  readonly exceptions: HostException[];
}

/** Finds the rules for the host of a URL. */
export class HostRules {
  readonly #sites: ReadonlyMap<string, Site>;
  readonly #choice: HostChoice;
  readonly #compiled = new Map<HostRule | HostException, NameSet>();

  /** @param sites - see {@link sitesByHost}. */
  constructor(choice: HostChoice, sites: ReadonlyMap<string, Site>) {
    this.#choice = choice;
    this.#sites = sites;
  }

  /** Returns what to remove from a URL in addition to the names of the profile; undefined if no rule applies. */
  find(url: string): HostFindings | undefined {
    const { host, pathStart } = hostAndPath(url);
    const site = this.#siteOf(host);
    if (site === undefined) return undefined;
    const holding = site.rules.filter((rule) => holdsAt(rule, url, pathStart));
    const exception = site.exceptions.find((each) => holdsAt(each, url, pathStart));
    const rules = holding.length === 0 || exception?.all === true || staysSigned(url, this.#choice) ? [] : holding;
    if (rules.length === 0 && exception === undefined) return undefined;
    return {
      rules: rules.map((rule) => ({ rule, names: this.#once(rule, () => compile(rule, this.#choice)) })),
      listed: exception && this.#once(exception, () => parameterNamesExcept(this.#choice, exception)),
      pathStart,
    };
  }

  /** Returns what is listed for a host, or else for the nearest one above it. */
  #siteOf(host: string): Site | undefined {
    for (let name = host; ; name = name.slice(name.indexOf('.') + 1)) {
      const site = this.#sites.get(name);
      if (site !== undefined || !name.includes('.')) return site;
    }
  }

  #once(rule: HostRule | HostException, compiled: () => NameSet): NameSet {
    const names = this.#compiled.get(rule) ?? compiled();
    this.#compiled.set(rule, names);
    return names;
  }
}

/** A signature covers the query, in which a name can be any site's: `sr` is Azure's resource and Amazon's search. */
const signature = /[?&](?:x-amz-signature|x-goog-signature|signature|sig)=/i;

/** Tests whether a URL is signed and stays so: a request that removes the signature wants no signed URL. */
function staysSigned(url: string, { extraParams }: HostChoice): boolean {
  return signature.test(url) && !extraParams.some((name) => signature.test(`?${name}=`));
}

const indexes = new Map<string, ReadonlyMap<string, Site>>();

/** Returns the rules of a choice, compiled once; undefined if it has none. */
export function hostRules(choice: HostChoice): HostRules | undefined {
  const { profile, affiliateTags } = choice;
  const hasTracking = isExtended(profile);
  if (!hasTracking && !affiliateTags) return undefined;
  const key = `${hasTracking} ${affiliateTags}`;
  const { hosts, exceptions } = trackingParameters;
  const isChosen = ({ affiliate }: HostRule) => (affiliate ? affiliateTags : hasTracking);
  const sites = indexes.get(key) ?? sitesByHost(hosts.filter(isChosen), hasTracking ? exceptions : []);
  indexes.set(key, sites);
  return new HostRules(choice, sites);
}

function sitesByHost(rules: readonly HostRule[], exceptions: readonly HostException[]): ReadonlyMap<string, Site> {
  const sites = new Map<string, Site>();
  const siteOf = (host: string): Site => {
    const site = sites.get(host) ?? { rules: [], exceptions: [] };
    sites.set(host, site);
    return site;
  };
  for (const rule of rules) for (const host of rule.hosts) siteOf(host).rules.push(rule);
  for (const exception of exceptions) for (const host of exception.hosts) siteOf(host).exceptions.push(exception);
  return sites;
}

function compile({ names, prefixes = [] }: HostRule, { keepParams, ignoreCase }: HostChoice): NameSet {
  const fold = (name: string) => (ignoreCase ? name.toLowerCase() : name);
  const kept = new Set(keepParams.map(fold));
  const listed = names.map(fold).filter((name) => !kept.has(name));
  return new PrefixedParameterNames(listed, prefixes, kept, ignoreCase);
}

function holdsAt(
  { paths, exceptPaths }: Pick<HostRule, 'paths' | 'exceptPaths'>,
  url: string,
  pathStart: number,
): boolean {
  const isBelow = (path: string) =>
    url.startsWith(path, pathStart) && ['', '/', '?', '#'].includes(url.charAt(pathStart + path.length));
  return (paths === undefined || paths.some(isBelow)) && !exceptPaths?.some(isBelow);
}
