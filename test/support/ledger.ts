import assert from 'node:assert/strict';
import { admin, createKey, statusWith } from './gateway-process.js';

/** What a client was told before its process was killed. */
export class Ledger {
  /** Requests of the account that were answered 200, and those that got no answer. */
  answered = 0;
  unanswered = 0;
  readonly live = new Set<string>();
  readonly ended = new Set<string>();

  /** Sends small requests with a key until the process is gone. */
  async spend(url: string, key: string): Promise<void> {
    for (;;) {
      try {
        const status = await statusWith(url, key);
        if (status === 200) this.answered++;
        else assert.equal(status, 429);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        this.unanswered++;
        return;
      }
    }
  }

  /** Makes keys until the process is gone; revokes them again if it is to. */
  async changeKeys(url: string, revokes: boolean): Promise<void> {
    try {
      for (;;) {
        const { id, key } = await createKey(url);
        this.live.add(key);
        if (!revokes) continue;
        // From here on it may be either, until it is answered.
        this.live.delete(key);
        await admin(url, 'DELETE', `/keys/${id}`);
        this.ended.add(key);
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
}
