import { statSync } from 'node:fs';
import { counter, gauge, type MetricDefinition, notSummed, type Sample } from './definition.js';

/** Returns the size of a file; 0 if it does not exist. */
function fileBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function samplesOf<Found>(found: Found | undefined, read: (found: Found) => number): readonly Sample[] {
  return found === undefined ? [] : [{ value: read(found) }];
}

export const storeMetrics: readonly MetricDefinition[] = [
  notSummed(
    'largest',
    gauge(
      'textmill_store_degraded',
      '1 while the database cannot be used: requests are served from memory',
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
      'How long ago the database last had every counter; SYNC_INTERVAL_MS is normal',
      ({ lastSync, now }) => Math.max(0, now() - lastSync()) / 1_000,
    ),
  ),
  notSummed(
    'largest',
    gauge('textmill_store_database_bytes', 'Size of textmill.sqlite', ({ databaseFile }) => fileBytes(databaseFile)),
  ),
  notSummed(
    'largest',
    gauge('textmill_store_wal_bytes', 'Size of its write-ahead log; a few megabytes are normal', ({ databaseFile }) =>
      fileBytes(`${databaseFile}-wal`),
    ),
  ),
  notSummed(
    'smallest',
    gauge(
      'textmill_backup_age_seconds',
      'How long ago the newest copy of BACKUP_EVERY was made; +Inf without one, absent without BACKUP_EVERY',
      ({ backups }) => samplesOf(backups(), ({ ageMs }) => ageMs / 1_000),
    ),
  ),
  notSummed(
    'largest',
    gauge('textmill_backup_interval_seconds', 'BACKUP_EVERY; absent without it', ({ backups }) =>
      samplesOf(backups(), ({ everyMs }) => everyMs / 1_000),
    ),
  ),
  counter('textmill_backup_failures_total', 'Backups of BACKUP_EVERY that failed', ({ backupFailures }) =>
    backupFailures(),
  ),
  counter(
    'textmill_webhook_events_total',
    'Events for WEBHOOK_URL: delivered, failed (no attempt succeeded), dropped (too many waited)',
    ({ webhookEvents }) => Object.entries(webhookEvents()).map(([result, value]) => ({ labels: { result }, value })),
    ['result'],
  ),
  gauge('textmill_webhook_events_waiting', 'Events that are sent, or sent again later', ({ webhooksWaiting }) =>
    webhooksWaiting(),
  ),
  notSummed(
    'largest',
    gauge('textmill_keys', 'API keys that are not revoked', ({ keys }) => keys()),
  ),
  counter(
    'textmill_workflow_lookups_total',
    'Names of workflows in runs, by how their steps were found: memory, store, tool (of TOOLS_DIR), unknown, failed',
    ({ workflowLookUps }) =>
      Object.entries(workflowLookUps()).map(([result, value]) => ({ labels: { result }, value })),
    ['result'],
  ),
  counter(
    'textmill_buckets_evicted_early_total',
    'Burst buckets evicted for new addresses before they were full again',
    ({ evictedEarly }) => evictedEarly(),
  ),
];
