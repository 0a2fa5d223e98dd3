import type { Tool } from '@modelcontextprotocol/server';
import { RequestError } from '../../../engine/core/errors.js';
import type { TObject } from '../../../engine/core/schema.js';
import type { PartOperationName } from '../../../engine/operations/operation.js';
import { documented } from '../../openapi/schemas.js';
import type { JsonSchema } from '../../openapi/types.js';
import type { TextEngine } from './text-engine.js';

/** The arguments of a call, or the fields of its answer. */
export type Fields = Readonly<Record<string, unknown>>;

/** A worked call, for the description; tests make it. */
export interface WorkedCall {
  readonly arguments: Fields;
  /** The fields of the answer that are worth showing. */
  readonly answer: Fields;
}

/** A tool of the Model Context Protocol. */
export interface AgentTool {
  /** `run_text_workflow`, or the slug of a text tool. */
  readonly name: string;
  readonly title: string;
  /** For a model: what it does, when to use it and when another, limits. */
  readonly use: string;
  readonly examples: readonly WorkedCall[];
  /** What the arguments must be; a closed object. */
  readonly input: TObject;
  /** What the answer is. */
  readonly output: JsonSchema;
  /**
   * @param request - validated against `input`, defaults filled in.
   * @throws {RequestError} if the engine refuses, or the part that was asked for is not there.
   */
  call(request: Fields, engine: TextEngine): Promise<Fields>;
}

/** What `tools/list` says of a tool. */
export function toolDefinition({ name, title, use, examples, input, output }: AgentTool): Tool {
  return {
    name,
    title,
    description: [use, ...examples.map(exampleText)].join('\n'),
    inputSchema: documented(input) as Tool['inputSchema'],
    outputSchema: output as Tool['inputSchema'],
    // It reads and changes nothing but the text it is given, and knows nothing of the world.
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

function exampleText(example: WorkedCall): string {
  return `Example: ${JSON.stringify(example.arguments)} → ${JSON.stringify(example.answer)}`;
}

/** The answer of an operation. @throws {RequestError} with the engine's problem, if it refuses. */
export async function performed(engine: TextEngine, operation: PartOperationName, request: Fields): Promise<Fields> {
  const outcome = await engine.perform(operation, request);
  if (outcome.kind === 'refused') throw new RequestError(outcome.problem);
  return outcome.answer;
}
