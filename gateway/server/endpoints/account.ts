import { ownerLimits } from '../keys/owner-limits.js';
import { usageExample } from './accounts.js';
import { administered, found, ownerOperation } from './administration.js';
import type { Endpoint } from './endpoint.js';
import { ownKeyEndpoints } from './keys.js';
import { exhaustedQuota } from './usage.js';
import { rangeParameter } from './usage-documents.js';

/** What the owner of an account sees and changes: the account of the session, and nothing of others. */
export const ownAccountEndpoints: readonly Endpoint[] = [
  {
    access: 'owner',
    path: '/account',
    label: 'own-account',
    methods: {
      GET: administered(async ({ session }, { keys, usageOf }) => {
        const account = keys.account(session?.accountId ?? '');
        if (account === undefined) return found(undefined, () => ({}));
        const { id: accountId, plan, dailyQuota, burstPerMinute } = account;
        const quota = await usageOf({ accountId, plan, dailyQuota }, (setting) => burstPerMinute ?? setting);
        const numbers = { activeKeys: keys.activeKeysOf(accountId), mostActiveKeys: ownerLimits.activeKeys };
        return found({ accountId, ...quota, ...numbers }, (document) => document);
      }),
    },
    describe: (vocabulary) => ({
      get: ownerOperation(vocabulary, 'getOwnAccount', 'The plan, and what is left of the daily quota', {
        description: 'The quota is that of all keys of the account together. Costs no quota.',
        successes: {
          200: vocabulary.jsonResponse(
            'The account',
            'OwnAccount',
            vocabulary.example('An account', {
              accountId: vocabulary.sample.accountId,
              ...exhaustedQuota,
              activeKeys: 2,
              mostActiveKeys: 100,
            }),
          ),
        },
        special: ['NotFound'],
      }),
    }),
    schemas: ({ count, objectOf, schemaReference, text }) => ({
      OwnAccount: {
        allOf: [
          schemaReference('KeyUsage'),
          objectOf({
            accountId: text('The account'),
            activeKeys: count('Keys that are not revoked'),
            mostActiveKeys: count('How many of them its owner can create'),
          }),
        ],
      },
    }),
  },
  {
    access: 'owner',
    path: '/account/usage',
    label: 'own-usage',
    methods: {
      GET: administered(async ({ session, query }, { accounts }) =>
        found(await accounts.usage(session?.accountId ?? '', query), (usage) => usage),
      ),
    },
    describe: (vocabulary) => ({
      get: ownerOperation(vocabulary, 'getOwnUsage', 'The usage of the account', {
        description: 'As an operator sees it: requests by hour or day and by outcome, and by key.',
        parameters: [rangeParameter],
        successes: {
          200: vocabulary.jsonResponse(
            'The usage',
            'Usage',
            vocabulary.example('An account', usageExample(vocabulary)),
          ),
        },
        special: ['BadUsageQuery', 'NotFound', 'BusyOrStoreFailed'],
      }),
    }),
  },
  ...ownKeyEndpoints,
];
