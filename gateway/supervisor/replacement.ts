import type { Entry } from './current-entry.js';
import type { ProcessEnd } from './death.js';
import { GatewayChild } from './gateway-child.js';
import type { RestartLimits } from './restart-policy.js';

/**
 * The new process of a restart that was asked for. First it loads everything while the gateway serves; then the gateway
 * hands over and ends; then it serves.
 */
export class Replacement {
  readonly child: GatewayChild;
  readonly #limits: RestartLimits;
  #timer: NodeJS.Timeout | undefined;
  #isLate = false;

  constructor(entry: Entry, limits: RestartLimits) {
    this.child = new GatewayChild(entry);
    this.#limits = limits;
  }

  /** Waits until it has loaded everything. @returns why it cannot serve; undefined if it can. */
  prepared(): Promise<string | undefined> {
    const { child } = this;
    return new Promise((resolve) => {
      this.#expect(() => resolve(this.#silence('load')));
      child.onMessage = (message) => {
        if (message.type === 'prepared') resolve(message.problems[0]);
      };
      void child.ended.then(async (end) => resolve(await this.problem(end)));
    }).finally(() => clearTimeout(this.#timer)) as Promise<string | undefined>;
  }

  /** Has the gateway before it answer what is in flight and end; one that does not is killed. */
  replace(gateway: GatewayChild): void {
    gateway.handOver();
    this.#expect(() => gateway.kill('SIGKILL'), this.#limits.longestHandOverMs);
  }

  /** It is told to serve; one that does not listen in time is killed. */
  serves(): void {
    this.#expect(() => {
      this.#isLate = true;
      this.child.kill('SIGKILL');
    });
  }

  /** The restart has ended. @param problem - why it failed: then the process ends too. */
  settle(problem?: string): void {
    clearTimeout(this.#timer);
    if (problem !== undefined) this.child.kill('SIGKILL');
  }

  /** All of it stops. @param gateway - the process that is told to stop: it ends by itself. */
  discard(gateway: GatewayChild | undefined): void {
    clearTimeout(this.#timer);
    if (gateway !== this.child) this.child.kill('SIGKILL');
  }

  /** Returns why it ended, in one sentence, once all of its standard error has arrived. */
  async problem({ status, signal }: ProcessEnd): Promise<string> {
    const lastWords = await this.child.lastWords;
    if (this.#isLate) return this.#silence('listen');
    const { problem = lastWords } = this.child;
    if (problem !== undefined) return problem;
    return `The new process ended with ${signal ?? `status ${status}`}: see standard error`;
  }

  #silence(what: 'load' | 'listen'): string {
    return `The new process did not ${what} within ${this.#limits.longestSilenceMs / 1_000} s`;
  }

  #expect(onLate: () => void, ms = this.#limits.longestSilenceMs): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(onLate, ms);
  }
}
