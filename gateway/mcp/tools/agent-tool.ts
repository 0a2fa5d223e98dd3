import type { Tool } from '@modelcontextprotocol/server';
import type { TObject } from '#engine/core/schema.js';
import { documented, mapValues } from '#gateway/server/endpoints/openapi/schemas.js';
import type { JsonSchema } from '#gateway/server/endpoints/openapi/types.js';
import type { CallContext } from './call-context.js';
import type { Fields } from './text-engine.js';

/** The schemas of arguments by name. */
type Properties = TObject['properties'];

/** An example call for the description. Tests run it. */
export interface WorkedCall {
  readonly arguments: Fields;
  /** The fields of the result that are worth showing. */
  readonly response: Fields;
}

/** Who waits for a call that may take long. */
export interface Caller {
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  /** Tells how much is done, so that a host goes on waiting; undefined if it does not want to know. */
  readonly progressed?: ((done: number, total: number) => void) | undefined;
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
  /** Whether it may write files; otherwise it only reads its arguments. */
  readonly writes?: boolean;
  /**
   * @param request - validated against `input`, with defaults.
   * @throws {RequestError} if the engine refuses, or the requested page does not exist.
   */
  call(request: Fields, context: CallContext, caller?: Caller): Promise<Fields>;
}

/** Returns the tool in the form of `tools/list`. */
export function toolDefinition({ name, title, use, examples, input, writes = false }: AgentTool): Tool {
  return {
    name,
    title,
    description: [use, ...examples.map(exampleText)].join('\n'),
    inputSchema: listed(documented(input)) as Tool['inputSchema'],
    annotations: { readOnlyHint: !writes, destructiveHint: writes, idempotentHint: true, openWorldHint: false },
  };
}

/** Leaves out what a model does not need to write a call: bounds, which refusals tell, and empty defaults. */
function listed({ minimum, maximum, minLength, maxLength, maxItems, ...schema }: JsonSchema): JsonSchema {
  const { default: fallback, properties, items, anyOf, ...rest } = schema;
  return {
    ...rest,
    ...(fallback !== undefined && JSON.stringify(fallback) !== '[]' && { default: fallback }),
    ...(properties && { properties: mapValues(properties, listed) }),
    ...(items && { items: listed(items) }),
    ...(anyOf && { anyOf: anyOf.map(listed) }),
  };
}

/** Returns the arguments of an operation with descriptions for models, who pay for every word. */
export function briefly(properties: Properties, descriptions: Readonly<Record<string, string>>): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description = descriptions[name];
      return [name, description === undefined ? schema : { ...schema, description }];
    }),
  );
}

function exampleText(example: WorkedCall): string {
  return `Example: ${JSON.stringify(example.arguments)} → ${JSON.stringify(example.response)}`;
}
