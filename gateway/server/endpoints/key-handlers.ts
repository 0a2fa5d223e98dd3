import { RequestError } from '#engine/core/errors.js';
import { encodeJson } from '#engine/core/json.js';
import { type Static, Type } from '#engine/core/schema.js';
import { gatewayProblem } from '#gateway/core/errors.js';
import { issuedKeyDocument, keyDocument, pendingDocument } from '../keys/key-documents.js';
import {
  checkLabel,
  maxLabelLength,
  maxNetworks,
  readBounds,
  readNewBounds,
  serialiseOrigins,
} from '../keys/key-rules.js';
import { type ApiKey, type IssuedKey, type KeyPage, type KeyStore, maxGraceSeconds } from '../keys/key-store.js';
import { ownerLimits } from '../keys/owner-limits.js';
import type { AdministrationRequest, AdministrationResult } from '../pipeline/route.js';
import type { Author } from '../storage/author.js';
import { type BoundsHolder, keyOperations, largestLimit } from '../storage/key-table.js';
import { administered, authorOf, bodySchema, found, ok, read } from './administration.js';
import type { Services } from './endpoint.js';
import { pageQuery, queryParameters } from './query-parameters.js';
import { rangeNamed } from './usage-documents.js';

const Origins = Type.Array(Type.String(), {
  maxItems: 100,
  description: 'Browser origins that may use the key, each scheme://host[:port] without a path or wildcard',
});

const Label = Type.String({
  maxLength: maxLabelLength,
  description: 'A name for the key; no control characters, direction marks or invisible spaces',
});

const Environment = Type.Enum(['live', 'dev'], {
  default: 'live',
  description: 'Pages on ports 3000 and 5173 of the local machine may also use a dev key',
});

/** What narrows the use of a key. */
const limits = {
  expiresAt: Type.Optional(
    Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
      description: 'When the key ends: a date and time in the future, with a zone; null for never',
    }),
  ),
  burstPerMinute: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: largestLimit }), Type.Null()], {
      description: 'Requests per minute; 0 for no limit, null for the limit of the account',
    }),
  ),
  operations: Type.Optional(
    Type.Union([Type.Array(Type.Enum(keyOperations), { minItems: 1, maxItems: 10 }), Type.Null()], {
      description: 'The operations that the key may be used for, also by agents; null for all',
    }),
  ),
  addresses: Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: maxNetworks }), Type.Null()], {
      description: 'The networks of both families from which the key may be used, in CIDR notation; null for all',
    }),
  ),
};

/** The schemas that validate request bodies. */
export const keyRequests = {
  newKey: bodySchema(
    Type.Object(
      {
        plan: Type.Enum(['pro'], { description: 'The plan of the account' }),
        environment: Environment,
        accountId: Type.Optional(
          Type.String({
            maxLength: 100,
            description: 'The account to add the key to; by default a new one is created',
          }),
        ),
        label: Type.Optional(Label),
        origins: Type.Optional(Origins),
        ...limits,
      },
      { additionalProperties: false },
    ),
  ),
  newOwnKey: bodySchema(
    Type.Object(
      { environment: Environment, label: Type.Optional(Label), origins: Type.Optional(Origins), ...limits },
      { additionalProperties: false },
    ),
  ),
  rotation: bodySchema(
    Type.Object(
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
  ),
  origins: bodySchema(Type.Object({ origins: Origins }, { additionalProperties: false })),
  limits: bodySchema(Type.Object(limits, { additionalProperties: false })),
  enabled: bodySchema(Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false })),
  label: bodySchema(
    Type.Object(
      { label: Type.Union([Label, Type.Null({ description: 'Removes the label' })]) },
      { additionalProperties: false },
    ),
  ),
};

/** Returns a document after all gateways serve the changes so far. It names those that may not yet. */
export async function confirmed(keys: KeyStore, document: object): Promise<object> {
  const pending = await keys.confirmed();
  return pending.length === 0 ? document : { ...document, pending: pending.map(pendingDocument) };
}

type Document<Value> = (value: Value, now: number) => object;

/** Returns the document of a changed key once all gateways serve the change, or 404 if there is no such key. */
async function changed<Value>({ keys, clock }: Services, value: Value | undefined, document: Document<Value>) {
  if (value === undefined) return notFound();
  return ok(await confirmed(keys, document(value, clock.now())));
}

function notFound(): AdministrationResult {
  return found(undefined, () => ({}));
}

/**
 * Returns the account whose keys a request may see and change; undefined for all: those of an operator. A key of another
 * account is not found, as if it did not exist.
 */
function scopeOf({ session }: AdministrationRequest): string | undefined {
  return session?.role === 'owner' ? (session.accountId ?? '') : undefined;
}

/** Returns the key in the path of a request, if it may see it. */
function keyOf(request: AdministrationRequest, keys: KeyStore): ApiKey | undefined {
  return within(scopeOf(request), keys.get(request.parameters.id ?? ''));
}

function within(accountId: string | undefined, key: ApiKey | undefined): ApiKey | undefined {
  return accountId === undefined || key?.accountId === accountId ? key : undefined;
}

/** Most origins on a page, unless one key has more: a key may have 26 KB of them, and 1,000 such keys are 26 MB of JSON. */
const originsOnPage = 2_000;

/** Ends a page of keys sooner if they have very many origins. */
function shortened({ keys, next }: KeyPage): KeyPage {
  let origins = 0;
  const end = keys.findIndex((key, index) => {
    origins += key.origins.length;
    return origins > originsOnPage && index > 0;
  });
  return end === -1 ? { keys, next } : { keys: keys.slice(0, end), next: keys[end - 1]?.id };
}

