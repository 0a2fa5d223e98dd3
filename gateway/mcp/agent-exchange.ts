import { setImmediate } from 'node:timers/promises';
import { RequestError } from '#engine/core/errors.js';
import { encodeJson, parseJsonObject } from '#engine/core/json.js';
import type { Problem } from '#engine/core/problem.js';
import { stackFrames } from '#engine/core/stack-frames.js';
import type { OperationName, PagedOperationName } from '#engine/operations/operation.js';
import { httpErrors } from '#gateway/core/errors.js';
import { acceptedCodings, codingHeaders } from '#gateway/server/http/accept-encoding.js';
import { bodyCoding } from '#gateway/server/http/media.js';
import type { BodyFailure, BodyReader } from '#gateway/server/http/server.js';
import {
  errorOf,
  respondToMissingChargedBody,
  respondWithoutResult,
  settle,
  type Work,
  whenCharged,
} from '#gateway/server/pipeline/operation-call.js';
import type { ChargedRequest } from '#gateway/server/pipeline/route.js';
import { codingFor, type JobCodings, noCodings, type PackedResult, plainOnly } from '#workers/content-coding.js';
import type { DispatchOutcome } from '#workers/dispatch.js';
import { type OwnedBytes, ownBytes, viewOf } from '#workers/owned-bytes.js';
import type { ThreadOperation } from '#workers/protocol.js';
import type { AgentEndpoint } from './agent-endpoint.js';
import { envelopeOf } from './envelope.js';
import { MessageShape } from './message-shape.js';
import type { EngineResponse, TextEngine } from './tools/text-engine.js';

/** A longer message always counts against the daily quota, in bytes: parsing it costs as much as an operation. */
const longestFreeBytes = 65_536;

/** The bytes of a message, and the memory of the request's body. */
interface Message {
  readonly bytes: Uint8Array;
  readonly memory: Uint8Array<ArrayBuffer>;
}

/**
 * The last stage of an agent's message that has passed all checks. Reads it, lets the protocol's package handle it, and
 * runs its operations where those of other requests run.
 *
 * A message counts against the daily quota if it runs an operation, if it is not a valid message, or if it is long.
 * Messages that only ask what is available do not count.
 */
export class AgentExchange implements BodyReader, TextEngine {
  readonly #request: ChargedRequest;
  readonly #endpoint: AgentEndpoint;
  readonly #work: Work;
  #hasRun = false;
  /** Set until the message is handled. */
  #body: OwnedBytes | undefined;

  constructor(request: ChargedRequest, endpoint: AgentEndpoint, work: Work) {
    this.#request = request;
    this.#endpoint = endpoint;
    this.#work = work;
  }

  get account(): string {
    return this.#request.key.accountId;
  }

