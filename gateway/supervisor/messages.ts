import type { DeathReason } from './death.js';

/** What a gateway knows of its supervisor: counted since the supervisor was started. */
export interface Supervision {
  /** When the supervisor was started, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** How often it has started the gateway again, by what had ended it. */
  readonly restarts: Readonly<Record<DeathReason, number>>;
}

/** What the supervisor tells a gateway process. */
export type SupervisorMessage =
  /** Start to serve: before this a process touches neither the port nor the data folder. */
  | { readonly type: 'serve'; readonly supervision: Supervision }
  /** The terminal that the supervisor was started in is closed. */
  | { readonly type: 'hang-up' };

/** What a gateway process tells its supervisor. */
export type GatewayMessage =
  /** It has loaded everything, and waits. */
  | { readonly type: 'prepared' }
  /** It takes connections. The supervisor keeps to its LOG_LEVEL. */
  | { readonly type: 'listening'; readonly logLevel: string }
  /** All its threads are up. */
  | { readonly type: 'ready' }
  /** A reload has changed LOG_LEVEL. */
  | { readonly type: 'log-level'; readonly logLevel: string }
  /** It was told to stop: its end is wanted. */
  | { readonly type: 'stopping' };

/** The argument that makes a gateway process wait for its supervisor's word. */
export const supervisedArgument = 'supervised';
