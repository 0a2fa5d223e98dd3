import { minuteOf } from '#gateway/server/storage/periods.js';
import {
  type AccountGrant,
  lapseMs,
  type QuotaReply,
  type QuotaTurn,
  rememberedMs,
} from '#gateway/server/storage/quota-ledger.js';

interface Member {
  seenAt: number;
  number: number;
}

/** The store's side of the quota, as plainly as it can be said: what the engines of the store are compared with. */
export class SimulatedLedger {
  /** Requests that lapses have counted without knowing whether they were made. */
  charged = 0;
  /** Turns that told or asked something about an account. */
  turns = 0;
  /** The quotas of accounts that have their own: no gateway gets more, whatever it believes. */
  readonly quotas = new Map<string, number>();
  readonly #windowMinutes: number;
  readonly #members = new Map<string, Member>();
  /** The last turn that was carried out, of members that have lapsed or stopped. */
  readonly #ended = new Map<string, { readonly applied: number; readonly at: number }>();
  readonly #minutes = new Map<string, Map<number, number>>();
  /** By account, then by member. */
  readonly #blocks = new Map<string, Map<string, number>>();

  constructor(windowMinutes: number) {
    this.#windowMinutes = windowMinutes;
  }

  /** Requests of an account that count. */
  counted(accountId: string, now: number): number {
    let total = 0;
    for (const [minute, count] of this.#minutes.get(accountId) ?? []) if (this.#counts(minute, now)) total += count;
    return total;
  }

  held(accountId: string): number {
    let total = 0;
    for (const block of this.#blocks.get(accountId)?.values() ?? []) total += block;
    return total;
  }

  /** Whether the store takes a member for dead, or will when it looks next. */
  isLapsed(memberId: string, now: number): boolean {
    const member = this.#members.get(memberId);
    return member === undefined || now - member.seenAt >= lapseMs;
  }

  /** Carries out a turn, if it has not been. @param now - milliseconds since the epoch. */
  apply(turn: QuotaTurn, now: number): QuotaReply {
    this.#lapse(now);
    const { memberId, number, accounts, isLast } = turn;
    const ended = this.#ended.get(memberId);
    const isRemembered = ended !== undefined && now - ended.at < rememberedMs;
    if (isRemembered) return { isMember: false, applied: ended.applied, now };
    if (number > 1 && !this.#members.has(memberId)) return { isMember: false, applied: number, now };
    const member = this.#members.get(memberId) ?? { seenAt: now, number: 0 };
    this.#members.set(memberId, member);
    member.seenAt = now;
    if (number > member.number) {
      member.number = number;
      if (accounts.length > 0) this.turns++;
      for (const account of accounts) this.#spendAndGrant(memberId, account, now);
    }
    const grants = accounts.map(({ accountId, limit }) =>
      this.#grantOf(memberId, accountId, this.#limitOf(accountId, limit), now),
    );
    const living = this.#members.size;
    if (isLast) this.#end(memberId, member, now);
    return { isMember: true, accounts: grants, living, now };
  }

  #spendAndGrant(
    memberId: string,
    { accountId, limit: sent, spent, fromBlock, want }: QuotaTurn['accounts'][number],
    now: number,
  ) {
    const limit = this.#limitOf(accountId, sent);
    const minutes = this.#minutes.get(accountId) ?? new Map<number, number>();
    this.#minutes.set(accountId, minutes);
    for (const [minute, requests] of spent) minutes.set(minute, (minutes.get(minute) ?? 0) + requests);
    const blocks = this.#blocks.get(accountId) ?? new Map<string, number>();
    this.#blocks.set(accountId, blocks);
    const own = (blocks.get(memberId) ?? 0) - fromBlock;
    blocks.delete(memberId);
    const unheld = limit - this.counted(accountId, now) - this.held(accountId);
    if (own < 0 && unheld >= 0) throw new Error(`${memberId} has spent more than its block`);
    const kept = Math.max(0, Math.min(want, own, unheld));
    blocks.set(memberId, kept + Math.min(want - kept, Math.ceil(Math.max(0, unheld - kept) / this.#members.size)));
  }

  #grantOf(memberId: string, accountId: string, limit: number, now: number): AccountGrant {
    const counted = this.counted(accountId, now);
    const minutes = [...(this.#minutes.get(accountId) ?? [])].filter(
      ([minute, count]) => count > 0 && this.#counts(minute, now),
    );
    const oldest = Math.min(...minutes.map(([minute]) => minute));
    return {
      accountId,
      block: this.#blocks.get(accountId)?.get(memberId) ?? 0,
      counted,
      isExhausted: counted + this.held(accountId) >= limit,
      nextMinute: Number.isFinite(oldest) ? oldest + this.#windowMinutes : null,
    };
  }

  #limitOf(accountId: string, sent: number): number {
    return Math.min(sent, this.quotas.get(accountId) ?? sent);
  }

  #counts(minute: number, now: number): boolean {
    return minute > minuteOf(now) - this.#windowMinutes;
  }

  #lapse(now: number): void {
    for (const [memberId, member] of this.#members) {
      if (now - member.seenAt < lapseMs) continue;
      for (const [accountId, blocks] of this.#blocks) {
        const block = blocks.get(memberId) ?? 0;
        const minutes = this.#minutes.get(accountId);
        minutes?.set(minuteOf(now), (minutes.get(minuteOf(now)) ?? 0) + block);
        this.charged += block;
      }
      this.#end(memberId, member, now);
    }
  }

  #end(memberId: string, member: Member, now: number): void {
    this.#members.delete(memberId);
    this.#ended.set(memberId, { applied: member.number, at: now });
    for (const blocks of this.#blocks.values()) blocks.delete(memberId);
  }
}
