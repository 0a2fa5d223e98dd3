import { engineProblem } from '#engine/core/error-table.js';
import { RequestError } from '#engine/core/errors.js';
import { gatewayProblem } from '#gateway/core/errors.js';
import { acceptsType } from '#gateway/core/problem-document.js';
import { parseTime, timeForm } from '#gateway/core/time-text.js';
import { pieceBytes } from '../http/body-pieces.js';
import {
  type AuditAction,
  type AuditEntry,
  type AuditFilter,
  type AuditLog,
  type AuditQuery,
  auditActions,
} from '../storage/audit-log.js';
import { BoundedReads } from '../storage/bounded-reads.js';
import { administered, ok, operatorOperation, ownerOperation, pageErrors, pageParameters } from './administration.js';
import type { AuditReader, Endpoint } from './endpoint.js';
import type { JsonSchema, Parameter } from './openapi/types.js';
import type { Vocabulary } from './openapi/vocabulary.js';
import { pageQuery, queryParameters } from './query-parameters.js';

const ndjson = 'application/x-ndjson';
const ndjsonType = `${ndjson}; charset=utf-8`;

/** Entries of a stream that are read together: a millisecond of the event loop. */
const entriesInRead = 500;

/** Reads the audit log for operators and owners. */
export class AuditPages implements AuditReader {
  readonly #log: AuditLog;
  readonly #reads = new BoundedReads();

  constructor(log: AuditLog) {
    this.#log = log;
  }

  async page(query: AuditQuery, owner?: string): Promise<object> {
    const asked = owner === undefined ? query : { ...query, accountId: owner };
    const page = await this.#reads.run(owner, () => this.#log.read(asked));
    if (page === undefined) {
      throw new RequestError(gatewayProblem('unknown-page-start', { path: 'after', kind: 'entry' }));
    }
    const { entries, hasMore } = page;
    return {
      entries: owner === undefined ? entries : entries.map(shownToOwner),
      next: hasMore ? entries.at(-1)?.id : null,
    };
  }

  async *lines(filter: AuditFilter): AsyncGenerator<Uint8Array> {
    for (let after: string | undefined, hasMore = true; hasMore; ) {
      const query = { ...filter, limit: entriesInRead, after };
      const page = await this.#reads.run(undefined, () => this.#log.read(query));
      // The entry has been deleted since, because it was old: so were all before it.
      if (page === undefined) {
        if (filter.order === 'newest') return;
        after = undefined;
        continue;
      }
      ({ hasMore } = page);
      after = page.entries.at(-1)?.id;
      yield* piecesOf(page.entries);
    }
  }
}

