import type { HttpErrorName } from '../core/errors.js';

/**
 * Why a request was turned away that had nothing wrong with it: limits (429) and a gateway that is full (503), and the
 * error that each is answered with.
 */
export const refusalErrors = {
  'burst-address': 'rateLimited',
  'burst-key': 'rateLimited',
  quota: 'rateLimited',
  queue: 'busy',
  'queue-timeout': 'busy',
  'body-memory': 'busy',
  'requests-in-flight': 'busy',
  stopping: 'busy',
} as const satisfies Readonly<Record<string, HttpErrorName>>;

export type Refusal = keyof typeof refusalErrors;

export const refusals = Object.keys(refusalErrors) as readonly Refusal[];
