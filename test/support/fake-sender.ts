import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { toolDocument } from '#engine/catalogue/tool-documents.js';
import { createEngine } from '#engine/execute.js';
import { TextmillError } from '#gateway/client/errors.js';
import type { RequestOptions, Sender } from '#gateway/client/sender.js';

const catalogue = await loadCatalogue();
const engine = createEngine(catalogue);

/** A request as the client sends it. */
export interface SentRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Responds in place of the engine; returns undefined to let the engine respond. */
export type Interception = (
  request: SentRequest,
  options: RequestOptions,
) => Promise<unknown> | { readonly response: unknown } | undefined;

/** A sender without a network: the engine runs requests immediately, in this thread. */
export class EngineSender implements Sender {
  /** All requests except those for a tool's document. */
  readonly sent: SentRequest[] = [];
  /** The slugs of the requested documents. */
  readonly documents: string[] = [];
  readonly #intercept: Interception;

  constructor(intercept: Interception = () => undefined) {
    this.#intercept = intercept;
  }

  async send<Body>(method: 'GET' | 'POST', path: string, body?: object, options: RequestOptions = {}): Promise<Body> {
    options.signal?.throwIfAborted();
    if (method === 'GET') return this.#document(path) as Body;
    const request = { path, body: body as Readonly<Record<string, unknown>> };
    this.sent.push(request);
    const intercepted = this.#intercept(request, options);
    if (intercepted !== undefined)
      return (await ('response' in intercepted ? intercepted.response : intercepted)) as Body;
    return engineResult(request) as Body;
  }

  #document(path: string): object {
    const slug = path.replace('v1/tools/', '');
    this.documents.push(slug);
    const entry = catalogue.get(slug);
    if (entry === undefined) throw new TextmillError(404, 'Not found', { code: 'not-found' });
    return JSON.parse(JSON.stringify(toolDocument(entry))) as object;
  }
}

/** Runs a request in the engine. @throws {TextmillError} as a connection does. */
function engineResult({ path, body }: SentRequest): unknown {
  const operation = path === 'v1/run' ? 'run' : 'sanitize';
  const { status, problem, body: bytes } = engine.execute(operation, Buffer.from(JSON.stringify(body)));
  if (problem === undefined) return JSON.parse(Buffer.from(bytes).toString()) as unknown;
  const { sentence, code, details } = problem;
  throw new TextmillError(status, sentence, { requestId: 'r1', code, details: { ...details } });
}

/** Collects all values of an iterable. */
export async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const collected: Value[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}
