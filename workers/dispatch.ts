import { performance } from 'node:perf_hooks';
import { mostInlineMs } from '#engine/core/work-budget.js';
import type { Engine, EngineResult } from '#engine/execute.js';
import { type NeededWorkflow, withSteps } from '#engine/needed-workflow.js';
import {
  type ContentCoding,
  codingFor,
  type JobCodings,
  noCodings,
  packFor,
  plainOnly,
  shortBytes,
  type UnpackFailure,
  unpack,
} from './content-coding.js';
import { type OwnedBytes, ownBytes, viewOf } from './owned-bytes.js';
import type { JobTimes, PoolJob, PoolOutcome, WorkerPool } from './pool.js';
import type { ThreadOperation } from './protocol.js';
import type { SizedJob } from './run-times.js';

/** The result of the engine, or the reason why there is none: the body of `unreadable` could not be unpacked. */
export type DispatchOutcome =
  | {
      readonly kind: 'result';
      readonly result: EngineResult;
      /** Of the body of the result. */
      readonly coding: ContentCoding | '';
      /** The returned memory of the body; the result may be in it. */
      readonly memory: Uint8Array<ArrayBuffer>;
      /** Undefined if the job ran on the event loop. */
      readonly times: JobTimes | undefined;
    }
  | { readonly kind: 'unreadable'; readonly reason: UnpackFailure; readonly times: JobTimes | undefined }
  | Exclude<PoolOutcome, { kind: 'result' }>;

export interface Job {
  readonly operation: ThreadOperation;
  /** None if left out. */
  readonly codings?: JobCodings;
  /** The account: accounts share the time of the threads. */
  readonly tenant: string;
  /** Its memory comes back with a result, and is lost with any other outcome. */
  readonly body: OwnedBytes;
  /** Whether the client still waits for the response. */
  isWanted(): boolean;
  /** Counts further memory for the body. @returns false if too little is left. Without it, there always is enough. */
  grow?(bytes: number): boolean;
  /** Called once, possibly before `dispatch` returns. */
  deliver(outcome: DispatchOutcome): void;
}

/**
 * Returns the steps that a name stands for at an account, as a JSON array in UTF-8: undefined if there are none, null if
 * that cannot be found out now. Never rejects.
 */
export type WorkflowFinder = (
  tenant: string,
  workflow: string,
) => Uint8Array | null | undefined | Promise<Uint8Array | null | undefined>;

/** Bodies up to this size run on the event loop, however long earlier ones took: to look that up costs time too. */
const tinyBytes = 1_024;
/**
 * Packed bodies up to this length are unpacked on the event loop, if they are small then too: 8 KB take it 17 µs with gzip
 * and 30 with zstd, a hand-over 50. Not those of Brotli: it fills its window, up to 16 MB, before it returns the first byte,
 * so that 51 bytes would hold the event loop for 50 ms.
 */
const tinyPackedBytes = 2_048;
/** Frames of zstd that are unpacked there: 2 KB can have 200, empty ones too, which would hold it for 10 ms. */
const fewFrames = 2;

/**
 * Creates the dispatch of jobs. Small and cheap jobs run immediately on the event loop, because handing them over would
 * cost more. All others go to the pool, so that the event loop stays free. What is cheap depends on the tools: the engine
 * declines a job by its shape, and jobs of an account and operation that have taken long before go to the pool, too.
 *
 * All other bodies are unpacked, and all other results packed, by the thread that does their work.
 *
 * @param inlineMaxBytes - bodies up to this size may run on the event loop; a packed one by its size once it is unpacked.
 * @param findWorkflow - what finds the steps of requests that name a workflow. They run a second time, with those.
 */
