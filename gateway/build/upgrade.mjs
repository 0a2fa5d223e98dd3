// @ts-check
// `npm run upgrade`: builds a release of the current checkout, makes it the current release, and replaces a running
// gateway by it. If the new gateway does not become ready, everything is as before: the same release is the current one,
// and the same one the previous one.
// `npm run upgrade -- --back` makes the previous release the current one, and builds nothing.
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { previousRelease, releasesFolder, removeOldReleases, returnTo, switchTo, upgradeLock } from './releases.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';
import { takeTurn } from './turn.mjs';

/** Exit statuses of `textmill reload --restart`: no gateway is running; the new one serves, but is not ready. */
const noGateway = 3;
const notReady = 5;

runAsScript(import.meta.url, async () => {
  const release = await wantedRelease(process.argv.slice(2));
  // Until this process ends.
  await takeTurn(join(releasesFolder(projectDirectory), upgradeLock), 'upgrade');
  const before = switchTo(release);
  say(`the release ${basename(release)} is the current one`);
  const status = restart(release);
  if (status === 0 || status === noGateway) removeOldReleases(release);
  if (status === 0) return;
  if (status === noGateway) return say('the next start uses this release');
  const problem = status === notReady ? 'The new gateway is not ready' : 'The gateway could not be restarted';
  const { current, previous } = before;
  if (current === undefined || current === release) throw new ScriptError(`${problem}.`);
  returnTo(current, previous);
  const isBack = status !== notReady || restart(current) === 0;
  throw new ScriptError(
    `${problem}: the current release is ${basename(current)} again${isBack ? '' : ', but does not serve'}.`,
  );
});

/** @param {readonly string[]} args */
async function wantedRelease([option, ...more]) {
  if (option === '--back' && more.length === 0) {
    const previous = previousRelease();
    if (previous === undefined) throw new ScriptError('There is no previous release.');
    return previous;
  }
  if (option !== undefined) throw new ScriptError('Usage: npm run upgrade [-- --back]');
  await ensureInstalled({ development: false });
  return build();
}

/**
 * @param {string} release
 * @returns {number | null} the status of the command that restarts the gateway.
 */
function restart(release) {
  const command = join(release, 'textmill');
  return spawnSync(command, ['reload', '--restart'], { cwd: projectDirectory, stdio: 'inherit' }).status;
}
