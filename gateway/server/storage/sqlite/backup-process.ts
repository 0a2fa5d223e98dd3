/**
 * The process that makes a copy for {@link ScheduledBackups}. It is no thread: SQLite cannot be interrupted while it checks a
 * large copy, and a gateway that stops would have to wait for it.
 */

import { setPriority } from 'node:os';
import { systemClock } from '#gateway/core/clock.js';
import { BackupError, backUp } from './backup.js';
import type { CopyReply } from './scheduled-backups.js';

/** Requests come first. */
const niceness = 10;

const [, , dataDir = '', target = ''] = process.argv;
process.once('disconnect', () => process.exit(1));
try {
  setPriority(niceness);
} catch {
  // A sandbox may forbid this.
}
process.send?.(await reply(), () => process.exit(0));

async function reply(): Promise<CopyReply> {
  try {
    return { facts: await backUp(dataDir, target, { kind: 'system', at: systemClock.now() }) };
  } catch (error) {
    const { message } = error as Error;
    return { failure: error instanceof BackupError ? message : `${dataDir} cannot be copied: ${message}` };
  }
}
