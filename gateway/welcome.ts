import { shellWord } from './shell-word.js';

/** What the welcome speaks of. */
export interface WelcomeFacts {
  /** The base address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly dataDir: string;
  /** Where the token lies; undefined if it comes from ADMIN_TOKEN. */
  readonly tokenFile: string | undefined;
}

/** Addresses that stand for every address of a machine, and the one of them at which it reaches itself. */
const anyAddress = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** The address at which this machine reaches the server. */
export function baseUrl(host: string, port: number, tls: boolean): string {
  const reachable = anyAddress.get(host) ?? host;
  // RFC 3986 section 3.2.2; the zone of a link-local address after RFC 6874.
  const authority = reachable.includes(':') ? `[${reachable.replace('%', '%25')}]` : reachable;
  return `${tls ? 'https' : 'http'}://${authority}:${port}`;
}

/** A first page for whoever has just started Textmill: where things are, and commands ready to paste. */
export function welcome({ url, dataDir, tokenFile }: WelcomeFacts): string {
  const token = tokenFile === undefined ? '$ADMIN_TOKEN' : `$(cat ${shellWord(tokenFile)})`;
  const signIn =
    tokenFile === undefined ? ' admin token.' : ` admin token, which this prints:\n\n  cat ${shellWord(tokenFile)}`;
  const whereToken = tokenFile ?? 'the environment variable ADMIN_TOKEN';
  const curl = (path: string) => `curl -sS ${shellWord(url + path)}`;
  return `
Textmill is listening on ${url}
  console      ${url}/console/
  data folder  ${dataDir}
  admin token  ${whereToken}

Try it in a browser: open the console, and sign in with the${signIn}

Or make an API key (it is shown once; this keeps it in $KEY):

  KEY=$(${curl('/keys')} -f -H "x-admin-token: ${token}" -H 'Content-Type: application/json' -d '{"plan":"pro"}' | sed -n 's/.*"key":"\\([^"]*\\)".*/\\1/p')

Trim and sort some lines with it:

  ${curl('/v1/run')} -H "x-api-key: $KEY" -H 'Content-Type: application/json' -d '{"input":"  pear\\n apple\\n  pear","steps":["trim-lines","dedupe-sort"]}'
${url.startsWith('https:') ? '\nAdd -k to both if curl does not know who signed the certificate, or it is for another name.\n' : ''}
`;
}
