import { shellWord } from '../core/shell-word.js';

export interface CurlRequest {
  /** Options before the address, such as `-X DELETE`. */
  readonly options?: readonly string[];
  /** In shell syntax, quoted if necessary. */
  readonly address: string;
  /** Headers in which the shell expands variables, such as `x-api-key: $KEY`. */
  readonly headers?: readonly string[];
  /** Sent as JSON; undefined for none. */
  readonly body?: unknown;
}

/** Returns a command for a POSIX shell that sends a request, one part per line. */
export function curlText({ options = [], address, headers = [], body }: CurlRequest): string {
  const request = ['curl -sS', ...options, address].join(' ');
  const content =
    body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify(body))}`];
  return [request, ...headers.map((header) => `-H "${header}"`), ...content].join(' \\\n  ');
}
