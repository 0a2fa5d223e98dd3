import type { Pool, PoolClient } from 'pg';
import {
  type BehindReply,
  type KeyAnnouncements,
  type KeyMembers,
  type MemberFacts,
  type SeenReply,
  unknownGateways,
} from '../key-members.js';
import type { KeyPosition } from '../key-table.js';
import { lapseMs } from '../quota-ledger.js';
import { run } from './connection.js';

/** Time before the next attempt to listen, in milliseconds: doubled each time, and up to half as much again at random. */
const firstRetryMs = 100;
const longestRetryMs = 2_000;

/** Rows of a kind whose times are moved to the present at a start. */
const clampedRows = 1_000;

/** What gateways know of each other, in PostgreSQL: the table of members, and NOTIFY. */
export class PostgresKeyMembers implements KeyMembers {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async noteSeen({ id, ...facts }: MemberFacts, { revision, token }: KeyPosition, trustMs: number): Promise<SeenReply> {
    const [reply] = await run<SeenReply>(
      this.#pool,
      'note_key_position',
      `SELECT is_known AS "isKnown", newest_revision AS newest, store_now() AS now
       FROM note_keys_seen($1, $2, $3, $4, $5)`,
      [id, revision, token, trustMs, JSON.stringify(facts)],
    );
    if (reply === undefined) throw new Error('note_keys_seen returned no row');
    return reply;
  }

  /** Returns the store's time, in milliseconds since the epoch. */
  async now(): Promise<number> {
    const [reply] = await run<{ now: number }>(this.#pool, 'store_now', 'SELECT store_now() AS now');
    return reply?.now ?? Number.NaN;
  }

  /** Moves times in the future to the present, as the upkeep of the quota does: there may be no other gateway. */
  async clampFutureTimes(): Promise<void> {
    await run(this.#pool, 'clamp_future_times', 'SELECT clamp_future_times($1) AS more', [clampedRows]);
  }

  async behind({ revision, token }: KeyPosition, trustMs: number): Promise<BehindReply> {
    // Nobody waits for gateways that a promoted standby knows nothing of.
    const [reply] = await run<BehindReply>(
      this.#pool,
      'members_behind_position',
      `WITH pending AS (
         SELECT coalesce(name, id) AS name, keys_heard_at + keys_trust_ms AS until,
           keys_heard_at <= store_now() - $3::bigint AS "isSilent"
         FROM members WHERE keys_seen < $1
         UNION ALL SELECT $5::text, promoted_at + $4::bigint, true FROM key_revision
       )
       SELECT is_key_position($1, $2) AS "isKnown", (
         SELECT coalesce(jsonb_agg(pending ORDER BY name), '[]') FROM pending WHERE until > store_now()
       ) AS pending`,
      [revision, token, lapseMs, trustMs, unknownGateways],
    );
    if (reply === undefined) throw new Error('is_key_position returned no row');
    return reply;
  }

  async leave({ id, process }: Pick<MemberFacts, 'id' | 'process'>): Promise<void> {
    // A member that held no quota has ended; another one ends with its last turn.
    await run(
      this.#pool,
      'keys_left',
      `UPDATE members SET keys_seen = NULL, keys_heard_at = NULL,
         ended_at = CASE WHEN turn = 0 THEN coalesce(ended_at, store_now()) ELSE ended_at END
       WHERE id = $1 OR process = $2`,
      [id, process],
    );
  }

  listen(announcements: KeyAnnouncements): () => Promise<void> {
    const listener = new Listener(this.#pool, announcements);
    return () => listener.stop();
  }
}

/** A connection that listens, replaced when it ends. */
class Listener {
  readonly #pool: Pool;
  readonly #announcements: KeyAnnouncements;
  #client: PoolClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retryMs = firstRetryMs;
  #isStopped = false;
  #connecting: Promise<void>;

  constructor(pool: Pool, announcements: KeyAnnouncements) {
    this.#pool = pool;
    this.#announcements = announcements;
    this.#connecting = this.#connect();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#connecting;
    this.#client?.release(true);
    this.#client = undefined;
  }

  async #connect(): Promise<void> {
    let client: PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      const connected = client;
      connected.on('notification', ({ channel }) => {
        if (channel === 'textmill_keys_changed') this.#announcements.changed();
        else this.#announcements.seen();
      });
      connected.on('error', () => this.#lost(connected));
      await connected.query('LISTEN textmill_keys_changed; LISTEN textmill_keys_seen');
      this.#client = connected;
      this.#retryMs = firstRetryMs;
      // Whatever was announced while nobody listened.
      this.#announcements.changed();
      this.#announcements.seen();
    } catch {
      client?.release(true);
      this.#retry();
    }
  }

  #lost(client: PoolClient): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.release(true);
    this.#retry();
  }

  #retry(): void {
    if (this.#isStopped) return;
    const delayMs = this.#retryMs * (1 + Math.random() / 2);
    this.#retryMs = Math.min(longestRetryMs, this.#retryMs * 2);
    this.#timer = setTimeout(() => {
      this.#connecting = this.#connect();
    }, delayMs);
    // A gateway that stops does not wait for it.
    this.#timer.unref();
  }
}
