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
    const kept = typeof inputId === 'string' ? { input: this.textOf(inputId, request) } : {};
    const response = await this.run(operation, { ...request, ...kept });
    const sent = inputId ?? (typeof request.input === 'string' ? this.keep(request.input) : undefined);
    return this.withIds(response, sent, textOf);
  }

  /** Runs an operation, whose response has no text to keep. @throws {RequestError} with the engine's problem. */
  async run(operation: PagedOperationName, request: Fields): Promise<Fields> {
    const outcome = await this.#engine.execute(operation, request);
    if (outcome.kind === 'refused') throw new RequestError(outcome.problem);
    return outcome.response;
  }

  /**
   * Keeps the result of a response. Returns the response with the ids of texts that later calls may use.
   *
   * @param sent - the id of the text that was sent, if it is kept.
   */
  withIds({ whole, ...response }: Fields, sent: unknown, textOf: (response: Fields) => string | undefined): Fields {
    const result = response.page === undefined ? (textOf(response) ?? whole) : whole;
    const resultId = typeof result === 'string' ? this.keep(result) : undefined;
    return {
      ...response,
      ...(sent !== undefined && { input_id: sent }),
      ...(resultId !== undefined && { result_id: resultId }),
    };
  }

  /** Returns the text that the `input_id` of a call names. @throws {RequestError} if it is not kept (any more). */
  textOf(id: string, { input }: Fields): string {
    if (input !== undefined) throw requestError('only-one-of', { fields: ['input', 'input_id'] });
    const text = this.#texts.read(this.#engine.account, id);
    if (text !== undefined) return text;
    throw new RequestError(gatewayProblem('unknown-input-id', { path: 'input_id', inputId: shortName(id) }));
  }
}