export function createDispatch(
  engine: Engine,
  pool: Pick<WorkerPool, 'submit' | 'runTimes'>,
  inlineMaxBytes: number,
  findWorkflow: WorkflowFinder = () => undefined,
): (job: Job) => void {
  const mostUnpackedBytes = Math.min(inlineMaxBytes, shortBytes);
  const unpackInline = (body: OwnedBytes, coding: ContentCoding): Uint8Array | UnpackFailure =>
    coding !== 'br' && body.length <= tinyPackedBytes
      ? unpack(viewOf(body), coding, mostUnpackedBytes, fewFrames)
      : 'too-large';

  const isCheap = (job: SizedJob): boolean => (pool.runTimes.expectedMs(job) ?? 0) <= mostInlineMs;

  /** Returns the result of a job that may run here; undefined if it may not. @param body - plain. */
  const runInline = ({ operation, tenant, body: { memory } }: Job, body: Uint8Array): EngineResult | undefined => {
    if (operation === 'as-is') return { status: 200, body, charactersIn: 0, charactersOut: 0 };
    const bytes = body.byteLength;
    const isTiny = bytes <= tinyBytes;
    const sized = { tenant, operation, bytes };
    if (bytes > inlineMaxBytes || !(isTiny || isCheap(sized))) return undefined;
    const startedAt = isTiny ? 0 : performance.now();
    const result = engine.executeInline(operation, body, memory);
    if (result !== undefined && !isTiny) pool.runTimes.note(sized, performance.now() - startedAt);
    return result;
  };

  const submit = (job: Job, work: Work, settle: (outcome: PoolOutcome) => void): void =>
    pool.submit({ ...work, isWanted: () => job.isWanted(), tenant: job.tenant, settle });

  /** Delivers a result that was made here, packed if the client accepts that. */
  const deliver = (job: Job, result: EngineResult): void => {
    const { memory } = job.body;
    const accepted = result.status === 200 ? (job.codings ?? noCodings).result : plainOnly;
    const { byteLength } = result.body;
    const delivered = { kind: 'result', memory, times: undefined } as const;
    if (byteLength <= shortBytes || codingFor(byteLength, accepted) === '') {
      const { body, coding } = packFor(result.body, accepted);
      job.deliver({ ...delivered, result: coding === '' ? result : { ...result, body }, coding });
      return;
    }
    // A copy: no thread may be free, and then the result goes plain.
    const copy = ownBytes(Uint8Array.from(result.body));
    submit(job, { operation: 'as-is', codings: { body: '', result: accepted }, body: copy }, (outcome) => {
      if (outcome.kind !== 'result') return job.deliver({ ...delivered, result, coding: '' });
      const { body, coding } = outcome.result;
      job.deliver({ ...delivered, result: { ...result, body: viewOf(body) }, coding });
    });
  };

  function dispatch(job: Job) {
    const { operation, codings = noCodings, body } = job;
    const plain = codings.body === '' ? viewOf(body) : unpackInline(body, codings.body);
    if (plain === 'invalid') return job.deliver({ kind: 'unreadable', reason: plain, times: undefined });
    const result = plain === 'too-large' ? undefined : runInline(job, plain);
    if (result?.needs !== undefined) runNamed(job, result.needs, () => deliver(job, result));
    else if (result !== undefined) deliver(job, result);
    else
      submit(job, { operation, codings, body }, (outcome) => {
        const needs = outcome.kind === 'result' ? outcome.result.needs : undefined;
        const refuse = () => job.deliver(withView(outcome));
        if (needs === undefined) refuse();
        else runNamed(job, needs, refuse);
      });
  }

  /** Runs a request with the steps that it names. @param refuse - delivers that there are none. */
  const runNamed = (job: Job, needs: NeededWorkflow, refuse: () => void): void => {
    const proceed = (steps: Uint8Array | null | undefined) => {
      if (steps === undefined) return refuse();
      if (!job.isWanted()) return job.deliver({ kind: 'busy', reason: 'unwanted' });
      // The body before is not needed any more; unpacked and with its steps, this one may be longer.
      const more = needs.rest.byteLength + (steps?.byteLength ?? 0) - job.body.length;
      if (steps === null || (more > 0 && job.grow?.(more) === false))
        return job.deliver({ kind: 'busy', reason: 'queue' });
      const { operation, tenant, codings = noCodings } = job;
      dispatch({
        operation,
        tenant,
        codings: { body: '', result: codings.result },
        body: ownBytes(withSteps(needs, steps)),
        isWanted: () => job.isWanted(),
        deliver: (outcome) => job.deliver(outcome),
      });
    };
    const found = findWorkflow(job.tenant, needs.workflow);
    if (found instanceof Promise) void found.then(proceed);
    else proceed(found);
  };
  return dispatch;
}

type Work = Pick<PoolJob, 'operation' | 'codings' | 'body'>;

function withView(outcome: PoolOutcome): DispatchOutcome {
  if (outcome.kind !== 'result') return outcome;
  const { body, spare, coding, unpackFailure, ...rest } = outcome.result;
  if (unpackFailure !== undefined) return { kind: 'unreadable', reason: unpackFailure, times: outcome.times };
  return {
    kind: 'result',
    result: { ...rest, body: viewOf(body) },
    coding,
    memory: spare ?? body.memory,
    times: outcome.times,
  };
}
