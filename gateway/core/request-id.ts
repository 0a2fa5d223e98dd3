import { randomBytes } from 'node:crypto';

/** Makes ids unique across processes. */
const processPart = randomBytes(6).toString('hex');
let count = 0;

/**
 * Returns the caller's id if it is safe in a header and a log line, otherwise a new one. An API key in the wrong field
 * is not used.
 */
export function requestIdOf(sent: string): string {
  if (sent !== '' && /^[A-Za-z0-9._:+/=-]{1,128}$/.test(sent) && !/svc_(?:live|dev)_/.test(sent)) return sent;
  count++;
  return `${processPart}-${count.toString(36)}`;
}
