import { RequestError, requestError, shortName } from '#engine/core/errors.js';
import type { PagedOperationName } from '#engine/operations/operation.js';
import { gatewayProblem } from '#gateway/core/errors.js';
import type { Fields, TextEngine } from './text-engine.js';
import type { TextStore } from './text-store.js';

/** What the calls of one account run on. */
export class CallContext {
  readonly #engine: TextEngine;
  readonly #texts: TextStore;

  constructor(engine: TextEngine, texts: TextStore) {
    this.#engine = engine;
    this.#texts = texts;
  }

  /** Keeps a text for later calls of the account. Returns its `input_id`; undefined if it cannot be kept. */
  keep(text: string): string | undefined {
    return this.#texts.keep(this.#engine.account, text);
  }

  /**
   * Runs an operation on the `input` of a call, or on the text that its `input_id` names.
   *
   * @param textOf - returns the result as one text.
   * @returns the response with `input_id` for the text and `result_id` for the result, which later calls may use.
   * @throws {RequestError} if the text is not kept (any more), or with the engine's problem.
   */
  async execute(operation: PagedOperationName, call: Fields, textOf: (response: Fields) => string): Promise<Fields> {
    const { input_id: inputId, ...request } = call;
    const kept = typeof inputId === 'string' ? this.#read(inputId, request) : {};
    const outcome = await this.#engine.execute(operation, { ...request, ...kept });
    if (outcome.kind === 'refused') throw new RequestError(outcome.problem);
    const { whole, ...response } = outcome.response;
    const isWhole = response.page === undefined;
    const result = isWhole ? textOf(response) : whole;
    const sent = inputId ?? (typeof request.input === 'string' ? this.keep(request.input) : undefined);
    const resultId = typeof result === 'string' ? this.keep(result) : undefined;
    return {
      ...response,
      ...(sent !== undefined && { input_id: sent }),
      ...(resultId !== undefined && { result_id: resultId }),
    };
  }

  #read(id: string, { input }: Fields): { readonly input: string } {
    if (input !== undefined) throw requestError('only-one-of', { fields: ['input', 'input_id'] });
    const text = this.#texts.read(this.#engine.account, id);
    if (text !== undefined) return { input: text };
    throw new RequestError(gatewayProblem('unknown-input-id', { path: 'input_id', inputId: shortName(id) }));
  }
}
