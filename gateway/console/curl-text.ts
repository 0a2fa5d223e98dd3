import { shellWord } from '#gateway/core/shell-word.js';

export interface CurlRequest {
  /** Options before the address, such as `-X DELETE`. */
  readonly options?: readonly string[];
  /** In shell syntax, quoted if necessary. */
  readonly address: string;
  /** Which of the {@link headerFiles} it sends; undefined for none. */
  readonly secret?: keyof typeof headerFiles | undefined;
  /** Sent as JSON; undefined for none. */
  readonly body?: unknown;
}

/**
 * The files with the header that has a secret, by the name of the secret. Commands do not have the secret itself, because
 * every user of a machine can see the arguments of programs.
 */
export const headerFiles = { KEY: 'key-header', TOKEN: 'token-header' } as const;

/** Returns a command for a POSIX shell that sends a request, one part per line. */
export function curlText({ options = [], address, secret, body }: CurlRequest): string {
  const request = ['curl -sS', ...options, address].join(' ');
  const content =
    body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify(body))}`];
  return [request, ...(secret === undefined ? [] : [`-H @${headerFiles[secret]}`]), ...content].join(' \\\n  ');
}
