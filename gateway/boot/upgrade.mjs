// @ts-check
// `npm run upgrade`: builds a release of the current checkout, makes it the current release, and replaces a running
// gateway by it. If the new gateway does not start, the previous release becomes the current one again.
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { layOutRelease, switchTo } from './release.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';

/** The exit status of `textmill reload --restart` if no gateway is running. */
const noGateway = 3;

runAsScript(import.meta.url, async () => {
  await ensureInstalled({ development: false });
  build();
  const release = layOutRelease();
  const before = switchTo(release);
  say(`the release ${basename(release)} is the current one`);
  const status = restart(release);
  if (status === 0) return;
  if (status === noGateway) return say('no gateway is running on DATA_DIR: the next start uses this release');
  const problem = 'The gateway could not be restarted';
  if (before === undefined || before === release) throw new ScriptError(`${problem}.`);
  switchTo(before);
  throw new ScriptError(`${problem}: the current release is ${basename(before)} again.`);
});

/**
 * @param {string} release
 * @returns {number | null} the status of the command that restarts the gateway.
 */
function restart(release) {
  const command = join(release, 'gateway', 'boot', 'textmill');
  return spawnSync(command, ['reload', '--restart'], { cwd: projectDirectory, stdio: 'inherit' }).status;
}
