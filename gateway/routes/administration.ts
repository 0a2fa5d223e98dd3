import { RequestError } from '../../engine/core/errors.js';
import { encodeJson, parseJsonObject } from '../../engine/core/json.js';
import type { Problem } from '../../engine/core/problem.js';
import { type Static, type TSchema, Type } from '../../engine/core/schema.js';
import { lazyValidator, type Validator } from '../../engine/core/validation.js';
import { gatewayProblem, httpErrors } from '../core/errors.js';
import type { Resource } from '../http/routes.js';
import { issuedKeyDocument, keyDocument } from '../keys/key-documents.js';
import { checkLabel, maxLabelLength, serialiseOrigins } from '../keys/key-rules.js';
import { type KeyStore, maxGraceSeconds } from '../keys/key-store.js';
import { isWriteFault } from '../store/store-fault.js';
import type { Accounts } from './accounts.js';
import { pageQuery } from './page-query.js';

/** An answer of the operator's endpoints: a status and JSON in UTF-8, or what is wrong. */
export type AdministrationReply =
  | { readonly status: number; readonly body: Uint8Array }
  | { readonly problem: Problem };

export interface AdministrationParts {
  readonly keys: KeyStore;
  readonly accounts: Accounts;
  /** Told of each change that could not be stored. */
  readonly storeFailed: (error: unknown) => void;
}

const Origins = Type.Array(Type.String(), {
  maxItems: 100,
  description: 'Browser origins that may use the key, each scheme://host[:port] without a path or wildcard',
});

const Label = Type.String({ maxLength: maxLabelLength, description: 'What you call the key; no control characters' });

/** The bodies of requests, as they are validated. */
export const administrationRequests = {
  newKey: Type.Object(
    {
      plan: Type.Enum(['pro'], { description: 'The plan of the account' }),
      environment: Type.Enum(['live', 'dev'], {
        default: 'live',
        description: 'A key of dev may besides be used by pages on ports 3000 and 5173 of this machine',
      }),
      accountId: Type.Optional(
        Type.String({ maxLength: 100, description: 'The account to add the key to; left out, a new one is made' }),
      ),
      label: Type.Optional(Label),
      origins: Type.Optional(Origins),
    },
    { additionalProperties: false },
  ),
  rotation: Type.Object(
    {
      graceSeconds: Type.Integer({
        minimum: 0,
        maximum: maxGraceSeconds,
        default: 0,
        description: 'How long the old secret stays valid, in seconds: at most seven days',
      }),
    },
    { additionalProperties: false },
  ),
  origins: Type.Object({ origins: Origins }, { additionalProperties: false }),
  label: Type.Object(
    { label: Type.Union([Label, Type.Null({ description: 'Takes the label away' })]) },
    { additionalProperties: false },
  ),
};

const newKeyRequest = reader(administrationRequests.newKey);
const rotationRequest = reader(administrationRequests.rotation);
const originsRequest = reader(administrationRequests.origins);
const labelRequest = reader(administrationRequests.label);

const busy: AdministrationReply = { problem: httpErrors['server-busy'] };
const storeFailed: AdministrationReply = { problem: httpErrors['store-failed'] };
const notFound: AdministrationReply = { problem: httpErrors['not-found'] };

/** Key administration: what `/keys` and `/accounts` do once the admin token has been checked. */
export class Administration {
  readonly #parts: AdministrationParts;

  constructor(parts: AdministrationParts) {
    this.#parts = parts;
  }

  /**
   * Carries out one request.
   *
   * @param query - what stands behind the `?`.
   * @param body - the request's body, empty if it has none.
   */
  handle(resource: Resource, method: string, query: string, body: Uint8Array): AdministrationReply {
    try {
      return this.#route(resource, method, query, body);
    } catch (error) {
      if (error instanceof RequestError) return { problem: error.problem };
      // Somebody else holds the database: nothing was written, and a moment later it may be.
      if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return busy;
      if (isWriteFault(error)) {
        this.#parts.storeFailed(error);
        return storeFailed;
      }
      throw error;
    }
  }

  #route(resource: Resource, method: string, query: string, body: Uint8Array): AdministrationReply {
    const { keys, accounts } = this.#parts;
    switch (resource.kind) {
      case 'keys':
        return method === 'POST' ? this.#create(body) : this.#list(query);
      case 'key':
        return found(method === 'DELETE' ? keys.revoke(resource.keyId) : keys.get(resource.keyId), keyDocument);
      case 'key-rotation':
        return found(keys.rotate(resource.keyId, graceOf(body)), issuedKeyDocument);
      case 'key-origins':
        return found(
          keys.setOrigins(resource.keyId, serialiseOrigins(read(originsRequest, body).origins)),
          keyDocument,
        );
      case 'key-label':
        return found(keys.setLabel(resource.keyId, labelOf(body)), keyDocument);
      case 'accounts':
        return ok(accounts.list(query));
      case 'account-usage':
        return found(accounts.usage(resource.accountId), (document) => document);
      default:
        return notFound;
    }
  }

  #create(body: Uint8Array): AdministrationReply {
    const { origins = [], ...request } = read(newKeyRequest, body);
    checkLabel(request.label ?? '');
    const issued = this.#parts.keys.create({ ...request, origins: serialiseOrigins(origins) });
    return { status: 201, body: encodeJson(issuedKeyDocument(issued)) };
  }

  #list(query: string): AdministrationReply {
    const parameters = new URLSearchParams(query);
    const accountId = parameters.get('accountId') ?? undefined;
    const page = this.#parts.keys.list({ ...pageQuery(parameters), accountId });
    if (page === undefined)
      throw new RequestError(gatewayProblem('unknown-page-start', { path: 'after', kind: 'key' }));
    return ok({ keys: page.keys.map(keyDocument), next: page.next ?? null });
  }
}

interface Reader<Schema extends TSchema> {
  readonly schema: Schema;
  readonly validate: Validator;
}

function reader<Schema extends TSchema>(schema: Schema): Reader<Schema> {
  return { schema, validate: lazyValidator(schema) };
}

/** @throws {RequestError} if the body is not a JSON object that fits the schema. */
function read<Schema extends TSchema>({ validate }: Reader<Schema>, body: Uint8Array): Static<Schema> {
  const value = parseJsonObject(body);
  const problem = validate(value);
  if (problem !== undefined) throw new RequestError(problem);
  return value as Static<Schema>;
}

/** A rotation needs no body: the old secret ends at once then. */
function graceOf(body: Uint8Array): number {
  return body.byteLength === 0 ? 0 : read(rotationRequest, body).graceSeconds;
}

function labelOf(body: Uint8Array): string | null {
  const { label } = read(labelRequest, body);
  checkLabel(label ?? '');
  return label;
}

function ok(document: object): AdministrationReply {
  return { status: 200, body: encodeJson(document) };
}

function found<Value>(value: Value | undefined, document: (value: Value) => object): AdministrationReply {
  return value === undefined ? notFound : ok(document(value));
}
