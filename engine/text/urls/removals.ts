import type { NameSet } from './parameter-names.js';
import { percentDecode } from './percent-decoding.js';
import { listedNames, trackingParameters } from './tracking-lists.js';
import type { ParameterChoice } from './tracking-parameters.js';

/** The reason why something is removed from a URL. */
export interface Reason {
  /**
   * `extraParams` for the names of the request; `host` for the built-in rules for specific hosts; `operator` for the rules
   * of the operator; `redirector` for a URL that was replaced by its target.
   */
  readonly list: 'standard' | 'extended' | 'host' | 'operator' | 'extraParams' | 'redirector';
  /**
   * The group of the list, the rule for the host or of the operator, or the redirector; for `extraParams` the name as
   * given.
   */
  readonly rule: string;
}

/** What was removed from a URL, and why. */
export interface Removal extends Reason {
  /** The decoded name of the parameter; the start of a path segment, with its slash; or the place of a redirector. */
  readonly name: string;
}

/** Collects what is removed from one URL, each thing once; but each opened redirector, in order. */
export class RemovalLog {
  readonly #removals = new Map<string, Removal>();
  #signedBy: string | undefined;

  /** Wraps a set of names so that every name found is logged: callers remove the names that they find. */
  watch(names: NameSet, reasonOf: (name: string) => Reason): NameSet {
    return {
      includes: (text, start, end, escaped) => {
        const isListed = names.includes(text, start, end, escaped);
        if (!isListed) return false;
        const written = text.slice(start, end);
        const name = (escaped ? percentDecode(written) : written) ?? written;
        this.add({ name, ...reasonOf(name) });
        return true;
      },
    };
  }

  add(removal: Removal): void {
    this.#removals.set(`${removal.list} ${removal.rule} ${removal.name}`, removal);
  }

  addRedirector(name: string, rule: string): void {
    this.#removals.set(`${this.#removals.size}`, { name, list: 'redirector', rule });
  }

  /** Takes note of the parameter for which the URL stays as it is. */
  keep(signature: string): void {
    this.#signedBy = signature;
  }

  /** Returns what was collected and starts again. */
  take(): { removed: Removal[]; signedBy?: string } {
    const removed = [...this.#removals.values()];
    const signedBy = this.#signedBy;
    this.#removals.clear();
    this.#signedBy = undefined;
    return signedBy === undefined ? { removed } : { removed, signedBy };
  }
}

/** Makes a function that returns why a name of a choice is removed. */
export function reasonsOf({ profile, extraParams, ignoreCase }: ParameterChoice): (name: string) => Reason {
  const fold = (name: string) => (ignoreCase ? name.toLowerCase() : name);
  const reasons = new Map<string, Reason>();
  for (const name of extraParams) reasons.set(fold(name), { list: 'extraParams', rule: name });
  for (const { name, list, rule } of listedNames(profile)) reasons.set(fold(name), { list, rule });
  return (name) => {
    const folded = fold(name);
    const prefix = trackingParameters.prefixes.find((each) => folded.startsWith(each.prefix));
    return (
      reasons.get(folded) ?? reasons.get(folded.replaceAll('+', ' ')) ?? { list: 'extended', rule: prefix?.rule ?? '' }
    );
  };
}
