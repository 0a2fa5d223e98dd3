import { engineProblem } from '#engine/core/error-table.js';
import { RequestError } from '#engine/core/errors.js';
import type { Clock } from '#gateway/core/clock.js';
import { gatewayProblem } from '#gateway/core/errors.js';
import { jsonType } from '../http/media.js';
import type { KeyStore } from '../keys/key-store.js';
import type { AdministrationRequest, AdministrationResult } from '../pipeline/route.js';
import { BoundedReads } from '../storage/bounded-reads.js';
import type {
  CounterStore,
  UsageDay,
  UsageDaysBy,
  UsageDaysPiece,
  UsageDaysPlace,
  UsageDaysQuery,
} from '../storage/counter-store.js';
import { dayHours, dayOf, hourOf } from '../storage/periods.js';
import { administered, operatorOperation, ownerOperation } from './administration.js';
import type { Endpoint } from './endpoint.js';
import type { Parameter } from './openapi/types.js';
import type { Vocabulary } from './openapi/vocabulary.js';
import { queryParameters } from './query-parameters.js';
import { characterFields } from './usage-documents.js';

const choices: readonly UsageDaysBy[] = ['account', 'key', 'operation'];

/** Days that are shown unless `from` says otherwise, the last one included. */
const usualDays = 30;

const dayMs = dayHours * 3_600_000;

/** The first day that dates of four digits have. */
const earliestDay = Date.parse('0000-01-01T00:00:00Z') / dayMs;

/** Returns the date of a day. @param day - whole days since the epoch. */
function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

function invalid(path: string, reason: string, allowed?: readonly string[]): RequestError {
  const rule = allowed === undefined ? 'format' : 'enum';
  return new RequestError(engineProblem('invalid-value', { path, reason, rule, ...(allowed && { allowed }) }));
}

const mustBeDay = 'must be a day such as 2026-01-31';
const mustFollow = 'must not be before from';

/** @throws {RequestError} if the parameter is no day of the calendar. */
function dayIn(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === null) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Some programs read the 31st of February as a day of March.
  if (Number.isNaN(time) || dateOf(time / dayMs) !== text) throw invalid(name, mustBeDay);
  return time / dayMs;
}

/** How rows are written, by media type. */
interface Format {
  readonly contentType: string;
  begin(query: UsageDaysQuery): string;
  /** @param isFirst - whether no row is before it. */
  row(row: UsageDay, by: UsageDaysBy, isFirst: boolean): string;
  readonly end: string;
}

/** The documents of rows. A key that was not counted apart is null. */
function rowDocument(
  { day, accountId, part, requests, burstKey, burstAddress, quota, ...characters }: UsageDay,
  by: UsageDaysBy,
) {
  return {
    day: dateOf(day),
    accountId,
    ...(by === 'key' && { keyId: part === '' ? null : part }),
    ...(by === 'operation' && { operation: part }),
    requests,
    refused: { burstKey, burstAddress, quota },
    charactersIn: characters.charactersIn,
    charactersOut: characters.charactersOut,
  };
}

const numberColumns = [
  'requests',
  'refusedBurstKey',
  'refusedBurstAddress',
  'refusedQuota',
  'charactersIn',
  'charactersOut',
];
const partColumns: Readonly<Record<UsageDaysBy, readonly string[]>> = {
  account: [],
  key: ['keyId'],
  operation: ['operation'],
};

const formats: Readonly<Record<'json' | 'csv' | 'ndjson', Format>> = {
  json: {
    contentType: jsonType,
    begin: ({ firstDay, lastDay, by }) =>
      `${JSON.stringify({ from: dateOf(firstDay), to: dateOf(lastDay), by }).slice(0, -1)},"rows":[`,
    row: (row, by, isFirst) => `${isFirst ? '' : ','}${JSON.stringify(rowDocument(row, by))}`,
    end: ']}',
  },
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    begin: () => '',
    row: (row, by) => `${JSON.stringify(rowDocument(row, by))}\n`,
    end: '',
  },
  // RFC 4180. No value has a comma or a quote.
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    begin: ({ by }) => `${['day', 'accountId', ...partColumns[by], ...numberColumns].join(',')}\r\n`,
    row({ day, accountId, part, requests, burstKey, burstAddress, quota, charactersIn, charactersOut }, by) {
      const numbers = `${requests},${burstKey},${burstAddress},${quota},${charactersIn},${charactersOut}`;
      return `${dateOf(day)},${accountId},${by === 'account' ? '' : `${part},`}${numbers}\r\n`;
    },
    end: '',
  },
};

