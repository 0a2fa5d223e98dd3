import type { RequestError } from '../core/errors.js';

/** A part whose steps failed, and that was forgiven: `meta.failed.first`. */
export interface PartFailure {
  /** The number of the tool in the workflow, 1 for the first. */
  readonly step: number;
  /** The step in the request: `steps[0].steps[1]`. */
  readonly path: string;
  /** The number of the part, 1 for the first. */
  readonly part: number;
  /** Where the part begins in the text that the group got; both count from 1. */
  readonly line: number;
  /** In characters (code points). */
  readonly column: number;
  readonly message: string;
  readonly code: string;
}

/** Most failures that are listed. */
const maxListed = 20;

/** Collects the parts that failed and were forgiven: all are counted, the first are listed. */
export class Failures {
  count = 0;
  readonly #listed: { readonly key: readonly number[]; readonly failure: PartFailure }[] = [];

  /**
   * Adds a failure. They come in any order, because a step runs on many parts before the next one does; they are listed
   * as if each part had run through all steps before the next part.
   *
   * @param key - the number of the group, of its part, of the group inside, of its part, and so on.
   * @param describe - called if the failure is listed.
   */
  add(key: readonly number[], describe: () => PartFailure): void {
    this.count++;
    const listed = this.#listed;
    let at = listed.length;
    while (at > 0 && isBehind(listed[at - 1]?.key ?? [], key)) at--;
    if (at >= maxListed) return;
    listed.splice(at, 0, { key, failure: describe() });
    listed.length = Math.min(listed.length, maxListed);
  }

  get first(): readonly PartFailure[] {
    return this.#listed.map(({ failure }) => failure);
  }
}

/** Whether a key comes after another; not if one begins with the other. */
function isBehind(key: readonly number[], other: readonly number[]): boolean {
  for (let at = 0; at < Math.min(key.length, other.length); at++) {
    const difference = (key[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** Whether an error is one of the text, which a group may forgive. Limits of time, memory and length never are. */
export function isForgivable({ problem }: RequestError): boolean {
  return forgivable.has(problem.code);
}

const forgivable = new Set(['step-failed', 'step-nested-too-deep', 'group-failed']);
