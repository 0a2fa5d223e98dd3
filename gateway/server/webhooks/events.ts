/** An event for the operator. Times are ISO 8601 in UTC; nothing in it is secret. */
export type WebhookEvent =
  | { readonly type: 'quota.80' | 'quota.100'; readonly data: QuotaData }
  | { readonly type: 'key.expiring'; readonly data: ExpiryData }
  | { readonly type: 'store.degraded' | 'store.recovered'; readonly data: StoreData }
  | { readonly type: 'backup.failed'; readonly data: BackupData };

interface QuotaData {
  readonly accountId: string;
  /** Requests that count at the moment. */
  readonly used: number;
  /** Requests in 24 hours. */
  readonly limit: number;
}

interface ExpiryData {
  readonly keyId: string;
  readonly accountId: string;
  readonly expiresAt: string;
}

interface StoreData {
  /** The name of the machine. */
  readonly host: string;
  /** When that began. */
  readonly since: string;
}

interface BackupData {
  readonly host: string;
  readonly reason: string;
  /** When the newest whole copy was made; null without one. */
  readonly newestAt: string | null;
}
