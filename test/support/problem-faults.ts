import { writeFileSync } from 'node:fs';
import type { ErrorCode } from '#gateway/core/errors.js';
import { adminToken } from './gateway.js';
import { until, untilReady } from './gateway-process.js';
import { metric, metricsOf } from './metrics.js';
import { type ErrorResponse, problemRequestId, problemType } from './problem-forms.js';
import { responseTo } from './raw-http.js';

/** A gateway that responds with an error. */
export interface FaultyGateway {
  readonly url: string;
  readonly port: number;
  readonly key: string;
}

/** Gateways that can produce the errors in {@link faults}. */
export interface FaultyGateways {
  /** Has faulty tools, one thread with 32 MB, a queue of one job, and a body timeout of 300 ms. */
  readonly small: FaultyGateway;
  /** The same, with a job timeout of 300 ms. */
  readonly hasty: FaultyGateway;
  /** A gateway whose threads cannot start. Its database can be made unwritable. */
  readonly broken: FaultyGateway & { readonly breakStore: () => void };
  /** The id of a free account of `small`. */
  readonly freeAccountId: string;
  /** The file that the job `busy-until` waits for. */
  readonly file: string;
}

/** How to get an error that one well-formed request to a healthy gateway cannot cause. */
export interface Fault {
  readonly sentence: string;
  /** Members of the problem. */
  readonly details?: object;
  /** Whether uWebSockets.js itself responds, without a body. */
  readonly isFromUws?: true;
  /** @param accept - the header line, or ''. */
  readonly ask: (gateways: FaultyGateways, accept: string) => Promise<ErrorResponse>;
}

/** The request header fields that get {@link Fault} in the form of RFC 9457. */
export const acceptProblem = `Accept: ${problemType}\r\nx-request-id: ${problemRequestId}\r\n`;

async function send({ port }: FaultyGateway, bytes: string): Promise<ErrorResponse> {
  const { status, headers, body } = await responseTo(port, bytes);
  return { status, type: headers.get('content-type'), json: body === '' ? undefined : JSON.parse(body) };
}

function post(path: string, fields: string, body: string): string {
  const length = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  return `POST ${path} HTTP/1.1\r\nHost: a\r\n${fields}${length}\r\n\r\n${body}`;
}

/** Sends a workflow of one step once every thread is up: an earlier job may have ended the thread. */
async function runStep(to: FaultyGateway, accept: string, toolSlug: string, input = '', config: object = {}) {
  await untilReady(to.url);
  const body = JSON.stringify({ input, steps: [{ toolSlug, config }] });
  return send(to, post('/v1/run', `x-api-key: ${to.key}\r\n${accept}`, body));
}

function nested(levels: number): object {
  let value: object = {};
  for (let level = 1; level < levels; level++) value = { a: value };
  return value;
}

/** Returns the response to a third job while one runs and one waits. */
async function thirdJob({ small, file }: FaultyGateways, accept: string): Promise<ErrorResponse> {
  const busy = [0, 1].map(() => runStep(small, '', 'busy-until', '', { file }));
  await until('one waits', async () => metric(await metricsOf(small.url), 'textmill_jobs_waiting') === 1);
  const body = JSON.stringify({ input: '', steps: [{ toolSlug: 'busy-until', config: { file } }] });
  const response = await send(small, post('/v1/run', `x-api-key: ${small.key}\r\n${accept}`, body));
  writeFileSync(file, '');
  await Promise.all(busy);
  return response;
}

const withToken = `x-admin-token: ${adminToken}\r\n`;
const long = 'a'.repeat(250_000);

