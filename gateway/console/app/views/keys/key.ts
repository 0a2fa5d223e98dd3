/** A key as the operator's endpoints show it, without its secret. */
export interface Key {
  readonly id: string;
  readonly accountId: string;
  readonly plan: string;
  readonly environment: 'live' | 'dev';
  readonly label: string | null;
  readonly origins: readonly string[];
  readonly last4: string;
  /** ISO 8601, as the next two. */
  readonly createdAt: string;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
}

/** A key that has just been given a secret, with it. */
export interface IssuedKey extends Omit<Key, 'last4' | 'revokedAt' | 'lastUsedAt'> {
  /** The secret. */
  readonly key: string;
}

/** What a sentence calls a key: `“nightly import” (…a1b2)`. */
export function nameOf({ label, last4 }: Pick<Key, 'label' | 'last4'>): string {
  return label === null || label === '' ? `Key …${last4}` : `“${label}” (…${last4})`;
}
