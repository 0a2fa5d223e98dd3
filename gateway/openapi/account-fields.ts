import { count, text } from './schemas.js';
import type { JsonSchema } from './types.js';

/** What is said of a key wherever one is shown. */
export const keyFields = {
  id: text('Identifier of the key, for the other endpoints'),
  accountId: text('The account, whose keys share one daily quota'),
  plan: { type: 'string', enum: ['pro', 'free'], description: 'The plan of the account' },
  environment: { type: 'string', enum: ['live', 'dev'], description: 'What the key is for; its prefix says it too' },
  label: { type: ['string', 'null'], description: 'What the operator calls it' },
  origins: {
    type: 'array',
    items: { type: 'string' },
    description: 'Browser origins that may use the key, as browsers write them',
  },
} satisfies Record<string, JsonSchema>;
/** What is said of a daily quota. */
export const quotaFields = {
  used: count('Requests in the last 24 hours that count'),
  limit: { type: ['integer', 'null'], minimum: 1, description: 'The most of them; null if there is no limit' },
  remaining: { type: ['integer', 'null'], minimum: 0, description: 'How many are left; null if there is no limit' },
} satisfies Record<string, JsonSchema>;
