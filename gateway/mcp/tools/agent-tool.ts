import type { Tool } from '@modelcontextprotocol/server';
import { RequestError } from '../../../engine/core/errors.js';
import type { TObject } from '../../../engine/core/schema.js';
import type { PartOperationName } from '../../../engine/operations/operation.js';
import { documented } from '../../openapi/schemas.js';
import type { JsonSchema } from '../../openapi/types.js';
import type { TextEngine } from './text-engine.js';

/** The arguments of a call, or the fields of its result. */
export type Fields = Readonly<Record<string, unknown>>;

/** An example call for the description. Tests run it. */
export interface WorkedCall {
  readonly arguments: Fields;
  /** The fields of the result that are worth showing. */
  readonly answer: Fields;
}

/** A tool of the Model Context Protocol. */
export interface AgentTool {
  /** `run_text_workflow`, or the slug of a text tool. */
  readonly name: string;
  readonly title: string;
  /** For a model: what the tool does, when to use it or another one, and its limits. */
  readonly use: string;
  readonly examples: readonly WorkedCall[];
  /** The schema of the arguments, a closed object. */
  readonly input: TObject;
  /** The schema of the result. */
  readonly output: JsonSchema;
  /**
   * @param request - validated against `input`, with defaults.
   * @throws {RequestError} if the engine refuses, or the requested part does not exist.
   */
  call(request: Fields, engine: TextEngine): Promise<Fields>;
}

/** Returns the tool in the form of `tools/list`. */
export function toolDefinition({ name, title, use, examples, input, output }: AgentTool): Tool {
  return {
    name,
    title,
    description: [use, ...examples.map(exampleText)].join('\n'),
    inputSchema: documented(input) as Tool['inputSchema'],
    outputSchema: output as Tool['inputSchema'],
    // It only reads its arguments, and has no access to anything else.
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

function exampleText(example: WorkedCall): string {
  return `Example: ${JSON.stringify(example.arguments)} → ${JSON.stringify(example.answer)}`;
}

/** Returns the result of an operation. @throws {RequestError} with the engine's problem, if it refuses. */
export async function performed(engine: TextEngine, operation: PartOperationName, request: Fields): Promise<Fields> {
  const outcome = await engine.perform(operation, request);
  if (outcome.kind === 'refused') throw new RequestError(outcome.problem);
  return outcome.answer;
}
