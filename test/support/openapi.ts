import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Method, OpenApiDocument, Reference, Response } from '../../gateway/openapi/types.js';

/** What came back, by whatever client. */
export interface Answered {
  readonly status: number;
  readonly headers: { get(name: string): string | null | undefined };
  readonly bytes: Uint8Array;
}

/** Holds requests and answers against a document. */
export class DocumentCheck {
  /** Names of the shared answers (`components.responses`) that have come. */
  readonly seen = new Set<string>();
  readonly #document: OpenApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#ajv.addSchema(closed(document) as object, 'document');
  }

  /** That an endpoint may answer this. @param path - as the document has it: `/keys/{id}`. */
  answer(method: string, path: string, answered: Answered): void {
    const operation = this.#document.paths[path]?.[method.toLowerCase() as Method];
    assert.ok(operation, `${method} ${path} is not documented`);
    const response = operation.responses[answered.status];
    assert.ok(response, `${method} ${path} answers ${answered.status}, which is not documented: ${textOf(answered)}`);
    this.#response(response, answered, `${method} ${path} ${answered.status}`);
  }

  /** That a shared answer allows this: for what no endpoint of the document answers. */
  shared(name: string, answered: Answered): void {
    this.#response({ $ref: `#/components/responses/${name}` }, answered, name);
  }

  /** Whether the document allows a request body. */
  allowsBody(method: string, path: string, body: unknown): boolean {
    const operation = this.#document.paths[path]?.[method.toLowerCase() as Method];
    const schema = operation?.requestBody?.content['application/json']?.schema;
    assert.ok(schema?.$ref, `${method} ${path} takes no body`);
    return this.#ajv.validate({ $ref: `document${schema.$ref}` }, body);
  }

  #response(given: Response | Reference, answered: Answered, what: string): void {
    const name = '$ref' in given ? given.$ref.split('/').at(-1) : undefined;
    const response = name === undefined ? (given as Response) : this.#document.components.responses[name];
    assert.ok(response, what);
    if (name !== undefined) this.seen.add(name);
    for (const header of Object.keys(response.headers ?? {})) {
      // With `Server busy` alone.
      if (header !== 'Retry-After') assert.ok(answered.headers.get(header), `${what}: ${header}`);
    }
    if (response.content === undefined) {
      assert.equal(answered.bytes.length, 0, `${what} has a body`);
      return;
    }
    const type = answered.headers.get('content-type') ?? '';
    const media = response.content[type] ?? response.content[type.split(';')[0] ?? ''];
    assert.ok(media, `${what} is ${type}`);
    if (!type.startsWith('application/json')) return;
    const reference = media.schema.$ref === undefined ? media.schema : { $ref: `document${media.schema.$ref}` };
    const fits = this.#ajv.validate(reference, JSON.parse(textOf(answered)));
    assert.ok(fits, `${what}: ${textOf(answered).slice(0, 300)} ${this.#ajv.errorsText()}`);
  }
}

function textOf({ bytes }: Answered): string {
  return Buffer.from(bytes).toString();
}

/** The same with no object that may have members of which the document does not speak. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]));
  const isOpen = Object.keys(copy.properties ?? {}).length > 0 && copy.additionalProperties === undefined;
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}
