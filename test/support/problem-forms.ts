import assert from 'node:assert/strict';
import { type ErrorCode, errorTable } from '#gateway/core/errors.js';

/** The Accept header of clients that want RFC 9457 instead of `{ "error": … }`. */
export const problemType = 'application/problem+json';

/** The request id that all these requests send. */
export const problemRequestId = 'r-1';

/** An error response. */
export interface ErrorResponse {
  readonly status: number;
  readonly type: string | null | undefined;
  readonly json: unknown;
}

/**
 * Asserts that two responses are the same error in its two forms.
 *
 * @param details - members that the problem must have in addition to the standard ones.
 * @returns the message, which both have.
 */
export function assertErrorForms(
  code: ErrorCode,
  { plain, problem }: { readonly plain: ErrorResponse; readonly problem: ErrorResponse },
  details: object,
): string {
  const { status, title } = errorTable[code];
  assert.deepEqual([plain.status, plain.type], [status, 'application/json; charset=utf-8'], JSON.stringify(plain.json));
  assert.deepEqual([problem.status, problem.type], [status, problemType]);
  const { error, ...others } = plain.json as { error: string };
  assert.deepEqual(others, {});
  const members = problem.json as Record<string, unknown>;
  const standard = { type: `/docs/errors#${code}`, title, status, detail: error, code, requestId: problemRequestId };
  assert.deepEqual({ ...members, ...standard, ...details }, members);
  return error;
}
