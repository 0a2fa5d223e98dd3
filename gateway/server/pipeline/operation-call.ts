import { performance } from 'node:perf_hooks';
import { encodeText } from '#engine/core/json.js';
import type { Problem } from '#engine/core/problem.js';
import type { OperationName } from '#engine/operations/operation.js';
import { type HttpErrorCode, httpErrors } from '#gateway/core/errors.js';
import type { Log } from '#gateway/core/log.js';
import { type JobCodings, noCodings, type UnpackFailure } from '#workers/content-coding.js';
import type { DispatchOutcome, Job } from '#workers/dispatch.js';
import { type OwnedBytes, ownBytes } from '#workers/owned-bytes.js';
import type { ThreadOperation } from '#workers/protocol.js';
import { acceptedCodings, codingHeaders } from '../http/accept-encoding.js';
import type { RequestHead } from '../http/head.js';
import { bodyCoding } from '../http/media.js';
import type { BodyFailure, BodyReader } from '../http/server.js';
import type { GatewayResponse } from './gateway-response.js';
import type { ChargedRequest } from './route.js';

const bodyErrors: Readonly<Record<Exclude<BodyFailure, 'aborted' | 'busy'>, HttpErrorCode>> = {
  'too-large': 'body-too-large',
  timeout: 'body-timeout',
};

/** The errors of jobs without a result: of a body that cannot be unpacked, and of a job that was ended. */
const dispatchErrors: Readonly<Record<UnpackFailure | 'timeout' | 'crash', HttpErrorCode>> = {
  'too-large': 'body-too-large',
  invalid: 'invalid-content-encoding',
  timeout: 'job-time-limit',
  crash: 'internal-error',
};

type Failed = Exclude<DispatchOutcome, { readonly kind: 'result' }>;

/** Returns the error of a job without a result that was not refused. */
export function errorOf(outcome: Exclude<Failed, { readonly kind: 'busy' }>): HttpErrorCode {
  return dispatchErrors[outcome.kind === 'unreadable' ? outcome.reason : outcome.kind];
}

/**
 * Checks steps as a run does, on a thread: patterns are compiled.
 *
 * @param tenant - the account.
 * @param steps - a JSON array.
 * @returns undefined if they are valid.
 */
export function problemOfSteps(
  tenant: string,
  steps: string,
  { dispatch }: Pick<Work, 'dispatch'>,
): Promise<Problem | undefined> {
  const body = ownBytes(encodeText(`{"input":"","steps":${steps},"validate":true}`));
  return new Promise((resolve) => {
    const deliver = (outcome: DispatchOutcome) => {
      if (outcome.kind === 'result') resolve(outcome.result.problem);
      else resolve(httpErrors[outcome.kind === 'busy' ? 'server-busy' : errorOf(outcome)]);
    };
    dispatch({ operation: 'run-page', tenant, body, isWanted: () => true, deliver });
  });
}

/** Responds to a request whose job has no result. */
export function respondWithoutResult(response: GatewayResponse, outcome: Failed): void {
  if (outcome.kind !== 'busy') response.error(errorOf(outcome));
  else if (outcome.reason === 'unwanted') response.abandon();
  else response.refuse(outcome.reason === 'stopped' ? 'stopping' : outcome.reason);
}

const nothing: OwnedBytes = { memory: new Uint8Array(0), length: 0 };

/** Returns how the body of a request came, and how its result may go. */
function codingsOf(head: RequestHead): JobCodings {
  const { acceptEncoding, contentEncoding } = head;
  if (acceptEncoding === '' && contentEncoding === '') return noCodings;
  return { body: bodyCoding(head), result: acceptedCodings(acceptEncoding) };
}

/** Responds to a request whose body did not arrive. */
export function respondToMissingBody(response: GatewayResponse, reason: BodyFailure): void {
  if (reason === 'aborted') response.abandon();
  else if (reason === 'busy') response.refuse('body-memory');
  else response.error(bodyErrors[reason]);
}

