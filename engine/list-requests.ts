import { LRUCache } from 'lru-cache';
import { ListSplitter, type SplitList } from './core/json-lists.js';
import type { Validator } from './core/validation.js';
import type { Kernels } from './kernels/kernels.js';
import type { ByteResult } from './kernels/lists.js';
import type { ListOperation, ListPlan } from './operations/operation.js';

/** Most remembered plans, and most characters of their shapes. */
const maxPlans = 1_000;
const maxShapeCharacters = 200_000;

/** The plan of a shape; none if its options are left to others. */
interface RememberedPlan {
  readonly shape: string;
  readonly plan: ListPlan | undefined;
}

/**
 * Runs requests with a list on the bytes of it: kernels read the list, do the work and write the response, without strings
 * of JavaScript. Remembers by their shapes, the bodies without their lists, what they ask for.
 *
 * What the options mean is written once more in the kernels. So they leave to the other way whatever is not simple, and
 * every request that is refused. `test/engine/kernels` compares both ways.
 */
export class ListRequests {
  readonly #operation: ListOperation;
  /** For the list, and for the text if there may be one in its place. */
  readonly #splitters: readonly ListSplitter[];
  readonly #validate: Validator;
  readonly #kernels: () => Kernels | undefined;
  #plans: LRUCache<string, RememberedPlan> | undefined;
  /** The last that was used: a batch sends one shape thousands of times in a row. */
  #last: RememberedPlan | undefined;

  /** @param validate - validates a request and fills in its defaults. */
  constructor(
    operation: ListOperation,
    firstBytes: number,
    { validate, kernels }: { readonly validate: Validator; readonly kernels: () => Kernels | undefined },
  ) {
    this.#operation = operation;
    const { member, textMember, most } = operation;
    this.#splitters = [
      new ListSplitter({ opening: '[', member, most, firstBytes }),
      ...(textMember === undefined ? [] : [new ListSplitter({ opening: '"', member: textMember, most, firstBytes })]),
    ];
    this.#validate = validate;
    this.#kernels = kernels;
  }

  /** Forgets all plans. */
  forget(): void {
    this.#plans = this.#last = undefined;
  }

  /**
   * Runs a request.
   *
   * @param mostWork - see `Plan.work`.
   * @returns the response, in memory that is overwritten by the next call; undefined if the request is left to others, as
   *   all are that are refused.
   */
  execute(body: Uint8Array, mostWork: number): ByteResult | undefined {
    const kernels = this.#kernels();
    if (kernels === undefined) return undefined;
    for (const splitter of this.#splitters) {
      const split = splitter.split(kernels, body);
      if (split === undefined) continue;
      const plan = this.#plan(split, splitter);
      if (plan === undefined || plan.work(split.list) > mostWork) return undefined;
      return plan.execute(split.list, kernels);
    }
    return undefined;
  }

  #plan(split: SplitList, splitter: ListSplitter): ListPlan | undefined {
    const { shape } = split;
    if (shape === this.#last?.shape) return this.#last.plan;
    let remembered = this.#plans?.get(shape);
    if (remembered === undefined) {
      const request = splitter.parseShape(split);
      if (request === undefined || this.#validate(request) !== undefined) return undefined;
      remembered = { shape, plan: this.#operation.plan(request) };
      this.#plans ??= new LRUCache({
        max: maxPlans,
        maxSize: maxShapeCharacters,
        sizeCalculation: (_, key) => key.length,
      });
      this.#plans.set(shape, remembered);
    }
    this.#last = remembered;
    return remembered.plan;
  }
}
