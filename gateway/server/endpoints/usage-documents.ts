import { engineProblem } from '#engine/core/error-table.js';
import { RequestError } from '#engine/core/errors.js';
import { type UsageRange, type UsageRangeName, usageRange, usageRangeNames } from '#gateway/core/usage-range.js';
import { type KeyOutcome, mostKeyOutcomes, type UsageOutcome } from '../storage/counter-store.js';
import type { JsonSchema, Parameter } from './openapi/types.js';
import type { Vocabulary } from './openapi/vocabulary.js';
import { queryParameters } from './query-parameters.js';

/** Shared parts of the endpoints that show usage: the range of a request, and the documents of counts. */

const usualRange: UsageRangeName = '24h';

/** Returns the range that a query asks for. @throws {RequestError} if there is no such range. */
export function rangeOf(query: string, now: number): UsageRange {
  return rangeNamed(queryParameters(query, 'range').get('range') ?? usualRange, 'range', now);
}

/** Returns the range that a parameter names. @param path - the parameter. @throws {RequestError} if there is none. */
export function rangeNamed(asked: string, path: string, now: number): UsageRange {
  const name = usageRangeNames.find((each) => each === asked);
  if (name !== undefined) return usageRange(name, now);
  const reason = `must be one of: ${usageRangeNames.join(', ')}`;
  throw new RequestError(engineProblem('invalid-value', { path, reason, rule: 'enum', allowed: usageRangeNames }));
}

/** Returns the members that say which time counts are of. */
export function rangeDocument({ name, firstHour }: UsageRange) {
  return { range: name, since: timeOf(firstHour) };
}

/** Returns the document of a count in an hour or a day. */
export function outcomeDocument({ hour, ...outcome }: UsageOutcome, { hoursPerPeriod }: UsageRange) {
  const begin = timeOf(hour);
  return { ...(hoursPerPeriod === 1 ? { hour: begin } : { day: begin.slice(0, 10) }), ...facts(outcome) };
}

/** Returns the document of a count of one key. */
export function keyOutcomeDocument({ keyId, ...outcome }: KeyOutcome) {
  return { keyId: keyId === '' ? null : keyId, ...facts(outcome) };
}

function facts({ refusal, ...outcome }: Omit<UsageOutcome, 'hour'>) {
  const { operation, status, count, charactersIn, charactersOut } = outcome;
  return { operation, status, refusal: refusal === '' ? null : refusal, count, charactersIn, charactersOut };
}

function timeOf(hour: number): string {
  return new Date(hour * 3_600_000).toISOString();
}

/** The parameter `range`. */
export const rangeParameter: Parameter = {
  name: 'range',
  in: 'query',
  description:
    'The last 24 hours by hour, or the last 7 or 30 days by day, in UTC; the present hour or day is the last',
  schema: { type: 'string', enum: usageRangeNames, default: usualRange },
};

/** The parameter `usage` of a list of keys. */
export const keyUsageParameter: Parameter = {
  name: 'usage',
  in: 'query',
  description: 'Adds `requests` to each key: those of a range, as in the usage of an account',
  schema: { type: 'string', enum: usageRangeNames },
};

/** Returns the schemas of the members of {@link rangeDocument}. */
export function rangeFields({ time }: Vocabulary) {
  return {
    range: { type: 'string', enum: usageRangeNames, description: 'What the history covers' } satisfies JsonSchema,
    since: time('The start of the first hour or day of the range'),
  };
}

/** The fields of a daily quota. */
export function quotaFields({ count }: Vocabulary) {
  return {
    used: count('Counted requests in the last 24 hours'),
    limit: { type: ['integer', 'null'], minimum: 1, description: 'The daily quota; null for no limit' },
    remaining: { type: ['integer', 'null'], minimum: 0, description: 'Requests left; null for no limit' },
  } satisfies Record<string, JsonSchema>;
}

/** Returns the schemas of characters. @param count - the vocabulary's. */
export function characterFields(count: Vocabulary['count']) {
  return {
    charactersIn: count(
      'Characters (UTF-16 code units) of the texts that were processed: input, all of inputs, urls or lines. 0 for requests that failed',
    ),
    charactersOut: count('Characters of the results: result, all of results, sanitized, or output'),
  } satisfies Record<string, JsonSchema>;
}

/** Returns the schemas of counts. */
export function usageCountSchemas({ count, objectOf, operations, time }: Vocabulary) {
  const outcome = {
    operation: { type: 'string', enum: operations, description: 'The operation' },
    status: count('The status of the response; 0 if the client left before it'),
    refusal: {
      type: ['string', 'null'],
      description: 'The reason of a 429: burst-address, burst-key or quota; null for every other status',
    },
    count: { type: 'integer', minimum: 1, description: 'Number of requests' },
    ...characterFields(count),
  } satisfies Record<string, JsonSchema>;
  return {
    UsageCount: objectOf(
      {
        hour: time('The start of the hour in which the requests arrived; in a range of hours'),
        day: {
          type: 'string',
          format: 'date',
          description: 'The day in which the requests arrived, in UTC; in a range of days',
        },
        ...outcome,
      },
      { optional: ['hour', 'day'] },
    ),
    KeyUsageCount: objectOf({
      keyId: {
        type: ['string', 'null'],
        description:
          'The key; null for keys that are counted together: those beyond the first 100 in 24 hours, and those with the ' +
          `fewest requests beyond ${mostKeyOutcomes} counts`,
      },
      ...outcome,
    }),
  };
}