/** Lists keys: those of one account for its owner, and for an operator who asks for one. With `usage`, their requests. */
export const listKeys = administered(async (request, { accounts, clock, keys }) => {
  const parameters = queryParameters(request.query, 'limit', 'after', 'accountId', 'usage');
  const scope = scopeOf(request);
  const accountId = scope ?? parameters.get('accountId') ?? undefined;
  const { limit, after } = pageQuery(parameters);
  const isStart = after === undefined || scope === undefined || within(scope, keys.get(after)) !== undefined;
  const listed = isStart ? keys.list({ limit, after, accountId }) : undefined;
  if (listed === undefined) {
    throw new RequestError(gatewayProblem('unknown-page-start', { path: 'after', kind: 'key' }));
  }
  const page = shortened(listed);
  const asked = parameters.get('usage');
  const range = asked === null ? undefined : rangeNamed(asked, 'usage', clock.now());
  const [requests] = await Promise.all([
    range && accounts.requestsOf(page.keys, range),
    keys.learnUses(page.keys.map(({ id }) => id)),
  ]);
  const now = clock.now();
  const document = (key: ApiKey) => ({
    ...keyDocument(key, now),
    ...(requests && { requests: requests.get(key.id) ?? null }),
  });
  return ok({ keys: page.keys.map(document), next: page.next ?? null });
});

/** Checks what a request for a new key asks for. */
function newKeyOf<Asked extends Static<typeof keyRequests.newOwnKey.schema>>(body: Asked, keys: KeyStore) {
  const { origins = [], expiresAt, burstPerMinute, operations, addresses, ...asked } = body;
  checkLabel(asked.label ?? '');
  const written = { expiresAt, burstPerMinute, operations, addresses };
  return { asked, origins: serialiseOrigins(origins), bounds: readNewBounds(written, keys.now()) };
}

export const createKey = administered(async (request, services) => {
  const { keys } = services;
  const { asked, origins, bounds } = newKeyOf(read(keyRequests.newKey, request.body), keys);
  const newKey = { ...asked, origins, operatorBounds: bounds };
  return created(keys, await keys.create(newKey, authorOf(request, services)));
});

/** Creates a key in the owner's account, with its plan. Without a body, a live one without a label. */
export const createOwnKey = administered(async (request, services) => {
  const { keys } = services;
  const { asked, origins, bounds } = newKeyOf(read(keyRequests.newOwnKey, request.body), keys);
  const account = keys.account(scopeOf(request) ?? '');
  if (account === undefined) return notFound();
  const { id: accountId, plan } = account;
  const newKey = { ...asked, accountId, plan, origins, ownerBounds: bounds, ownerLimits };
  return created(keys, await keys.create(newKey, authorOf(request, services)));
});

async function created(keys: KeyStore, issued: IssuedKey): Promise<AdministrationResult> {
  return { status: 201, body: encodeJson(await confirmed(keys, issuedKeyDocument(issued))) };
}

export const getKey = administered(async (request, { clock, keys }) => {
  await keys.learnUses([request.parameters.id ?? '']);
  return found(keyOf(request, keys), (key) => keyDocument(key, clock.now()));
});

/** Makes a handler that changes the key in the path: not found if the request may not see it. */
function changes<Value>(
  change: (id: string, request: AdministrationRequest, keys: KeyStore, author: Author) => Promise<Value | undefined>,
  document: Document<Value>,
) {
  return administered(async (request, services) => {
    const { keys } = services;
    const { id = '' } = request.parameters;
    const isForeign = scopeOf(request) !== undefined && keyOf(request, keys) === undefined;
    const value = isForeign ? undefined : await change(id, request, keys, authorOf(request, services));
    return changed(services, value, document);
  });
}

export const revokeKey = changes((id, _, keys, author) => keys.revoke(id, author), keyDocument);

/** Without a body, the old secret expires immediately. */
export const rotateKey = changes((id, request, keys, author) => {
  const { body } = request;
  const graceSeconds = body.byteLength === 0 ? 0 : read(keyRequests.rotation, body).graceSeconds;
  return keys.rotate(id, graceSeconds, author, scopeOf(request) === undefined ? undefined : ownerLimits);
}, issuedKeyDocument);

export const setOrigins = changes(
  (id, { body }, keys, author) =>
    keys.setOrigins(id, serialiseOrigins(read(keyRequests.origins, body).origins), author),
  keyDocument,
);

/** Operators and owners have bounds of their own: an owner narrows what the operator has set, and cannot widen it. */
function holderOf(request: AdministrationRequest): BoundsHolder {
  return scopeOf(request) === undefined ? 'operator' : 'owner';
}

export const setLimits = changes((id, request, keys, author) => {
  const patch = readBounds(read(keyRequests.limits, request.body), keys.now());
  return keys.setBounds(id, holderOf(request), patch, author);
}, keyDocument);

export const setEnabled = changes((id, request, keys, author) => {
  const { enabled } = read(keyRequests.enabled, request.body);
  return keys.setBounds(id, holderOf(request), { disabled: enabled ? null : true }, author);
}, keyDocument);

export const setLabel = changes((id, { body }, keys, author) => {
  const { label } = read(keyRequests.label, body);
  checkLabel(label ?? '');
  return keys.setLabel(id, label, author);
}, keyDocument);
