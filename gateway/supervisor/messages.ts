import type { GatewayRestartReason } from './death.js';

/** Facts that a gateway gets from its supervisor, counted since the supervisor was started. */
export interface Supervision {
  /** When the supervisor was started, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Restarts of the gateway, by reason. */
  readonly restarts: Readonly<Record<GatewayRestartReason, number>>;
  /** Whether the service was just started at a terminal; false for a restart. */
  readonly startedAtTerminal: boolean;
}

/** Facts that the supervisor gets from a listening gateway. */
export interface ListeningGateway {
  /** The supervisor's log uses it too. */
  readonly logLevel: string;
  /** The absolute path of the data folder. */
  readonly dataDir: string;
  readonly version: string;
  readonly release: string | undefined;
}

/**
 * A message from the supervisor to a gateway process. A supervisor outlives releases of the gateway, so both sides
 * ignore unknown messages, and the meaning of a message never changes.
 */
export type SupervisorMessage =
  /** Start to serve: before this a process touches neither the port nor the data folder. */
  | { readonly type: 'serve'; readonly supervision: Supervision }
  /** The terminal that the supervisor was started in is closed. */
  | { readonly type: 'hang-up' }
  /** Another process is prepared: finish requests in flight with the port open, then free everything and end. */
  | { readonly type: 'hand-over' };

/** A message from a gateway process to its supervisor. */
export type GatewayMessage =
  /** It has loaded everything, and waits. With problems in its settings it cannot serve. */
  | { readonly type: 'prepared'; readonly problems: readonly string[] }
  /** It accepts connections. */
  | ({ readonly type: 'listening' } & ListeningGateway)
  /** All its threads are up. */
  | { readonly type: 'ready' }
  /** A reload has changed LOG_LEVEL. */
  | { readonly type: 'log-level'; readonly logLevel: string }
  /** It was told to stop: its end is expected. */
  | { readonly type: 'stopping' };

/** The argument that makes a gateway process wait for its supervisor. */
export const supervisedArgument = 'supervised';
