import type { ClusterMember } from '#gateway/core/member.js';
import { differencesOf } from '#gateway/core/member-differences.js';

/** The gateways that use a store, as one of them sees them. */
export interface ClusterState {
  readonly store: 'sqlite' | 'postgresql';
  /** How many gateways the machine of the one that was asked should have. */
  readonly gateways: number;
  /** Whether the members are those that the store has now. */
  readonly isReachable: boolean;
  /** When the members were as they are shown, in milliseconds since the epoch, by the store's clock. */
  readonly asOf: number;
  readonly members: readonly ClusterMember[];
}

/** Returns the document of `GET /cluster`. */
export function clusterDocument({ store, isReachable, gateways, asOf, members }: ClusterState) {
  return {
    store,
    reachable: isReachable,
    gateways,
    asOf: new Date(asOf).toISOString(),
    members: members.map((member) => memberDocument(member, asOf)),
    differences: differencesOf(members),
  };
}

/** @param now - milliseconds since the epoch. */
function memberDocument(member: ClusterMember, now: number) {
  const { name, address, gateway, pid, version, release, startedAt, silentMs, lag } = member;
  return {
    name,
    address: address ?? null,
    gateway: gateway ?? null,
    pid: pid ?? null,
    version,
    release: release ?? null,
    startedAt: new Date(startedAt).toISOString(),
    ageSeconds: seconds(now - startedAt),
    heartbeatSeconds: silentMs === undefined ? null : seconds(silentMs),
    lag: lag ?? null,
    ready: member.ready,
    degraded: member.degraded,
    lapsed: member.hasLapsed,
    answered: member.isSelf,
  };
}

function seconds(ms: number): number {
  return Math.max(0, Math.floor(ms / 1_000));
}
