import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Method, OpenApiDocument, Reference, Response } from '#gateway/server/endpoints/openapi/types.js';

/** A response, from any client. */
export interface CheckedResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null | undefined };
  readonly bytes: Uint8Array;
}

/** Validates requests and responses against a document. */
export class DocumentCheck {
  /** Names of the shared responses (`components.responses`) that have been seen. */
  readonly seen = new Set<string>();
  readonly #document: OpenApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#ajv.addSchema(closed(document) as object, 'document');
  }

  /** Asserts that an endpoint may respond with this. @param path - as in the document: `/keys/{id}`. */
  response(method: string, path: string, received: CheckedResponse): void {
    const operation = this.#document.paths[path]?.[method.toLowerCase() as Method];
    assert.ok(operation, `${method} ${path} is not documented`);
    const response = operation.responses[received.status];
    assert.ok(
      response,
      `${method} ${path} responds with ${received.status}, which is not documented: ${textOf(received)}`,
    );
    this.#response(response, received, `${method} ${path} ${received.status}`);
  }

  /** Asserts that a shared response allows this, for responses of no documented endpoint. */
  shared(name: string, received: CheckedResponse): void {
    this.#response({ $ref: `#/components/responses/${name}` }, received, name);
  }

  /** Returns whether the document allows a request body. */
  allowsBody(method: string, path: string, body: unknown): boolean {
    const operation = this.#document.paths[path]?.[method.toLowerCase() as Method];
    const schema = operation?.requestBody?.content['application/json']?.schema;
    assert.ok(schema?.$ref, `${method} ${path} takes no body`);
    return this.#ajv.validate({ $ref: `document${schema.$ref}` }, body);
  }

  #response(given: Response | Reference, received: CheckedResponse, what: string): void {
    const name = '$ref' in given ? given.$ref.split('/').at(-1) : undefined;
    const response = name === undefined ? (given as Response) : this.#document.components.responses[name];
    assert.ok(response, what);
    if (name !== undefined) this.seen.add(name);
    for (const header of Object.keys(response.headers ?? {})) {
      // Only with `Server busy`.
      if (header !== 'Retry-After') assert.ok(received.headers.get(header), `${what}: ${header}`);
    }
    if (response.content === undefined) {
      assert.equal(received.bytes.length, 0, `${what} has a body`);
      return;
    }
    const type = received.headers.get('content-type') ?? '';
    const media = response.content[type] ?? response.content[type.split(';')[0] ?? ''];
    assert.ok(media, `${what} is ${type}`);
    if (!type.startsWith('application/json')) return;
    const reference = media.schema.$ref === undefined ? media.schema : { $ref: `document${media.schema.$ref}` };
    const fits = this.#ajv.validate(reference, JSON.parse(textOf(received)));
    assert.ok(fits, `${what}: ${textOf(received).slice(0, 300)} ${this.#ajv.errorsText()}`);
  }
}

function textOf({ bytes }: CheckedResponse): string {
  return Buffer.from(bytes).toString();
}

/** Returns the schema with undocumented members forbidden in every object. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]));
  const isOpen = Object.keys(copy.properties ?? {}).length > 0 && copy.additionalProperties === undefined;
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}
