import type { ResultOfInput } from '../../engine/types.js';
import { type BatchOptions, type BatchWork, resultsOfRows } from './batches.js';
import { TextmillError } from './errors.js';
import { checkedResults } from './responses.js';
import type { Rows } from './row-batches.js';
import type { Sender } from './sender.js';
import { type NamedWorkflow, workflowFields } from './workflows.js';

/** The limits of one request. */
export const maxCharacters = 500_000;
export const maxTexts = 5_000;
/** Small, so that the first results arrive early. */
const firstTexts = 250;

/**
 * Runs a workflow on texts, each by itself. Yields one result or error per text, in the same order.
 *
 * @param inputs - any number, of at most 500,000 UTF-16 code units each.
 * @param steps - in the form of requests.
 * @throws {TextmillError} with `done`, the `start` of a run that continues from there.
 */
export async function* runMany(
  sender: Sender,
  inputs: Rows,
  steps: readonly unknown[] | NamedWorkflow,
  options: BatchOptions = {},
): AsyncGenerator<ResultOfInput, void, undefined> {
  if (!Array.isArray(steps) && !('workflow' in steps)) throw new TextmillError(0, 'The steps must be an array');
  yield* resultsOfRows(sender, inputs, workOnTexts(steps), options);
}

/** Returns how a workflow is sent for many texts, each by itself. */
export function workOnTexts(steps: readonly unknown[] | NamedWorkflow): BatchWork<ResultOfInput> {
  // Copied: every request must send the same steps, even if the caller changes the array.
  const sent = JSON.parse(JSON.stringify(workflowFields(steps))) as object;
  return {
    path: 'v1/run',
    size: { rows: maxTexts, characters: maxCharacters },
    firstRows: firstTexts,
    rowOverhead: 0,
    problem: ({ length }) =>
      length <= maxCharacters ? undefined : `has ${length} characters, and a text may have ${maxCharacters}`,
    body: (batch) => ({ inputs: batch, ...sent }),
    results: (response, { length }) => checkedResults(response, length),
    failure: failedText,
  };
}

/** Returns the result of a text that exceeds a limit by itself: it leaves the others alone. */
function failedText({ message, code, status, details }: TextmillError): ResultOfInput {
  const { step, line, column } = details as Readonly<Record<string, number | undefined>>;
  return {
    error: message,
    // A proxy has no codes.
    code: code === '' ? `status-${status}` : code,
    ...(step !== undefined && { step }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}
