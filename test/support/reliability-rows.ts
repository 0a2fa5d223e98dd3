import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** One of the promises in {@link promises}. */
export type RowId = keyof typeof promises;

/** The result of the last full run of a promise's test. */
export interface KeptFigure {
  readonly row: RowId;
  /** The test, if the row has several; otherwise ''. */
  readonly part: string;
  readonly found: string;
  readonly machine: string;
  readonly node: string;
  readonly commit: string;
  /** ISO 8601. */
  readonly when: string;
}

/** The folder with a file for each figure. */
export const figuresFolder = new URL('../results/', import.meta.url);

/** The reliability promises of Textmill. Each has tests that report a figure. */
export const promises = {
  R1: 'After `kill -9` under load, every confirmed key and revocation is stored, and the daily quota admits no request too many.',
  R2: 'On SIGTERM under load, `/readyz` is 503 first, no accepted request is dropped, counters are exact, and the process ends within 10 s.',
  R3: 'If a thread runs out of memory, only its own job fails, with a 400. The thread is replaced.',
  R4: 'While a thread cannot be started, the gateway is not ready, and retries with increasing delays.',
  R5: 'An endless job is stopped at its deadline, counted from its start, and its thread is replaced.',
  R6: 'Large jobs beyond the threads and the queue get a 503 with `Retry-After` and cost no quota. Small requests are not affected.',
  R7: 'Clients that disconnect at any moment leave nothing behind: no memory, no request, no connection.',
  R8: 'Clients that send or read slowly, or not at all, are limited in memory and time, and do not slow down others.',
  R9: 'Malformed HTTP never gets a 2xx, except where SECURITY.md says so. Nobody gets the response to a request that they did not send.',
  R10: 'Responses never free memory that the HTTP parser still reads, whatever is pipelined after a request.',
  R11: 'Any JSON body gets a 200 or a documented 4xx, with the same bytes from the event loop and from a thread.',
  R12: '`__proto__`, `constructor` and the like are plain names everywhere: they pollute nothing and are kept as data.',
  R13: 'For hostile text, every tool returns a result or a 400 within its time and output limits.',
  R14: 'The time of a refusal does not reveal how similar a key is to a valid one.',
  R15: 'A key appears in clear text only in the response that creates it.',
  R16: 'Burst limits and the daily quota admit exactly what they define, across restarts and clock changes.',
  R17: 'When the database cannot be written, or its file is moved away, the gateway serves from memory and says so, and no count is lost.',
  R18: 'A revocation, rotation or change of origins takes effect with the next request after its response.',
  R19: 'A database of an earlier version is upgraded in one transaction. A newer one is refused with one sentence.',
  R20: 'Under mixed load for 20 minutes memory and file descriptors stay flat, and the charged quota equals the admitted requests.',
  R21: 'No job ends the process: one that needs too much memory fails alone, with a 400 that names the step, and no job gets a 500.',
  R22: 'However a connection ends, whatever is queued on it, nothing of it remains.',
  R23: 'No proxy and the gateway disagree about where a request begins.',
  R24: 'The most expensive jobs of one account delay those of another by at most two of its steps.',
  R25: 'Whatever ends the process, the supervisor restarts it within a second, and nothing is lost.',
  R26: 'A requested restart under load fails no request of a client that retries, and loses and wrongly admits nothing.',
  R27: 'Whatever an owner does with sessions and keys costs others a bounded amount.',
  R28: 'What has ended changes nothing: neither a session, a key nor a sign-in link that ended while a request was under way.',
  R29: 'No page of another origin and no program of another user gains, begins or ends a session.',
  R30: 'A start takes processor time in proportion to what is stored, whatever ended the gateway before.',
  C1: 'All gateways together admit at most the quota, although some are killed, sleep, are cut off, or have wrong clocks.',
  C2: 'A change of keys takes effect at all gateways before its response, although some are stopped or cut off.',
  C3: 'Gateways admit together about what one burst limit allows.',
  C4: 'The usage that a gateway shows has the requests of all gateways.',
  C5: 'While the shared store is unavailable, requests are served and counted afterwards. A failover needs no restart.',
  C6: 'A crash of one of several gateways costs its own connections alone; it is back within a second.',
  C7: 'A rolling restart fails no request of a client that retries, and never closes the port. A newer release migrates PostgreSQL while the earlier one serves.',
} as const;

/** Returns all kept figures, sorted by row and part. */
export function keptFigures(folder = figuresFolder): KeptFigure[] {
  if (!existsSync(folder)) return [];
  const places = Object.keys(promises);
  return readdirSync(folder)
    .filter((name) => /^[RC]\d.*\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as KeptFigure)
    .toSorted((a, b) => places.indexOf(a.row) - places.indexOf(b.row) || (a.part < b.part ? -1 : 1));
}
