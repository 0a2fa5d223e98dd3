import { type OperationParts, operatorOperation, ownerOperation, pageParameters } from './administration.js';
import type { Endpoint } from './endpoint.js';
import {
  createKey,
  createOwnKey,
  getKey,
  listKeys,
  revokeKey,
  rotateKey,
  setEnabled,
  setLabel,
  setLimits,
  setOrigins,
} from './key-handlers.js';
import { issuedKeyExample, keyErrors, keyExample, keySchemas } from './key-schemas.js';
import type { OperationObject, Parameter } from './openapi/types.js';
import type { Vocabulary } from './openapi/vocabulary.js';
import { keyUsageParameter } from './usage-documents.js';

const idParameter = ({ sample }: Vocabulary): Parameter => ({
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identifier of the key',
  schema: { type: 'string' },
  example: sample.keyId,
});

const accountParameter: Parameter = {
  name: 'accountId',
  in: 'query',
  description: 'Only keys of this account',
  schema: { type: 'string' },
};

const keyResponse = (vocabulary: Vocabulary) => ({
  200: vocabulary.jsonResponse('The current key', 'Key', vocabulary.example('A key', keyExample(vocabulary))),
});

const secretResponse = (vocabulary: Vocabulary, description: string) =>
  vocabulary.jsonResponse(description, 'IssuedKey', vocabulary.example('A new secret', issuedKeyExample(vocabulary)));

const bodyOf = ({ example, jsonBody }: Vocabulary, schema: string, value: object, required?: boolean) =>
  jsonBody(schema, example('A request', value), required);

/** Who administers keys: an operator those of all accounts, an owner those of one. */
interface KeyAdministration {
  readonly access: 'operator' | 'owner';
  readonly base: string;
  /** The beginning of the labels. */
  readonly label: string;
  /** What the operations are about: `Key` gives `listKeys`. */
  readonly noun: string;
  readonly operation: (vocabulary: Vocabulary, id: string, summary: string, parts: OperationParts) => OperationObject;
  readonly create: typeof createKey;
  readonly newKey: { readonly schema: string; readonly example: object };
  readonly listParameters: readonly Parameter[];
  readonly newKeyErrors: 'BadNewKey' | 'BadNewOwnKey';
  readonly rotationErrors: 'BadKeyChange' | 'BadOwnRotation';
  /** Whose limits {@link setLimits} changes. */
  readonly limits: string;
}

const byOperator: KeyAdministration = {
  access: 'operator',
  base: '/keys',
  label: 'key',
  noun: 'Key',
  operation: operatorOperation,
  create: createKey,
  newKey: {
    schema: 'NewKeyRequest',
    example: { plan: 'pro', label: 'batch client', origins: ['https://app.example'] },
  },
  listParameters: [accountParameter],
  newKeyErrors: 'BadNewKey',
  rotationErrors: 'BadKeyChange',
  limits: 'Changes the limits that the operator has set; the owner may have narrowed them.',
};

const byOwner: KeyAdministration = {
  access: 'owner',
  base: '/account/keys',
  label: 'own-key',
  noun: 'OwnKey',
  operation: ownerOperation,
  create: createOwnKey,
  newKey: {
    schema: 'NewOwnKeyRequest',
    example: { environment: 'live', label: 'batch client', origins: ['https://app.example'] },
  },
  listParameters: [],
  newKeyErrors: 'BadNewOwnKey',
  rotationErrors: 'BadOwnRotation',
  limits: 'Changes the limits that the owner has set. They narrow those of the operator, and widen nothing.',
};

