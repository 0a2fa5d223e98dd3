import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { maxInputCharacters } from '#engine/core/limits.js';
import type { Clock } from '#gateway/core/clock.js';

export interface TextStoreOptions {
  readonly clock: Clock;
  /** Bytes of all texts; 0 keeps none. */
  readonly maxBytes: number;
}

interface KeptText {
  readonly account: string;
  readonly text: string;
  readonly expiresAt: number;
}

/** How long a text is kept after its last use. */
const lifetimeMs = 3_600_000;
/** How often texts that have expired are dropped when nobody calls. */
const cleaningMs = 60_000;
/** The share of one account. */
const accountShare = 1 / 4;
/** 72 random bits. */
const idBytes = 9;

/**
 * Keeps the texts of agents in memory, so that they need not send a text again. Every text belongs to an account, and
 * no other one can read it. If there is no room, the texts that were not used for longest are dropped: those of the
 * account itself if it has its share, else those of all.
 */
export class TextStore {
  readonly #clock: Clock;
  readonly #texts: LRUCache<string, KeptText> | undefined;
  readonly #accountBytes: number;
  /** By account, its ids in the order of their last use, and their bytes. */
  readonly #accounts = new Map<string, { readonly ids: Set<string>; bytes: number }>();
  #cleaning: NodeJS.Timeout | undefined;

  constructor({ clock, maxBytes }: TextStoreOptions) {
    this.#clock = clock;
    this.#accountBytes = maxBytes * accountShare;
    if (maxBytes > 0) {
      this.#texts = new LRUCache({
        maxSize: maxBytes,
        sizeCalculation: ({ text }) => bytesOf(text),
        dispose: ({ account, text }, id) => this.#forget(account, text, id),
      });
    }
  }

  /** The bytes of all texts. */
  get bytes(): number {
    return this.#texts?.calculatedSize ?? 0;
  }

  /** Keeps a text. Returns its id; undefined if it is empty or too long to be an input, or nothing is kept. */
  keep(account: string, text: string): string | undefined {
    if (text === '' || text.length > maxInputCharacters || bytesOf(text) > this.#accountBytes) return undefined;
    this.#dropExpired();
    const id = randomBytes(idBytes).toString('base64url');
    this.#add(id, account, text);
    return id;
  }

  /** Returns a text of an account, and keeps it for another hour; undefined if the account has no such text. */
  read(account: string, id: string): string | undefined {
    const kept = this.#texts?.peek(id);
    if (kept?.account !== account) return undefined;
    this.#texts?.delete(id);
    if (this.#clock.now() >= kept.expiresAt) return undefined;
    this.#add(id, account, kept.text);
    return kept.text;
  }

  #add(id: string, account: string, text: string): void {
    const bytes = bytesOf(text);
    const own = this.#accounts.get(account) ?? { ids: new Set<string>(), bytes: 0 };
    for (const oldest of own.ids) {
      if (own.bytes + bytes <= this.#accountBytes) break;
      this.#texts?.delete(oldest);
    }
    this.#accounts.set(account, own);
    own.ids.add(id);
    own.bytes += bytes;
    this.#texts?.set(id, { account, text, expiresAt: this.#clock.now() + lifetimeMs });
    this.#cleaning ??= setInterval(() => this.#dropExpired(), cleaningMs).unref();
  }

  /**
   * The order is that of the last use, so the texts that have expired come first. Not by the `ttl` of lru-cache: its
   * `purgeStale` looks at all texts, which may be 100,000, and this runs with each text that is kept.
   */
  #dropExpired(): void {
    const now = this.#clock.now();
    const expired: string[] = [];
    for (const id of this.#texts?.rkeys() ?? []) {
      if (now < (this.#texts?.peek(id)?.expiresAt ?? 0)) break;
      expired.push(id);
    }
    for (const id of expired) this.#texts?.delete(id);
    if (this.bytes > 0) return;
    clearInterval(this.#cleaning);
    this.#cleaning = undefined;
  }

  #forget(account: string, text: string, id: string): void {
    const own = this.#accounts.get(account);
    if (own?.ids.delete(id) !== true) return;
    own.bytes -= bytesOf(text);
    if (own.ids.size === 0) this.#accounts.delete(account);
  }
}

/** At most two bytes for each code unit, and an allowance for the entry itself. */
function bytesOf(text: string): number {
  return 2 * text.length + 500;
}
