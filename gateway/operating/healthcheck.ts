import { readConfig } from '../config.js';
import { withEnvFile } from '../env-file.js';
import { baseUrl } from '../welcome.js';

/**
 * Asks the gateway of this machine whether it is ready, by the same settings: exit code 0 if it is, otherwise 1. For the
 * health checks of containers, whose image has no curl.
 */

const patienceMs = 4_000;

const { host, port, tlsCertFile } = readConfig(withEnvFile(process.env));
const { get } = tlsCertFile === undefined ? await import('node:http') : await import('node:https');
const url = `${baseUrl(host, port, tlsCertFile !== undefined)}/readyz`;
process.exitCode = 1;
// The certificate is for the name that clients use, not for this one.
const request = get(url, { agent: false, rejectUnauthorized: false, timeout: patienceMs }, (answer) => {
  answer.resume();
  if (answer.statusCode === 200) process.exitCode = 0;
  else say(`status ${answer.statusCode}`);
});
request.on('timeout', () => request.destroy(new Error(`no answer in ${patienceMs / 1_000} seconds`)));
request.on('error', (error) => say(error.message));

function say(problem: string): void {
  process.stderr.write(`textmill: ${url} is not ready: ${problem}\n`);
}
