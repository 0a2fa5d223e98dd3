import { hostname } from 'node:os';
import type { Clock } from '#gateway/core/clock.js';
import { nodeTimers, type Timers } from '#gateway/core/timers.js';
import { type Announcements, longestClaimMs } from '../storage/announcements.js';
import { windowMinutes } from '../storage/periods.js';
import type { BackupFailure } from '../storage/sqlite/scheduled-backups.js';
import type { WebhookDelivery } from './delivery.js';
import type { WebhookEvent } from './events.js';

/** A key with an end. */
export interface ExpiringKey {
  readonly id: string;
  readonly accountId: string;
  /** In milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface EventSourcesOptions {
  readonly delivery: Pick<WebhookDelivery, 'isWanted' | 'send'>;
  readonly announcements: Announcements;
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void };
  /**
   * Whether this gateway watches for all of its machine. The others send only what they find when they serve: quotas.
   */
  readonly isFirst: boolean;
  /** Whether a gateway of this machine cannot use the store. */
  readonly isDegraded: () => boolean;
  /** Returns keys that can be used now, and that expire until a time in milliseconds since the epoch. */
  readonly expiringKeys: (until: number) => readonly ExpiringKey[];
  readonly host?: string;
  readonly timers?: Timers;
}

const dayMs = 24 * 3_600_000;
/** Days before the end of a key at which there is an event. */
const noticeDays = [1, 7] as const;
const keyPollMs = 3_600_000;
/** Keys that are announced at once; the others an hour later. */
const keysAtOnce = 500;

const storePollMs = 1_000;
/** A state of the store is an event once it has lasted so long, in milliseconds: one that changes to and fro is none. */
const steadyMs = 10_000;

/** Announcements that are remembered: the store knows all of them. */
const mostRemembered = 10_000;

/** Finds what the operator wants to hear of, and sends each event from one gateway only. */
export class EventSources {
  readonly #options: EventSourcesOptions;
  readonly #host: string;
  readonly #timers: Timers;
  /** Announcements that need not be claimed again, and until when, in milliseconds since the epoch. */
  readonly #made = new Map<string, number>();
  #stopPolling: (() => void) | undefined;
  #isReportedDegraded = false;
  /** Since when the store is in another state than was reported. */
  #changedAt: number | undefined;

  constructor(options: EventSourcesOptions) {
    this.#options = options;
    this.#host = options.host ?? hostname();
    this.#timers = options.timers ?? nodeTimers;
  }

  /** Begins or ends to watch, as events are wanted now: at the start, and when the settings have changed. */
  follow(): void {
    const { delivery, isFirst } = this.#options;
    if (!delivery.isWanted) this.stop();
    else if (isFirst) this.#stopPolling ??= this.#poll();
  }

  stop(): void {
    this.#stopPolling?.();
    this.#stopPolling = undefined;
  }

  #poll(): () => void {
    const stops = [
      this.#timers.every(storePollMs, () => this.#watchStore()),
      this.#timers.every(keyPollMs, () => void this.#watchKeys()),
    ];
    void this.#watchKeys();
    return () => {
      for (const stop of stops) stop();
    };
  }

  /**
   * Notes what counts of an account's quota: once for each account, quota and 24 hours there is an event at 80 and one at
   * 100 %.
   *
   * @param limit - requests in 24 hours, at least 1.
   */
  counted(accountId: string, used: number, limit: number): void {
    if (used * 5 < limit * 4 || !this.#options.delivery.isWanted) return;
    const data = { accountId, used, limit };
    void this.#announce(`quota.80 ${accountId} ${limit}`, windowMinutes * 60_000, { type: 'quota.80', data });
    if (used < limit) return;
    void this.#announce(`quota.100 ${accountId} ${limit}`, windowMinutes * 60_000, { type: 'quota.100', data });
  }

  backupFailed({ reason, newestAt }: BackupFailure): void {
    const data = { host: this.#host, reason, newestAt: newestAt === undefined ? null : isoTime(newestAt) };
    this.#options.delivery.send({ type: 'backup.failed', data });
  }

  #watchStore(): void {
    const { clock, delivery, isDegraded } = this.#options;
    const now = clock.now();
    const isDegradedNow = isDegraded();
    if (isDegradedNow === this.#isReportedDegraded) this.#changedAt = undefined;
    else this.#changedAt ??= now;
    if (this.#changedAt === undefined || now - this.#changedAt < steadyMs) return;
    const data = { host: this.#host, since: isoTime(this.#changedAt) };
    delivery.send({ type: isDegradedNow ? 'store.degraded' : 'store.recovered', data });
    this.#isReportedDegraded = isDegradedNow;
    this.#changedAt = undefined;
  }

  async #watchKeys(): Promise<void> {
    const { clock, expiringKeys } = this.#options;
    const now = clock.now();
    let left = keysAtOnce;
    for (const { id, accountId, expiresAt } of expiringKeys(now + Math.max(...noticeDays) * dayMs)) {
      const days = noticeDays.find((notice) => expiresAt - now <= notice * dayMs);
      const name = `key.expiring ${id} ${expiresAt} ${days}`;
      // Another end of the key is another announcement.
      if (days === undefined || expiresAt <= now || this.#isMade(name, now)) continue;
      if (left-- === 0) return;
      const data = { keyId: id, accountId, expiresAt: isoTime(expiresAt) };
      await this.#announce(name, Math.min(expiresAt - now, longestClaimMs), { type: 'key.expiring', data });
    }
  }

  /** Sends an event unless a gateway has announced it. Never rejects: what the store cannot take comes up again. */
  async #announce(name: string, forMs: number, event: WebhookEvent): Promise<void> {
    const { announcements, clock, delivery, log } = this.#options;
    const now = clock.now();
    if (this.#isMade(name, now)) return;
    this.#remember(name, now + forMs);
    try {
      if (await announcements.claim(name, forMs)) delivery.send(event);
    } catch (error) {
      this.#made.delete(name);
      log.warn({ err: error, event: event.type }, 'The store does not say whether an event was sent; it is sent later');
    }
  }

  #isMade(name: string, now: number): boolean {
    return (this.#made.get(name) ?? 0) > now;
  }

  #remember(name: string, until: number): void {
    this.#made.set(name, until);
    const [oldest] = this.#made.keys();
    if (this.#made.size > mostRemembered && oldest !== undefined) this.#made.delete(oldest);
  }
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}
