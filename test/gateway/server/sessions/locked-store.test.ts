import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Session, Sessions } from '#gateway/server/sessions/sessions.js';
import type { SessionTable } from '#gateway/server/storage/session-table.js';
import { ManualClock } from '../../../support/manual-clock.js';

const minuteMs = 60_000;

test('a store that cannot be written is tried once a minute, and the session is found all the same', async () => {
  const clock = new ManualClock();
  const session: Session = {
    id: 'ses_1',
    role: 'operator',
    accountId: null,
    browser: 'Firefox on Linux',
    createdAt: clock.now(),
    lastUsedAt: clock.now(),
  };
  let tries = 0;
  const table: Pick<SessionTable, 'find' | 'touch'> = {
    find: async () => session,
    async touch() {
      tries++;
      throw new Error('database is locked');
    },
  };
  const sessions = new Sessions(table as SessionTable, clock);
  clock.advance(minuteMs);
  for (let seconds = 0; seconds < 120; seconds += 3) {
    assert.equal((await sessions.find('a'.repeat(43)))?.id, session.id);
    clock.advance(3_000);
  }
  assert.equal(tries, 2);
});
