import type { GatewayRestartReason } from './death.js';

/** What a gateway knows of its supervisor: counted since the supervisor was started. */
export interface Supervision {
  /** When the supervisor was started, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** How often it has started the gateway again, by what had ended it. */
  readonly restarts: Readonly<Record<GatewayRestartReason, number>>;
  /** Whether somebody has just started the service at a terminal; false when the supervisor starts the gateway again. */
  readonly startedAtTerminal: boolean;
}

/** What the supervisor is told of a gateway that listens. */
export interface ListeningGateway {
  /** The supervisor's lines keep to it as well. */
  readonly logLevel: string;
  /** The absolute path of the data folder. */
  readonly dataDir: string;
  readonly version: string;
  readonly release: string | undefined;
}

/**
 * What the supervisor tells a gateway process. A supervisor goes on while releases change below it, so an unknown message
 * is ignored on both sides, and the meaning of a message never changes.
 */
export type SupervisorMessage =
  /** Start to serve: before this a process touches neither the port nor the data folder. */
  | { readonly type: 'serve'; readonly supervision: Supervision }
  /** The terminal that the supervisor was started in is closed. */
  | { readonly type: 'hang-up' }
  /** Another process is prepared: answer what is in flight with the port open, then free everything and end. */
  | { readonly type: 'hand-over' };

/** What a gateway process tells its supervisor. */
export type GatewayMessage =
  /** It has loaded everything, and waits. With problems in its settings it could not serve now. */
  | { readonly type: 'prepared'; readonly problems: readonly string[] }
  /** It takes connections. */
  | ({ readonly type: 'listening' } & ListeningGateway)
  /** All its threads are up. */
  | { readonly type: 'ready' }
  /** A reload has changed LOG_LEVEL. */
  | { readonly type: 'log-level'; readonly logLevel: string }
  /** It was told to stop: its end is wanted. */
  | { readonly type: 'stopping' };

/** The argument that makes a gateway process wait for its supervisor's word. */
export const supervisedArgument = 'supervised';
