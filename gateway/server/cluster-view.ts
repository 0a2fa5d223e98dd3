import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#gateway/core/clock.js';
import type { Log } from '#gateway/core/log.js';
import type { ClusterMember, Member, SharedLimits } from '#gateway/core/member.js';
import { differencesOf, differenceText } from '#gateway/core/member-differences.js';
import { nodeTimers } from '#gateway/core/timers.js';
import type { RunningSettings } from './config/running-settings.js';
import type { ClusterState } from './endpoints/cluster-document.js';
import type { Host } from './host.js';
import type { MemberList } from './storage/postgres/member-list.js';

/** How long the operator waits for the store, in milliseconds. */
const timeoutMs = 1_000;

/** The members of a store that machines share. */
export interface SharedMembers {
  /** Whether the store did not respond when it was last asked: nobody waits for it then. */
  readonly isUnavailable: boolean;
  list(): Promise<MemberList>;
}

export interface ClusterViewOptions {
  readonly host: Host;
  readonly clock: Clock;
  /** Undefined if only the gateways of this machine use the store. */
  readonly shared: SharedMembers | undefined;
  /** Returns where this gateway listens; undefined before it does. */
  readonly address: () => string | undefined;
  readonly limits: () => SharedLimits;
}

/** The gateways that use the store, as one of them sees them. */
export class ClusterView {
  readonly #options: ClusterViewOptions;
  /** What the store said last. */
  #known: MemberList | undefined;

  constructor(options: ClusterViewOptions) {
    this.#options = options;
  }

  /** Returns all members; if the store is unavailable, those of its last response. Never rejects. */
  async state(): Promise<ClusterState> {
    const { host, shared, clock, address, limits } = this.#options;
    const { gateways } = host.allocation;
    if (shared === undefined) {
      return {
        store: 'sqlite',
        isReachable: true,
        gateways,
        asOf: clock.now(),
        members: this.#ofMachine(host.members),
      };
    }
    const listed = shared.isUnavailable ? undefined : await this.#listed(shared);
    this.#known = listed ?? this.#known;
    const self = host.members.filter(({ pid }) => pid === process.pid);
    const known = this.#known ?? { now: clock.now(), members: this.#ofMachine(self) };
    // What this gateway has reported to the store may be a heartbeat old.
    const own = { ...host.condition, address: address(), limits: limits() };
    const members = known.members.map((member) => (member.isSelf ? { ...member, ...own } : member));
    return { store: 'postgresql', isReachable: listed !== undefined, gateways, asOf: known.now, members };
  }

  async #listed(shared: SharedMembers): Promise<MemberList | undefined> {
    const late = new AbortController();
    const tooLate = wait(timeoutMs, undefined, { signal: late.signal }).catch(() => undefined);
    const list = await Promise.race([shared.list().catch(() => undefined), tooLate]);
    late.abort();
    return list;
  }

  /**
   * Returns gateways that their supervisor watches. All of a machine listen on one port, and read the same settings.
   */
  #ofMachine(members: readonly Member[]): ClusterMember[] {
    const { address, limits } = this.#options;
    return members.map(({ release, ...member }) => ({
      ...member,
      release,
      address: address(),
      silentMs: undefined,
      lag: undefined,
      limits: limits(),
      hasLapsed: false,
      isSelf: member.pid === process.pid,
    }));
  }
}

/** How often the limits of the gateways are compared, in milliseconds. */
const intervalMs = 60_000;

/** Logs when gateways that share a store have different limits, and when that is over. */
export class ConfigDrift {
  readonly #cluster: ClusterView;
  readonly #log: Log;
  #stop: (() => void) | undefined;
  /** What was logged last. */
  #logged = '';

  constructor(cluster: ClusterView, log: Log) {
    this.#cluster = cluster;
    this.#log = log;
  }

  /** Compares now, once a minute, and after each change of the own limits. */
  start(settings: RunningSettings): void {
    settings.onChange(() => void this.#compare());
    void this.#compare();
    this.#stop = nodeTimers.every(intervalMs, () => void this.#compare());
  }

  stop(): void {
    this.#stop?.();
  }

  async #compare(): Promise<void> {
    const { members } = await this.#cluster.state();
    const differences = differencesOf(members);
    const text = differences.map(differenceText).join('; ');
    if (text === this.#logged) return;
    this.#logged = text;
    if (text === '') this.#log.info('The gateways have the same limits again');
    else this.#log.warn({ differences }, `The gateways that share the database have different limits: ${text}`);
  }
}
