import { type Announcements, longestClaimMs } from '../announcements.js';
import { type Queries, run } from './connection.js';

/** Keeps in PostgreSQL what has been announced. */
export class PostgresAnnouncements implements Announcements {
  readonly #pool: Queries;

  constructor(pool: Queries) {
    this.#pool = pool;
  }

  async claim(name: string, forMs: number): Promise<boolean> {
    const statement = 'SELECT claim_announcement($1, $2, $3) AS claimed';
    const [row] = await run<{ claimed: boolean }>(this.#pool, 'claim_announcement', statement, [
      name,
      forMs,
      longestClaimMs,
    ]);
    return row?.claimed === true;
  }
}
