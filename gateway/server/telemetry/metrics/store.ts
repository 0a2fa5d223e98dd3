import { statSync } from 'node:fs';
import { counter, gauge, type MetricDefinition, notSummed } from './definition.js';

/** Returns the size of a file; 0 if it does not exist. */
function fileBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

export const storeMetrics: readonly MetricDefinition[] = [
  notSummed(
    'largest',
    gauge(
      'textmill_store_degraded',
      '1 while the database cannot be reached, read or written, or is lost or damaged: requests are served from memory',
      ({ isStoreDegraded }) => Number(isStoreDegraded()),
    ),
  ),
  notSummed(
    'smallest',
    gauge(
      'textmill_store_last_sync_seconds',
      'When the database last had every counter, since the epoch',
      ({ lastSync }) => lastSync() / 1_000,
    ),
  ),
  notSummed(
    'largest',
    gauge(
      'textmill_store_sync_lag_seconds',
      'How long ago the database last had every counter; up to SYNC_INTERVAL_MS and a little is normal',
      ({ lastSync, now }) => Math.max(0, now() - lastSync()) / 1_000,
    ),
  ),
  notSummed(
    'largest',
    gauge('textmill_store_database_bytes', 'Size of textmill.sqlite', ({ databaseFile }) => fileBytes(databaseFile)),
  ),
  notSummed(
    'largest',
    gauge(
      'textmill_store_wal_bytes',
      'Size of its write-ahead log, textmill.sqlite-wal; a few megabytes are normal',
      ({ databaseFile }) => fileBytes(`${databaseFile}-wal`),
    ),
  ),
  notSummed(
    'largest',
    gauge('textmill_keys', 'API keys that are not revoked', ({ keys }) => keys()),
  ),
  counter(
    'textmill_buckets_evicted_early_total',
    'Burst buckets evicted for new addresses before they were full again',
    ({ evictedEarly }) => evictedEarly(),
  ),
];
