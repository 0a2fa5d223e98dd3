import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** How long calls are waited for when the input has ended, in milliseconds: if one is never answered, it ends all the same. */
const longestWaitMs = 30_000;

/**
 * How many bytes of answers wait for a host that does not read them before no more calls are read. A host may well write
 * a long list of calls before it reads, so this is no small number.
 */
const maxBacklogBytes = 16 * 1024 * 1024;

/**
 * The protocol over standard input and output. When the input ends, all that was asked is answered before the
 * connection is closed: the package's own drops the calls that are still worked on, so that
 * `printf … | textmill mcp` would answer nothing.
 */
export class AgentTransport extends StdioServerTransport {
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #unanswered = new Set<RequestId>();
  /** One for all who close: the input says twice that it is over, by `end` and by `close`. */
  #waiting: Promise<void> | undefined;
  #answered: () => void = () => undefined;
  #ended: () => void = () => undefined;
  #isOutputGone = false;
  /** Resolves when the connection has ended, whichever side ended it. */
  readonly closed = new Promise<void>((resolve) => {
    this.#ended = resolve;
  });

  /** @param maxBufferSize - the longest message, in bytes. */
  constructor(input: Readable, output: Writable, maxBufferSize: number) {
    super(input, output, { maxBufferSize });
    this.#input = input;
    this.#output = output;
    // The package listens for errors once for each answer that waits.
    output.setMaxListeners(0);
    output.on('drain', () => input.resume());
    output.once('error', () => {
      this.#isOutputGone = true;
      this.#answered();
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
    if (this.#input.readableEnded && !this.#isOutputGone && this.#unanswered.size > 0) {
      this.#waiting ??= this.#allAnswered();
      await this.#waiting;
    }
    await super.close();
    this.#ended();
  }

  /** A stream of changes is open until the end, and what is cancelled is not answered. */
  #note(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) {
      if (message.method !== 'subscriptions/listen') this.#unanswered.add(message.id);
    } else if (message.method === 'notifications/cancelled') {
      this.#settle(message.params?.requestId as RequestId);
    }
  }

  #settle(id: RequestId): void {
    this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#answered();
  }

  #allAnswered(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, longestWaitMs);
      this.#answered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
