// @ts-check
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ScriptError, say } from '../script.mjs';

/** How long processes may take to end, in milliseconds: longer than a gateway needs for requests in flight. */
const endDeadlineMs = 15_000;
/** How often a condition is checked, in milliseconds. */
const lookMs = 50;
/** How much of its log a process shows that cannot start. */
const shownLines = 5;

/**
 * A process of the cluster.
 * @typedef {object} Started
 * @property {string} name
 * @property {NodeJS.Signals} stopSignal
 * @property {import('node:child_process').ChildProcess} child
 * @property {Promise<void>} ended
 */

/** The processes of a cluster. They write logs to its folder, and end in the opposite order of their starts. */
export class Processes {
  #folder;
  /** @type {Started[][]} */
  #stages = [];
  #ending = false;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  /**
   * Starts processes that can be ended together. Each is the leader of a group, so that Ctrl-C in a terminal does not
   * reach it: a database must not end before what uses it.
   *
   * @param {readonly { name: string, command: string, args: readonly string[], stopSignal: NodeJS.Signals,
   *   options: { cwd: string, env: NodeJS.ProcessEnv, uid?: number, gid?: number } }[]} programs
   */
  start(programs) {
    if (this.#ending) throw new ScriptError('The cluster is being stopped.');
    /** @type {Started[]} */
    const stage = [];
    this.#stages.push(stage);
    for (const { name, command, args, stopSignal, options } of programs) {
      const logFile = logFileOf(this.#folder, name);
      const log = openSync(logFile, 'a', 0o600);
      const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', log, log] });
      closeSync(log);
      const ended = new Promise((/** @type {(value: void) => void} */ resolve) => {
        child.once('exit', (status, signal) => {
          if (!this.#ending) say(`${name} has ended (${signal ?? `status ${status}`}); its log is ${logFile}`);
          resolve();
        });
        child.once('error', (error) => {
          say(`${name} cannot be started: ${error.message}`);
          resolve();
        });
      });
      stage.push({ name, stopSignal, child, ended });
    }
  }

  /** @param {string} name - of a process that was started. */
  logOf(name) {
    return readFileSync(logFileOf(this.#folder, name), 'utf8');
  }

  /**
   * Waits until a process of the last start is up.
   *
   * @param {string} name
   * @param {() => Promise<boolean>} isUp
   * @throws {ScriptError} with the end of its log if it ends before that, or if the cluster is being stopped.
   */
  async untilUp(name, isUp) {
    const started = this.#stages.at(-1)?.find((each) => each.name === name);
    if (started === undefined) throw new Error(`${name} was not started`);
    while (!(await isUp())) {
      if (this.#ending) throw new ScriptError('The cluster is being stopped.');
      if (!isAlive(started)) {
        const lines = this.logOf(name).trimEnd().split('\n').slice(-shownLines);
        throw new ScriptError(`${name} did not start. The end of its log:\n${lines.join('\n')}`);
      }
      await pause(lookMs);
    }
  }

  /**
   * Ends everything, the last start first.
   *
   * @param {Promise<void>} urgent - when it resolves, what still runs is killed.
   */
  async end(urgent) {
    this.#ending = true;
    for (const stage of this.#stages.reverse()) {
      for (const each of stage) if (isAlive(each)) each.child.kill(each.stopSignal);
      const allEnded = Promise.all(stage.map(({ ended }) => ended));
      const timer = new AbortController();
      const late = pause(endDeadlineMs, undefined, timer).catch(() => {});
      await Promise.race([allEnded, urgent, late]);
      timer.abort();
      for (const each of stage) if (isAlive(each)) killGroup(each);
      await allEnded;
    }
  }
}

/**
 * @param {string} folder
 * @param {string} name
 */
function logFileOf(folder, name) {
  return join(folder, `${name}.log`);
}

/** @param {Started} started */
function isAlive({ child }) {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** @param {Started} started - is alive, so the number of its group is still its own. */
function killGroup({ child }) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
