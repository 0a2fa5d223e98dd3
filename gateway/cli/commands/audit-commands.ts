import { setTimeout as wait } from 'node:timers/promises';
import { parseTime, timeForm } from '#gateway/core/time-text.js';
import { printedLabel } from '#gateway/server/keys/key-rules.js';
import { type AuditEntry, type AuditFilter, auditActions } from '#gateway/server/storage/audit-log.js';
import { withAudit } from '../core/data-folder.js';
import { type Io, print, UsageError } from '../core/io.js';

export interface AuditOptions {
  readonly account?: string;
  readonly action?: string;
  readonly from?: string;
  readonly to?: string;
  readonly follow?: boolean;
  readonly json?: boolean;
}

/** Entries that are read and printed together. */
const pageSize = 500;

/** How often further entries are looked for, in milliseconds. */
const followMs = 1_000;

/** `textmill audit`. */
export async function showAudit(io: Io, options: AuditOptions): Promise<void> {
  const { account, action, from, to, follow = false, json = false } = options;
  if (action !== undefined && !(action in auditActions)) {
    throw new UsageError(`--action takes one of: ${Object.keys(auditActions).join(', ')}`);
  }
  const filter: AuditFilter = {
    accountId: account,
    action,
    from: timeOption('--from', from, false),
    to: timeOption('--to', to, true),
  };
  const textOf = json ? (entry: AuditEntry) => JSON.stringify(entry) : lineOf;
  await withAudit(io, async (read) => {
    let after: string | undefined;
    for (;;) {
      // Without the entry that was the last one, all later ones are those that there are.
      const page = (await read({ ...filter, limit: pageSize, after })) ?? (await read({ ...filter, limit: pageSize }));
      const { entries = [], hasMore = false } = page ?? {};
      if (entries.length > 0) await print(io, entries.map((entry) => `${textOf(entry)}\n`).join(''));
      after = entries.at(-1)?.id ?? after;
      if (hasMore) continue;
      if (!follow) return;
      await wait(followMs);
    }
  });
}

/** @throws {UsageError} */
function timeOption(name: string, text: string | undefined, isEnd: boolean): number | undefined {
  if (text === undefined) return undefined;
  const time = parseTime(text, isEnd);
  if (time === undefined) throw new UsageError(`${name} must ${timeForm}`);
  return time;
}

/** Returns an entry as one line for people. */
function lineOf({ at, actor, address, action, target, before, after }: AuditEntry): string {
  const who = [actor.kind, actor.user ?? actor.accountId, actor.sessionId].filter((part) => part !== undefined);
  const what = [target.id, target.accountId].filter((part, index, all) => part !== null && all.indexOf(part) === index);
  const values = [before, after].map((value) => (value === undefined ? '' : JSON.stringify(value)));
  const change = values.filter((value) => value !== '').join(' -> ');
  const line = [at, action.padEnd(18), who.join(' '), address ?? '-', what.join(' ') || '-', change].join('  ');
  return printedLabel(line.trimEnd());
}
