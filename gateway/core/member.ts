import { hostname } from 'node:os';

/** Whether a gateway accepts work. */
export interface GatewayCondition {
  /** All its threads are up. */
  readonly ready: boolean;
  /** The database cannot be reached or written, and counters are kept in memory. */
  readonly degraded: boolean;
}

/** A gateway that listens, as its supervisor knows it. Supervisor and gateway may be of different releases. */
export interface Member extends GatewayCondition {
  /** Unique among all gateways that run: see {@link memberName}. */
  readonly name: string;
  /** The number of the gateway on its machine, from 1. */
  readonly gateway: number;
  readonly pid: number | undefined;
  readonly version: string;
  readonly release?: string | undefined;
  /** Where it listens; undefined from an older release. */
  readonly address?: string | undefined;
  /** When the process was started, in milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Settings that should be the same at all gateways that share a store, by name. */
export type SharedLimits = Readonly<Record<string, string | number | boolean>>;

/** A gateway as the operator sees it, whichever gateway was asked. */
export interface ClusterMember extends GatewayCondition {
  readonly name: string;
  /** Undefined for a gateway of an older release, as the next one. */
  readonly gateway: number | undefined;
  readonly pid: number | undefined;
  readonly version: string;
  readonly release: string | undefined;
  /** Where it listens; undefined before it does. */
  readonly address: string | undefined;
  /** When it was started, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** How long ago the store has heard from it, in milliseconds; undefined if its supervisor watches the process. */
  readonly silentMs: number | undefined;
  /** Changes of keys that it has not confirmed; undefined if gateways confirm none, and for one that serves no keys. */
  readonly lag: number | undefined;
  /** Whether it was silent for too long, and has probably ended. */
  readonly hasLapsed: boolean;
  /** Whether it is the one that was asked. */
  readonly isSelf: boolean;
  readonly limits: SharedLimits | undefined;
}

/** Returns the name of a gateway for people: its machine and its process. */
export function memberName(pid: number | undefined): string {
  return `${hostname()}:${pid ?? '?'}`;
}
