import type { LogFormat } from '#gateway/core/log-format.js';
import type { GatewayCondition, Member } from '#gateway/core/member.js';
import type { GatheredMetrics, MetricsReport } from '#gateway/core/metrics-report.js';
import type { GatewayRestartReason } from './process-end.js';

/** Facts that a gateway gets from its supervisor, counted since the supervisor was started. */
export interface Supervision {
  /** When the supervisor was started, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Restarts of the gateways, by reason. */
  readonly restarts: Readonly<Record<GatewayRestartReason, number>>;
  /** Whether the service was just started at a terminal; false for a restart. */
  readonly startedAtTerminal: boolean;
  /** The number of this gateway, from 1; undefined from a supervisor of one gateway, of an older release. */
  readonly gateway?: number;
  /** The number of gateways; undefined for the first start, which reads it from the settings. */
  readonly gateways?: number;
  /** See `AnchoredClock`; undefined from an older release. */
  readonly clockAnchor?: number;
  /** The port of the gateways before; undefined for the first start, which reads it from the settings. */
  readonly port?: number;
  /** The database in a data folder that the gateways before used: it must not be created again. */
  readonly database?: string;
}

/** Facts that the supervisor gets from a listening gateway. */
export interface ListeningGateway {
  /** The supervisor's log uses it too. */
  readonly logLevel: string;
  /** Undefined from an older release. */
  readonly logFormat?: LogFormat;
  /** The absolute path of the data folder. */
  readonly dataDir: string;
  /** The absolute path of the database in the data folder; undefined if it is elsewhere, and from an older release. */
  readonly database?: string | undefined;
  readonly version: string;
  readonly release: string | undefined;
  /** The number of gateways that it takes part in; undefined from an older release, which is always alone. */
  readonly gateways?: number;
  readonly port?: number;
  /** Where it listens; undefined from an older release. */
  readonly address?: string;
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
  /**
   * Another process is prepared: finish requests in flight, then free everything and end. If the port is shared, the
   * other process listens already; otherwise it waits for this one to end.
   */
  | { readonly type: 'hand-over' }
  /** Something about the gateways has changed. */
  | {
      readonly type: 'members';
      readonly members: readonly Member[];
      readonly restarts: Readonly<Record<GatewayRestartReason, number>>;
    }
  /** Report your metrics. */
  | { readonly type: 'report' }
  /** The response to `gather`. */
  | { readonly type: 'gathered'; readonly id: number; readonly metrics: GatheredMetrics };

/** A message from a gateway process to its supervisor. */
export type GatewayMessage =
  /** It has loaded everything, and waits. With problems in its settings it cannot serve. */
  | { readonly type: 'prepared'; readonly problems: readonly string[] }
  /** It accepts connections. */
  | ({ readonly type: 'listening' } & ListeningGateway)
  /** All its threads are up. */
  | { readonly type: 'ready' }
  /** Whether it accepts work has changed. */
  | ({ readonly type: 'condition' } & GatewayCondition)
  /** A reload has changed LOG_LEVEL. */
  | { readonly type: 'log-level'; readonly logLevel: string }
  /** It has been asked to stop: its end is expected. */
  | { readonly type: 'stopping' }
  /** Its own metrics, and the request for those of all others. */
  | { readonly type: 'gather'; readonly id: number; readonly report: MetricsReport }
  /** The response to `report`, or its last report. */
  | { readonly type: 'reported'; readonly report: MetricsReport };

/** The argument that makes a gateway process wait for its supervisor. */
export const supervisedArgument = 'supervised';
