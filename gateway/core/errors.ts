import { engineErrors } from '#engine/core/error-table.js';
import { encodeJson } from '#engine/core/json.js';
import {
  type DetailsOf,
  type ErrorKind,
  type ErrorTable,
  fixed,
  type NoDetails,
  type Problem,
  problemMaker,
} from '#engine/core/problem.js';

/** Every error of the gateway itself, by code. The messages are part of the HTTP contract, byte for byte. */
export const gatewayErrors = {
  'bad-framing': fixed(400, 'Bad request framing'),
  'headers-too-large': fixed(431, 'Request header fields too large'),
  'unsupported-transfer-encoding': fixed(501, 'Unsupported Transfer-Encoding'),
  'not-found': fixed(404, 'Not found'),
  'method-not-allowed': fixed(405, 'Method not allowed'),
  'rate-limited': fixed(429, 'Rate limit exceeded'),
  'missing-api-key': fixed(401, 'Missing API key'),
  'invalid-api-key': fixed(401, 'Invalid API key'),
  'key-expired': fixed(401, 'Invalid API key'),
  'key-disabled': fixed(401, 'Invalid API key'),
  'missing-admin-token': fixed(401, 'Missing admin token'),
  'invalid-admin-token': fixed(401, 'Invalid admin token'),
  'missing-session': fixed(401, 'Not signed in'),
  'session-ended': fixed(401, 'Session ended; sign in again'),
  'invalid-sign-in-link': fixed(401, 'Sign-in link is invalid, expired or already used'),
  'session-not-allowed': fixed(403, 'Session not allowed'),
  'host-not-allowed': fixed(403, 'Host not allowed'),
  'origin-not-allowed': fixed(403, 'Origin not allowed'),
  'address-not-allowed': fixed(403, 'Address not allowed'),
  'pro-plan-required': fixed(403, 'Pro plan required'),
  'operation-not-allowed': fixed(403, 'Key not allowed for this operation'),
  'account-disabled': fixed(403, 'Account disabled'),
  'unsupported-content-type': fixed(415, 'Content-Type must be application/json'),
  'unsupported-content-encoding': fixed(415, 'Unsupported Content-Encoding'),
  'invalid-content-encoding': fixed(400, 'Request body does not match its Content-Encoding'),
  'body-too-large': fixed(413, 'Request body too large'),
  'body-timeout': fixed(408, 'Request timeout'),
  'server-busy': fixed(503, 'Server busy'),
  'not-ready': fixed(503, 'Not ready'),
  'store-failed': fixed(503, 'The database cannot be written; the log says why'),
  'job-time-limit': fixed(503, 'Processing time limit exceeded'),
  'unknown-input-id': {
    status: 400,
    title: 'Unknown input_id',
    sentence: ({ inputId }) => `Unknown input_id: ${inputId}`,
  } as ErrorKind<{ readonly path: string; readonly inputId: string }>,
  'invalid-label': {
    status: 400,
    title: 'Invalid label',
    sentence: ({ path, reason }) => `${path} ${reason}`,
  } as ErrorKind<{ readonly path: string /** The rest of the sentence. */; readonly reason: string }>,
  'invalid-origin': {
    status: 400,
    title: 'Invalid origin',
    sentence: ({ path, reason }) => `${path} ${reason}`,
  } as ErrorKind<{ readonly path: string /** The rest of the sentence. */; readonly reason: string }>,
  'invalid-name': {
    status: 400,
    title: 'Invalid name',
    sentence: ({ path, reason }) => `${path} ${reason}`,
  } as ErrorKind<{ readonly path: string /** The rest of the sentence. */; readonly reason: string }>,
  'invalid-bound': {
    status: 400,
    title: 'Invalid bound of a key',
    sentence: ({ path, reason }) => `${path} ${reason}`,
  } as ErrorKind<{ readonly path: string /** The rest of the sentence. */; readonly reason: string }>,
  'external-id-taken': {
    status: 400,
    title: 'External id is taken',
    sentence: ({ path, accountId }) => `${path} must be unique: account ${accountId} has it`,
  } as ErrorKind<{ readonly path: string /** The account that has it. */; readonly accountId: string }>,
  'unknown-account': {
    status: 400,
    title: 'Unknown account',
    sentence: ({ accountId }) => `Unknown account: ${accountId}`,
  } as ErrorKind<{ readonly path: string; readonly accountId: string }>,
  'plan-mismatch': {
    status: 400,
    title: 'Plan of the account differs',
    sentence: ({ accountId, plan }) => `Account ${accountId} has the plan ${plan}`,
  } as ErrorKind<{
    readonly path: string;
    readonly accountId: string;
    /** The plan that the account has. */
    readonly plan: string;
  }>,
  'too-many-active-keys': {
    status: 400,
    title: 'Too many active keys',
    sentence: ({ limit }) => `The account has ${limit} active keys, the most it can have; revoke one first`,
  } as ErrorKind<{ readonly limit: number }>,
  'too-many-new-keys': {
    status: 400,
    title: 'Too many new keys and rotations',
    sentence: ({ limit }) => `The owner of an account can create and rotate keys at most ${limit} times in 24 hours`,
  } as ErrorKind<{ readonly limit: number }>,
  'too-many-changes': {
    status: 400,
    title: 'Too many changes',
    sentence: ({ limit }) =>
      `The owner of an account, and its keys together, can each make ${limit} changes in 24 hours`,
  } as ErrorKind<{ readonly limit: number }>,
  'too-many-workflows': {
    status: 400,
    title: 'Too many workflows',
    sentence: ({ limit }) => `The account has ${limit} workflows, the most it can have; delete one first`,
  } as ErrorKind<{ readonly limit: number }>,
  'workflow-too-large': {
    status: 400,
    title: 'Workflow too large',
    sentence: ({ length, limit }) => `Workflow too large: ${length} bytes (maximum ${limit})`,
  } as ErrorKind<{ readonly length: number; readonly limit: number }>,
  'secret-in-workflow': {
    status: 400,
    title: 'Secret in a workflow',
    sentence: ({ path }) => `${path} is a secret, and workflows are stored as plain text`,
  } as ErrorKind<{ readonly path: string }>,
  'workflow-changed': {
    status: 412,
    title: 'Workflow has changed',
    sentence: ({ version }) =>
      version === null
        ? 'The workflow does not exist any more'
        : `The workflow has changed: version ${version} is the newest`,
  } as ErrorKind<{ readonly version: number | null /** Of the newest version. */; readonly etag: string | null }>,
  'workflow-exists': {
    status: 428,
    title: 'Workflow exists',
    sentence: ({ version }) => `The workflow exists: send If-Match with the ETag of version ${version} to replace it`,
  } as ErrorKind<{ readonly version: number; readonly etag: string }>,
  'invalid-page-size': {
    status: 400,
    title: 'Invalid page size',
    sentence: ({ path, limit }) => `${path} must be an integer from 1 to ${limit}`,
  } as ErrorKind<{ readonly path: string; readonly limit: number }>,
  'unknown-page-start': {
    status: 400,
    title: 'Unknown start of a page',
    sentence: ({ path, kind }) => `${path} must be the id of ${kind === 'key' ? 'a key' : `an ${kind}`}`,
  } as ErrorKind<{ readonly path: string; readonly kind: 'key' | 'account' | 'entry' }>,
} satisfies ErrorTable;