/** Goes on with a request once the daily quota admits it; refuses it otherwise. */
export function whenCharged(
  { response, charge }: Pick<ChargedRequest, 'response' | 'charge'>,
  proceed: () => void,
): void {
  if (charge.isAdmitted) proceed();
  else charge.whenSettled(() => (charge.isAdmitted ? proceed() : response.refuse('quota')));
}

/** Responds to a charged request whose body did not arrive. */
export function respondToMissingChargedBody(request: ChargedRequest, reason: BodyFailure): void {
  const { response, charge } = request;
  if (reason === 'busy' || reason === 'aborted') charge.refund();
  if (reason === 'aborted') response.abandon();
  else whenCharged(request, () => respondToMissingBody(response, reason));
}

/** Logs the outcome of a job, and refunds the charge if the client is not at fault. */
export function settle(
  { response, charge }: ChargedRequest,
  operation: ThreadOperation,
  outcome: DispatchOutcome,
  log: Log,
): void {
  if (outcome.kind === 'busy') {
    charge.refund();
    return;
  }
  const { requestId } = response;
  response.noteTimes(outcome.times);
  if (outcome.kind === 'unreadable') return;
  if (outcome.kind !== 'result') {
    charge.refund();
    log.warn({ requestId, operation, cause: outcome.kind }, 'a job was ended');
    return;
  }
  const { status, trace, loadFailure } = outcome.result;
  response.noteCharacters(outcome.result);
  if (loadFailure !== undefined) {
    const sentence = 'A module that a tool needs cannot be loaded: install the packages again, and restart';
    log.error({ requestId, operation, ...loadFailure, trace }, sentence);
  } else if (trace !== undefined) log.error({ requestId, operation, trace }, 'a tool or operation failed');
  if (status === 500) charge.refund();
}

/** Dispatches jobs, and logs their failures. */
export interface Work {
  readonly log: Log;
  readonly dispatch: (job: Job) => void;
  /** Drops queued jobs whose clients have left. */
  readonly dropUnwantedJobs: () => void;
}

/** The last part of a request that has passed all checks: reads the body, dispatches the job, and responds. */
export class OperationCall implements BodyReader, Job {
  readonly operation: OperationName;
  readonly tenant: string;
  readonly codings: JobCodings;
  /** Empty until the body has arrived. */
  body = nothing;
  readonly #request: ChargedRequest;
  readonly #work: Work;

  constructor(request: ChargedRequest, operation: OperationName, work: Work) {
    this.operation = operation;
    this.tenant = request.charge.accountId;
    this.codings = codingsOf(request.exchange.head);
    this.#request = request;
    this.#work = work;
  }

  complete(body: OwnedBytes): void {
    const { response, charge } = this.#request;
    this.body = body;
    response.bytesIn = body.length;
    if (charge.isAdmitted) this.#begin();
    else whenCharged(this.#request, () => this.#begin());
  }

  #begin(): void {
    const { response, charge, access } = this.#request;
    if (!this.isWanted()) {
      charge.refund();
      response.abandon();
      return;
    }
    response.begunAt = performance.now();
    if (access.lasts(this.#request, response.begunAt)) this.#work.dispatch(this);
  }

  failed(reason: BodyFailure): void {
    respondToMissingChargedBody(this.#request, reason);
  }

  /** Frees the body, whether it waits for the store or for a thread. */
  abandoned(): void {
    this.body = nothing;
    this.#work.dropUnwantedJobs();
  }

  isWanted(): boolean {
    return this.#request.exchange.open;
  }

  grow(bytes: number): boolean {
    return this.#request.exchange.growBody(bytes);
  }

  deliver(outcome: DispatchOutcome): void {
    const { response } = this.#request;
    settle(this.#request, this.operation, outcome, this.#work.log);
    if (outcome.kind === 'result') {
      const { memory, result, coding } = outcome;
      const { status, body, problem } = result;
      if (problem === undefined) response.send(status, body, codingHeaders(coding, body.byteLength), memory);
      else response.problem(problem, { body, memory });
    } else respondWithoutResult(response, outcome);
  }
}
