import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** One of the promises in {@link promises}. */
export type RowId = keyof typeof promises;

/** What a test of a promise found when it last ran in its full form. */
export interface KeptFigure {
  readonly row: RowId;
  /** Which of several tests of the row; '' for the only one. */
  readonly part: string;
  readonly found: string;
  readonly machine: string;
  readonly node: string;
  readonly commit: string;
  /** ISO 8601. */
  readonly when: string;
}

/** A file for each figure. */
export const figuresFolder = new URL('../results/', import.meta.url);

/** What Textmill promises of its reliability; each has tests that end with a figure. */
export const promises = {
  R1: 'After `kill -9` under load the database is intact, every key and revocation that was answered is there, and the daily quota admits no request too many.',
  R2: 'On SIGTERM under load `/readyz` says 503 first, no accepted request is dropped, the counters are exact, and the process ends within 10 s.',
  R3: 'A thread that runs out of memory costs its own job alone, which is answered with a 400; the thread is replaced.',
  R4: 'While a thread cannot be started, readiness says no and it is tried again with growing pauses, until it can.',
  R5: 'A job that never ends is ended at its deadline, counted from when it began to run, and its thread replaced.',
  R6: 'Large jobs beyond the threads and the queue get a 503 with `Retry-After` and cost no quota; small requests are not harmed.',
  R7: 'Clients that vanish at any moment leave nothing behind: no memory, no request, no connection.',
  R8: 'Clients that send or read slowly, or not at all, are bounded in memory and time, and do not slow others down.',
  R9: 'Broken HTTP gets a 4xx, a 5xx or a closed connection, never a 2xx (but for what the parsers forgive, see SECURITY.md); nobody gets an answer to a request they did not send.',
  R10: 'Answers never free memory that the HTTP parser still reads, whatever is pipelined behind a request.',
  R11: 'Any JSON body gets a 200 or the documented 4xx, the same bytes from the event loop and from a thread.',
  R12: '`__proto__`, `constructor` and the like are plain names everywhere: they pollute nothing and survive as data.',
  R13: 'Every tool answers hostile text with a result or a 400 within its time and output limits.',
  R14: 'The time of a refusal does not tell how close a key was to a real one.',
  R15: 'Keys are nowhere in clear but in the answer that shows them: not in the database, its log, the logs, the metrics or any error.',
  R16: 'Burst limits and the daily quota admit exactly what they define, across restarts and clock changes.',
  R17: 'When the database cannot be written, serving goes on from memory, readiness and a metric say so, and nothing counted is lost.',
  R18: 'A revocation, rotation or change of origins holds from the next request after its answer.',
  R19: 'Every earlier database is upgraded in one transaction; a newer one is refused in one sentence.',
  R20: 'Under mixed load for 20 minutes memory and file descriptors stay flat, and the quota charged is what was admitted.',
  R21: 'No job ends the process: one that needs too much memory ends alone, as a 400 that names the step, and no job is answered with a 500.',
  R22: 'However a connection ends, whatever is queued on it, nothing of it stays.',
  R23: 'No proxy and the gateway disagree about where a request begins: a refusal that is sent before the body ends its connection.',
  R24: "One account's dearest jobs make a stranger's wait for no more than two of its steps.",
  R25: 'Whatever ends the process, the supervisor has it back within a second, with nothing lost.',
  R26: 'A restart that is asked for under load fails no request of a client that retries, and loses and admits nothing wrongly.',
} as const;

/** All figures that were kept, by row and part. */
export function keptFigures(folder = figuresFolder): KeptFigure[] {
  if (!existsSync(folder)) return [];
  const numberOf = (row: string) => Number(row.slice(1));
  return readdirSync(folder)
    .filter((name) => /^R\d.*\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as KeptFigure)
    .toSorted((a, b) => numberOf(a.row) - numberOf(b.row) || (a.part < b.part ? -1 : 1));
}
