import type { EngineResult } from '#engine/execute.js';
import type { OperationName } from '#engine/operations/operation.js';
import { bothWays, lengthened, runBothWays } from './both-ways.js';
import { assertSameOnBytes } from './same-results.js';
import { engine } from './tool-cases.js';

const engines = bothWays();

/** Runs an operation through `execute`, with kernels and without, which must be the same. */
function executed(operation: OperationName, request: object): EngineResult {
  const body = Buffer.from(JSON.stringify(request));
  if (operation === 'run') {
    const result = engine.execute(operation, body);
    assertSameOnBytes(engine, operation, body, result);
    return result;
  }
  runBothWays(engines, operation, lengthened(body));
  return runBothWays(engines, operation, body).result;
}

/** Runs an operation through `execute`. @returns the body of its result. */
export function runOperation(operation: OperationName, request: object): unknown {
  const { status, body, trace } = executed(operation, request);
  if (status !== 200) throw new Error(trace ?? Buffer.from(body).toString());
  return JSON.parse(Buffer.from(body).toString());
}

/** Runs an operation that must refuse the request. @returns its error message. */
export function refusalOf(operation: OperationName, request: object): string {
  const { status, body } = executed(operation, request);
  const json = JSON.parse(Buffer.from(body).toString()) as { error: string };
  if (status !== 400) throw new Error(`status ${status}: ${JSON.stringify(json)}`);
  return json.error;
}