/** Errors by code, with the request that causes them. */
export const faults = {
  'bad-framing': {
    sentence: 'Bad request framing',
    ask: ({ small }, accept) => send(small, `GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n${accept}\r\n`),
  },
  'unsupported-transfer-encoding': {
    sentence: 'Unsupported Transfer-Encoding',
    ask: ({ small }, accept) =>
      send(small, `POST /v1/run HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n${accept}\r\n`),
  },
  'headers-too-large': {
    sentence: 'Request header fields too large',
    isFromUws: true,
    ask: ({ small }, accept) =>
      send(small, `GET /healthz HTTP/1.1\r\nHost: a\r\n${'b: c\r\n'.repeat(120)}${accept}\r\n`),
  },
  'host-not-allowed': {
    sentence: 'Host not allowed',
    ask: ({ small }, accept) =>
      send(small, post('/mcp', `x-api-key: ${small.key}\r\n${accept}`, '{}').replace('Host: a', 'Host: a.example')),
  },
  'body-timeout': {
    sentence: 'Request timeout',
    ask: ({ small }, accept) => send(small, post('/v1/run', `x-api-key: ${small.key}\r\n${accept}`, '{}').slice(0, -1)),
  },
  'server-busy': { sentence: 'Server busy', ask: thirdJob },
  'not-ready': {
    sentence: 'Not ready',
    ask: ({ broken }, accept) => send(broken, `GET /readyz HTTP/1.1\r\nHost: a\r\n${accept}\r\n`),
  },
  'store-failed': {
    sentence: 'The database cannot be written; the log says why',
    ask: ({ broken }, accept) => {
      broken.breakStore();
      return send(broken, post('/keys', `${withToken}${accept}`, '{"plan":"pro"}'));
    },
  },
  'job-time-limit': {
    sentence: 'Processing time limit exceeded',
    ask: ({ hasty }, accept) => runStep(hasty, accept, 'endless'),
  },
  'plan-mismatch': {
    sentence: 'Account {accountId} has the plan free',
    details: { path: 'accountId', plan: 'free' },
    ask: ({ small, freeAccountId: accountId }, accept) =>
      send(small, post('/keys', `${withToken}${accept}`, JSON.stringify({ plan: 'pro', accountId }))),
  },
  'nested-too-deep': {
    sentence: 'steps[0].config must be nested at most 1000 levels deep',
    details: { path: 'steps[0].config', limit: 1_000 },
    ask: ({ small }, accept) => runStep(small, accept, 'json-schema-validator', '{}', { schema: nested(1_000) }),
  },
  'input-too-large': {
    sentence: 'Input too large: 500001 characters (maximum 500000)',
    details: { length: 500_001, limit: 500_000 },
    ask: ({ small }, accept) => runStep(small, accept, 'upper-case', 'a'.repeat(500_001)),
  },
  'step-text-too-long': {
    sentence: 'Step 1 (markdown-to-html) failed: the text has 250000 characters, and this tool takes at most {limit}',
    details: { step: 1, tool: 'markdown-to-html', length: long.length },
    ask: ({ small }, accept) => runStep(small, accept, 'markdown-to-html', long),
  },
  'step-time-limit': {
    sentence: 'Step 1 (endless-step) failed: took more than 50 ms of processor time',
    details: { step: 1, tool: 'endless-step', limit: 50 },
    ask: ({ small }, accept) => runStep(small, accept, 'endless-step'),
  },
  'step-memory-limit': {
    sentence: 'Step 1 (exhaust-memory) failed: needed more than 32 MB of memory; use a shorter text or fewer steps',
    details: { step: 1, tool: 'exhaust-memory', limit: 32 },
    ask: ({ small }, accept) => runStep(small, accept, 'exhaust-memory'),
  },
  'step-nested-too-deep': {
    sentence:
      'Step 1 (overflow-stack) failed: the text is nested too deeply, or has too long a run of what the tool looks for',
    details: { step: 1, tool: 'overflow-stack' },
    ask: ({ small }, accept) => runStep(small, accept, 'overflow-stack', long),
  },
  'memory-limit': {
    sentence: 'The request needed more than 32 MB of memory',
    details: { limit: 32 },
    // No step runs yet: the thread is parsing the JSON.
    ask: async ({ small }, accept) => {
      await untilReady(small.url);
      const body = `{"lines":[${'{"a":[]},'.repeat(800_000)}0]}`;
      return send(small, post('/v1/sort-dedupe', `x-api-key: ${small.key}\r\n${accept}`, body));
    },
  },
  'internal-error': {
    sentence: 'Internal server error',
    ask: ({ small }, accept) => runStep(small, accept, 'throw-bug'),
  },
} satisfies Partial<Record<ErrorCode, Fault>>;

/** Codes that no HTTP response has. */
export const neverOverHttp: readonly ErrorCode[] = [
  // From the command line, which runs steps without a pool.
  'step-wall-clock-limit',
  // In the result of a tool call of /mcp, with status 200.
  'part-out-of-range',
  'unknown-input-id',
];
