import type { Readable, Writable } from 'node:stream';
import {
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { ReaderGoneError, write } from '../core/io.js';
import { MessageLines } from './message-lines.js';

/** How long to wait for running calls after the end of the input, in milliseconds. */
const longestWaitMs = 30_000;

/**
 * How many bytes of responses may wait for a slow host before no more calls are read. Large, because a host may write a
 * long list of calls before it reads.
 */
const maxBacklogBytes = 16 * 1024 * 1024;

/**
 * The protocol over standard input and output: a message is a line. It differs from the transport of the package in two
 * things. After the end of the input it finishes all calls before it closes, so that `printf … | textmill mcp` prints
 * something. And a line that is not a message gets an error, as JSON-RPC wants it, so that nobody waits for a response.
 */
export class AgentTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines: MessageLines;
  readonly #pending = new Set<RequestId>();
  /** One for all callers: the input reports its end twice, by `end` and by `close`. */
  #waiting: Promise<void> | undefined;
  #onSettled: () => void = () => undefined;
  #ended: () => void = () => undefined;
  #isOutputGone = false;
  #isClosed = false;
  /** Resolves when either side has ended the connection. */
  readonly closed = new Promise<void>((resolve) => {
    this.#ended = resolve;
  });

  /** @param maxMessageBytes - the longest message. */
  constructor(input: Readable, output: Writable, maxMessageBytes: number) {
    this.#input = input;
    this.#output = output;
    this.#lines = new MessageLines(maxMessageBytes);
    // Each response that waits listens for errors.
    output.setMaxListeners(0);
    output.on('drain', () => input.resume());
  }

  async start(): Promise<void> {
    const close = () => void this.close();
    this.#input.on('data', this.#read);
    this.#input.on('error', (error) => this.onerror?.(error));
    this.#input.once('end', () => {
      this.#deliver(this.#lines.end());
      close();
    });
    this.#input.once('close', close);
    this.#output.on('error', (error) => {
      this.#isOutputGone = true;
      this.#onSettled();
      if (!this.#isClosed) this.onerror?.(error);
      close();
    });
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(close);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
  }

  async close(): Promise<void> {
    if (this.#input.readableEnded && !this.#isOutputGone && this.#pending.size > 0) {
      this.#waiting ??= this.#allSettled();
      await this.#waiting;
    }
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off('data', this.#read);
    // Otherwise an input that stays open keeps the process alive.
    this.#input.pause();
    this.onclose?.();
    this.#ended();
  }

  readonly #read = (chunk: Buffer): void => {
    try {
      this.#deliver(this.#lines.push(chunk));
    } catch (error) {
      this.onerror?.(error as Error);
      void this.close();
    }
  };

  #deliver(lines: Iterable<Uint8Array>): void {
    for (const line of lines) {
      const message = this.#parse(line);
      if (message === undefined) continue;
      this.#note(message);
      try {
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(error as Error);
      }
    }
  }

  /** Refuses a line that is not a message. @returns undefined then. */
  #parse(line: Uint8Array): JSONRPCMessage | undefined {
    let value: unknown;
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
    } catch (error) {
      this.#refuse(null, ProtocolErrorCode.ParseError, 'Parse error: the line is not JSON in UTF-8');
      this.onerror?.(error as Error);
      return undefined;
    }
    try {
      return parseJSONRPCMessage(value);
    } catch (error) {
      // A response gets no response: two sides might go on forever.
      const { id, result, error: failure } = Object(value) as Readonly<Record<string, unknown>>;
      if (result === undefined && failure === undefined) {
        const known = typeof id === 'string' || typeof id === 'number' ? id : null;
        this.#refuse(known, ProtocolErrorCode.InvalidRequest, 'Invalid Request: not a message of JSON-RPC 2.0');
      }
      this.onerror?.(error as Error);
      return undefined;
    }
  }

  #refuse(id: RequestId | null, code: number, message: string): void {
    void this.#write({ jsonrpc: '2.0', id, error: { code, message } }).catch((error) => this.onerror?.(error));
  }

  /** Resolves once there is room for more. What nobody reads any more is dropped. */
  async #write(message: object): Promise<void> {
    if (this.#isClosed || this.#isOutputGone) return;
    const written = write(this.#output, `${JSON.stringify(message)}\n`);
    if (this.#output.writableLength > maxBacklogBytes) this.#input.pause();
    await written.catch((error: unknown) => {
      if (!(error instanceof ReaderGoneError)) throw error;
    });
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
