import { randomBytes } from 'node:crypto';

/** Tells the requests of this process from those of any other. */
const processPart = randomBytes(6).toString('hex');
let count = 0;

/**
 * The caller's own id if it is one that can stand in a header and a log line without harm, otherwise a new one. An API
 * key in the wrong field is none.
 */
export function requestIdOf(sent: string): string {
  if (sent !== '' && /^[A-Za-z0-9._:+/=-]{1,128}$/.test(sent) && !/svc_(?:live|dev)_/.test(sent)) return sent;
  count++;
  return `${processPart}-${count.toString(36)}`;
}
