import { engineProblem } from './core/error-table.js';
import { RequestError, requestError, shortName } from './core/errors.js';
import { encodeJson, encodeText, readText, type SplitBody, textMember } from './core/json.js';

/** A request without the steps that a name stands for. */
export interface NeededWorkflow {
  readonly workflow: string;
  /** The request without `workflow`, in memory of its own: a JSON object with at least one member. */
  readonly rest: Uint8Array<ArrayBuffer>;
}

/** The request names a workflow, and the engine knows none. */
export class WorkflowNeededError extends RequestError {
  override readonly name = 'WorkflowNeededError';
  readonly needs: NeededWorkflow;

  constructor(needs: NeededWorkflow) {
    super(engineProblem('unknown-workflow', { workflow: shortName(needs.workflow) }));
    this.needs = needs;
  }
}

/** The member that names a workflow in place of {@link stepsMember}. */
export const workflowMember = 'workflow';
const stepsMember = 'steps';

/**
 * Returns a request that names a workflow as one without steps, to be validated.
 *
 * @throws {RequestError} if it has steps, or no name.
 */
export function withNoSteps({ workflow, ...rest }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (stepsMember in rest) throw requestError('only-one-of', { fields: [stepsMember, workflowMember] });
  if (typeof workflow !== 'string')
    throw requestError('invalid-value', { path: workflowMember, reason: 'must be a string', rule: 'type' });
  return { ...rest, [stepsMember]: [] };
}

/** Returns what to throw for a request that names a workflow. @throws {RequestError} if the text is malformed. */
export function workflowNeeded(
  { workflow, ...rest }: Readonly<Record<string, unknown>>,
  split: SplitBody | undefined,
): WorkflowNeededError {
  const named = String(workflow);
  if (split === undefined) return new WorkflowNeededError({ workflow: named, rest: bytesOf([encodeJson(rest)]) });
  readText(split);
  const { [textMember]: _, ...others } = rest;
  const after = JSON.stringify(others).slice(1);
  const text = split.body.subarray(split.start, split.end);
  const pieces = [encodeText(`{"${textMember}":"`), text, encodeText(after === '}' ? '"}' : `",${after}`)];
  return new WorkflowNeededError({ workflow: named, rest: bytesOf(pieces) });
}

/** Returns pieces one after the other, in memory of their own. */
function bytesOf(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, { byteLength }) => length + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

/** Returns a request with the steps of the workflow that it needs. @param steps - a JSON array, in UTF-8. */
export function withSteps({ rest }: NeededWorkflow, steps: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytesOf([rest.subarray(0, -1), encodeText(`,"${stepsMember}":`), steps, encodeText('}')]);
}
