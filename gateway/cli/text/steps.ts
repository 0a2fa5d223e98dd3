import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LazyCatalogue } from '#engine/catalogue/lazy-catalogue.js';
import { RequestError } from '#engine/core/errors.js';
import { Type } from '#engine/core/schema.js';
import { lazyValidator } from '#engine/core/validation.js';
import type { RequestedStep } from '#engine/operations/requested-step.js';
import { StepList } from '#engine/operations/step-request.js';
import { compileWorkflow, type Step, slugsIn } from '#engine/operations/workflow.js';
import { decodeUtf8 } from '#engine/text/encoding/utf8.js';
import { type Io, UsageError } from '../core/io.js';
import { addOwnTools } from '../core/own-tools.js';
import { type GroupOptions, grouped } from './group-options.js';

const validate = lazyValidator(Type.Object({ steps: StepList }));

/**
 * Reads the steps of a command line or a file, and makes them a group if options ask for it.
 *
 * @param written - each `slug` or `slug={…}`.
 * @param options - `steps` is a file with the JSON array of `POST /v1/run`.
 * @throws {UsageError} if they cannot be read.
 */
export function requestedSteps(
  io: Io,
  written: readonly string[],
  { steps: file, ...group }: GroupOptions & { readonly steps?: string },
): readonly RequestedStep[] {
  return grouped(stepsOf(io, written, file), group);
}

function stepsOf({ workingFolder }: Io, written: readonly string[], file: string | undefined): RequestedStep[] {
  if (file === undefined) return written.map(stepOf);
  if (written.length > 0)
    throw new UsageError('Give the steps either as arguments or in a file, not both; input files follow --');
  let steps: unknown;
  try {
    steps = JSON.parse(textOf(readFileSync(resolve(workingFolder, file))));
  } catch (error) {
    throw new UsageError(`Cannot read steps from ${file}: ${(error as Error).message}`);
  }
  const problem = validate({ steps });
  if (problem === undefined) return steps as RequestedStep[];
  throw new UsageError(`${file}: ${problem.sentence}`);
}

/** A byte order mark is left out: editors of Windows write it. */
function textOf(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (typeof text !== 'string') throw new Error('it is not UTF-8');
  return text.replace(/^\ufeff/, '');
}

function stepOf(written: string): RequestedStep {
  const equals = written.indexOf('=');
  if (equals === -1) return written;
  const toolSlug = written.slice(0, equals);
  let config: unknown;
  try {
    config = JSON.parse(written.slice(equals + 1));
  } catch (error) {
    throw new UsageError(`The options of ${toolSlug} are not JSON: ${(error as Error).message}`);
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw new UsageError(`The options of ${toolSlug} must be a JSON object: ${toolSlug}={"option":…}`);
  }
  return { toolSlug, config };
}

/**
 * Validates steps as `POST /v1/run` does. Loads only the tools that they name.
 *
 * @param toolsDir - the value of `--tools-dir`.
 * @throws {UsageError} for the first problem.
 */
export async function compiledSteps(
  io: Io,
  requested: readonly RequestedStep[],
  toolsDir?: string,
): Promise<readonly Step[]> {
  const tools = new LazyCatalogue();
  await addOwnTools(tools, io, toolsDir);
  const known = new Set(tools.keys());
  const slugs = slugsIn(requested);
  await tools.load([...new Set(slugs)].filter((slug) => known.has(slug)));
  try {
    return compileWorkflow(requested, tools).steps;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const stray = slugs.find((slug) => slug !== '' && !known.has(slug) && existsSync(resolve(io.workingFolder, slug)));
    const sentence = sentenceOf(error);
    if (stray === undefined) throw new UsageError(withSearch(sentence));
    throw new UsageError(`${sentence.replace(/[^.?]$/, '$&.')} To read the file ${stray}, put -- before it.`);
  }
}

/** Names the search after a tool that is unknown and has no near name. */
export function withSearch(sentence: string): string {
  return sentence.replace(/^Unknown tool: ([\w-]+)$/, '$&. To find one: textmill tools --search $1');
}

function sentenceOf({ message, problem }: RequestError): string {
  return problem.code === 'no-steps' ? `${message}: textmill run trim-lines, for example` : message;
}
