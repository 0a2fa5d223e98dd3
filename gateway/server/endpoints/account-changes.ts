import { encodeJson } from '#engine/core/json.js';
import { Type } from '#engine/core/schema.js';
import { gatewayProblem } from '#gateway/core/errors.js';
import { checkName, labelRule, maxLabelLength } from '../keys/key-rules.js';
import type { Account } from '../keys/key-store.js';
import type { AdministrationRequest } from '../pipeline/route.js';
import { type AccountPatch, largestLimit } from '../storage/key-table.js';
import { administered, authorOf, bodySchema, found, operatorOperation, read } from './administration.js';
import type { Endpoint, Services } from './endpoint.js';
import { confirmed } from './key-handlers.js';
import type { BadRequests } from './openapi/responses.js';
import type { JsonSchema, Parameter } from './openapi/types.js';
import type { Vocabulary } from './openapi/vocabulary.js';

/** A limit in a request. @param of - what is limited. */
function limitSchema(of: string, otherwise: string) {
  return Type.Union([Type.Integer({ minimum: 0, maximum: largestLimit }), Type.Null()], {
    description: `${of}; 0 for no limit, null for ${otherwise}`,
  });
}

const Name = Type.Union([Type.String({ maxLength: maxLabelLength }), Type.Null()], {
  description: 'A name for the account; no control characters, direction marks or invisible spaces',
});
const limits = {
  dailyQuota: Type.Optional(limitSchema('Requests in 24 hours, of all its keys together', 'that of DAILY_QUOTA')),
  burstPerMinute: Type.Optional(limitSchema('Requests per minute of each of its keys', 'that of BURST_PER_KEY')),
};

const requests = {
  account: bodySchema(
    Type.Object(
      {
        plan: Type.Enum(['pro'], { description: 'The plan of the account' }),
        name: Type.Optional(Name),
        externalId: Type.Optional(
          Type.Union([Type.String({ minLength: 1, maxLength: maxLabelLength }), Type.Null()], {
            description: 'Your own id of the customer: no two accounts have the same',
          }),
        ),
        ...limits,
      },
      { additionalProperties: false },
    ),
  ),
  name: bodySchema(Type.Object({ name: Name }, { additionalProperties: false })),
  limits: bodySchema(Type.Object(limits, { additionalProperties: false })),
  enabled: bodySchema(Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false })),
};

/** `POST /accounts`. */
export const createAccount = administered(async (request, services) => {
  const asked = read(requests.account, request.body);
  checkName('name', asked.name ?? '');
  checkName('externalId', asked.externalId ?? '');
  const account = await services.keys.createAccount(asked, authorOf(request, services));
  return { status: 201, body: encodeJson(await confirmedDocument(services, account)) };
});

async function confirmedDocument({ accounts, keys }: Services, account: Account): Promise<object> {
  return confirmed(keys, await accounts.document(account));
}

/** Makes a handler that changes the account in the path. */
function changes(patchOf: (request: AdministrationRequest) => AccountPatch) {
  return administered(async (request, services) => {
    const { id = '' } = request.parameters;
    const account = await services.keys.changeAccount(id, patchOf(request), authorOf(request, services));
    return found(account && (await confirmedDocument(services, account)), (document) => document);
  });
}

/** Describes the account in a path. */
export const accountParameter = ({ sample }: Vocabulary): Parameter => ({
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identifier of the account',
  schema: { type: 'string' },
  example: sample.accountId,
});

/** An example of an account. */
export const accountExample = ({ sample }: Vocabulary) => ({
  id: sample.accountId,
  name: 'Example Ltd',
  externalId: 'customer-1042',
  plan: 'pro',
  dailyQuota: 20000,
  burstPerMinute: null,
  enabled: true,
  createdAt: sample.createdAt,
  keys: 2,
  used: 12,
  limit: 20000,
  remaining: 19988,
});

const accountResponse = (vocabulary: Vocabulary) =>
  vocabulary.jsonResponse('The account', 'Account', vocabulary.example('An account', accountExample(vocabulary)));

/** Describes `POST /accounts`. */
export function describeCreation(vocabulary: Vocabulary) {
  const example = { plan: 'pro', name: 'Example Ltd', externalId: 'customer-1042', dailyQuota: 20000 };
  return operatorOperation(vocabulary, 'createAccount', 'Create an account', {
    description: 'It has no keys yet: create them with its id as `accountId`.',
    requestBody: vocabulary.jsonBody('NewAccountRequest', vocabulary.example('A customer', example)),
    successes: { 201: accountResponse(vocabulary) },
    special: ['BadAccount', 'UnsupportedMedia', 'BusyOrStoreFailed'],
  });
}

