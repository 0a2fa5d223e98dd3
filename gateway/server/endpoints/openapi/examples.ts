import type { OperationName } from '#engine/operations/operation.js';
import type { Example } from './types.js';

interface WorkedExample {
  readonly summary: string;
  readonly request: object;
  readonly response: object;
}

/** Times differ from run to run: the examples say 0. */
const processingTimeMs = 0;
const ms = 0;

/** Example requests of the operations by name. A test sends each and compares the response. */
const operationExamples: Readonly<Record<OperationName, Readonly<Record<string, WorkedExample>>>> = {
  run: {
    workflow: {
      summary: 'Two tools in sequence, one with options',
      request: {
        input: '  pear\n apple\n  pear',
        steps: ['trim-lines', { toolSlug: 'dedupe-sort', config: { order: 'desc' } }],
      },
      response: {
        result: 'pear\napple',
        meta: { stepsExecuted: 2, inputLength: 20, outputLength: 10, processingTimeMs },
      },
    },
    conversion: {
      summary: 'CSV with semicolons to JSON',
      request: {
        input: 'id;name\n1;Ada',
        steps: [{ toolSlug: 'csv-json-converter', config: { delimiter: ';', indent: 0 } }],
      },
      response: {
        result: '[{"id":"1","name":"Ada"}]',
        meta: { stepsExecuted: 1, inputLength: 13, outputLength: 25, processingTimeMs },
      },
    },
    characters: {
      summary: 'Lengths count UTF-16 code units: an emoji is two',
      request: { input: '😀', steps: ['upper-case'] },
      response: { result: '😀', meta: { stepsExecuted: 1, inputLength: 2, outputLength: 2, processingTimeMs } },
    },
    traced: {
      summary: 'With what each step did',
      request: { input: ' b \na', steps: ['trim-lines', 'sort-lines'], trace: true },
      response: {
        result: 'a\nb',
        meta: {
          stepsExecuted: 2,
          inputLength: 5,
          outputLength: 3,
          processingTimeMs,
          trace: [
            { tool: 'trim-lines', ms, length: 3, text: 'b\na', truncated: false },
            { tool: 'sort-lines', ms, length: 3, text: 'a\nb', truncated: false },
          ],
        },
      },
    },
  },
  sanitize: {
    list: {
      summary: 'A list of URLs',
      request: { urls: ['https://example.com/p?id=7&utm_source=mail#top', 'https://example.com/?fbclid=x'] },
      response: { sanitized: ['https://example.com/p?id=7#top', 'https://example.com/'], count: 2 },
    },
    single: {
      summary: 'One URL, and parameters to keep',
      request: { url: 'https://example.com/?s=news&ref=x', keepParams: ['s'] },
      response: { sanitized: ['https://example.com/?s=news'], count: 1 },
    },
    text: {
      summary: 'One URL per line; blank lines are skipped',
      request: { input: 'https://a.example/?gclid=1\n\nhttps://b.example/?q=2' },
      response: { sanitized: ['https://a.example/', 'https://b.example/?q=2'], count: 2 },
    },
    explained: {
      summary: 'What was removed, and why',
      request: { url: 'https://youtu.be/dQw4?t=42&si=x&utm_id=7', profile: 'careful', explain: true },
      response: {
        sanitized: ['https://youtu.be/dQw4?t=42'],
        count: 1,
        removed: [
          [
            { name: 'si', list: 'host', rule: 'youtube' },
            { name: 'utm_id', list: 'extended', rule: 'utm' },
          ],
        ],
      },
    },
  },
  'sort-dedupe': {
    list: {
      summary: 'A list of lines, with the defaults',
      request: { lines: ['apple', 'banana', 'apple', ' cherry ', '', 'Banana'] },
      response: { output: 'apple\nbanana\nBanana\ncherry', lines: 4 },
    },
    text: {
      summary: 'Lines in one text, in descending order, duplicates removed regardless of case',
      request: { input: 'b\nA\na\nB', ignoreCase: true, direction: 'desc' },
      response: { output: 'b\nA', lines: 2 },
    },
    untouched: {
      summary: 'Only duplicates removed',
      request: { lines: ['b', 'a', 'b'], sort: false },
      response: { output: 'b\na', lines: 2 },
    },
  },
};

/** Returns one side of the examples of an operation, in the form of a media type. */
export function examplesOf(operation: OperationName, side: 'request' | 'response'): Record<string, Example> {
  return Object.fromEntries(
    Object.entries(operationExamples[operation]).map(([name, example]) => [
      name,
      { summary: example.summary, value: example[side] },
    ]),
  );
}

