import type { HttpErrorCode } from '../core/errors.js';

/**
 * Why a request was turned away that had nothing wrong with it: limits (429) and a gateway that is full (503), and the
 * error that each is answered with.
 */
export const refusalErrors = {
  'burst-address': 'rate-limited',
  'burst-key': 'rate-limited',
  quota: 'rate-limited',
  queue: 'server-busy',
  'queue-timeout': 'server-busy',
  'body-memory': 'server-busy',
  'requests-in-flight': 'server-busy',
  stopping: 'server-busy',
} as const satisfies Readonly<Record<string, HttpErrorCode>>;

export type Refusal = keyof typeof refusalErrors;

export const refusals = Object.keys(refusalErrors) as readonly Refusal[];
