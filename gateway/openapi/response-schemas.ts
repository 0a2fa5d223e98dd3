import { usedOperations } from '../observability/operation-label.js';
import { objectOf, schemaReference } from './schemas.js';
import type { JsonSchema } from './types.js';

const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
const text = (description: string): JsonSchema => ({ type: 'string', description });
const time = (description: string): JsonSchema => ({
  type: 'string',
  format: 'date-time',
  description: `${description}; in UTC`,
});
const timeOrNull = (description: string): JsonSchema => ({ ...time(description), type: ['string', 'null'] });

const keyFields = {
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
const quotaFields = {
  used: count('Requests in the last 24 hours that count'),
  limit: { type: ['integer', 'null'], minimum: 1, description: 'The most of them; null if there is no limit' },
  remaining: { type: ['integer', 'null'], minimum: 0, description: 'How many are left; null if there is no limit' },
} satisfies Record<string, JsonSchema>;
const createdAt = time('When the key was made');

/** The bodies of answers with 2xx. */
export const responseSchemas: Readonly<Record<string, JsonSchema>> = {
  RunResult: objectOf({
    result: text('The text after the last step'),
    meta: objectOf({
      stepsExecuted: count('Steps run'),
      inputLength: count('Characters in (UTF-16 code units)'),
      outputLength: count('Characters out (UTF-16 code units)'),
      processingTimeMs: count('Processing time in milliseconds'),
    }),
  }),
  SanitizeResult: objectOf({
    sanitized: {
      type: 'array',
      items: { type: 'string' },
      description: 'The URLs, cleaned, in the order they came in',
    },
    count: count('How many'),
  }),
  SortDedupeResult: objectOf({
    output: text('The lines that are left, joined by line feeds'),
    lines: count('How many'),
  }),
  KeyUsage: objectOf({
    plan: keyFields.plan,
    quota: { type: ['integer', 'null'], minimum: 1, description: 'Requests in 24 hours; null if there is no limit' },
    used: quotaFields.used,
    remaining: quotaFields.remaining,
    freeAt: timeOrNull('When the next request will be admitted, the start of a minute; null if one would be now'),
    burstPerMinute: {
      type: ['integer', 'null'],
      minimum: 1,
      description:
        'Requests of the key that are admitted in a row, and refilled in a minute; null if there is no limit',
    },
  }),
  AgentAnswer: objectOf(
    {
      jsonrpc: { type: 'string', const: '2.0' },
      id: { type: ['string', 'number', 'null'], description: 'That of the message' },
      result: { type: 'object', additionalProperties: true, description: 'As the protocol has it' },
      error: objectOf(
        {
          code: { type: 'integer', description: 'Of JSON-RPC or the protocol' },
          message: text('What is wrong'),
          data: { description: 'More about it' },
        },
        { optional: ['data'], description: 'In the place of a result' },
      ),
    },
    { optional: ['id', 'result', 'error'], description: 'JSON-RPC 2.0' },
  ),
  ToolList: objectOf({
    tools: { type: 'array', items: schemaReference('Tool'), description: 'In the order of their identifiers' },
    count: count('How many'),
    data: objectOf(
      {
        unicode: text('Version of Unicode'),
        icu: text('Version of ICU'),
        timeZones: text('Version of the time zone database'),
      },
      { description: 'Versions of the tables that the result of some tools depends on' },
    ),
  }),
  Tool: objectOf({
    slug: schemaReference('ToolSlug'),
    title: text('Name for people'),
    category: text('The kind of tool'),
    description: text('What it does'),
    config: { type: 'object', additionalProperties: true, description: 'JSON Schema of the options, with defaults' },
    keepsLines: {
      description:
        'With which options the tool makes exactly one line of each line, by itself: true: with all; false: with none; else with those that meet all conditions of one of the alternatives',
      anyOf: [
        { type: 'boolean' },
        {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: schemaReference('OptionCondition'),
            description: 'Conditions by the names of options',
          },
        },
      ],
    },
    examples: { type: 'array', items: schemaReference('ToolExample'), description: 'Worked examples' },
  }),
  OptionCondition: {
    description: 'What an option has to be; if it is left out, its default',
    oneOf: [
      objectOf({ enum: { type: 'array', items: {}, description: 'One of these values' } }),
      objectOf({
        pattern: text(
          'An ECMAScript regular expression (flag u) that the text matches, or each text in the array however deep; no text at all does',
        ),
      }),
    ],
  },
  ToolExample: objectOf(
    {
      input: text('Text before'),
      config: { type: 'object', additionalProperties: true, description: 'Options that are not the default' },
      output: text('Text after'),
    },
    { optional: ['config'] },
  ),
  Key: objectOf({
    ...keyFields,
    last4: text('The last four characters of the newest secret'),
    createdAt,
    revokedAt: timeOrNull('When the key was revoked; null while it is in force'),
    lastUsedAt: timeOrNull('When the key was last used; null if never'),
  }),
  IssuedKey: objectOf({
    ...keyFields,
    key: { type: 'string', pattern: '^svc_(live|dev)_[A-Za-z0-9]{32,}$', description: 'The secret, shown only now' },
    createdAt,
  }),
  KeyList: objectOf({
    keys: { type: 'array', items: schemaReference('Key'), description: 'In the order they were made' },
    next: { type: ['string', 'null'], description: 'What to ask for as after; null on the last page' },
  }),
  Account: objectOf({
    accountId: text('The account'),
    plan: keyFields.plan,
    keys: count('Its keys that are not revoked'),
    ...quotaFields,
  }),
  AccountList: objectOf({
    accounts: { type: 'array', items: schemaReference('Account'), description: 'In the order they were made' },
    next: { type: ['string', 'null'], description: 'What to ask for as after; null on the last page' },
  }),
  Usage: objectOf({
    accountId: text('The account'),
    plan: keyFields.plan,
    windowHours: { type: 'integer', const: 24, description: 'The rolling window of the quota' },
    ...quotaFields,
    history: {
      type: 'array',
      items: schemaReference('UsageCount'),
      description: 'What came of the requests of this hour of the clock and the 23 before it, the oldest first',
    },
  }),
  UsageCount: objectOf({
    hour: time('When the hour began in which the requests came'),
    operation: { type: 'string', enum: [...usedOperations], description: 'What they asked for' },
    status: count('What they were answered; 0 if the client was gone before'),
    refusal: {
      type: ['string', 'null'],
      description: 'Why they were answered 429: burst-key or quota; null for every other status',
    },
    count: { type: 'integer', minimum: 1, description: 'How many' },
  }),
  Alive: objectOf({ status: { type: 'string', const: 'ok' } }),
  Ready: objectOf({
    status: {
      type: 'string',
      enum: ['ok', 'degraded'],
      description: 'degraded: counters cannot be stored just now, and are kept in memory',
    },
  }),
};
