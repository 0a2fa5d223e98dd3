import type { FromWorker, LocalOperation, ToWorker } from '#gateway/console/engine/messages.js';
import type { TableCalls, TableProblem } from '#gateway/console/engine/tables/messages.js';

/** The name of the worker's script, beside this script. gateway/build/bundle-console.mjs defines it. */
declare const engineScript: string;

/** As the gateway responds: a result, or an error in the format of RFC 9457, without a request id. */
export interface LocalResponse {
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
}

/** A step begins. */
export interface LocalProgress {
  /** 1 for the first; tools in groups count. */
  readonly step: number;
  /** How many steps there are. */
  readonly of: number;
}

interface LocalOptions {
  readonly signal?: AbortSignal;
  /** Called at most about twenty times a second. */
  readonly onProgress?: (progress: LocalProgress) => void;
}

/** The engine cannot run in this browser, or stopped. The message is shown to the user. */
export class LocalEngineError extends Error {
  override readonly name = 'LocalEngineError';
}

interface Call extends LocalOptions {
  readonly message: ToWorker;
  /** Ends it with a response, or with an error. */
  settle(outcome: LocalResponse | { readonly error: unknown }): void;
}

/** Whether a tool runs here: an operator's own tools have only their descriptions in the catalogue. */
export function runsLocally({ category }: { readonly category: string }): boolean {
  return category !== 'own';
}

/** A worker of this page with the engine. It works on one request after the other, and sends nothing. */
class LocalEngine {
  readonly #name: string;
  readonly #calls: Call[] = [];
  #running: Call | undefined;
  #worker: Worker | undefined;

  /** @param name - of the worker, in the browser's tools. */
  constructor(name: string) {
    this.#name = name;
  }

  request(operation: LocalOperation, body: object | string, options: LocalOptions): Promise<LocalResponse> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const abort = (): void => {
        if (this.#running === call) this.#endWorker();
        else this.#calls.splice(this.#calls.indexOf(call), 1);
        call.settle({ error: signal?.reason });
      };
      const call: Call = {
        ...options,
        message: { id: ++lastId, operation, body },
        settle: (outcome) => {
          signal?.removeEventListener('abort', abort);
          if (this.#running === call) this.#running = undefined;
          if ('error' in outcome) reject(outcome.error);
          else resolve(outcome);
          this.#runNext();
        },
      };
      signal?.addEventListener('abort', abort);
      this.#calls.push(call);
      this.#runNext();
    });
  }

  #runNext(): void {
    if (this.#running !== undefined) return;
    this.#running = this.#calls.shift();
    if (this.#running === undefined) return;
    try {
      this.#worker ??= this.#newWorker();
      this.#worker.postMessage(this.#running.message);
    } catch (error) {
      this.#stopped(error instanceof Error ? error.message : String(error));
    }
  }

  #newWorker(): Worker {
    const created = new Worker(scriptAddress(), { type: 'module', name: this.#name });
    created.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (created === this.#worker) this.#receive(data);
    });
    created.addEventListener('error', ({ message }: ErrorEvent) => {
      if (created === this.#worker) this.#stopped(message);
    });
    return created;
  }

  #receive(message: FromWorker): void {
    const running = this.#running;
    if (running === undefined || message.id !== running.message.id) return;
    if ('step' in message) running.onProgress?.(message);
    else if ('status' in message) running.settle(message);
    else this.#stopped(message.failure);
  }

  /** A worker that has failed may have loaded one half of a tool, and takes memory: the next request gets another one. */
  #stopped(reason = ''): void {
    this.#endWorker();
    const sentence = reason === '' ? 'Its script cannot be loaded: check the connection, and reload the page.' : reason;
    this.#running?.settle({ error: new LocalEngineError(`Textmill cannot run this in the browser. ${sentence}`) });
  }

  #endWorker(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

let lastId = 0;
const engine = new LocalEngine('Textmill');
/** Another worker: tables stay in it while runs begin and end. */
const tables = new LocalEngine('Textmill tables');

/**
 * Runs a request in a worker of this page: nothing is sent. Requests run one after the other, with the limits
 * `browserLimits` of engine/core/limits.ts.
 *
 * @param body - that of the request to the gateway, as an object or as JSON.
 * @throws {LocalEngineError} if the engine cannot be loaded, or needs more memory than the browser gives.
 * @throws {DOMException} `AbortError` if the signal ended the request.
 */
export function localRequest(
  operation: LocalOperation,
  body: object | string,
  options: LocalOptions = {},
): Promise<LocalResponse> {
  return engine.request(operation, body, options);
}

/**
 * Asks the worker of tables.
 *
 * @throws {LocalEngineError} as {@link localRequest}.
 */
export async function askTables<Name extends keyof TableCalls>(
  call: Name,
  ask: TableCalls[Name]['ask'],
): Promise<TableCalls[Name]['answer'] | TableProblem> {
  const { body } = await tables.request('table', { call, ...ask }, {});
  return body as TableCalls[Name]['answer'] | TableProblem;
}

/** What browsers with trusted types have. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The page's policy allows one maker of addresses of scripts, and it makes only this one. */
function scriptAddress(): string {
  const address = new URL(engineScript, import.meta.url).href;
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('textmill-engine', { createScriptURL: () => address });
  return policy?.createScriptURL('') ?? address;
}
