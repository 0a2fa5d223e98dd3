import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { admin, createKey, statusWith } from './gateway-process.js';
import { full } from './reliability.js';

/** Between two requests of a client: in the moderate form, the tests beside need the processor too. */
const pauseMs = full ? 0 : 10;

/** What the gateway confirmed to clients before it was killed. */
export class Ledger {
  /** Requests of the account with status 200, and those without a response. */
  served = 0;
  uncertain = 0;
  readonly live = new Set<string>();
  readonly ended = new Set<string>();

  /** Sends small requests with a key until the process is gone. */
  async spend(url: string, key: string): Promise<void> {
    for (;;) {
      try {
        const status = await statusWith(url, key);
        if (status === 200) this.served++;
        else assert.equal(status, 429);
        await wait(pauseMs);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        this.uncertain++;
        return;
      }
    }
  }

  /** Creates keys until the process is gone, and revokes them if asked. */
  async changeKeys(url: string, revokes: boolean): Promise<void> {
    try {
      for (;;) {
        await wait(pauseMs);
        const { id, key } = await createKey(url);
        this.live.add(key);
        if (!revokes) continue;
        // From here until the response, the key may be valid or revoked.
        this.live.delete(key);
        await admin(url, 'DELETE', `/keys/${id}`);
        this.ended.add(key);
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
}
