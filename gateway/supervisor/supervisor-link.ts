import { endBySignal } from '#gateway/core/hang-up.js';
import type { GatewayCondition, Member } from '#gateway/core/member.js';
import type { GatheredMetrics, MetricsReport } from '#gateway/core/metrics-report.js';
import {
  type GatewayMessage,
  type ListeningGateway,
  type Supervision,
  type SupervisorMessage,
  supervisedArgument,
} from './messages.js';

/** The reactions of a serving gateway to its supervisor. */
export interface SupervisedGateway {
  /** The supervisor was killed: nothing forwards signals, and another supervisor may need the port. */
  onOrphaned(): void;
  /** The supervisor's terminal is closed. */
  onHangUp(): void;
  /** Another process is prepared to serve in its place. */
  onHandOver(): void;
  /** Returns its metrics. */
  report(): MetricsReport;
}

/** How long to wait for the metrics of the other gateways, in milliseconds: a little longer than the supervisor. */
const timeoutMs = 1_000;

/** How long the supervisor may take to read the last message before the process ends, in milliseconds. */
const lastMessageMs = 500;

/** A gateway process's side of the channel to its supervisor. */
export class SupervisorLink {
  /** Resolves when the process may serve: until then it touches neither the port nor the data folder. */
  readonly word: Promise<Supervision>;
  #hasWord = false;
  /** Nothing is served before {@link serves}. */
  #gateway: SupervisedGateway = {
    onOrphaned: endUnused,
    onHangUp: () => endBySignal('SIGHUP'),
    onHandOver: () => {},
    report: () => ({ counters: {}, gauges: {} }),
  };
  #members: readonly Member[] = [];
  #restarts: Supervision['restarts'] | undefined;
  /** Requests for metrics without a response, by id. */
  readonly #awaitedMetrics = new Map<number, (metrics: GatheredMetrics) => void>();
  #gathered = 0;

  /** Returns undefined if this process was started without a supervisor. */
  static ofThisProcess(): SupervisorLink | undefined {
    return process.argv[2] === supervisedArgument ? new SupervisorLink() : undefined;
  }

  private constructor() {
    // The supervisor may have been killed before this listener existed.
    if (!process.connected) endUnused();
    process.on('disconnect', () => this.#gateway.onOrphaned());
    // The supervisor reads it; without one, the output is lost.
    process.stderr.on('error', () => {});
    this.word = new Promise((resolve) => {
      process.on('message', (message) => {
        const heard = message as SupervisorMessage;
        if (heard.type === 'hang-up') return this.#gateway.onHangUp();
        if (heard.type === 'hand-over') return this.#gateway.onHandOver();
        if (heard.type === 'report') return this.#report(() => {});
        if (heard.type === 'gathered') return this.#awaitedMetrics.get(heard.id)?.(heard.metrics);
        if (heard.type === 'members') {
          this.#members = heard.members;
          this.#restarts = heard.restarts;
        }
        if (heard.type !== 'serve') return;
        this.#hasWord = true;
        // From now on only the gateway keeps the process alive, so a gateway that cannot start ends.
        process.channel?.unref();
        resolve(heard.supervision);
      });
    });
  }

  /** Whether {@link word} is there. */
  get hasWord(): boolean {
    return this.#hasWord;
  }

  /** Reports that everything is loaded. @param problems - of the current settings. */
  prepared(problems: readonly string[]): void {
    this.#notify({ type: 'prepared', problems });
  }

  /** Reports that the gateway accepts connections. */
  serves(gateway: SupervisedGateway, listening: ListeningGateway): void {
    this.#gateway = gateway;
    this.#notify({ type: 'listening', ...listening });
  }

  /** Reports that all threads are up. */
  ready(): void {
    this.#notify({ type: 'ready' });
  }

  /** The gateways that listen, as the supervisor last said; empty before that, and from one of an older release. */
  get members(): readonly Member[] {
    return this.#members;
  }

  /** Restarts of all gateways, by reason; undefined before the first message about them. */
  get restarts(): Supervision['restarts'] | undefined {
    return this.#restarts;
  }

  /** Reports whether the gateway accepts work. Call it after each change. */
  condition(condition: GatewayCondition): void {
    this.#notify({ type: 'condition', ...condition });
  }

  /**
   * Asks for the metrics of all other gateways.
   *
   * @returns undefined if the supervisor does not respond in time.
   */
  async gather(report: MetricsReport): Promise<GatheredMetrics | undefined> {
    const id = ++this.#gathered;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve) => {
        this.#awaitedMetrics.set(id, resolve);
        timer = setTimeout(() => resolve(undefined), timeoutMs);
        this.#notify({ type: 'gather', id, report });
      });
    } finally {
      clearTimeout(timer);
      this.#awaitedMetrics.delete(id);
    }
  }

  /** Sends the last metrics. Resolves once the process can end. */
  lastReport(): Promise<void> {
    return new Promise((resolve) => {
      if (!process.connected) return resolve();
      setTimeout(resolve, lastMessageMs);
      this.#report(resolve);
    });
  }

  /** Sends the metrics, if they can be read: no file may be left to open. */
  #report(sent: () => void): void {
    let report: MetricsReport;
    try {
      report = this.#gateway.report();
    } catch {
      // The supervisor goes on with the values that it has.
      sent();
      return;
    }
    this.#notify({ type: 'reported', report }, sent);
  }

  /** Reports the log level, which a reload may have changed. */
  logLevel(logLevel: string): void {
    this.#notify({ type: 'log-level', logLevel });
  }

  /** Reports that the process is about to end, because it was asked to. */
  stopping(): void {
    this.#notify({ type: 'stopping' });
  }

  #notify(message: GatewayMessage, sent = (): void => {}): void {
    if (process.connected) process.send?.(message, undefined, undefined, () => sent());
  }
}

/** Ends a process that has nothing to write or to free. */
function endUnused(): void {
  process.kill(process.pid, 'SIGKILL');
}