/** Returns the endpoints of keys: the same for operators and owners, but for what they may see. */
function endpointsFor(administration: KeyAdministration): readonly Endpoint[] {
  const { access, base, label, noun, operation, create, newKey } = administration;
  return [
    {
      access,
      path: base,
      label: `${label}s`,
      methods: { GET: listKeys, POST: create },
      audits: { POST: 'key.create' },
      describe: (vocabulary) => {
        const { example, jsonResponse } = vocabulary;
        return {
          get: operation(vocabulary, `list${noun}s`, 'A page of keys', {
            description: 'In order of creation, including revoked ones, without their secrets.',
            parameters: [...pageParameters('Keys'), ...administration.listParameters, keyUsageParameter],
            successes: {
              200: jsonResponse(
                'A page of keys',
                'KeyList',
                example('The last page', { keys: [keyExample(vocabulary)], next: null }),
              ),
            },
            special: ['BadKeyQuery'],
          }),
          post: operation(vocabulary, `create${noun}`, 'Create a key', {
            description: 'The response contains the secret. It is not stored, so it cannot be shown again.',
            requestBody: bodyOf(vocabulary, newKey.schema, newKey.example),
            successes: { 201: secretResponse(vocabulary, 'The key and its secret') },
            special: [administration.newKeyErrors, 'UnsupportedMedia', 'BusyOrStoreFailed'],
          }),
        };
      },
      ...(access === 'operator' && { schemas: keySchemas, badRequests: keyErrors }),
    },
    {
      access,
      path: `${base}/{id}`,
      label,
      methods: { GET: getKey, DELETE: revokeKey },
      audits: { DELETE: 'key.revoke' },
      describe: (vocabulary) => ({
        get: operation(vocabulary, `get${noun}`, 'One key', {
          parameters: [idParameter(vocabulary)],
          successes: keyResponse(vocabulary),
          special: ['NotFound'],
        }),
        delete: operation(vocabulary, `revoke${noun}`, 'Revoke a key', {
          description: 'Revokes the key immediately and permanently. Idempotent.',
          parameters: [idParameter(vocabulary)],
          successes: keyResponse(vocabulary),
          special: ['NotFound', 'BusyOrStoreFailed'],
        }),
      }),
    },
    {
      access,
      path: `${base}/{id}/rotate`,
      label: `${label}-rotation`,
      takesAnyType: true,
      methods: { POST: rotateKey },
      audits: { POST: 'key.rotate' },
      describe: (vocabulary) => ({
        post: operation(vocabulary, `rotate${noun}`, 'Issue a new secret for a key', {
          description:
            'The old secret expires immediately, or after `graceSeconds`. At most three secrets of a key are valid: a fourth ' +
            'ends the oldest. A revoked key is not found.',
          parameters: [idParameter(vocabulary)],
          requestBody: bodyOf(vocabulary, 'RotationRequest', { graceSeconds: 3600 }, false),
          successes: { 200: secretResponse(vocabulary, 'The key and its new secret') },
          special: [administration.rotationErrors, 'NotFound', 'BusyOrStoreFailed'],
        }),
      }),
    },
    {
      access,
      path: `${base}/{id}/origins`,
      label: `${label}-origins`,
      methods: { PUT: setOrigins },
      audits: { PUT: 'key.set-origins' },
      describe: (vocabulary) => ({
        put: operation(vocabulary, `set${noun}Origins`, 'Replace the browser origins of a key', {
          description: 'Takes effect from the next request on. A revoked key is not found.',
          parameters: [idParameter(vocabulary)],
          requestBody: bodyOf(vocabulary, 'OriginsRequest', { origins: ['https://app.example'] }),
          successes: keyResponse(vocabulary),
          special: ['BadKeyChange', 'NotFound', 'UnsupportedMedia', 'BusyOrStoreFailed'],
        }),
      }),
    },
    {
      access,
      path: `${base}/{id}/label`,
      label: `${label}-label`,
      methods: { PUT: setLabel },
      audits: { PUT: 'key.set-label' },
      describe: (vocabulary) => ({
        put: operation(vocabulary, `set${noun}Label`, 'Change the label of a key', {
          description: 'Its secret does not change. A revoked key is not found.',
          parameters: [idParameter(vocabulary)],
          requestBody: bodyOf(vocabulary, 'LabelRequest', { label: 'nightly import' }),
          successes: keyResponse(vocabulary),
          special: ['BadKeyChange', 'NotFound', 'UnsupportedMedia', 'BusyOrStoreFailed'],
        }),
      }),
    },
    {
      access,
      path: `${base}/{id}/limits`,
      label: `${label}-limits`,
      methods: { PUT: setLimits },
      audits: { PUT: 'key.set-limits' },
      describe: (vocabulary) => ({
        put: operation(vocabulary, `set${noun}Limits`, 'Limit what a key may be used for', {
          description:
            `${administration.limits} A member that is left out stays; null removes it. Takes effect from the next request on. A key ` +
            'that has expired works again with a later end. A revoked key is not found.',
          parameters: [idParameter(vocabulary)],
          requestBody: bodyOf(vocabulary, 'KeyLimitsRequest', {
            expiresAt: '2027-01-31T00:00:00Z',
            operations: ['run'],
            addresses: ['192.0.2.0/24', '2001:db8::/32'],
          }),
          successes: keyResponse(vocabulary),
          special: ['BadKeyChange', 'NotFound', 'UnsupportedMedia', 'BusyOrStoreFailed'],
        }),
      }),
    },
    {
      access,
      path: `${base}/{id}/enabled`,
      label: `${label}-enabled`,
      methods: { PUT: setEnabled },
      audits: { PUT: 'key.set-enabled' },
      describe: (vocabulary) => ({
        put: operation(vocabulary, `set${noun}Enabled`, 'Disable a key, or enable it again', {
          description:
            'A disabled key is refused as an unknown one is. The operator and the owner disable it independently: it works if ' +
            'neither has. A revoked key is not found.',
          parameters: [idParameter(vocabulary)],
          requestBody: bodyOf(vocabulary, 'KeyEnabledRequest', { enabled: false }),
          successes: keyResponse(vocabulary),
          special: ['BadKeyChange', 'NotFound', 'UnsupportedMedia', 'BusyOrStoreFailed'],
        }),
      }),
    },
  ];
}

/** Key administration. */
export const keyEndpoints = endpointsFor(byOperator);

/** The keys of an owner's account. */
export const ownKeyEndpoints = endpointsFor(byOwner);
