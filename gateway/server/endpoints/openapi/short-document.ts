import { mapValues, schemaReference } from './schemas.js';
import type { Example, JsonSchema, MediaType, OpenApiDocument, OperationObject, Reference, Response } from './types.js';

/** A step with options, whatever the tool. */
const toolStep: JsonSchema = {
  type: 'object',
  description: 'A tool and its options',
  required: ['toolSlug'],
  properties: {
    toolSlug: schemaReference('ToolSlug'),
    config: {
      type: 'object',
      description: 'Options of the tool: `config` of `GET /v1/tools/{slug}` is their schema, with defaults',
      additionalProperties: true,
    },
  },
  additionalProperties: false,
};

const more = `A path with GET has HEAD, too. \`GET /docs/openapi-full.json\` has the options of each tool as schemas of their own.`;

/**
 * Returns the document with the options of tools by reference to the catalogue, without HEAD and the examples of errors,
 * and with each example once: a third of its size.
 */
export function shortDocument({ info, paths, components, ...rest }: OpenApiDocument): object {
  const examples = new SharedExamples();
  const { schemas, responses, ...others } = components;
  const ofTools = new Set((schemas.ToolStep?.oneOf ?? []).flatMap(({ $ref = '' }) => schemaNames(nameIn($ref))));
  const kept = Object.entries(schemas).filter(([name]) => !ofTools.has(name));
  return {
    ...rest,
    info: { ...info, description: `${info.description}\n\n${more}` },
    paths: mapValues(paths, ({ head: _, ...item }) => mapValues(item, (operation) => examples.sharedBy(operation))),
    components: {
      ...others,
      schemas: { ...Object.fromEntries(kept), ToolStep: toolStep },
      responses: mapValues(responses, withoutExamples),
      examples: examples.all,
    },
  };
}

/** Returns the names of the schemas of a tool, from that of its step. */
function schemaNames(step: string): readonly string[] {
  return [step, step.replace(/Step$/, 'Config')];
}

function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

function withoutExamples(response: Response): Response {
  return {
    ...response,
    ...(response.content && { content: mapValues(response.content, ({ schema }) => ({ schema })) }),
  };
}

/** Examples that are in the document once, and named where they are used. */
class SharedExamples {
  readonly all: Record<string, Example> = {};
  readonly #names = new Map<string, string>();

  sharedBy(operation: OperationObject): object {
    const { requestBody, responses, operationId } = operation;
    return {
      ...operation,
      ...(requestBody && { requestBody: { ...requestBody, content: this.#named(requestBody.content, operationId) } }),
      responses: mapValues(responses, (response) =>
        'content' in response && response.content !== undefined
          ? { ...response, content: this.#named(response.content, operationId) }
          : response,
      ),
    };
  }

  #named(content: Readonly<Record<string, MediaType>>, operationId: string): Record<string, object> {
    return mapValues(content, ({ examples, ...media }) => ({
      ...media,
      ...(examples && {
        examples: Object.fromEntries(
          Object.entries(examples).map(([name, example]) => [name, this.#reference(example, operationId)]),
        ),
      }),
    }));
  }

  #reference(example: Example, operationId: string): Reference {
    const key = JSON.stringify(example);
    const known = this.#names.get(key) ?? `${operationId}-${this.#names.size + 1}`;
    this.#names.set(key, known);
    this.all[known] = example;
    return { $ref: `#/components/examples/${known}` };
  }
}
