import { RequestError, stackFrames } from '../../engine/errors.js';
import { encodeJson, parseJsonObject } from '../../engine/json.js';
import type { PartOperationName } from '../../engine/operations/operation.js';
import type { DispatchOutcome, Job } from '../../workers/dispatch.js';
import { type OwnedBytes, ownBytes, viewOf } from '../../workers/owned-bytes.js';
import type { Answer } from '../answer.js';
import { errorBody, httpErrors } from '../http/errors.js';
import type { BodyFailure, BodyReader, Exchange } from '../http/server.js';
import type { ApiKey } from '../keys/key-store.js';
import type { Charge } from '../limits/charge.js';
import type { Log } from '../log.js';
import { answerMissingBody } from '../operation-call.js';
import type { AgentEndpoint } from './agent-endpoint.js';
import { isTooMuchToParse } from './message-shape.js';
import type { EngineAnswer, TextEngine } from './text-engine.js';

export interface AgentExchangeParts {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly charge: Charge;
  readonly key: ApiKey;
  readonly endpoint: AgentEndpoint;
  readonly dispatch: (job: Job) => void;
  readonly log: Log;
}

/**
 * The last part of a message of an agent that has passed all checks: reads it, has the protocol answered, and the texts
 * worked on where the texts of other requests are.
 *
 * A message counts against the daily quota if it runs an operation, or if it is no message at all; what agents say to
 * find out what there is does not.
 */
export class AgentExchange implements BodyReader, TextEngine {
  readonly #parts: AgentExchangeParts;
  #hasRun = false;

  constructor(parts: AgentExchangeParts) {
    this.#parts = parts;
  }

  complete(body: OwnedBytes): void {
    const { answer, charge } = this.#parts;
    answer.bytesIn = body.length;
    charge.whenDurable(() => void this.#begin(body));
  }

  failed(reason: BodyFailure): void {
    const { answer, charge } = this.#parts;
    if (reason === 'busy' || reason === 'aborted') charge.giveBack();
    if (reason === 'aborted') answer.abandon();
    else charge.whenDurable(() => answerMissingBody(answer, reason));
  }

  async perform(operation: PartOperationName, request: Readonly<Record<string, unknown>>): Promise<EngineAnswer> {
    const { key } = this.#parts;
    if (key.plan === 'free' && operation !== 'run-part') return refused(httpErrors.proPlanRequired.message);
    this.#hasRun = true;
    const outcome = await this.#dispatched(operation, ownBytes(encodeJson(request)));
    return this.#answerOf(operation, outcome);
  }

  /** Never rejects: whatever goes wrong is answered. */
  async #begin({ memory, length }: OwnedBytes): Promise<void> {
    const { exchange, answer, charge, endpoint } = this.#parts;
    if (!exchange.open) {
      charge.giveBack();
      answer.abandon();
      return;
    }
    try {
      const bytes = viewOf({ memory, length });
      if (isTooMuchToParse(bytes)) return answer.error('bodyTooLarge');
      const message = parseJsonObject(bytes);
      const { status, contentType, body } = await endpoint.answer(exchange.head, message, this);
      if (!this.#hasRun) charge.giveBack();
      answer.message(status, contentType, body, memory);
    } catch (error) {
      if (error instanceof RequestError) answer.send(400, errorBody(error.message), undefined, memory);
      else this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    const { answer, charge, log } = this.#parts;
    charge.giveBack();
    log.error({ requestId: answer.requestId, trace: stackFrames(error) }, 'a message of an agent cannot be answered');
    answer.error('internal');
  }

  #dispatched(operation: PartOperationName, body: OwnedBytes): Promise<DispatchOutcome> {
    const { exchange, answer, charge, dispatch } = this.#parts;
    answer.begunAt = performance.now();
    return new Promise((resolve) => {
      dispatch({ operation, owner: charge.accountId, body, isWanted: () => exchange.open, deliver: resolve });
    });
  }

  #answerOf(operation: PartOperationName, outcome: DispatchOutcome): EngineAnswer {
    const { answer, charge, log } = this.#parts;
    const { requestId } = answer;
    if (outcome.kind !== 'busy') answer.noteTimes(outcome.times);
    if (outcome.kind === 'reply') {
      const { status, body, trace } = outcome.reply;
      if (trace !== undefined) log.error({ requestId, operation, trace }, 'a tool or operation failed');
      if (status === 500) charge.giveBack();
      const json = parseJsonObject(body);
      return status === 200 ? { kind: 'done', answer: json } : refused(String(json.error));
    }
    charge.giveBack();
    if (outcome.kind === 'busy') return refused(httpErrors.busy.message);
    log.warn({ requestId, operation, cause: outcome.kind }, 'a job was ended');
    return refused(outcome.kind === 'timeout' ? httpErrors.timeLimit.message : httpErrors.internal.message);
  }
}

function refused(message: string): EngineAnswer {
  return { kind: 'refused', message };
}
