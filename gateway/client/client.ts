import type { SanitizeOptions, SortDedupeOptions } from '../../engine/tool-types.js';
import type {
  ResultOfInput,
  RunResult,
  SanitizeResult,
  SortDedupeResult,
  Step,
  ToolCatalogue,
  ToolDocument,
  ToolSlug,
} from '../../engine/types.js';
import type { BatchOptions } from './batches.js';
import { Connection, type ConnectionOptions, toolsPath, usagePath } from './connection.js';
import { runLines } from './lines.js';
import { runMany } from './many.js';
import {
  checkedCatalogue,
  checkedRun,
  checkedSanitize,
  checkedSortDedupe,
  checkedTool,
  checkedUsage,
  type KeyUsage,
} from './responses.js';
import type { Rows } from './row-batches.js';
import { sanitizeAll } from './urls.js';
import { type NamedWorkflow, storedWorkflows, type Workflows, workflowFields } from './workflows.js';

/** Options of every call. */
export interface CallOptions {
  /** Ends the call immediately: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link TextmillClient.run}. */
export interface RunOptions extends CallOptions {
  /** Whether `meta.trace` tells what each step did, and so do the `details.trace` of the error of a failing step. */
  readonly trace?: boolean | undefined;
}

/**
 * The endpoints of a gateway. A call rejects with a {@link TextmillError} if the gateway refuses it or does not respond
 * for `maxWaitMs`, and with a {@link QuotaError} if the daily quota is used up.
 */
export interface TextmillClient {
  /**
   * Runs tools on a text, one after the other.
   *
   * @param input - at most 500,000 UTF-16 code units.
   * @param steps - at most 25, or the name of a stored workflow.
   * @example
   * const { result } = await client.run(text, ['trim-lines', { toolSlug: 'dedupe-sort', config: { order: 'desc' } }]);
   */
  run(input: string, steps: readonly Step[] | NamedWorkflow, options?: RunOptions): Promise<RunResult>;

  /**
   * Removes tracking parameters from URLs.
   *
   * @param urls - at most 500, of 1,000,000 UTF-16 code units together.
   * @example
   * const { sanitized } = await client.sanitize(['https://example.com/?id=1&utm_source=x'], { keepParams: ['ref'] });
   */
  sanitize(urls: readonly string[], options?: SanitizeOptions & CallOptions): Promise<SanitizeResult>;

  /**
   * Trims, filters, deduplicates and sorts lines; options switch these off.
   *
   * @param lines - at most 5,000, of 1,000,000 UTF-16 code units together.
   * @example
   * const { output } = await client.sortDedupe(names, { direction: 'desc' });
   */
  sortDedupe(lines: readonly string[], options?: SortDedupeOptions & CallOptions): Promise<SortDedupeResult>;

  /**
   * Runs a workflow on any number of rows, each as its own text. Yields one result per row, in the same order.
   *
   * @throws {TextmillError} before the first request if the workflow does not keep the number of lines; later with
   *   `done`, the `start` of a run that continues from there.
   * @example
   * for await (const line of client.runLines(rows, ['trim-lines', 'upper-case'])) console.log(line);
   */
  runLines(rows: Rows, steps: readonly Step[], options?: BatchOptions): AsyncGenerator<string, void, undefined>;

  /**
   * Runs a workflow on any number of texts, each by itself. Yields one result or error per text, in the same order: a text
   * that fails leaves the others alone. A request has up to 5,000 texts, and counts once against the quota.
   *
   * @throws {TextmillError} with `done`, the `start` of a run that continues from there.
   * @example
   * for await (const { result, error } of client.runMany(bodies, ['json-minifier'])) console.log(result ?? error);
   */
  runMany(
    inputs: Rows,
    steps: readonly Step[] | NamedWorkflow,
    options?: BatchOptions,
  ): AsyncGenerator<ResultOfInput, void, undefined>;

  /**
   * Removes tracking parameters from any number of URLs. Yields one result per URL, in the same order.
   *
   * @throws {TextmillError} with `done`, the `start` of a run that continues from there.
   * @example
   * for await (const url of client.sanitizeAll(urls, { connections: 8 })) console.log(url);
   */
  sanitizeAll(
    urls: Rows,
    options?: Omit<SanitizeOptions, 'explain'> & BatchOptions,
  ): AsyncGenerator<string, void, undefined>;

  /**
   * Returns what is left of the key's limits. Costs no quota, but counts against the burst limit.
   *
   * @example
   * const { remaining, freeAt } = await client.usage();
   */
  usage(options?: CallOptions): Promise<KeyUsage>;

  /** The workflows that the account has stored. */
  readonly workflows: Workflows;

  /** Returns all tools of the gateway. Needs no key. */
  tools(options?: CallOptions): Promise<ToolCatalogue>;

  /** Returns one tool of the gateway, which may have tools that this client does not know. Needs no key. */
  tool(slug: ToolSlug | (string & Record<never, never>), options?: CallOptions): Promise<ToolDocument>;
}

/**
 * Creates a client. Its calls may run in parallel, and can be destructured: they do not use `this`.
 *
 * @throws {TypeError} if an option is invalid.
 * @example
 * const client = createClient({ baseUrl: 'https://textmill.example.com', apiKey });
 */
export function createClient(options: ConnectionOptions): TextmillClient {
  const connection = new Connection(options);
  return {
    run: async (input, steps, { signal, trace = false } = {}) =>
      // A gateway of an older version refuses the field.
      checkedRun(
        await connection.send(
          'POST',
          'v1/run',
          { input, ...workflowFields(steps), ...(trace && { trace }) },
          { signal },
        ),
      ),
    sanitize: async (urls, { signal, ...rest } = {}) =>
      checkedSanitize(await connection.send('POST', 'v1/sanitize', { ...rest, urls }, { signal }), urls.length),
    sortDedupe: async (lines, { signal, ...rest } = {}) =>
      checkedSortDedupe(await connection.send('POST', 'v1/sort-dedupe', { ...rest, lines }, { signal })),
    runLines: (rows, steps, batch) => runLines(connection, rows, steps, batch),
    runMany: (inputs, steps, batch) => runMany(connection, inputs, steps, batch),
    sanitizeAll: (urls, batch) => sanitizeAll(connection, urls, batch),
    usage: async ({ signal } = {}) => checkedUsage(await connection.send('GET', usagePath, undefined, { signal })),
    workflows: storedWorkflows(connection),
    tools: async ({ signal } = {}) => checkedCatalogue(await connection.send('GET', toolsPath, undefined, { signal })),
    tool: async (slug, { signal } = {}) =>
      checkedTool(await connection.send('GET', `${toolsPath}/${encodeURIComponent(slug)}`, undefined, { signal })),
  };
}
