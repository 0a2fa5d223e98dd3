import { gatewayProblem } from '#gateway/core/errors.js';
import { usageRangeNames } from '#gateway/core/usage-range.js';
import { futureRule, labelRule } from '../keys/key-rules.js';
import { ownerLimitProblem, ownerLimits } from '../keys/owner-limits.js';
import { keyOperations } from '../storage/key-table.js';
import { pageErrors } from './administration.js';
import { keyRequests } from './key-handlers.js';
import type { BadRequests } from './openapi/responses.js';
import type { JsonSchema } from './openapi/types.js';
import type { Vocabulary } from './openapi/vocabulary.js';

/** What the documents of a key have in common. */
const commonExample = ({ sample }: Vocabulary) => ({
  id: sample.keyId,
  accountId: sample.accountId,
  plan: 'pro',
  environment: 'live',
  label: 'batch client',
  origins: ['https://app.example'],
});

const boundsExample = {
  expiresAt: '2027-01-31T00:00:00.000Z',
  burstPerMinute: null,
  operations: ['run'],
  addresses: ['192.0.2.0/24', '2001:db8::/32'],
  enabled: true,
};

/** An example of a key. */
export const keyExample = (vocabulary: Vocabulary) => ({
  ...commonExample(vocabulary),
  ...boundsExample,
  setBy: { operator: boundsExample, owner: null },
  last4: '0123',
  createdAt: vocabulary.sample.createdAt,
  revokedAt: null,
  lastUsedAt: null,
});

/** An example of a key with its secret. */
export const issuedKeyExample = (vocabulary: Vocabulary) => ({
  ...commonExample(vocabulary),
  key: 'svc_live_EXAMPLEexampleEXAMPLEexample0123',
  createdAt: vocabulary.sample.createdAt,
});

/** The fields of a key, wherever one is shown. */
export function keyFields({ text }: Vocabulary) {
  return {
    id: text('Identifier of the key, for the other endpoints'),
    accountId: text('The account, whose keys share one daily quota'),
    plan: { type: 'string', enum: ['pro', 'free'], description: 'The plan of the account' },
    environment: {
      type: 'string',
      enum: ['live', 'dev'],
      description: 'The environment of the key; its prefix says the same',
    },
    label: { type: ['string', 'null'], description: 'The name that the operator gave the key' },
    origins: {
      type: 'array',
      items: { type: 'string' },
      description: 'Browser origins that may use the key, in the form that browsers send',
    },
  } satisfies Record<string, JsonSchema>;
}

/** What narrows the use of a key, wherever it is shown. */
function boundsFields({ timeOrNull }: Vocabulary) {
  return {
    expiresAt: timeOrNull('When the key ends; null for never'),
    burstPerMinute: {
      type: ['integer', 'null'],
      minimum: 0,
      description: 'Requests per minute; 0 for no limit, null for the limit of the account',
    },
    operations: {
      type: ['array', 'null'],
      items: { type: 'string', enum: [...keyOperations] },
      description: 'The operations that it may be used for; null for all',
    },
    addresses: {
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'The networks from which it may be used, in CIDR notation; null for all',
    },
    enabled: { type: 'boolean', description: 'Whether it may be used; its account may be disabled all the same' },
  } satisfies Record<string, JsonSchema>;
}

/** The gateways that have not confirmed a change. */
function pendingGateways({ objectOf, text, time }: Vocabulary): JsonSchema {
  return {
    type: 'array',
    description:
      'Gateways that share the database and did not confirm the change within two seconds: each may serve keys as they ' +
      'were before until it does, but not after `until`. Absent if all have confirmed',
    items: objectOf({
      gateway: text(
        'The machine and the process of the gateway; `unknown` for any, if the database does not respond or was just ' +
          'replaced by its standby',
      ),
      until: time('When the gateway stops serving keys, unless it sees the change before'),
    }),
  };
}