const id = 'key_4Qm0ZcY8vT1nB7wK2sDx';
const accountId = 'acc_9hR3uLq6WfE5jN0pXyGa';
const origins = ['https://app.example'];
const createdAt = '2026-01-31T09:30:00.000Z';
const shared = { id, accountId, plan: 'pro', environment: 'live', label: 'batch client', origins };

const quota = { used: 12, limit: 5000, remaining: 4988 };

/** An exhausted quota. */
export const usageExample = {
  plan: 'pro',
  quota: 5000,
  used: 5000,
  remaining: 0,
  freeAt: '2026-01-31T10:15:00.000Z',
  burstPerMinute: 120,
} as const;

/** Bodies of key administration. They hold random values, so no test can send and compare them. */
export const administrationExamples = {
  newKey: { plan: 'pro', label: 'batch client', origins },
  newOwnKey: { environment: 'live', label: 'batch client', origins },
  issuedKey: { ...shared, key: 'svc_live_EXAMPLEexampleEXAMPLEexample0123', createdAt },
  key: { ...shared, last4: '0123', createdAt, revokedAt: null, lastUsedAt: null },
  cluster: {
    store: 'postgresql',
    reachable: true,
    gateways: 1,
    asOf: '2026-01-31T10:15:00.000Z',
    members: [1, 2].map((machine) => ({
      name: `text-${machine}:4101`,
      address: `10.0.0.1${machine}:8080`,
      gateway: 1,
      pid: 4101,
      version: '1.4.0',
      release: null,
      startedAt: createdAt,
      ageSeconds: 2700,
      heartbeatSeconds: machine === 1 ? 0 : 14,
      lag: 0,
      ready: machine === 1,
      degraded: machine === 2,
      lapsed: machine === 2,
      answered: machine === 1,
    })),
    differences: [],
  },
  recentMetrics: {
    series: [
      { name: 'textmill_requests_total', labels: { operation: 'run', status: '200' } },
      { name: 'textmill_jobs_waiting', labels: {} },
    ],
    readings: [
      { ageSeconds: 12.5, values: [1204, 0] },
      { ageSeconds: 2.5, values: [1290, 3] },
    ],
  },
  session: {
    id: 'ses_7Hd2kQx9LmR4vTn8Wc3B',
    role: 'operator',
    accountId: null,
    browser: 'Firefox on Linux',
    createdAt,
    lastUsedAt: '2026-01-31T10:15:00.000Z',
    current: true,
  },
  signIn: { link: 'EXAMPLEexampleEXAMPLEexampleEXAMPLEexample0' },
  signInPreview: { begins: { role: 'owner', accountId }, expiresAt: '2026-02-07T09:30:00.000Z' },
  rotation: { graceSeconds: 3600 },
  origins: { origins },
  label: { label: 'nightly import' },
  account: { accountId, plan: 'pro', keys: 2, ...quota },
  ownAccount: { accountId, ...usageExample, activeKeys: 2, mostActiveKeys: 100 },
  invitation: { id: 'link_7Hd2kQx9LmR4vTn8Wc3B', accountId, createdAt, expiresAt: '2026-02-07T09:30:00.000Z' },
  issuedInvitation: {
    id: 'link_7Hd2kQx9LmR4vTn8Wc3B',
    accountId,
    createdAt,
    expiresAt: '2026-02-07T09:30:00.000Z',
    url: 'https://text.example.com/console/#signin=EXAMPLEexampleEXAMPLEexampleEXAMPLEexample0',
  },
  usage: {
    accountId,
    plan: 'pro',
    windowHours: 24,
    ...quota,
    range: '24h',
    since: '2026-01-30T11:00:00.000Z',
    history: [
      { hour: '2026-01-31T09:00:00.000Z', operation: 'run', status: 200, refusal: null, count: 11 },
      { hour: '2026-01-31T09:00:00.000Z', operation: 'run', status: 429, refusal: 'burst-key', count: 3 },
      { hour: '2026-01-31T10:00:00.000Z', operation: 'sanitize', status: 400, refusal: null, count: 1 },
    ],
    byKey: [
      { keyId: id, operation: 'run', status: 200, refusal: null, count: 11 },
      { keyId: id, operation: 'run', status: 429, refusal: 'burst-key', count: 3 },
      { keyId: id, operation: 'sanitize', status: 400, refusal: null, count: 1 },
    ],
  },
  usageTotals: {
    range: '7d',
    since: '2026-01-25T00:00:00.000Z',
    history: [
      { day: '2026-01-30', operation: 'run', status: 200, refusal: null, count: 4120 },
      { day: '2026-01-31', operation: 'run', status: 200, refusal: null, count: 812 },
      { day: '2026-01-31', operation: 'run', status: 429, refusal: 'burst-key', count: 3 },
    ],
    accounts: [{ accountId, plan: 'pro', requests: 4935, rateLimited: 3, failed: 0 }],
  },
} as const;
