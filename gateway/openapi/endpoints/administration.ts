import { defaultPageSize, longestPage } from '../../routes/page-query.js';
import { administrationExamples as examples } from '../examples.js';
import type { ErrorSetName } from '../responses.js';
import type { OperationObject, Parameter, PathItem, RequestBody, Response } from '../types.js';
import { example, jsonBody, jsonResponse, responses } from './common.js';

const keyId: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identifier of the key',
  schema: { type: 'string' },
  example: examples.key.id,
};
const accountId: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identifier of the account',
  schema: { type: 'string' },
  example: examples.usage.accountId,
};
const pageOf = (what: string): readonly Parameter[] => [
  {
    name: 'limit',
    in: 'query',
    description: `${what} on a page`,
    schema: { type: 'integer', minimum: 1, maximum: longestPage, default: defaultPageSize },
  },
  { name: 'after', in: 'query', description: 'The next of the page before', schema: { type: 'string' } },
];
const pageOfKeys: readonly Parameter[] = [
  ...pageOf('Keys'),
  { name: 'accountId', in: 'query', description: 'Only the keys of this account', schema: { type: 'string' } },
];

const key = jsonResponse('The key as it is now', 'Key', example('A key', examples.key));
const issued = example('A new secret', examples.issuedKey);
const bodyOf = (schema: string, value: object, required?: boolean) =>
  jsonBody(schema, example('A request', value), required);

/** Key administration: every endpoint needs the admin token. */
export function administrationPaths(): Record<string, PathItem> {
  return {
    '/keys': { get: listKeys, post: createKey },
    '/keys/{id}': { get: getKey, delete: revokeKey },
    '/keys/{id}/rotate': { post: rotateKey },
    '/keys/{id}/origins': { put: setKeyOrigins },
    '/keys/{id}/label': { put: setKeyLabel },
    '/accounts': { get: listAccounts },
    '/accounts/{id}/usage': { get: getUsage },
  };
}

const listKeys = operation('listKeys', 'Keys, a page of them', {
  description: 'In the order they were made, revoked ones among them, without their secrets.',
  parameters: pageOfKeys,
  successes: {
    200: jsonResponse('A page of keys', 'KeyList', example('The last page', { keys: [examples.key], next: null })),
  },
  special: ['BadKeyQuery'],
});
const createKey = operation('createKey', 'Create a key', {
  description: 'The response contains the secret. It is not stored, so it cannot be shown again.',
  requestBody: bodyOf('NewKeyRequest', examples.newKey),
  successes: { 201: jsonResponse('The key and its secret', 'IssuedKey', issued) },
  special: ['BadNewKey', 'UnsupportedMedia', 'BusyOrStoreFailed'],
});
const getKey = operation('getKey', 'One key', {
  parameters: [keyId],
  successes: { 200: key },
  special: ['NotFound'],
});
const revokeKey = operation('revokeKey', 'Revoke a key', {
  description: 'Revokes the key immediately and permanently. Idempotent.',
  parameters: [keyId],
  successes: { 200: key },
  special: ['NotFound', 'BusyOrStoreFailed'],
});
const rotateKey = operation('rotateKey', 'Give a key a new secret', {
  description: 'The old secret expires immediately, or after `graceSeconds`. A revoked key is not found.',
  parameters: [keyId],
  requestBody: bodyOf('RotationRequest', examples.rotation, false),
  successes: { 200: jsonResponse('The key and its new secret', 'IssuedKey', issued) },
  special: ['BadKeyChange', 'NotFound', 'BusyOrStoreFailed'],
});
const setKeyOrigins = operation('setKeyOrigins', 'Replace the browser origins of a key', {
  description: 'Holds from the next request on. A revoked key is not found.',
  parameters: [keyId],
  requestBody: bodyOf('OriginsRequest', examples.origins),
  successes: { 200: key },
  special: ['BadKeyChange', 'NotFound', 'UnsupportedMedia', 'BusyOrStoreFailed'],
});
const setKeyLabel = operation('setKeyLabel', 'Change what a key is called', {
  description: 'Its secret goes on as it is. A revoked key is not found.',
  parameters: [keyId],
  requestBody: bodyOf('LabelRequest', examples.label),
  successes: { 200: key },
  special: ['BadKeyChange', 'NotFound', 'UnsupportedMedia', 'BusyOrStoreFailed'],
});
const listAccounts = operation('listAccounts', 'Accounts and their quotas, a page of them', {
  description: 'In the order they were made, those whose keys are all revoked among them.',
  parameters: pageOf('Accounts'),
  successes: {
    200: jsonResponse(
      'A page of accounts',
      'AccountList',
      example('The last page', { accounts: [examples.account], next: null }),
    ),
  },
  special: ['BadAccountQuery'],
});
const getUsage = operation('getAccountUsage', 'What an account has used of its daily quota, and what for', {
  description:
    'The quota rolls by the minute; the history is by the hours of the clock in UTC. It has every request to an ' +
    'operation with a key of the account, those that were refused among them.',
  parameters: [accountId],
  successes: { 200: jsonResponse('The usage', 'Usage', example('An account', examples.usage)) },
  special: ['NotFound'],
});

interface Parts {
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly successes: Readonly<Record<number, Response>>;
  readonly special: readonly ErrorSetName[];
}

function operation(operationId: string, summary: string, { successes, special, ...parts }: Parts): OperationObject {
  return {
    operationId,
    tags: ['Keys'],
    summary,
    ...parts,
    security: [{ adminToken: [] }],
    responses: responses('administered', successes, ...special),
  };
}
