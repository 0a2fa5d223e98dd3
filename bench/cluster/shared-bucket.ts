import { BurstLimiter } from '#gateway/server/limits/burst-limiter.js';
import type { BucketLevel, ChangedBucket } from '#gateway/server/storage/counter-store.js';
import { mergedBucket, type StoredLevel } from '#gateway/server/storage/merged-bucket.js';

/** Requests per minute. */
export const burstLimit = 120;
const minuteMs = 60_000;
const minutes = 10;

/** Gateways that exchange one bucket, each once a second at a time of its own, in simulated time. */
export class BucketGateways {
  readonly clock = new SteppedClock();
  readonly #limiters: BurstLimiter[];
  /** Who wrote it last, and what. */
  #stored: { readonly writer: number; readonly level: StoredLevel } | undefined;

  constructor(count: number) {
    this.#limiters = Array.from(
      { length: count },
      () => new BurstLimiter({ kind: 'key', limit: burstLimit, clock: this.clock, isShared: true }),
    );
  }

  get count(): number {
    return this.#limiters.length;
  }

  /** @param limit - of the bucket from now on, as far as this gateway is concerned. */
  take(gateway: number, limit = burstLimit): boolean {
    return this.#limiters[gateway % this.count]?.take('key', this.clock.now(), limit) === true;
  }

  /** What the store does with a batch, see counter-writer.ts. */
  exchange(gateway: number): void {
    const limiter = this.#limiters[gateway % this.count];
    const rows = limiter?.takeDirty(10) ?? [];
    limiter?.written(
      rows,
      rows.flatMap((sent) => {
        const merged = this.#write(gateway % this.count, sent);
        return merged === undefined ? [] : [{ sent, merged }];
      }),
    );
  }

  #write(writer: number, sent: ChangedBucket): BucketLevel | undefined {
    const before = this.#stored;
    const isForeign = before !== undefined && before.writer !== writer;
    const isKnown = before?.level.level === sent.stored?.level && before?.level.updatedAt === sent.stored?.updatedAt;
    const merged = isForeign && !isKnown ? mergedBucket(before.level, sent) : undefined;
    this.#stored = { writer, level: { ...(merged ?? sent), limit: sent.limit } };
    return merged;
  }
}

/** Time that is moved by hand. */
class SteppedClock {
  #now = Date.UTC(2026, 0, 1);

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}

/** Returns how many of a load's requests are admitted in ten minutes. @param load - in terms of the limit. */
export function admittedInTenMinutes(gateways: BucketGateways, load: number): number {
  let [admitted, offered] = [0, 0];
  const { clock, count } = gateways;
  for (let ms = 0; ms < minutes * minuteMs; ms += 10) {
    clock.advance(10);
    for (let gateway = 0; gateway < count; gateway++) {
      if ((ms + 1_000 * (gateway / count)) % 1_000 < 10) gateways.exchange(gateway);
    }
    for (offered += (load * burstLimit * 10) / minuteMs; offered >= 1; offered--) {
      if (gateways.take(Math.floor(admitted * 7 + ms / 10))) admitted++;
    }
  }
  return admitted;
}

/** How many requests may be admitted in ten minutes. */
export interface AdmissionBounds {
  /** All that one limit allows. */
  readonly offered: number;
  /** The same with the burst of one bucket, which it admits as well. */
  readonly ofOneBucket: number;
  readonly least: number;
  readonly most: number;
}

/** Returns the promised bounds of {@link admittedInTenMinutes}. */
export function admissionBounds(gateways: number, load: number): AdmissionBounds {
  const allowed = minutes * burstLimit;
  const offered = Math.min(load, 1) * allowed;
  const ofOneBucket = Math.min(load * allowed, allowed + burstLimit);
  return { offered, ofOneBucket, least: 0.95 * offered, most: ofOneBucket + 0.1 * (gateways - 1) * allowed };
}
