import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConnectionOptions, SanitizeResult } from '#gateway/client/index.js';
import type { LineKeeping, Options } from '#gateway/client/line-keeping.js';
import type { LineStep } from '#gateway/client/lines.js';
import type { CleanupScope } from './cleanup.js';
import { type PlannedResponse, type PlannedServer, startPlannedServer } from './planned-server.js';

/** An outcome of a call: `done`, or what its error has; `message` is a pattern, in which `{url}` is the server's. */
export type CallOutcome =
  | 'done'
  | {
      readonly name?: string;
      readonly status: number;
      readonly message: string;
      readonly code?: string;
      readonly requestId?: string;
      readonly details?: object;
      readonly quota?: number;
      readonly freeAt?: string;
    };

type NamedResponse = string | PlannedResponse | null;

/** Calls of `run('é', ['upper-case'])`, one after the other, to a server with planned responses, in simulated time. */
export interface Conversation {
  readonly name: string;
  readonly options?: Omit<Partial<ConnectionOptions>, 'apiKey'> & { readonly apiKey?: string | null };
  /** Every random number; 0 if left out. */
  readonly random?: number;
  /** How far the clock goes on after each call. */
  readonly advanceMs?: number;
  readonly responses: readonly NamedResponse[];
  readonly usages?: readonly NamedResponse[];
  readonly usageRequests?: number;
  /** All waits, in milliseconds. */
  readonly delays?: readonly number[];
  /** One call that is `done`, if left out. */
  readonly outcomes?: readonly CallOutcome[];
}

type RowsCall = 'runLines' | 'runMany' | 'sanitizeUrls';

/** What every client of a gateway does, in any language. */
export interface ClientCases {
  readonly responses: Readonly<Record<string, PlannedResponse>>;
  readonly conversations: readonly Conversation[];
  readonly refusedOptions: readonly [name: string, options: ConnectionOptions, message: string][];
  readonly compression: readonly [
    baseUrl: string,
    compression: 'auto' | 'always' | 'never' | null,
    text: 'short' | 'long',
    sent: 'packed' | 'plain' | 'refused',
  ][];
  readonly otherResponses: Readonly<Record<string, readonly unknown[]>>;
  readonly optionsOfTool: Readonly<Record<string, { readonly default?: unknown }>>;
  readonly lineKeeping: readonly [name: string, keepsLines: LineKeeping, options: Options, unmet: string | null][];
  readonly refusedWorkflows: readonly [steps: LineStep[], status: number, message: string][];
  /** Rows, as how many times each text of so many units, and how many of them each request has. */
  readonly cuts: readonly [
    call: RowsCall,
    rows: [count: number, unit: string, times: number][],
    sizes: readonly number[],
  ][];
  readonly refusedRows: readonly [call: RowsCall, row: [times: number, unit: unknown], message: string][];
  /** Responses to two rows. */
  readonly otherCounts: readonly [call: RowsCall, response: Partial<SanitizeResult> | null, message: string][];
  /** Errors of which half of the rows may be free. */
  readonly tooMuch: readonly [status: number, message: string, code: string][];
  readonly ofAllRows: readonly [status: number, message: string][];
}

/** The file of the cases, which tests in other languages read. */
export const clientCasesFile = fileURLToPath(new URL('../fixtures/clients/client-cases.json', import.meta.url));
export const clientCases = JSON.parse(readFileSync(clientCasesFile, 'utf8')) as ClientCases;

/** Starts the server of a conversation. */
export function startConversation(scope: CleanupScope, { responses, usages }: Conversation): Promise<PlannedServer> {
  const planned = (names: readonly NamedResponse[]) =>
    names.map((name) => (typeof name === 'string' ? clientCases.responses[name] : (name ?? undefined)));
  return startPlannedServer(scope, planned(responses), usages === undefined ? undefined : planned(usages));
}

/** Compares what a client sent during a conversation. */
export function assertConversed(conversation: Conversation, { requests, usageRequests }: PlannedServer): void {
  const { options = {}, delays = [], outcomes = ['done'] } = conversation;
  // Without a plan for it, the server has no usage.
  if (conversation.usages !== undefined) assert.equal(usageRequests.length, conversation.usageRequests ?? 0, 'usage');
  assert.equal(requests.length, outcomes.length + delays.length, 'requests');
  const key = options.apiKey === null ? undefined : (options.apiKey ?? 'k');
  for (const { method, url, headers, body } of requests) {
    assert.deepEqual([method, url, headers['x-api-key']], ['POST', '/v1/run', key]);
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(body, '{"input":"é","steps":["upper-case"]}');
  }
  for (const { method, headers } of usageRequests) assert.deepEqual([method, headers['x-api-key']], ['GET', key]);
}
