import { RequestError } from '../../engine/core/errors.js';
import { encodeJson } from '../../engine/core/json.js';
import { Type } from '../../engine/core/schema.js';
import { gatewayProblem } from '../core/errors.js';
import { issuedKeyDocument, keyDocument } from '../keys/key-documents.js';
import { checkLabel, maxLabelLength, serialiseOrigins } from '../keys/key-rules.js';
import { maxGraceSeconds } from '../keys/key-store.js';
import { pageQuery } from '../keys/page-query.js';
import type { Parameter } from '../openapi/types.js';
import type { Vocabulary } from '../openapi/vocabulary.js';
import { administered, bodySchema, found, ok, operatorOperation, pageParameters, read } from './administration.js';
import type { Endpoint } from './endpoint.js';

const Origins = Type.Array(Type.String(), {
  maxItems: 100,
  description: 'Browser origins that may use the key, each scheme://host[:port] without a path or wildcard',
});

const Label = Type.String({ maxLength: maxLabelLength, description: 'A name for the key; no control characters' });

/** The schemas that validate request bodies. */
const requests = {
  newKey: bodySchema(
    Type.Object(
      {
        plan: Type.Enum(['pro'], { description: 'The plan of the account' }),
        environment: Type.Enum(['live', 'dev'], {
          default: 'live',
          description: 'Pages on ports 3000 and 5173 of the local machine may also use a dev key',
        }),
        accountId: Type.Optional(
          Type.String({
            maxLength: 100,
            description: 'The account to add the key to; by default a new one is created',
          }),
        ),
        label: Type.Optional(Label),
        origins: Type.Optional(Origins),
      },
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
  label: bodySchema(
    Type.Object(
      { label: Type.Union([Label, Type.Null({ description: 'Removes the label' })]) },
      { additionalProperties: false },
    ),
  ),
};

const listKeys = administered(({ query }, { keys }) => {
  const parameters = new URLSearchParams(query);
  const accountId = parameters.get('accountId') ?? undefined;
  const page = keys.list({ ...pageQuery(parameters), accountId });
  if (page === undefined) {
    throw new RequestError(gatewayProblem('unknown-page-start', { path: 'after', kind: 'key' }));
  }
  return ok({ keys: page.keys.map(keyDocument), next: page.next ?? null });
});

const createKey = administered(({ body }, { keys }) => {
  const { origins = [], ...request } = read(requests.newKey, body);
  checkLabel(request.label ?? '');
  const issued = keys.create({ ...request, origins: serialiseOrigins(origins) });
  return { status: 201, body: encodeJson(issuedKeyDocument(issued)) };
});

/** Without a body, the old secret expires immediately. */
const rotateKey = administered(({ parameters: { id = '' }, body }, { keys }) => {
  const graceSeconds = body.byteLength === 0 ? 0 : read(requests.rotation, body).graceSeconds;
  return found(keys.rotate(id, graceSeconds), issuedKeyDocument);
});

const setOrigins = administered(({ parameters: { id = '' }, body }, { keys }) =>
  found(keys.setOrigins(id, serialiseOrigins(read(requests.origins, body).origins)), keyDocument),
);

const setLabel = administered(({ parameters: { id = '' }, body }, { keys }) => {
  const { label } = read(requests.label, body);
  checkLabel(label ?? '');
  return found(keys.setLabel(id, label), keyDocument);
});

const idParameter = ({ examples }: Vocabulary): Parameter => ({
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identifier of the key',
  schema: { type: 'string' },
  example: examples.administrationExamples.key.id,
});

const accountParameter: Parameter = {
  name: 'accountId',
  in: 'query',
  description: 'Only keys of this account',
  schema: { type: 'string' },
};

const keyResponse = ({ example, examples, jsonResponse }: Vocabulary) => ({
  200: jsonResponse('The current key', 'Key', example('A key', examples.administrationExamples.key)),
});

const secretResponse = ({ example, examples, jsonResponse }: Vocabulary, description: string) =>
  jsonResponse(description, 'IssuedKey', example('A new secret', examples.administrationExamples.issuedKey));

const bodyOf = ({ example, jsonBody }: Vocabulary, schema: string, value: object, required?: boolean) =>
  jsonBody(schema, example('A request', value), required);

/** Key administration. */
export const keyEndpoints: readonly Endpoint[] = [
  {
    access: 'operator',
    path: '/keys',
    label: 'keys',
    methods: { GET: listKeys, POST: createKey },
    describe: (vocabulary) => {
      const { example, jsonResponse } = vocabulary;
      const examples = vocabulary.examples.administrationExamples;
      return {
        get: operatorOperation(vocabulary, 'listKeys', 'A page of keys', {
          description: 'In order of creation, including revoked ones, without their secrets.',
          parameters: [...pageParameters('Keys'), accountParameter],
          successes: {
            200: jsonResponse(
              'A page of keys',
              'KeyList',
              example('The last page', { keys: [examples.key], next: null }),
            ),
          },
          special: ['BadKeyQuery'],
        }),
        post: operatorOperation(vocabulary, 'createKey', 'Create a key', {
          description: 'The response contains the secret. It is not stored, so it cannot be shown again.',
          requestBody: bodyOf(vocabulary, 'NewKeyRequest', examples.newKey),
          successes: { 201: secretResponse(vocabulary, 'The key and its secret') },
          special: ['BadNewKey', 'UnsupportedMedia', 'BusyOrStoreFailed'],
        }),
      };
    },
    schemas: keySchemas,
  },
  {
    access: 'operator',
    path: '/keys/{id}',
    label: 'key',
    methods: {
      GET: administered(({ parameters: { id = '' } }, { keys }) => found(keys.get(id), keyDocument)),
      DELETE: administered(({ parameters: { id = '' } }, { keys }) => found(keys.revoke(id), keyDocument)),
    },
    describe: (vocabulary) => ({
      get: operatorOperation(vocabulary, 'getKey', 'One key', {
        parameters: [idParameter(vocabulary)],
        successes: keyResponse(vocabulary),
        special: ['NotFound'],
      }),
      delete: operatorOperation(vocabulary, 'revokeKey', 'Revoke a key', {
        description: 'Revokes the key immediately and permanently. Idempotent.',
        parameters: [idParameter(vocabulary)],
        successes: keyResponse(vocabulary),
        special: ['NotFound', 'BusyOrStoreFailed'],
      }),
    }),
  },
  {
    access: 'operator',
    path: '/keys/{id}/rotate',
    label: 'key-rotation',
    takesAnyType: true,
    methods: { POST: rotateKey },
    describe: (vocabulary) => ({
      post: operatorOperation(vocabulary, 'rotateKey', 'Issue a new secret for a key', {
        description: 'The old secret expires immediately, or after `graceSeconds`. A revoked key is not found.',
        parameters: [idParameter(vocabulary)],
        requestBody: bodyOf(vocabulary, 'RotationRequest', vocabulary.examples.administrationExamples.rotation, false),
        successes: { 200: secretResponse(vocabulary, 'The key and its new secret') },
        special: ['BadKeyChange', 'NotFound', 'BusyOrStoreFailed'],
      }),
    }),
  },
  {
    access: 'operator',
    path: '/keys/{id}/origins',
    label: 'key-origins',
    methods: { PUT: setOrigins },
    describe: (vocabulary) => ({
      put: operatorOperation(vocabulary, 'setKeyOrigins', 'Replace the browser origins of a key', {
        description: 'Takes effect from the next request on. A revoked key is not found.',
        parameters: [idParameter(vocabulary)],
        requestBody: bodyOf(vocabulary, 'OriginsRequest', vocabulary.examples.administrationExamples.origins),
        successes: keyResponse(vocabulary),
        special: ['BadKeyChange', 'NotFound', 'UnsupportedMedia', 'BusyOrStoreFailed'],
      }),
    }),
  },
  {
    access: 'operator',
    path: '/keys/{id}/label',
    label: 'key-label',
    methods: { PUT: setLabel },
    describe: (vocabulary) => ({
      put: operatorOperation(vocabulary, 'setKeyLabel', 'Change the label of a key', {
        description: 'Its secret does not change. A revoked key is not found.',
        parameters: [idParameter(vocabulary)],
        requestBody: bodyOf(vocabulary, 'LabelRequest', vocabulary.examples.administrationExamples.label),
        successes: keyResponse(vocabulary),
        special: ['BadKeyChange', 'NotFound', 'UnsupportedMedia', 'BusyOrStoreFailed'],
      }),
    }),
  },
];

function keySchemas({ keyFields, objectOf, requestSchema, schemaReference, text, time, timeOrNull }: Vocabulary) {
  const createdAt = time('When the key was created');
  return {
    NewKeyRequest: requestSchema(requests.newKey.schema),
    RotationRequest: requestSchema(requests.rotation.schema),
    OriginsRequest: requestSchema(requests.origins.schema),
    LabelRequest: requestSchema(requests.label.schema),
    Key: objectOf({
      ...keyFields,
      last4: text('The last four characters of the newest secret'),
      createdAt,
      revokedAt: timeOrNull('When the key was revoked; null while it is active'),
      lastUsedAt: timeOrNull('When the key was last used; null if never'),
    }),
    IssuedKey: objectOf({
      ...keyFields,
      key: { type: 'string', pattern: '^svc_(live|dev)_[A-Za-z0-9]{32,}$', description: 'The secret, shown only now' },
      createdAt,
    }),
    KeyList: objectOf({
      keys: { type: 'array', items: schemaReference('Key'), description: 'In order of creation' },
      next: { type: ['string', 'null'], description: 'The value of after for the next page; null on the last page' },
    }),
  };
}