interface Change {
  readonly member: 'name' | 'limits' | 'enabled';
  readonly noun: string;
  readonly summary: string;
  readonly description: string;
  readonly example: object;
  readonly patchOf: (request: AdministrationRequest) => AccountPatch;
}

function changeEndpoint({ member, noun, summary, description, example, patchOf }: Change): Endpoint {
  return {
    access: 'operator',
    path: `/accounts/{id}/${member}`,
    label: `account-${member}`,
    methods: { PUT: changes(patchOf) },
    audits: { PUT: `account.set-${member}` },
    describe: (vocabulary) => ({
      put: operatorOperation(vocabulary, `setAccount${noun}`, summary, {
        description,
        parameters: [accountParameter(vocabulary)],
        requestBody: vocabulary.jsonBody(`Account${noun}Request`, vocabulary.example('A request', example)),
        successes: { 200: accountResponse(vocabulary) },
        special: ['BadAccount', 'NotFound', 'UnsupportedMedia', 'BusyOrStoreFailed'],
      }),
    }),
  };
}

/** One account, and its changes. */
export const accountChangeEndpoints: readonly Endpoint[] = [
  {
    access: 'operator',
    path: '/accounts/{id}',
    label: 'account',
    methods: {
      GET: administered(async ({ parameters: { id = '' } }, { accounts, keys }) => {
        const account = keys.account(id);
        return found(account && (await accounts.document(account)), (document) => document);
      }),
    },
    describe: (vocabulary) => ({
      get: operatorOperation(vocabulary, 'getAccount', 'One account', {
        parameters: [accountParameter(vocabulary)],
        successes: { 200: accountResponse(vocabulary) },
        special: ['NotFound'],
      }),
    }),
    schemas: ({ requestSchema }) => ({
      NewAccountRequest: requestSchema(requests.account.schema),
      AccountNameRequest: requestSchema(requests.name.schema),
      AccountLimitsRequest: requestSchema(requests.limits.schema),
      AccountEnabledRequest: requestSchema(requests.enabled.schema),
    }),
    badRequests: accountErrors,
  },
  changeEndpoint({
    member: 'name',
    noun: 'Name',
    summary: 'Rename an account',
    description: 'Null removes the name.',
    example: { name: 'Example Ltd' },
    patchOf({ body }) {
      const { name } = read(requests.name, body);
      checkName('name', name ?? '');
      return { name };
    },
  }),
  changeEndpoint({
    member: 'limits',
    noun: 'Limits',
    summary: 'Change the limits of an account',
    description:
      'A member that is left out stays. Takes effect from the next request on. A lower quota counts the requests of the last ' +
      '24 hours; a gateway that does not know of it yet (`pending`) admits at most what it had reserved.',
    example: { dailyQuota: 20000, burstPerMinute: null },
    patchOf: ({ body }) => read(requests.limits, body),
  }),
  changeEndpoint({
    member: 'enabled',
    noun: 'Enabled',
    summary: 'Disable an account, or enable it again',
    description:
      'While it is disabled, its keys are refused as disabled ones are, and its owner cannot sign in and sees and changes ' +
      'nothing. Sessions and invitations work again when it is enabled.',
    example: { enabled: false },
    patchOf: ({ body }) => read(requests.enabled, body),
  }),
];

/** The fields of an account, without its quota. */
export function accountFields({ text, time }: Vocabulary) {
  const limit = (description: string): JsonSchema => ({
    type: ['integer', 'null'],
    minimum: 0,
    description: `${description}; 0 for no limit, null for the setting`,
  });
  return {
    id: text('The account'),
    name: { type: ['string', 'null'], description: 'The name that the operator gave it' },
    externalId: { type: ['string', 'null'], description: "The operator's own id of the customer" },
    dailyQuota: limit('Requests in 24 hours'),
    burstPerMinute: limit('Requests per minute of each of its keys'),
    enabled: { type: 'boolean', description: 'Whether its keys and its owner are admitted' },
    createdAt: time('When the account was created'),
  } satisfies Record<string, JsonSchema>;
}

function accountErrors({ bodyErrors, errorFacts, invalidValue, missingField, oneOf }: Vocabulary): BadRequests {
  return {
    BadAccount: [
      ...bodyErrors,
      missingField('plan'),
      invalidValue(oneOf('plan', 'pro')),
      errorFacts(
        gatewayProblem('invalid-name', { path: 'name', reason: labelRule }),
        'the name or the external id has characters that would break listings',
        `{field} ${labelRule}`,
      ),
      errorFacts(
        gatewayProblem('external-id-taken', { path: 'externalId', accountId: 'acc_1' }),
        'another account has this externalId',
        'externalId must be unique: account {name} has it',
      ),
    ],
  };
}
