import type { NameSet } from './parameter-names.js';
import { percentDecode } from './percent-decoding.js';
import { listedNames, trackingParameters } from './tracking-lists.js';
import type { ParameterChoice } from './tracking-parameters.js';

/** Why something is removed from a URL. */
export interface Reason {
  /** `extraParams` for the names of the request; `host` for the rules for single hosts. */
  readonly list: 'standard' | 'extended' | 'host' | 'extraParams';
  /** The group of the list, or the rule for the host; with `extraParams` the name as it was given. */
  readonly rule: string;
}

/** What was removed from a URL, and why. */
export interface Removal extends Reason {
  /** Of the parameter, decoded; or the start of a segment of the path, with its slash. */
  readonly name: string;
}

/** Collects what is removed from one URL, each thing once. */
export class RemovalLog {
  readonly #removals = new Map<string, Removal>();

  /** Returns the same names, which add those that are found to the log: what is asked about and found is removed. */
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

  /** Returns what there is and starts anew. */
  take(): Removal[] {
    const removals = [...this.#removals.values()];
    this.#removals.clear();
    return removals;
  }
}

/** Makes a function that tells why a name of a choice is removed. */
export function reasonsOf({ profile, extraParams, ignoreCase }: ParameterChoice): (name: string) => Reason {
  const fold = (name: string) => (ignoreCase ? name.toLowerCase() : name);
  const reasons = new Map<string, Reason>();
  for (const name of extraParams) reasons.set(fold(name), { list: 'extraParams', rule: name });
  for (const { name, list, rule } of listedNames(profile)) reasons.set(fold(name), { list, rule });
  return (name) => {
    const folded = fold(name);
    const prefix = trackingParameters.prefixes.find((each) => folded.startsWith(each.prefix));
    return reasons.get(folded) ?? { list: 'extended', rule: prefix?.rule ?? '' };
  };
}
