import { RequestError, stackFrames } from '../../engine/core/errors.js';
import { encodeJson, parseJsonObject } from '../../engine/core/json.js';
import type { Problem } from '../../engine/core/problem.js';
import type { PartOperationName } from '../../engine/operations/operation.js';
import type { DispatchOutcome, Job } from '../../workers/dispatch.js';
import { type OwnedBytes, ownBytes, viewOf } from '../../workers/owned-bytes.js';
import { httpErrors } from '../core/errors.js';
import type { BodyFailure, BodyReader, Exchange } from '../http/server.js';
import type { ApiKey } from '../keys/key-store.js';
import { type Accounts, answerMissingChargedBody, dispatchErrors, settle } from '../request/operation-call.js';
import type { AgentEndpoint } from './agent-endpoint.js';
import { isTooMuchToParse } from './message-shape.js';
import type { EngineAnswer, TextEngine } from './tools/text-engine.js';

export interface AgentExchangeParts extends Accounts {
  readonly exchange: Exchange;
  readonly key: ApiKey;
  readonly endpoint: AgentEndpoint;
  readonly dispatch: (job: Job) => void;
  readonly dropUnwantedJobs: () => void;
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
  /** Until it is worked on. */
  #body: OwnedBytes | undefined;

  constructor(parts: AgentExchangeParts) {
    this.#parts = parts;
  }

  complete(body: OwnedBytes): void {
    const { answer, charge } = this.#parts;
    answer.bytesIn = body.length;
    this.#body = body;
    charge.whenDurable(() => void this.#begin());
  }

  failed(reason: BodyFailure): void {
    answerMissingChargedBody(this.#parts, reason);
  }

  abandoned(): void {
    this.#body = undefined;
    this.#parts.dropUnwantedJobs();
  }

  async perform(operation: PartOperationName, request: Readonly<Record<string, unknown>>): Promise<EngineAnswer> {
    const { key } = this.#parts;
    if (key.plan === 'free' && operation !== 'run-part') return refused(httpErrors['pro-plan-required']);
    this.#hasRun = true;
    const outcome = await this.#dispatched(operation, ownBytes(encodeJson(request)));
    settle(this.#parts, operation, outcome);
    return answerOf(outcome);
  }

  /** Never rejects: whatever goes wrong is answered. */
  async #begin(): Promise<void> {
    const { exchange, answer, charge, endpoint } = this.#parts;
    const received = this.#body;
    this.#body = undefined;
    if (received === undefined || !exchange.open) {
      charge.giveBack();
      answer.abandon();
      return;
    }
    const { memory } = received;
    try {
      const bytes = viewOf(received);
      if (isTooMuchToParse(bytes)) return answer.error('body-too-large');
      const message = parseJsonObject(bytes);
      const { status, contentType, body } = await endpoint.answer(exchange.head, message, this);
      if (!this.#hasRun) charge.giveBack();
      answer.message(status, contentType, body, memory);
    } catch (error) {
      if (error instanceof RequestError) answer.problem(error.problem, { memory });
      else this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    const { answer, charge, log } = this.#parts;
    charge.giveBack();
    log.error({ requestId: answer.requestId, trace: stackFrames(error) }, 'a message of an agent cannot be answered');
    answer.error('internal-error');
  }

  #dispatched(operation: PartOperationName, body: OwnedBytes): Promise<DispatchOutcome> {
    const { exchange, answer, charge, dispatch } = this.#parts;
    answer.begunAt = performance.now();
    return new Promise((resolve) => {
      dispatch({ operation, owner: charge.accountId, body, isWanted: () => exchange.open, deliver: resolve });
    });
  }
}

function answerOf(outcome: DispatchOutcome): EngineAnswer {
  if (outcome.kind === 'busy') return refused(httpErrors['server-busy']);
  if (outcome.kind !== 'reply') return refused(httpErrors[dispatchErrors[outcome.kind]]);
  const { problem, body } = outcome.reply;
  return problem === undefined ? { kind: 'done', answer: parseJsonObject(body) } : refused(problem);
}

function refused(problem: Problem): EngineAnswer {
  return { kind: 'refused', problem };
}