/** Returns entries as lines, in pieces of at most about {@link pieceBytes}. */
function* piecesOf(entries: readonly AuditEntry[]): Generator<Uint8Array> {
  let text = '';
  for (const entry of entries) {
    text += `${JSON.stringify(entry)}\n`;
    // Most characters are one byte.
    if (text.length < pieceBytes) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/**
 * Returns what the owner of an account sees of an entry: of others, neither who nor where they are. A session that ended
 * with a sign-in may be anybody's.
 */
function shownToOwner({ before, ...entry }: AuditEntry): AuditEntry {
  const { actor, action } = entry;
  const shown = action === 'session.sign-in' || before === undefined ? entry : { ...entry, before };
  if (actor.kind === 'owner' || actor.kind === 'key') return shown;
  return { ...shown, actor: { kind: actor.kind }, address: null, requestId: null };
}

/** @throws {RequestError} for a parameter that cannot be used. */
function auditQuery(query: string): AuditQuery {
  const parameters = queryParameters(query, 'limit', 'after', 'accountId', 'action', 'order', 'from', 'to');
  const action = parameters.get('action') ?? undefined;
  if (action !== undefined && !(action in auditActions)) throw oneOf('action', Object.keys(auditActions));
  const order = parameters.get('order') ?? 'oldest';
  if (order !== 'oldest' && order !== 'newest') throw oneOf('order', orders);
  return {
    ...pageQuery(parameters),
    accountId: parameters.get('accountId') ?? undefined,
    action: action as AuditAction | undefined,
    order,
    from: timeOf(parameters, 'from'),
    to: timeOf(parameters, 'to'),
  };
}

const orders = ['oldest', 'newest'];

function oneOf(path: string, allowed: readonly string[]): RequestError {
  const reason = `must be one of: ${allowed.join(', ')}`;
  return new RequestError(engineProblem('invalid-value', { path, reason, rule: 'enum', allowed }));
}

function timeOf(parameters: URLSearchParams, path: 'from' | 'to'): number | undefined {
  const text = parameters.get(path);
  if (text === null) return undefined;
  const time = parseTime(text, path === 'to');
  if (time !== undefined) return time;
  throw new RequestError(engineProblem('invalid-value', { path, reason: `must ${timeForm}`, rule: 'format' }));
}

const filterParameters: readonly Parameter[] = [
  ...pageParameters('Entries'),
  {
    name: 'order',
    in: 'query',
    description: 'In which order of the changes',
    schema: { type: 'string', enum: orders, default: 'oldest' },
  },
  {
    name: 'action',
    in: 'query',
    description: 'Only entries with this action',
    schema: { type: 'string', enum: Object.keys(auditActions) },
  },
  ...(['from', 'to'] as const).map(
    (name): Parameter => ({
      name,
      in: 'query',
      description: name === 'from' ? 'From this day (UTC) or time on' : 'Up to this day, or before this time',
      schema: { type: 'string' },
      example: name === 'from' ? '2026-01-01' : '2026-01-31T12:00:00Z',
    }),
  ),
];

const accountParameter: Parameter = {
  name: 'accountId',
  in: 'query',
  description: 'Only entries about this account, its keys, sessions and invitations',
  schema: { type: 'string' },
};

const auditExample = ({ sample }: Vocabulary) => ({
  id: 'aud_5f0e6f3c9a7d4b1e8c2a6d9f01b3c5e7',
  at: sample.now,
  actor: { kind: 'operator', sessionId: 'ses_7Hd2kQx9LmR4vTn8Wc3B' },
  address: '192.0.2.7',
  requestId: '0d5c9f3e-6c1b-4c52-9d0b-3f1f6f0f6f11',
  action: 'key.set-label',
  target: { kind: 'key', id: sample.keyId, accountId: sample.accountId },
  before: { label: 'batch client' },
  after: { label: 'nightly import' },
});

const pageResponse = (vocabulary: Vocabulary, entry: object) =>
  vocabulary.jsonResponse(
    'A page of entries',
    'AuditPage',
    vocabulary.example('The last page', { entries: [entry], next: null }),
  );

/** The audit log. */
export const auditEndpoints: readonly Endpoint[] = [
  {
    access: 'operator',
    path: '/audit',
    label: 'audit',
    methods: {
      GET: administered(async ({ query, head }, { audit }) => {
        const asked = auditQuery(query);
        if (!acceptsType(head.accept, ndjson)) return ok(await audit.page(asked));
        const { limit: _limit, after: _after, ...filter } = asked;
        return { contentType: ndjsonType, pieces: audit.lines(filter), headers: [] };
      }),
    },
    describe: (vocabulary) => {
      const response = pageResponse(vocabulary, auditExample(vocabulary));
      const schema = { type: 'string', description: 'One entry on each line' };
      return {
        get: {
          ...operatorOperation(vocabulary, 'listAudit', 'Who changed what', {
            description:
              'Each change leaves one entry, written in the transaction of the change and kept for AUDIT_DAYS. With ' +
              '`Accept: application/x-ndjson`, the response has all entries, whatever `limit` and `after` are.',
            parameters: [...filterParameters, accountParameter],
            successes: { 200: { ...response, content: { ...response.content, [ndjson]: { schema } } } },
            special: ['BadAuditQuery', 'Busy'],
          }),
          tags: ['Audit'],
        },
      };
    },
    schemas: auditSchemas,
    badRequests: (vocabulary) => {
      const { invalidValue, oneOf: enumOf } = vocabulary;
      const time = { reason: `must ${timeForm}`, rule: 'format' };
      return {
        BadAuditQuery: [
          ...pageErrors(vocabulary, 'entry'),
          invalidValue(enumOf('action', ...Object.keys(auditActions))),
          invalidValue(enumOf('order', ...orders)),
          invalidValue({ path: 'from', ...time }),
          invalidValue({ path: 'to', ...time }),
        ],
      };
    },
  },
  {
    access: 'owner',
    path: '/account/audit',
    label: 'own-audit',
    methods: {
      GET: administered(async ({ session, query }, { audit }) =>
        ok(await audit.page(auditQuery(query), session?.accountId ?? '')),
      ),
    },
    describe: (vocabulary) => ({
      get: ownerOperation(vocabulary, 'listOwnAudit', 'Who changed what in the account', {
        description: 'Without the addresses, requests and sessions of others than the owner.',
        parameters: filterParameters,
        successes: {
          200: pageResponse(vocabulary, {
            ...auditExample(vocabulary),
            actor: { kind: 'operator' },
            address: null,
            requestId: null,
          }),
        },
        special: ['BadAuditQuery', 'Busy'],
      }),
    }),
  },
];

function auditSchemas({ objectOf, schemaReference, text, time }: Vocabulary) {
  const textOrNull = (description: string): JsonSchema => ({ type: ['string', 'null'], description });
  const values = (description: string): JsonSchema => ({ type: 'object', description });
  const actions = Object.entries(auditActions).map(([action, says]) => `- \`${action}\`: ${says}.`);
  return {
    AuditEntry: objectOf(
      {
        id: text('Identifier of the entry'),
        at: time('When the change was made'),
        actor: objectOf(
          {
            kind: {
              type: 'string',
              enum: ['admin-token', 'operator', 'owner', 'key', 'command-line', 'system', 'unknown'],
              description: 'What made the change; `unknown` is somebody who was refused',
            },
            accountId: text('The account of an owner or a key'),
            sessionId: text('The session of an operator or owner'),
            user: text('The user of the command line'),
            keyId: text('The key'),
          },
          { optional: ['accountId', 'sessionId', 'user', 'keyId'] },
        ),
        address: textOrNull('The address of the client'),
        requestId: textOrNull('The id of the request'),
        action: { type: 'string', enum: Object.keys(auditActions), description: actions.join('\n') },
        target: objectOf({
          kind: {
            type: 'string',
            enum: ['key', 'account', 'workflow', 'session', 'link', 'database', 'service'],
            description: 'What was changed; an invitation is a link, and the id of a workflow its name',
          },
          id: textOrNull('Identifier of what was changed'),
          accountId: textOrNull('The account that it belongs to'),
        }),
        before: values('What was changed, before. Never a secret, a hash or a link; of a list, 20 values'),
        after: values('The same, after'),
      },
      { optional: ['before', 'after'] },
    ),
    AuditPage: objectOf({
      entries: { type: 'array', items: schemaReference('AuditEntry'), description: 'In the order that was asked for' },
      next: textOrNull('The value of after for the next page; null on the last page'),
    }),
  };
}
