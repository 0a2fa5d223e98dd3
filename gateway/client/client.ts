import {
  checkedCatalogue,
  checkedRun,
  checkedSanitize,
  checkedSortDedupe,
  checkedTool,
  checkedUsage,
  type KeyUsage,
  type RunResult,
  type SanitizeResult,
  type SortDedupeResult,
  type ToolCatalogue,
  type ToolDocument,
} from './answers.js';
import type { BatchOptions } from './batches.js';
import { Connection, type ConnectionOptions, usagePath } from './connection.js';
import { runLines } from './lines.js';
import type { Rows } from './row-batches.js';
import type { Step, ToolSlug } from './steps.js';
import type { SanitizeOptions, SortDedupeOptions } from './tool-types.js';
import { sanitizeAll } from './urls.js';

/** What every call takes. */
export interface CallOptions {
  /** Ends the call at once: it is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A gateway, as a program sees it. Each call is rejected with a {@link TextmillError} if the gateway refuses it, or has
 * not answered for `maxWaitMs`; with a {@link QuotaError} if the daily quota is spent.
 */
export interface TextmillClient {
  /**
   * Runs tools over a text, one after the other.
   *
   * @param input - at most 500,000 UTF-16 code units.
   * @param steps - at most 25.
   * @example
   * const { result } = await client.run(text, ['trim-lines', { toolSlug: 'dedupe-sort', config: { order: 'desc' } }]);
   */
  run(input: string, steps: readonly Step[], options?: CallOptions): Promise<RunResult>;

  /**
   * Removes tracking parameters from URLs.
   *
   * @param urls - at most 500, of 1,000,000 UTF-16 code units together.
   * @example
   * const { sanitized } = await client.sanitize(['https://example.com/?id=1&utm_source=x'], { keepParams: ['ref'] });
   */
  sanitize(urls: readonly string[], options?: SanitizeOptions & CallOptions): Promise<SanitizeResult>;

  /**
   * Trims, filters, deduplicates and sorts lines: all of that unless an option says otherwise.
   *
   * @param lines - at most 5,000, of 1,000,000 UTF-16 code units together.
   * @example
   * const { output } = await client.sortDedupe(names, { direction: 'desc' });
   */
  sortDedupe(lines: readonly string[], options?: SortDedupeOptions & CallOptions): Promise<SortDedupeResult>;

  /**
   * Runs a workflow over rows of any number, each as a text by itself; as many come out, in the same order.
   *
   * @throws {TextmillError} before anything is sent if the workflow does not keep the number of lines; later with `done`,
   *   which is the `start` of a run that goes on from there.
   * @example
   * for await (const line of client.runLines(rows, ['trim-lines', 'upper-case'])) console.log(line);
   */
  runLines(rows: Rows, steps: readonly Step[], options?: BatchOptions): AsyncGenerator<string, void, undefined>;

  /**
   * Removes tracking parameters from URLs of any number; as many come out, in the same order.
   *
   * @throws {TextmillError} with `done`, which is the `start` of a run that goes on from there.
   * @example
   * for await (const url of client.sanitizeAll(urls, { connections: 8 })) console.log(url);
   */
  sanitizeAll(urls: Rows, options?: SanitizeOptions & BatchOptions): AsyncGenerator<string, void, undefined>;

  /**
   * What the key may still do, and when the next request is free. Costs no quota; counts against the bursts.
   *
   * @example
   * const { remaining, freeAt } = await client.usage();
   */
  usage(options?: CallOptions): Promise<KeyUsage>;

  /** All tools of the gateway. Needs no key. */
  tools(options?: CallOptions): Promise<ToolCatalogue>;

  /** One tool of the gateway, which may have more than those this client knows. Needs no key. */
  tool(slug: ToolSlug | (string & Record<never, never>), options?: CallOptions): Promise<ToolDocument>;
}

/**
 * Makes a client of a gateway. Its calls may be made at the same time, and taken from it: they need no `this`.
 *
 * @throws {TypeError} if an option cannot be what it is for.
 * @example
 * const client = createClient({ baseUrl: 'https://textmill.example.com', apiKey });
 */
export function createClient(options: ConnectionOptions): TextmillClient {
  const connection = new Connection(options);
  return {
    run: async (input, steps, { signal } = {}) =>
      checkedRun(await connection.send('POST', 'v1/run', { input, steps }, { signal })),
    sanitize: async (urls, { signal, ...rest } = {}) =>
      checkedSanitize(await connection.send('POST', 'v1/sanitize', { ...rest, urls }, { signal }), urls.length),
    sortDedupe: async (lines, { signal, ...rest } = {}) =>
      checkedSortDedupe(await connection.send('POST', 'v1/sort-dedupe', { ...rest, lines }, { signal })),
    runLines: (rows, steps, batch) => runLines(connection, rows, steps, batch),
    sanitizeAll: (urls, batch) => sanitizeAll(connection, urls, batch),
    usage: async ({ signal } = {}) => checkedUsage(await connection.send('GET', usagePath, undefined, { signal })),
    tools: async ({ signal } = {}) => checkedCatalogue(await connection.send('GET', 'v1/tools', undefined, { signal })),
    tool: async (slug, { signal } = {}) =>
      checkedTool(await connection.send('GET', `v1/tools/${encodeURIComponent(slug)}`, undefined, { signal })),
  };
}
