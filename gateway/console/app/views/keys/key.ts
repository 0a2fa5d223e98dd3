/** What narrows the use of a key; null for no limit of its own. */
export interface KeyBounds {
  /** ISO 8601. */
  readonly expiresAt: string | null;
  /** 0 for no limit. */
  readonly burstPerMinute: number | null;
  readonly operations: readonly string[] | null;
  /** Networks in CIDR notation. */
  readonly addresses: readonly string[] | null;
  readonly enabled: boolean;
}

/** A key as in `GET /keys`, without its secret. Its bounds are those of both who set them, together. */
export interface Key extends KeyBounds {
  readonly id: string;
  readonly accountId: string;
  readonly plan: string;
  readonly environment: 'live' | 'dev';
  readonly label: string | null;
  readonly origins: readonly string[];
  readonly setBy: { readonly operator: KeyBounds | null; readonly owner: KeyBounds | null };
  readonly last4: string;
  /** ISO 8601, like the next two. */
  readonly createdAt: string;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  /** When the last secret before a rotation expires, ISO 8601; absent if none of them is valid any more. */
  readonly oldSecretExpiresAt?: string;
  /** In 24 hours; null if they are not known, absent in the response to a change. */
  readonly requests?: number | null;
}

/** A key with its new secret. */
export interface IssuedKey
  extends Omit<
    Key,
    'last4' | 'revokedAt' | 'lastUsedAt' | 'oldSecretExpiresAt' | 'requests' | 'setBy' | keyof KeyBounds
  > {
  /** The secret. */
  readonly key: string;
}

/** The bounds of a key that has none. */
export const unbounded: KeyBounds = {
  expiresAt: null,
  burstPerMinute: null,
  operations: null,
  addresses: null,
  enabled: true,
};

/** Characters that change the text direction, even beyond the end of a label. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Letters of right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns a label without direction characters; '' if nothing of it is visible. */
export function shownLabel(label: string | null): string {
  const shown = (label ?? '').replace(directionMarks, '');
  return shown.replace(unseen, '') === '' ? '' : shown;
}

/** Returns the name of a key in a sentence: `“nightly import” (…a1b2)`. */
export function nameOf({ label, last4 }: Pick<Key, 'label' | 'last4'>): string {
  const shown = shownLabel(label);
  if (shown === '') return `Key …${last4}`;
  // Isolated, so that the sentence continues from left to right.
  return rightToLeft.test(shown) ? `“\u2068${shown}\u2069” (…${last4})` : `“${shown}” (…${last4})`;
}

/**
 * Returns a new key as the list shows it. @param before - the same key with its earlier secret. @param
 * oldSecretExpiresAt - of that secret, if it is still valid.
 */
export function listedKey({ key: secret, ...issued }: IssuedKey, before?: Key, oldSecretExpiresAt?: string): Key {
  const { expiresAt, burstPerMinute, operations, addresses, enabled } = before ?? unbounded;
  return {
    ...{ expiresAt, burstPerMinute, operations, addresses, enabled },
    setBy: before?.setBy ?? { operator: null, owner: null },
    revokedAt: null,
    lastUsedAt: before?.lastUsedAt ?? null,
    ...issued,
    last4: secret.slice(-4),
    ...(before === undefined && { requests: 0 }),
    ...(oldSecretExpiresAt !== undefined && { oldSecretExpiresAt }),
  };
}

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
