import type { OperationName } from '#engine/operations/operation.js';
import { engine } from './tool-cases.js';

/** Runs an operation through `execute`. @returns the body of its result. */
export function runOperation(operation: OperationName, request: object): unknown {
  const { status, body, trace } = engine.execute(operation, Buffer.from(JSON.stringify(request)));
  if (status !== 200) throw new Error(trace ?? Buffer.from(body).toString());
  return JSON.parse(Buffer.from(body).toString());
}

/** Runs an operation that must refuse the request. @returns its error message. */
export function refusalOf(operation: OperationName, request: object): string {
  const { status, body } = engine.execute(operation, Buffer.from(JSON.stringify(request)));
  const json = JSON.parse(Buffer.from(body).toString()) as { error: string };
  if (status !== 400) throw new Error(`status ${status}: ${JSON.stringify(json)}`);
  return json.error;
}
