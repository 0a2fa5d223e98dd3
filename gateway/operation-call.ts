import type { OperationName } from '../engine/operations/operation.js';
import type { DispatchOutcome, Job } from '../workers/dispatch.js';
import type { OwnedBytes } from '../workers/owned-bytes.js';
import type { BusyReason } from '../workers/pool.js';
import type { Answer } from './answer.js';
import type { HttpErrorName } from './http/errors.js';
import type { BodyFailure, BodyReader, Exchange } from './http/server.js';
import type { Charge } from './limits/charge.js';
import type { Log } from './log.js';

const bodyErrors: Readonly<Record<Exclude<BodyFailure, 'aborted' | 'busy'>, HttpErrorName>> = {
  'too-large': 'bodyTooLarge',
  timeout: 'bodyTimeout',
};

const dispatchErrors: Readonly<Record<Exclude<DispatchOutcome['kind'], 'reply' | 'busy'>, HttpErrorName>> = {
  timeout: 'timeLimit',
  'out-of-memory': 'internal',
  crash: 'internal',
};

const nothing: OwnedBytes = { memory: new Uint8Array(0), length: 0 };

/** Answers a request whose body is not there. */
export function answerMissingBody(answer: Answer, reason: BodyFailure): void {
  if (reason === 'aborted') answer.abandon();
  else if (reason === 'busy') answer.refuse('body-memory');
  else answer.error(bodyErrors[reason]);
}

export interface OperationCallParts {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly charge: Charge;
  readonly operation: OperationName;
  readonly dispatch: (job: Job) => void;
  readonly log: Log;
}

/** The last part of a request that has passed all checks: reads the body, has the work done, and answers. */
export class OperationCall implements BodyReader, Job {
  readonly operation: OperationName;
  readonly owner: string;
  /** Until it has come, nothing. */
  body = nothing;
  readonly #exchange: Exchange;
  readonly #answer: Answer;
  readonly #charge: Charge;
  readonly #dispatch: (job: Job) => void;
  readonly #log: Log;

  constructor({ exchange, answer, charge, operation, dispatch, log }: OperationCallParts) {
    this.operation = operation;
    this.owner = charge.accountId;
    this.#exchange = exchange;
    this.#answer = answer;
    this.#charge = charge;
    this.#dispatch = dispatch;
    this.#log = log;
  }

  complete(body: OwnedBytes): void {
    this.body = body;
    this.#answer.bytesIn = body.length;
    if (this.#charge.durable) this.#begin();
    else this.#charge.whenDurable(() => this.#begin());
  }

  #begin(): void {
    if (this.isWanted()) {
      this.#answer.begunAt = performance.now();
      this.#dispatch(this);
    } else {
      this.#charge.giveBack();
      this.#answer.abandon();
    }
  }

  failed(reason: BodyFailure): void {
    if (reason === 'busy' || reason === 'aborted') this.#charge.giveBack();
    if (reason === 'aborted') this.#answer.abandon();
    else this.#charge.whenDurable(() => answerMissingBody(this.#answer, reason));
  }

  isWanted(): boolean {
    return this.#exchange.open;
  }

  deliver(outcome: DispatchOutcome): void {
    const { operation } = this;
    const { requestId } = this.#answer;
    if (outcome.kind === 'busy') {
      this.#charge.giveBack();
      this.#refuse(outcome.reason);
      return;
    }
    this.#answer.noteTimes(outcome.times);
    if (outcome.kind === 'reply') {
      const { status, body, trace } = outcome.reply;
      if (trace !== undefined) this.#log.error({ requestId, operation, trace }, 'a tool or operation failed');
      if (status === 500) this.#charge.giveBack();
      this.#answer.send(status, body, undefined, outcome.memory);
      return;
    }
    this.#charge.giveBack();
    this.#log.warn({ requestId, operation, cause: outcome.kind }, 'a job was ended');
    this.#answer.error(dispatchErrors[outcome.kind]);
  }

  #refuse(reason: BusyReason): void {
    if (reason === 'unwanted') this.#answer.abandon();
    else this.#answer.refuse(reason === 'stopped' ? 'stopping' : reason);
  }
}
