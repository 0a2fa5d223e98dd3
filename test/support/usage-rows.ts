import type { Refusal } from '#gateway/server/telemetry/request-record.js';
import type { CountedRequest } from '#gateway/server/telemetry/usage-history.js';

/** Returns what a history shows of so many {@link countedRequest}s. */
export const shownNumbers = (count: number) => ({ count, charactersIn: 3 * count, charactersOut: 2 * count });

/** Returns what a store has of them. */
export const storedNumbers = (count: number) => ({ ...shownNumbers(count), charged: count });

/** A request with a text of three characters, and two in its result. */
export const countedRequest = (checkedAt: number, refusal?: Refusal): CountedRequest => ({
  refusal,
  checkedAt,
  charge: { counts: true },
  charactersIn: 3,
  charactersOut: 2,
});
