import type { Key } from './key.js';

/** The largest expected difference between the clocks of the gateway and this machine, in milliseconds. */
const clockToleranceMs = 600_000;

/** The known keys before a key was requested. */
export interface KnownKeys {
  readonly ids: ReadonlySet<string>;
  readonly isComplete: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What the user has asked for. */
export interface WantedKey {
  readonly label: string;
  readonly environment: Key['environment'];
  /** '' for a new one. */
  readonly accountId: string;
}

/** Returns the newest key of the list that fits, and is not known from before. */
export function madeSince(all: readonly Key[], wanted: WantedKey, before: KnownKeys): Key | undefined {
  return all.findLast(
    (key) =>
      !before.ids.has(key.id) &&
      key.revokedAt === null &&
      (key.label ?? '') === wanted.label.trim() &&
      key.environment === wanted.environment &&
      (wanted.accountId.trim() === '' || key.accountId === wanted.accountId.trim()) &&
      (before.isComplete || Date.parse(key.createdAt) >= before.at - clockToleranceMs),
  );
}
