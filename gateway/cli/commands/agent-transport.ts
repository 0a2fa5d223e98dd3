import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** How long to wait for running calls after the end of the input, in milliseconds. */
const longestWaitMs = 30_000;

/**
 * How many bytes of responses may wait for a slow host before no more calls are read. Large, because a host may write a
 * long list of calls before it reads.
 */
const maxBacklogBytes = 16 * 1024 * 1024;

/**
 * The protocol over standard input and output. After the end of the input it finishes all calls before it closes: the
 * transport of the package drops running calls, so that `printf … | textmill mcp` would print nothing.
 */
export class AgentTransport extends StdioServerTransport {
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #pending = new Set<RequestId>();
  /** One for all callers: the input reports its end twice, by `end` and by `close`. */
  #waiting: Promise<void> | undefined;
  #onSettled: () => void = () => undefined;
  #ended: () => void = () => undefined;
  #isOutputGone = false;
  /** Resolves when either side has ended the connection. */
  readonly closed = new Promise<void>((resolve) => {
    this.#ended = resolve;
  });

  /** @param maxBufferSize - the longest message, in bytes. */
  constructor(input: Readable, output: Writable, maxBufferSize: number) {
    super(input, output, { maxBufferSize });
    this.#input = input;
    this.#output = output;
    // The package adds a listener for errors with each waiting response.
    output.setMaxListeners(0);
    output.on('drain', () => input.resume());
    output.once('error', () => {
      this.#isOutputGone = true;
      this.#onSettled();
    });
  }

  override async start(): Promise<void> {
    const deliver = this.onmessage;
    this.onmessage = (message) => {
      this.#note(message);
      deliver?.(message);
    };
    await super.start();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    const sent = super.send(message);
    if (this.#output.writableLength > maxBacklogBytes) this.#input.pause();
    await sent;
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
  }

  override async close(): Promise<void> {
    if (this.#input.readableEnded && !this.#isOutputGone && this.#pending.size > 0) {
      this.#waiting ??= this.#allSettled();
      await this.#waiting;
    }
    await super.close();
    this.#ended();
  }

  /** A subscription stays open until the end, and a cancelled call gets no response. */
  #note(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) {
      if (message.method !== 'subscriptions/listen') this.#pending.add(message.id);
    } else if (message.method === 'notifications/cancelled') {
      this.#settle(message.params?.requestId as RequestId);
    }
  }

  #settle(id: RequestId): void {
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#onSettled();
  }

  #allSettled(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, longestWaitMs);
      this.#onSettled = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
