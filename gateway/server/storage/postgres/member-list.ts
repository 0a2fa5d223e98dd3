import type { ClusterMember, SharedLimits } from '#gateway/core/member.js';
import { lapseMs } from '../quota-ledger.js';
import { type Queries, run } from './connection.js';

/** How long a member is shown that has lapsed, in milliseconds. */
const shownMs = 15 * 60_000;

/** A member that has not been heard for so long cannot reach the store, in milliseconds: three heartbeats. */
const quietMs = 3_000;

interface MemberRow {
  readonly process: string | null;
  readonly name: string;
  readonly gateway: number | null;
  readonly pid: number | null;
  readonly version: string;
  readonly release: string | null;
  readonly address: string | null;
  readonly startedAt: number;
  readonly ready: boolean;
  readonly degraded: boolean;
  readonly limits: SharedLimits | null;
  readonly silentMs: number;
  readonly lag: number | null;
  readonly isFresh: boolean;
}

/** All gateways that use a store. */
export interface MemberList {
  readonly members: readonly ClusterMember[];
  /** The store's time, in milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Returns the gateways that use a store: those that run, in the order of their starts, and those that have lapsed, for a
 * while. One that has stopped is not among them, nor is a member that its process has replaced.
 *
 * @param self - the process that asks; see `Membership`.
 * @throws as {@link run}.
 */
export async function listMembers(queries: Queries, self: string | undefined): Promise<MemberList> {
  const [reply] = await run<{ now: number; members: MemberRow[] | null }>(
    queries,
    'list_members',
    `WITH heard AS (
       SELECT *, greatest(seen_at, coalesce(keys_heard_at, 0)) AS heard_at FROM members
       WHERE name IS NOT NULL AND (ended_at IS NULL OR lapsed)
     )
     SELECT store_now() AS now, (
       SELECT jsonb_agg(jsonb_build_object(
         'process', process, 'name', name, 'gateway', gateway, 'pid', pid, 'version', version, 'release', release,
         'address', address, 'startedAt', started_at, 'ready', coalesce(ready, address IS NOT NULL),
         'degraded', coalesce(degraded, false), 'limits', limits, 'silentMs', store_now() - heard_at,
         'lag', greatest(0, (SELECT newest FROM key_revision) - keys_seen),
         'isFresh', coalesce(keys_heard_at + keys_trust_ms > store_now(), false)
       ) ORDER BY started_at, id)
       FROM heard WHERE heard_at > store_now() - $1::bigint AND NOT EXISTS (
         SELECT FROM heard AS other
         WHERE other.process = heard.process AND (other.heard_at, other.id) > (heard.heard_at, heard.id)
       )
     ) AS members`,
    [shownMs],
  );
  const { now = 0, members } = reply ?? {};
  const all = (members ?? []).map((row) => memberOf(row, self));
  return { members: [...all.filter(isLiving), ...all.filter((member) => !isLiving(member))], now };
}

function isLiving({ hasLapsed }: ClusterMember): boolean {
  return !hasLapsed;
}

function memberOf({ process, isFresh, ...row }: MemberRow, self: string | undefined): ClusterMember {
  const { name, version, startedAt, silentMs, ready, degraded } = row;
  const hasLapsed = silentMs >= lapseMs;
  return {
    name,
    version,
    startedAt,
    silentMs,
    hasLapsed,
    gateway: row.gateway ?? undefined,
    pid: row.pid ?? undefined,
    release: row.release ?? undefined,
    address: row.address ?? undefined,
    lag: row.lag ?? undefined,
    limits: row.limits ?? undefined,
    isSelf: process !== null && process === self,
    ready: ready && isFresh && !hasLapsed,
    degraded: degraded || silentMs > quietMs,
  };
}
