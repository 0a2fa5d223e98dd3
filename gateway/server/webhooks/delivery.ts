import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '#gateway/core/clock.js';
import { nodeTimers, type Timers } from '#gateway/core/timers.js';
import type { WebhookResult } from '../telemetry/metrics/sources.js';
import type { WebhookEvent } from './events.js';
import { type Post, post as postOverNetwork } from './post.js';

/** Where events go, and what they are signed with. */
export interface WebhookTarget {
  readonly url: string;
  /** `whsec_` and the key in Base64. */
  readonly secret: string;
}

/** A pino logger fits. */
interface DeliveryLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface WebhookDeliveryOptions {
  /** Undefined while no events are wanted. */
  readonly target: () => WebhookTarget | undefined;
  readonly clock: Clock;
  readonly log: DeliveryLog;
  readonly post?: Post;
  readonly timers?: Timers;
  /** A number from 0 up to 1. */
  readonly random?: () => number;
}

interface Message {
  readonly id: string;
  readonly type: WebhookEvent['type'];
  readonly body: string;
  attempts: number;
  /** When the next attempt is due, in milliseconds since the epoch. */
  dueAt: number;
}

/** Events that wait; the oldest is dropped for one more. */
export const mostWaiting = 1_000;

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
/** The pauses after attempts that failed, in milliseconds: ten attempts in about 16 hours. */
export const pausesMs: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
];
/** A pause is longer by up to this part, so that what failed together does not come back together. */
const jitter = 0.2;

/**
 * Returns the headers that show who has sent a message, and when, as Standard Webhooks has it.
 *
 * @param now - in milliseconds.
 */
export function signedHeaders(id: string, body: string, secret: string, now: number): Record<string, string> {
  const timestamp = Math.floor(now / 1_000);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}

/**
 * Sends events, one attempt at a time, and again if one fails. It is all in memory: a process that ends loses what waits.
 * Without an event it does nothing, not even wait.
 */
export class WebhookDelivery {
  readonly #options: WebhookDeliveryOptions;
  readonly #timers: Timers;
  readonly #queue: Message[] = [];
  readonly #results: Record<WebhookResult, number> = { delivered: 0, failed: 0, dropped: 0 };
  #cancelWait: (() => void) | undefined;
  #isSending = false;
  /** Whether the last attempt failed, or events were dropped: logged once. */
  #isFailing = false;
  #isStopped = false;

  constructor(options: WebhookDeliveryOptions) {
    this.#options = options;
    this.#timers = options.timers ?? nodeTimers;
  }

  get results(): Readonly<Record<WebhookResult, number>> {
    return this.#results;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Whether events are wanted. */
  get isWanted(): boolean {
    return !this.#isStopped && this.#options.target() !== undefined;
  }

  /** Sends an event, if events are wanted. Returns immediately, and never throws. */
  send({ type, data }: WebhookEvent): void {
    if (!this.isWanted) return;
    const { clock, log } = this.#options;
    const now = clock.now();
    const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
    const id = `msg_${randomBytes(16).toString('hex')}`;
    this.#queue.push({ id, type, body, attempts: 0, dueAt: now });
    if (this.#queue.length > mostWaiting) {
      this.#queue.shift();
      if (this.#results.dropped++ === 0)
        log.error({ waiting: mostWaiting }, 'Too many webhook events wait: the oldest are dropped');
    }
    this.#advance();
  }

  /** Sends nothing more. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelWait?.();
    const events = this.#queue.length;
    if (events > 0) this.#options.log.warn({ events }, 'Webhook events were not sent before the stop');
  }

  /** Makes the next attempt that is due, or waits for it. */
  #advance(): void {
    this.#cancelWait?.();
    this.#cancelWait = undefined;
    if (this.#isSending || this.#isStopped || this.#queue.length === 0) return;
    const target = this.#options.target();
    if (target === undefined) {
      this.#queue.length = 0;
      return;
    }
    const now = this.#options.clock.now();
    const next = this.#queue.reduce((first, message) => (message.dueAt < first.dueAt ? message : first));
    if (next.dueAt > now) this.#cancelWait = this.#timers.after(next.dueAt - now, () => this.#advance());
    else void this.#attempt(next, target);
  }

  async #attempt(message: Message, { url, secret }: WebhookTarget): Promise<void> {
    const { clock, post = postOverNetwork } = this.#options;
    this.#isSending = true;
    const { id, body } = message;
    const problem = await post(url, signedHeaders(id, body, secret, clock.now()), body).then(
      (status) => (status >= 200 && status < 300 ? undefined : `The response was ${status}`),
      (error: Error) => error.message,
    );
    this.#isSending = false;
    if (problem === undefined) this.#delivered(message);
    else this.#failed(message, new URL(url).host, problem);
    this.#advance();
  }

  #delivered(message: Message): void {
    this.#remove(message);
    this.#results.delivered++;
    this.#isFailing = false;
    const { id, type, attempts } = message;
    this.#options.log.info({ event: type, id, attempts: attempts + 1 }, 'A webhook event was sent');
  }

  /** @param host - the rest of the URL may be secret. */
  #failed(message: Message, host: string, reason: string): void {
    const { clock, log, random = Math.random } = this.#options;
    const pause = pausesMs[message.attempts++];
    const fields = { event: message.type, id: message.id, host, reason };
    if (pause === undefined) {
      this.#remove(message);
      this.#results.failed++;
      log.error({ ...fields, attempts: message.attempts }, 'A webhook event could not be sent, and is given up');
      return;
    }
    message.dueAt = clock.now() + pause * (1 + jitter * random());
    if (!this.#isFailing) log.warn(fields, 'A webhook event cannot be sent; it is sent again later');
    this.#isFailing = true;
  }

  #remove(message: Message): void {
    const index = this.#queue.indexOf(message);
    // It may have been dropped meanwhile.
    if (index !== -1) this.#queue.splice(index, 1);
  }
}
