/** What the welcome speaks of. */
export interface WelcomeFacts {
  /** The base address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly dataDir: string;
  /** Where the token lies; undefined if it comes from ADMIN_TOKEN. */
  readonly tokenFile: string | undefined;
}

/** The address at which this machine reaches the server. */
export function baseUrl(host: string, port: number, tls: boolean): string {
  const anywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const reachable = anywhere[host] ?? host;
  return `${tls ? 'https' : 'http'}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** A first page for whoever has just started Textmill: where things are, and two commands ready to paste. */
export function welcome({ url, dataDir, tokenFile }: WelcomeFacts): string {
  const token = tokenFile === undefined ? '$ADMIN_TOKEN' : `$(cat ${quoted(tokenFile)})`;
  const whereToken = tokenFile ?? 'the environment variable ADMIN_TOKEN';
  return `
Textmill is listening on ${url}
  data folder  ${dataDir}
  admin token  ${whereToken}

Make an API key (it is shown once; this keeps it in $KEY):

  KEY=$(curl -sS ${url}/keys -H "x-admin-token: ${token}" -H 'Content-Type: application/json' -d '{"plan":"pro"}' | sed 's/.*"key":"\\([^"]*\\)".*/\\1/')

Trim and sort some lines with it:

  curl -sS ${url}/v1/run -H "x-api-key: $KEY" -H 'Content-Type: application/json' -d '{"input":"  pear\\n apple\\n  pear","steps":["trim-lines","dedupe-sort"]}'

`;
}

/** A word for a POSIX shell, whatever is in it; it may stand inside double quotes within `$(…)`. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
