import type { Log } from '#gateway/core/log.js';
import { differencesOf, differenceText } from '#gateway/core/member-differences.js';
import { nodeTimers } from '#gateway/core/timers.js';
import type { ClusterView } from './cluster-view.js';
import type { RunningSettings } from './config/running-settings.js';

/** How often the limits of the gateways are compared, in milliseconds. */
const intervalMs = 60_000;

/** Logs when gateways that share a store have different limits, and when that is over. */
export class ConfigDrift {
  readonly #cluster: ClusterView;
  readonly #log: Log;
  #stop: (() => void) | undefined;
  /** What was logged last. */
  #logged = '';

  constructor(cluster: ClusterView, log: Log) {
    this.#cluster = cluster;
    this.#log = log;
  }

  /** Compares now, once a minute, and after each change of the own limits. */
  start(settings: RunningSettings): void {
    settings.onChange(() => void this.#compare());
    void this.#compare();
    this.#stop = nodeTimers.every(intervalMs, () => void this.#compare());
  }

  stop(): void {
    this.#stop?.();
  }

  async #compare(): Promise<void> {
    const { members } = await this.#cluster.state();
    const differences = differencesOf(members);
    const text = differences.map(differenceText).join('; ');
    if (text === this.#logged) return;
    this.#logged = text;
    if (text === '') this.#log.info('The gateways have the same limits again');
    else this.#log.warn({ differences }, `The gateways that share the database have different limits: ${text}`);
  }
}
