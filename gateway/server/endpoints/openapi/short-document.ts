import { mapValues, schemaReference } from './schemas.js';
import type {
  Example,
  JsonSchema,
  MediaType,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  Response,
} from './types.js';

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
 * Returns the document with the options of tools by reference to the catalogue, without HEAD, the examples of errors, and
 * the header field that its description says of every response; with each example and long member once, and parameters of
 * all methods of a path with the path: a third of its size.
 */
export function shortDocument({ info, paths, components, ...rest }: OpenApiDocument): object {
  const examples = new SharedExamples();
  const { schemas, responses, headers, ...others } = components;
  const ofTools = new Set((schemas.ToolStep?.oneOf ?? []).flatMap(({ $ref = '' }) => schemaNames(nameIn($ref))));
  const kept = Object.entries(schemas).filter(([name]) => !ofTools.has(name));
  return {
    ...rest,
    info: { ...info, description: `${info.description}\n\n${more}` },
    paths: mapValues(paths, ({ head: _, ...item }) => {
      const shared = parametersOfAll(Object.values(item));
      const rest = mapValues(item, (operation) => examples.sharedBy(withoutParameters(operation, shared)));
      return shared.length === 0 ? rest : { parameters: shared, ...rest };
    }),
    components: {
      ...others,
      schemas: withSharedMembers({ ...Object.fromEntries(kept), ToolStep: toolStep }),
      headers: without(headers, everywhere),
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

/** A shorter member takes about as much as its reference. */
const longMember = 150;

/** Returns schemas in which a long member that several have is a schema of its own: `KeepParams` for `keepParams`. */
function withSharedMembers(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const users = new Map<string, string[]>();
  for (const { properties = {} } of Object.values(schemas)) {
    for (const [member, schema] of Object.entries(properties)) {
      const written = JSON.stringify(schema);
      if (written.length >= longMember) users.set(written, [...(users.get(written) ?? []), member]);
    }
  }
  const shared: Record<string, JsonSchema> = {};
  const names = new Map<string, string>();
  for (const [written, [member = '', ...others]] of users) {
    const name = `${member.charAt(0).toUpperCase()}${member.slice(1)}`;
    if (others.length === 0 || !/^\w+$/.test(name) || name in schemas || name in shared) continue;
    shared[name] = JSON.parse(written) as JsonSchema;
    names.set(written, name);
  }
  const referring = (schema: JsonSchema): JsonSchema => {
    const name = names.get(JSON.stringify(schema));
    return name === undefined ? schema : schemaReference(name);
  };
  const rewritten = mapValues(schemas, ({ properties, ...schema }) =>
    properties === undefined ? schema : { ...schema, properties: mapValues(properties, referring) },
  );
  return { ...rewritten, ...shared };
}

/** The header field of every response. */
const everywhere = 'x-request-id';

function without<Value>(values: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  const { [name]: _, ...others } = values;
  return others;
}

/** Returns a response without the header field of every response. */
function withoutField({ headers = {}, ...response }: Response): Response {
  const others = without(headers, everywhere);
  return Object.keys(others).length === 0 ? response : { ...response, headers: others };
}

/** Returns the parameters in the path that all methods of it have. */
function parametersOfAll(operations: readonly OperationObject[]): readonly Parameter[] {
  const [first, ...others] = operations.filter(({ parameters = [] }) => parameters.some(isInPath));
  return others.length === 0 ? [] : (first?.parameters?.filter(isInPath) ?? []);
}

function withoutParameters(operation: OperationObject, shared: readonly Parameter[]): OperationObject {
  if (shared.length === 0 || operation.parameters === undefined) return operation;
  const { parameters, ...rest } = operation;
  const own = parameters.filter((parameter) => !isInPath(parameter));
  return own.length === 0 ? rest : { ...rest, parameters: own };
}

function isInPath({ in: place }: Parameter): boolean {
  return place === 'path';
}

function withoutExamples(response: Response): Response {
  return {
    ...withoutField(response),
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
        '$ref' in response
          ? response
          : {
              ...withoutField(response),
              ...(response.content && { content: this.#named(response.content, operationId) }),
            },
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
