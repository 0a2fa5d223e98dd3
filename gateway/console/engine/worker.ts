import { RequestError } from '#engine/core/errors.js';
import { browserLimits } from '#engine/core/limits.js';
import type { StepRunner } from '#engine/core/step-runner.js';
import { type FileSteps, fileSteps } from '#engine/file-steps.js';
import { createPortableEngine, RequestRefused } from '#engine/portable-engine.js';
import { problemMembers } from '#gateway/core/problem-document.js';
import { loadNeeded } from './lazy-library.js';
import type { CleanRequest, CleanResponse, FromWorker, ToWorker } from './messages.js';
import type { TableRequest } from './tables/messages.js';
import type { RunSteps } from './tables/tables.js';

/** What a worker has in place of a window. */
const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: ToWorker }) => Promise<void>;
  postMessage(message: FromWorker): void;
};

/** Between two messages about progress, in milliseconds. */
const reportIntervalMs = 50;

let running = { id: 0, of: 0 };
let reportedAt = 0;

/** Reports which step begins. A message leaves at once, while the step runs. */
function report(step: number): void {
  const now = performance.now();
  if (now - reportedAt < reportIntervalMs) return;
  reportedAt = now;
  scope.postMessage({ ...running, step });
}

/** No time is too long: the page ends this worker when its user wants that. */
const runStep: StepRunner = ({ position }, execute) => {
  report(position);
  return execute((tool) => report(tool.position));
};

const engine = createPortableEngine({ limits: browserLimits, runStep });

/** The file that was begun last. */
let file: FileSteps | undefined;

/** Begins a file, or runs the steps on its next piece. */
async function runFile(body: { readonly steps: unknown } | { readonly piece: string; readonly isLast: boolean }) {
  try {
    if (!('steps' in body)) return file?.push(body.piece, body.isLast) ?? new Failure(new Error('No file was begun.'));
    file = await fileSteps(body.steps, { runStep: (_, execute) => execute(() => undefined) });
    return { wholeText: file.wholeText };
  } catch (error) {
    return error instanceof RequestError ? new RequestRefused(error.problem) : new Failure(error);
  }
}

const runSteps: RunSteps = async (steps, input) => {
  const outcome = await engine.execute('run', JSON.stringify({ input, steps }));
  if (outcome instanceof RequestRefused) return { problem: outcome.problem.sentence };
  return { text: (outcome as { readonly result: string }).result };
};

/** Says what a text can be cleaned of, behind the steps. */
async function clean({ input, steps, table }: CleanRequest): Promise<CleanResponse | Failure> {
  try {
    const { suggestionsFor } = await import('./cleaning/suggestions.js');
    if (steps.length === 0) return { findings: suggestionsFor(input, table) };
    const outcome = await runSteps(steps as readonly object[], input);
    return { findings: 'text' in outcome ? suggestionsFor(outcome.text, table) : [] };
  } catch (error) {
    return new Failure(error);
  }
}

function runRequest({ id, operation, body }: ToWorker): Promise<object> {
  if (operation === 'clean') return clean(body as CleanRequest);
  if (operation === 'file') return runFile(body as Parameters<typeof runFile>[0]);
  if (operation === 'table')
    return import('./tables/tables.js')
      .then(({ answerTable }) => answerTable(body as TableRequest, runSteps))
      .catch((error: unknown) => new Failure(error));
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  const onTools = (count: number): void => {
    running = { id, of: count };
    reportedAt = performance.now();
  };
  return engine.execute(operation, json, onTools).catch((error: unknown) => new Failure(error));
}

async function respond(request: ToWorker): Promise<FromWorker> {
  const { id } = request;
  for (;;) {
    const outcome = await runRequest(request);
    if (await loadNeeded()) continue;
    if (outcome instanceof Failure) throw outcome.cause;
    if (!(outcome instanceof RequestRefused)) return { id, status: 200, body: outcome };
    const { problem } = outcome;
    return { id, status: problem.status, body: { ...problemMembers(problem, ''), requestId: undefined } };
  }
}

/** What the engine threw. */
class Failure {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/** What V8, SpiderMonkey and JavaScriptCore say. */
const outOfMemory = /invalid string length|allocation|out of memory|invalid array length/i;

function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const isMemory = error instanceof RangeError && outOfMemory.test(message);
  return isMemory ? 'It needs more memory than a page has: use a shorter text, or fewer steps.' : message;
}

scope.onmessage = async ({ data }) => {
  try {
    scope.postMessage(await respond(data));
  } catch (error) {
    scope.postMessage({ id: data.id, failure: sentenceOf(error) });
  }
};
