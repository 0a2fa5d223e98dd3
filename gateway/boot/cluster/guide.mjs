// @ts-check
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDirectory } from '../script.mjs';

/**
 * Returns the page that says where everything is, and what to paste into another terminal.
 *
 * @param {object} facts
 * @param {readonly { name: string, home: string, url: string, pid: number }[]} facts.gateways - with their processes.
 * @param {{ name: string, url: string } | undefined} facts.balancer
 * @param {string} facts.folder
 * @param {string} facts.headerFile - a file with the header that has an API key.
 */
export async function guide({ gateways, balancer, folder, headerFile }) {
  const module = pathToFileURL(join(projectDirectory, 'dist/gateway/core/shell-word.js')).href;
  const { shellWord } = /** @type {typeof import('../../core/shell-word.js')} */ (await import(module));
  const [first, second] = gateways;
  if (first === undefined || second === undefined) throw new Error('A cluster has several gateways');
  const url = balancer?.url ?? first.url;
  const places = gateways.map((gateway) => `  ${gateway.name}    ${gateway.url}    process ${gateway.pid}`);
  const command = shellWord(join(projectDirectory, 'gateway/boot/textmill'));
  const header = shellWord(`@${headerFile}`);
  return `
Three gateways share a PostgreSQL${balancer === undefined ? '' : `, behind ${balancer.name}`}.
${balancer === undefined ? noBalancer : ''}
${balancer === undefined ? '' : `  balancer     ${balancer.url}\n`}${places.join('\n')}
  logs, data   ${folder} (removed at the end)
  stop         Ctrl-C

Paste what follows into another terminal. The file has a new key, because every user of a machine can see the arguments of
programs.

Send a request. Repeat it: x-request-id begins differently at each gateway${balancer === undefined ? ' (change the port)' : ''}.

  curl -sS -i ${url}/v1/run -H ${header} -H 'Content-Type: application/json' -d '{"input":"  pear\\n apple\\n  pear","steps":["trim-lines","dedupe-sort"]}'

All gateways count together, within a second:

  curl -sS ${url}/v1/usage -H ${header}

Kill one. Its connections break, the others go on serving, and its supervisor starts another one within a second:

  kill -9 ${second.pid}

See all gateways. The killed one has lapsed after ten seconds, and a new process has its address:

  (cd ${shellWord(first.home)} && ${command} cluster)

`;
}

const noBalancer = `
There is no balancer (Debian: apt-get install haproxy), so send requests to the gateways themselves.
`;