const formatsByType = new Map<string, Format>([
  ['text/csv', formats.csv],
  ['application/x-ndjson', formats.ndjson],
  ['application/json', formats.json],
]);

/** Returns the format that an `Accept` prefers; JSON if it names none that there is. */
function formatFor(accept: string): Format {
  let best = formats.json;
  let bestWeight = 0;
  for (const item of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    const format = formatsByType.get(type);
    if (format === undefined || !(value > bestWeight)) continue;
    best = format;
    bestWeight = value;
  }
  return best;
}

export interface UsageDaysParts {
  readonly clock: Clock;
  readonly keys: Pick<KeyStore, 'account'>;
  readonly store: Pick<CounterStore, 'usageDays'>;
}

/**
 * Responds to requests for usage by day: reads a piece of the store at a time, each when the client has taken the one
 * before.
 */
export class UsageDaysReader {
  readonly #parts: UsageDaysParts;
  readonly #reads = new BoundedReads();

  constructor(parts: UsageDaysParts) {
    this.#parts = parts;
  }

  /**
   * @param ownerOf - the account that may be read; undefined for an operator, who may read all of them.
   * @throws {RequestError} if the query is invalid.
   */
  async respond({ query, head }: AdministrationRequest, ownerOf?: string): Promise<AdministrationResult> {
    const asked = this.#queryOf(queryParameters(query, 'from', 'to', 'by', 'accountId'), ownerOf);
    const inSequence = this.#reads.sequence(ownerOf);
    const read = (after?: UsageDaysPlace) => inSequence(() => this.#parts.store.usageDays(asked, after));
    // Before the response begins: a failure of the store is a 503.
    const first = await read();
    const { contentType, ...format } = formatFor(head.accept);
    return { contentType, pieces: piecesOf(asked, first, read, format), headers: ['Vary', 'Accept'] };
  }

  #queryOf(parameters: URLSearchParams, ownerOf: string | undefined): UsageDaysQuery {
    const asked = parameters.get('by') ?? 'account';
    const by = choices.find((each) => each === asked);
    if (by === undefined) throw invalid('by', `must be one of: ${choices.join(', ')}`, choices);
    const from = dayIn(parameters, 'from');
    const to = dayIn(parameters, 'to');
    const lastDay = to ?? Math.max(from ?? 0, dayOf(hourOf(this.#parts.clock.now())));
    const firstDay = from ?? Math.max(lastDay - usualDays + 1, earliestDay);
    if (lastDay < firstDay) throw invalid('to', mustFollow);
    const accountId = ownerOf ?? parameters.get('accountId') ?? undefined;
    if (accountId !== undefined && this.#parts.keys.account(accountId) === undefined) {
      throw new RequestError(gatewayProblem('unknown-account', { path: 'accountId', accountId }));
    }
    return { firstDay, lastDay, by, accountId };
  }
}

async function* piecesOf(
  query: UsageDaysQuery,
  first: UsageDaysPiece,
  read: (after: UsageDaysPlace) => Promise<UsageDaysPiece>,
  { begin, row, end }: Omit<Format, 'contentType'>,
): AsyncGenerator<Uint8Array> {
  let text = begin(query);
  let isFirst = true;
  for (let piece = first; ; ) {
    for (const each of piece.rows) {
      text += row(each, query.by, isFirst);
      isFirst = false;
    }
    if (piece.next === undefined) break;
    yield Buffer.from(text);
    text = '';
    piece = await read(piece.next);
  }
  yield Buffer.from(text + end);
}

const dayParameter = (name: string, description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string', format: 'date' },
});

const parameters: readonly Parameter[] = [
  dayParameter('from', `The first day, in UTC; by default, ${usualDays} days up to the last one`),
  dayParameter('to', 'The last day, in UTC, which is included; by default, today'),
  {
    name: 'by',
    in: 'query',
    description: 'What a row is of, in addition to a day and an account',
    schema: { type: 'string', enum: choices, default: 'account' },
  },
];

const description =
  'Rows by day and account, for bills; `Accept` chooses JSON, `text/csv` or `application/x-ndjson`. Long documents are ' +
  'sent while they are read: one that is cut off is not complete. What gateways have counted since they last wrote to ' +
  'the store (SYNC_INTERVAL_MS) is not in it yet, and days are kept for HISTORY_DAYS.';

function successes({ example, jsonResponse, sample }: Vocabulary) {
  const rows = [
    rowDocument(
      {
        day: 20_484,
        accountId: sample.accountId,
        part: sample.keyId,
        requests: 812,
        burstKey: 3,
        burstAddress: 1,
        quota: 0,
        charactersIn: 160_001,
        charactersOut: 158_270,
      },
      'key',
    ),
  ];
  const document = { from: '2026-01-31', to: '2026-01-31', by: 'key', rows };
  const response = jsonResponse('The rows', 'UsageDays', example('A day of a key', document));
  const lines = (what: string) => ({ schema: { type: 'string', description: what } as const });
  return {
    200: {
      ...response,
      content: {
        ...response.content,
        'text/csv': lines('A line with the names of the columns, and one for each row'),
        'application/x-ndjson': lines('A line of JSON for each row'),
      },
    },
  };
}

/** `GET /usage/days`, and for the owner of an account `GET /account/usage/days`. */
export const usageDaysEndpoints: readonly Endpoint[] = [
  {
    access: 'operator',
    path: '/usage/days',
    label: 'usage-days',
    methods: { GET: administered((request, { usageDays }) => usageDays(request)) },
    describe: (vocabulary) => ({
      get: operatorOperation(vocabulary, 'getUsageDays', 'The usage of each day', {
        description,
        parameters: [
          ...parameters,
          { name: 'accountId', in: 'query', description: 'Only this account', schema: { type: 'string' } },
        ],
        successes: successes(vocabulary),
        special: ['BadUsageDaysQuery', 'BusyOrStoreFailed'],
      }),
    }),
    badRequests: ({ errorFacts, invalidValue, oneOf, queryErrors, sample }) => ({
      BadUsageDaysQuery: [
        ...queryErrors,
        invalidValue({ path: 'from', reason: mustBeDay, rule: 'format' }),
        invalidValue({ path: 'to', reason: mustFollow, rule: 'format' }),
        invalidValue(oneOf('by', ...choices)),
        errorFacts(
          gatewayProblem('unknown-account', { path: 'accountId', accountId: sample.accountId }),
          'there is no account with this id',
          'Unknown account: {name}',
        ),
      ],
    }),
    schemas: ({ count, objectOf, schemaReference, text }) => ({
      UsageDays: objectOf({
        from: { type: 'string', format: 'date', description: 'The first day' },
        to: { type: 'string', format: 'date', description: 'The last day' },
        by: { type: 'string', enum: choices, description: 'What rows are of' },
        rows: { type: 'array', items: schemaReference('UsageDay'), description: 'By day and account' },
      }),
      UsageDay: objectOf(
        {
          day: { type: 'string', format: 'date', description: 'The day in which the requests arrived, in UTC' },
          accountId: text('The account'),
          keyId: {
            type: ['string', 'null'],
            description: 'The key, by key; null for keys beyond the first 100 of an account in 24 hours',
          },
          operation: text('The operation, by operation'),
          requests: count(
            'Requests that count against the daily quota: those that it admitted, and that were not refunded',
          ),
          refused: objectOf(
            {
              burstKey: count('By the burst of the key'),
              burstAddress: count('By the burst of the address'),
              quota: count('By the daily quota'),
            },
            { description: 'Requests that were refused with 429' },
          ),
          ...characterFields(count),
        },
        { optional: ['keyId', 'operation'] },
      ),
    }),
  },
  {
    access: 'owner',
    path: '/account/usage/days',
    label: 'own-usage-days',
    methods: {
      GET: administered((request, { usageDays }) => usageDays(request, request.session?.accountId ?? '')),
    },
    describe: (vocabulary) => ({
      get: ownerOperation(vocabulary, 'getOwnUsageDays', 'The usage of the account on each day', {
        description,
        parameters,
        successes: successes(vocabulary),
        special: ['BadUsageDaysQuery', 'BusyOrStoreFailed'],
      }),
    }),
  },
];
