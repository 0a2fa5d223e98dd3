import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#gateway/core/clock.js';
import type { Log } from '#gateway/core/log.js';
import type { Config } from './config/config.js';
import type { RunningSettings } from './config/running-settings.js';
import type { Host } from './host.js';
import type { KeyStore } from './keys/key-store.js';
import type { OpenedStore } from './keys.js';
import type { Announcements } from './storage/announcements.js';
import { type BackupPlan, ScheduledBackups } from './storage/sqlite/scheduled-backups.js';
import { WebhookDelivery, type WebhookTarget } from './webhooks/delivery.js';
import { EventSources } from './webhooks/event-sources.js';

export interface OperatorTasksOptions {
  readonly config: Pick<Config, 'dataDir'>;
  readonly settings: RunningSettings;
  readonly opened: OpenedStore;
  readonly keys: Pick<KeyStore, 'expiringUntil'>;
  readonly announcements: Announcements;
  readonly host: Host;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a gateway does for its operator by itself: it copies the database, and sends events. Both are off by default. */
export interface OperatorTasks {
  readonly webhooks: WebhookDelivery;
  /** Undefined with PostgreSQL, and at all gateways of a machine but the first. */
  readonly backups: ScheduledBackups | undefined;
  readonly events: EventSources;
  /** Begins; from then on it follows the settings. */
  start(): void;
  stop(): void;
}

/** Builds the tasks. Those for the whole machine are those of its first gateway. */
export function createOperatorTasks({
  config: { dataDir },
  settings,
  opened,
  keys,
  announcements,
  host,
  clock,
  log,
}: OperatorTasksOptions): OperatorTasks {
  const isFirst = host.allocation.gateway === 1;
  const webhooks = new WebhookDelivery({ target: () => targetIn(settings), clock, log });
  const events = new EventSources({
    delivery: webhooks,
    announcements,
    clock,
    log,
    isFirst,
    isDegraded: () => host.isAnyDegraded,
    expiringKeys: (until) => keys.expiringUntil(until),
  });
  const backups =
    isFirst && opened.shared === undefined
      ? new ScheduledBackups({
          dataDir,
          plan: () => planIn(settings, dataDir),
          clock,
          log,
          requireDatabase: () => opened.files.check(),
          databaseBytes: () => statSync(opened.database.name).size,
          onFailed: (failure) => events.backupFailed(failure),
        })
      : undefined;
  const follow = (): void => {
    events.follow();
    backups?.follow();
  };
  return {
    webhooks,
    backups,
    events,
    start() {
      follow();
      settings.onChange(follow);
    },
    stop() {
      events.stop();
      webhooks.stop();
      backups?.stop();
    },
  };
}

function targetIn({ current: { webhookUrl, webhookSecret } }: RunningSettings): WebhookTarget | undefined {
  if (webhookUrl === undefined || webhookSecret === undefined) return undefined;
  return { url: webhookUrl, secret: webhookSecret };
}

function planIn({ current }: RunningSettings, dataDir: string): BackupPlan | undefined {
  const { backupEvery, backupKeep, backupDir } = current;
  if (backupEvery === undefined) return undefined;
  return { everyMs: backupEvery, keep: backupKeep, folder: backupDir ?? join(dataDir, 'backups') };
}
