import { type GatewayCondition, type Member, memberName } from '#gateway/core/member.js';
import type { GatheredMetrics, MetricsReport } from '#gateway/core/metrics-report.js';
import { release } from '#gateway/core/release.js';
import { nodeTimers } from '#gateway/core/timers.js';
import { version } from '#gateway/core/version.js';
import type { Supervision } from '#gateway/supervisor/messages.js';
import type { SupervisorLink } from '#gateway/supervisor/supervisor-link.js';
import type { WorkerAllocation } from './worker-allocation.js';

/** How often a gateway checks whether its condition has changed, in milliseconds: others respond for it. */
const sharedPollMs = 200;

/** The same for the only gateway of a machine. */
const pollMs = 1_000;

/** The supervisor, as a gateway sees it. */
type Link = Pick<SupervisorLink, 'members' | 'restarts' | 'condition' | 'gather'>;

/**
 * All gateways of this machine, as one of them sees them: whichever takes a request responds for all.
 *
 * It never waits for another process, except for metrics: the supervisor reports each change.
 */
export class Host {
  readonly #link: Link | undefined;
  readonly allocation: WorkerAllocation;
  #condition: () => GatewayCondition = () => ({ ready: false, degraded: false });
  #poll: (() => void) | undefined;
  #stop: (() => void) | undefined;

  /** @param link - undefined without a supervisor. */
  constructor(allocation: WorkerAllocation, link?: Link) {
    this.allocation = allocation;
    this.#link = link;
  }

  /** Whether other gateways serve on the same port. */
  get isShared(): boolean {
    return this.allocation.gateways > 1;
  }

  /** Restarts of gateways, by reason; undefined without a supervisor, and shortly after the start. */
  get restarts(): Supervision['restarts'] | undefined {
    return this.#link?.restarts;
  }

  /** From now on the supervisor learns each change of this gateway's condition. */
  watch(condition: () => GatewayCondition): void {
    this.#condition = condition;
    let reported: GatewayCondition | undefined;
    const poll = (): void => {
      const current = condition();
      if (reported?.ready === current.ready && reported.degraded === current.degraded) return;
      reported = current;
      this.#link?.condition(current);
    };
    this.#poll = poll;
    this.#stop = nodeTimers.every(this.isShared ? sharedPollMs : pollMs, poll);
  }

  /** Checks now: the condition may have changed. */
  check(): void {
    this.#poll?.();
  }

  /** Ends {@link watch}. */
  stop(): void {
    this.#stop?.();
  }

  /** Whether this gateway accepts work. */
  get condition(): GatewayCondition {
    return this.#condition();
  }

  /** The gateways of this machine that serve. */
  get members(): readonly Member[] {
    const self = { pid: process.pid, ...this.#condition() };
    const others = this.#others;
    const known = this.#link?.members.find(({ pid }) => pid === process.pid);
    const { gateway } = this.allocation;
    const startedAt = Math.round(performance.timeOrigin);
    const own: Member = known ?? { name: memberName(process.pid), gateway, version, release, startedAt, ...self };
    return [...others, { ...own, ...self }].toSorted((a, b) => a.gateway - b.gateway);
  }

  /** Whether a gateway accepts work. */
  get isAnyReady(): boolean {
    return this.#condition().ready || this.#others.some(({ ready }) => ready);
  }

  /** Whether a gateway cannot write to the store. */
  get isAnyDegraded(): boolean {
    return this.#condition().degraded || this.#others.some(({ degraded }) => degraded);
  }

  /** Returns the metrics of the other gateways; undefined if there are none, or they are not known in time. */
  async gather(report: () => MetricsReport): Promise<GatheredMetrics | undefined> {
    return this.isShared ? this.#link?.gather(report()) : undefined;
  }

  get #others(): readonly Member[] {
    return this.#link?.members.filter(({ pid }) => pid !== process.pid) ?? [];
  }
}
