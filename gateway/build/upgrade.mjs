// @ts-check
// `npm run upgrade`: builds a release of the current checkout, makes it the current release, and replaces a running
// gateway by it. If the new gateway does not become ready, everything is as before: the same release is the current one,
// and the same one the previous one.
// `npm run upgrade -- --back` makes the previous release the current one, and builds nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { previousRelease, releasesFolder, removeOldReleases, returnTo, switchTo, upgradeLock } from './releases.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';
import { takeTurn } from './turn.mjs';

/** Exit statuses of `textmill reload --restart`: no gateway is running; the new one serves, but is not ready. */
const noGateway = 3;
const notReady = 5;
/** Signals that end an upgrade: of a terminal, of a service manager, and of a closed connection. */
const endingSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

runAsScript(import.meta.url, async () => {
  const isBack = isWayBack(process.argv.slice(2));
  if (!isBack) await ensureInstalled({ development: false });
  const releases = releasesFolder(projectDirectory);
  mkdirSync(releases, { recursive: true });
  // Until this process ends: nothing removes the releases that are needed.
  await takeTurn(join(releases, upgradeLock), 'upgrade');
  const release = isBack ? previousRelease() : await build();
  if (release === undefined) throw new ScriptError('There is no previous release.');
  await upgradeTo(release);
});

/**
 * @param {readonly string[]} args
 * @returns {boolean} whether they ask for the previous release.
 */
function isWayBack([option, ...more]) {
  if (option === undefined) return false;
  if (option === '--back' && more.length === 0) return true;
  throw new ScriptError('Usage: npm run upgrade [-- --back]');
}

/** @param {string} release - its folder. */
async function upgradeTo(release) {
  const ending = passSignals();
  const { current, previous } = switchTo(release);
  say(`the release ${basename(release)} is the current one`);
  const status = await ending.restart(release);
  if (status === 0 || status === noGateway) removeOldReleases(release);
  if (status === 0) return;
  if (status === noGateway) return say('the next start uses this release');
  const problem = status === notReady ? 'The new gateway is not ready' : 'The gateway could not be restarted';
  if (current === undefined || current === release) throw new ScriptError(`${problem}.`);
  returnTo(current, previous);
  // A command that was ended may have begun to replace the gateway.
  const mayServe = status === notReady || status === null;
  const isBack = !mayServe || [0, noGateway].includes((await ending.restart(current)) ?? 1);
  throw new ScriptError(
    `${problem}: the current release is ${basename(current)} again${isBack ? '' : ', but does not serve'}.`,
  );
}

/**
 * Passes the signals that would end this process to the command that it waits for, so that it can undo what has failed.
 */
function passSignals() {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  for (const signal of endingSignals) process.on(signal, () => child?.kill(signal));
  return {
    /**
     * @param {string} release
     * @returns {Promise<number | null>} the status of the command that restarts the gateway; null if a signal ended it.
     */
    async restart(release) {
      const command = join(release, 'textmill');
      child = spawn(command, ['reload', '--restart'], { cwd: projectDirectory, stdio: 'inherit' });
      const [status] = await once(child, 'exit').catch(() => [1]);
      return status;
    },
  };
}