/** The schemas of operators and owners. */
export function keySchemas(vocabulary: Vocabulary) {
  const { objectOf, requestSchema, schemaReference, text, time, timeOrNull } = vocabulary;
  const createdAt = time('When the key was created');
  const pending = schemaReference('PendingGateways');
  const bounds = boundsFields(vocabulary);
  return {
    PendingGateways: pendingGateways(vocabulary),
    NewKeyRequest: requestSchema(keyRequests.newKey.schema),
    NewOwnKeyRequest: requestSchema(keyRequests.newOwnKey.schema),
    RotationRequest: requestSchema(keyRequests.rotation.schema),
    OriginsRequest: requestSchema(keyRequests.origins.schema),
    LabelRequest: requestSchema(keyRequests.label.schema),
    KeyLimitsRequest: requestSchema(keyRequests.limits.schema),
    KeyEnabledRequest: requestSchema(keyRequests.enabled.schema),
    KeyBounds: objectOf(bounds, { description: 'What one of the two has set' }),
    Key: objectOf(
      {
        ...keyFields(vocabulary),
        ...bounds,
        setBy: objectOf(
          {
            operator: { anyOf: [schemaReference('KeyBounds'), { type: 'null' }], description: 'Null for nothing' },
            owner: { anyOf: [schemaReference('KeyBounds'), { type: 'null' }], description: 'Null for nothing' },
          },
          {
            description:
              'Who has set which limits. Those of the key are both together: the earlier end, the smaller burst, and what both allow',
          },
        ),
        last4: text('The last four characters of the newest secret'),
        createdAt,
        revokedAt: timeOrNull('When the key was revoked; null while it is active'),
        lastUsedAt: timeOrNull(
          'When the key was last used; null if never. Uses at other gateways are known after SYNC_INTERVAL_MS',
        ),
        oldSecretExpiresAt: time(
          'When the last secret before a rotation expires; absent if none of them is valid any more',
        ),
        requests: {
          type: ['integer', 'null'],
          minimum: 0,
          description:
            'Its requests in the range of `usage`; absent without that parameter. Null if they are not known: the database ' +
            'does not respond, or the key is not counted apart, being beyond the first 100 of its account in 24 hours',
        },
        pending,
      },
      { optional: ['oldSecretExpiresAt', 'requests', 'pending'] },
    ),
    IssuedKey: objectOf(
      {
        ...keyFields(vocabulary),
        key: {
          type: 'string',
          pattern: '^svc_(live|dev)_[A-Za-z0-9]{32,}$',
          description: 'The secret, shown only now',
        },
        ...bounds,
        createdAt,
        pending,
      },
      // A key without limits is shown without them.
      { optional: [...(Object.keys(bounds) as (keyof typeof bounds)[]), 'pending'] },
    ),
    KeyList: objectOf({
      keys: { type: 'array', items: schemaReference('Key'), description: 'In order of creation' },
      next: { type: ['string', 'null'], description: 'The value of after for the next page; null on the last page' },
    }),
  };
}

/** The responses with 400 of operators and owners. */
export function keyErrors(vocabulary: Vocabulary): BadRequests {
  const { bodyErrors, errorFacts, invalidValue, missingField, oneOf } = vocabulary;
  const administration = [...bodyErrors, missingField('plan'), invalidValue(oneOf('plan', 'pro'))];
  const details = [
    errorFacts(
      gatewayProblem('invalid-label', { path: 'label', reason: labelRule }),
      'the label has characters that would break listings',
    ),
    errorFacts(
      gatewayProblem('invalid-origin', { path: 'origins[2]', reason: 'must begin with http:// or https://' }),
      'the first invalid origin, and the reason',
      '{field} must {requirement}',
    ),
    errorFacts(
      gatewayProblem('invalid-bound', { path: 'expiresAt', reason: futureRule }),
      'the end is in the past or no date and time, or an address is no network',
      '{field} must {requirement}',
    ),
  ];
  const tooManyActiveKeys = errorFacts(
    ownerLimitProblem('activeKeys'),
    `the account has ${ownerLimits.activeKeys} keys that are not revoked`,
  );
  const tooManyNewSecrets = errorFacts(
    ownerLimitProblem('secretsInDay'),
    `owners of the account have created and rotated its keys ${ownerLimits.secretsInDay} times in the last 24 hours`,
  );
  const tooManyChanges = errorFacts(
    ownerLimitProblem('changesInDay'),
    `owners of the account have made ${ownerLimits.changesInDay} changes in the last 24 hours; a key can still be revoked`,
  );
  return {
    BadNewKey: [
      ...administration,
      errorFacts(
        gatewayProblem('unknown-account', { path: 'accountId', accountId: 'acc_1' }),
        'there is no account with this accountId',
        'Unknown account: {name}',
      ),
      errorFacts(
        gatewayProblem('plan-mismatch', { path: 'accountId', accountId: 'acc_1', plan: 'free' }),
        'the account has another plan',
        'Account {name} has the plan {name}',
      ),
      ...details,
    ],
    BadNewOwnKey: [
      ...bodyErrors,
      invalidValue(oneOf('environment', 'live', 'dev')),
      tooManyActiveKeys,
      tooManyNewSecrets,
      tooManyChanges,
      ...details,
    ],
    BadOwnRotation: [...administration, ...details, tooManyNewSecrets, tooManyChanges],
    BadKeyChange: [...administration, ...details, tooManyChanges],
    BadKeyQuery: [...pageErrors(vocabulary, 'key'), invalidValue(oneOf('usage', ...usageRangeNames))],
  };
}