/** Every error of the HTTP API: the engine's and the gateway's. */
export const errorTable = { ...engineErrors, ...gatewayErrors };

export type ErrorCode = keyof typeof errorTable;

/** Returns one occurrence of an error of the gateway. */
export const gatewayProblem = problemMaker(gatewayErrors);

type FixedCode<Table> = {
  [Code in keyof Table]: NoDetails extends DetailsOf<Table, Code> ? Code : never;
}[keyof Table];

/** An error of the gateway that has no details. */
export type HttpErrorCode = FixedCode<typeof gatewayErrors> | 'internal-error';

/** The problems of {@link HttpErrorCode}, made once. */
export const httpErrors = fixedProblems();

function fixedProblems(): Readonly<Record<HttpErrorCode, Problem>> {
  const make = problemMaker(errorTable);
  const codes = Object.keys(gatewayErrors).filter((code) => isFixed(code as ErrorCode)) as HttpErrorCode[];
  return Object.fromEntries([...codes, 'internal-error' as const].map((code) => [code, make(code)])) as Readonly<
    Record<HttpErrorCode, Problem>
  >;
}

/** Whether the message has no details: then it is the title. */
function isFixed(code: ErrorCode): boolean {
  return errorTable[code].sentence.length === 0;
}

/** `{ "error": "<sentence>" }` in UTF-8. */
export function errorBody({ sentence }: Problem): Uint8Array {
  return encodeJson({ error: sentence });
}

/** The bodies of {@link httpErrors}, encoded once. */
export const errorBodies = Object.fromEntries(
  Object.entries(httpErrors).map(([code, problem]) => [code, errorBody(problem)]),
) as Readonly<Record<HttpErrorCode, Uint8Array>>;
