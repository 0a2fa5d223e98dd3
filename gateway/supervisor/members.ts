import { type GatewayCondition, type Member, memberName } from '../core/member.js';
import type { GatewayChild } from './gateway-child.js';
import type { ListeningGateway } from './messages.js';

/** The gateways that listen, by their processes. */
export class Members {
  readonly #members = new Map<GatewayChild, Member>();
  /** What a process has said of itself; perhaps before it listens. */
  readonly #conditions = new WeakMap<GatewayChild, GatewayCondition>();
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
    const member = this.#members.get(child);
    if (member === undefined) return;
    this.#members.set(child, { ...member, ready, degraded });
    this.#onChange();
  }
}