  complete(body: OwnedBytes): void {
    this.#request.response.bytesIn = body.length;
    this.#body = body;
    whenCharged(this.#request, () => void this.#begin());
  }

  failed(reason: BodyFailure): void {
    respondToMissingChargedBody(this.#request, reason);
  }

  abandoned(): void {
    this.#body = undefined;
    this.#work.dropUnwantedJobs();
  }

  async execute(operation: PagedOperationName, request: Readonly<Record<string, unknown>>): Promise<EngineResponse> {
    const { key } = this.#request;
    if (key.plan === 'free' && operation !== 'run-page') return refused(httpErrors['pro-plan-required']);
    if (key.bounds?.allowsOperation(asked[operation]) === false) return refused(httpErrors['operation-not-allowed']);
    this.#hasRun = true;
    this.#request.response.begunAt = performance.now();
    const outcome = await this.#dispatched(operation, ownBytes(encodeJson(request)));
    settle(this.#request, operation, outcome, this.#work.log);
    return engineResponseOf(outcome);
  }

  /** Never rejects: every failure gets a response. */
  async #begin(): Promise<void> {
    const { exchange, response, charge, access } = this.#request;
    const received = this.#body;
    this.#body = undefined;
    if (received === undefined || !exchange.open) {
      charge.refund();
      response.abandon();
      return;
    }
    let { memory } = received;
    try {
      if (!access.lasts(this.#request, performance.now())) return;
      const message = await this.#unpacked(received);
      if (message === undefined) return;
      const { bytes } = message;
      memory = message.memory;
      if (await isTooMuchToParse(bytes)) return response.error('body-too-large');
      const isLong = bytes.length > longestFreeBytes;
      const envelope = envelopeOf(parseJsonObject(bytes));
      if (envelope === undefined) return response.error('body-too-large');
      const { status, contentType, body } = await this.#endpoint.respond(exchange.head, envelope, this);
      // A message that is refused before it is understood counts, as any other request that fails.
      if (!this.#hasRun && status < 400 && !isLong) charge.refund();
      const packed = status === 200 ? await this.#packed(body) : { body, coding: '' as const };
      const headers = codingHeaders(packed.coding, packed.body.byteLength);
      response.message(status, contentType, headers, packed.body, memory);
    } catch (error) {
      if (error instanceof RequestError) response.problem(error.problem, { memory });
      else this.#fail(error);
    }
  }

  /** Returns the bytes of a message; undefined if it has been refused. */
  async #unpacked(body: OwnedBytes): Promise<Message | undefined> {
    const { exchange, response, charge } = this.#request;
    const coding = bodyCoding(exchange.head);
    if (coding === '') return { bytes: viewOf(body), memory: body.memory };
    const outcome = await this.#dispatched('as-is', body, { body: coding, result: plainOnly });
    if (outcome.kind !== 'result') {
      settle(this.#request, 'as-is', outcome, this.#work.log);
      respondWithoutResult(response, outcome);
      return undefined;
    }
    const { result, memory } = outcome;
    if (exchange.growBody(result.body.byteLength)) return { bytes: result.body, memory };
    charge.refund();
    response.refuse('body-memory');
    return undefined;
  }

  /** Packs a response if the agent accepts that. */
  async #packed(body: Uint8Array): Promise<PackedResult> {
    const accepted = acceptedCodings(this.#request.exchange.head.acceptEncoding);
    if (codingFor(body.byteLength, accepted) === '') return { body, coding: '' };
    const outcome = await this.#dispatched('as-is', ownBytes(body), { body: '', result: accepted });
    return outcome.kind === 'result' ? { body: outcome.result.body, coding: outcome.coding } : { body, coding: '' };
  }

  #fail(error: unknown): void {
    const { response, charge } = this.#request;
    charge.refund();
    this.#work.log.error(
      { requestId: response.requestId, trace: stackFrames(error) },
      'Cannot handle the message of an agent',
    );
    response.error('internal-error');
  }

  #dispatched(operation: ThreadOperation, body: OwnedBytes, codings: JobCodings = noCodings): Promise<DispatchOutcome> {
    const { exchange, charge } = this.#request;
    return new Promise((resolve) => {
      this.#work.dispatch({
        operation,
        tenant: charge.accountId,
        body,
        codings,
        isWanted: () => exchange.open,
        grow: (bytes) => exchange.growBody(bytes),
        deliver: resolve,
      });
    });
  }
}

/** What a key must allow for a call. */
const asked: Readonly<Record<PagedOperationName, OperationName>> = {
  'run-page': 'run',
  'sanitize-page': 'sanitize',
  'sort-dedupe-page': 'sort-dedupe',
};

/** Looks at a long message in pieces: other requests have their turn in between. */
async function isTooMuchToParse(message: Uint8Array): Promise<boolean> {
  const shape = new MessageShape(message);
  let isTooMuch = shape.advance();
  while (isTooMuch === undefined) {
    await setImmediate();
    isTooMuch = shape.advance();
  }
  return isTooMuch;
}

function engineResponseOf(outcome: DispatchOutcome): EngineResponse {
  if (outcome.kind === 'busy') return refused(httpErrors['server-busy']);
  if (outcome.kind !== 'result') return refused(httpErrors[errorOf(outcome)]);
  const { problem, body } = outcome.result;
  return problem === undefined ? { kind: 'done', response: parseJsonObject(body) } : refused(problem);
}

function refused(problem: Problem): EngineResponse {
  return { kind: 'refused', problem };
}
