import { type GatewayCondition, type Member, memberName } from '#gateway/core/member.js';
import type { GatewayChild } from './gateway-child.js';
import type { ListeningGateway } from './messages.js';

/** The gateways that listen, by their processes. */
export class Members {
  readonly #members = new Map<GatewayChild, Member>();
  /** What a process has said of itself; perhaps before it listens. */
  readonly #conditions = new WeakMap<GatewayChild, GatewayCondition>();
  /** What waits until a process accepts work. */
  readonly #waiting = new WeakMap<GatewayChild, () => void>();
  readonly #onChange: () => void;

  /** @param onChange - called after each change. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** All of them, by number. */
  get all(): readonly Member[] {
    return [...this.#members.values()].toSorted((a, b) => a.gateway - b.gateway || a.startedAt - b.startedAt);
  }

  /** A gateway listens. */
  add(child: GatewayChild, gateway: number, { version, release, address }: ListeningGateway): void {
    const { pid, startedAt } = child;
    const name = memberName(pid);
    // One that hands over takes no new connections.
    for (const [other, member] of this.#members) if (member.gateway === gateway) this.#members.delete(other);
    const { ready, degraded } = this.#conditions.get(child) ?? { ready: false, degraded: false };
    this.#members.set(child, { name, gateway, pid, version, release, address, startedAt, ready, degraded });
    void child.ended.then(() => {
      if (this.#members.delete(child)) this.#onChange();
    });
    this.#onChange();
  }

  /** A gateway accepts work, or does not any more. */
  update(child: GatewayChild, { ready, degraded }: GatewayCondition): void {
    this.#conditions.set(child, { ready, degraded });
    if (ready) this.#waiting.get(child)?.();
    const member = this.#members.get(child);
    if (member === undefined) return;
    this.#members.set(child, { ...member, ready, degraded });
    this.#onChange();
  }

  /** Waits until a gateway that listens accepts work. @returns why it does not; undefined if it does. */
  unreadiness(child: GatewayChild, longestMs: number): Promise<string | undefined> {
    if (this.#conditions.get(child)?.ready) return Promise.resolve(undefined);
    const process = `The new process ${child.pid}`;
    return new Promise((resolve) => {
      const late = `${process} listens, but is not ready after ${longestMs / 1_000} s`;
      const timer = setTimeout(() => resolve(late), longestMs);
      const settle = (problem?: string): void => {
        clearTimeout(timer);
        resolve(problem);
      };
      this.#waiting.set(child, settle);
      void child.ended.then(() => settle(`${process} ended after it had listened`));
    });
  }
}
