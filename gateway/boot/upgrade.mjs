// @ts-check
// `npm run upgrade`: builds a release of the checkout as it is now, makes it the current one, and has a running gateway
// replaced by one that runs from it. If that one does not come up, the release before is the current one again.
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { layOutRelease, switchTo } from './release.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';

/** What `textmill reload --restart` ends with if there is no gateway that could be restarted. */
const noGateway = 3;

runAsScript(import.meta.url, async () => {
  await ensureInstalled({ development: false });
  build();
  const release = layOutRelease();
  const before = switchTo(release);
  say(`the release ${basename(release)} is the current one`);
  const status = restart(release);
  if (status === 0) return;
  if (status === noGateway) return say('no gateway is running on DATA_DIR: the next start takes it');
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
