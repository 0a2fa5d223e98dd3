import { shellWord } from '../core/shell-word.js';

export interface CurlRequest {
  /** Options before the address, such as `-X DELETE`. */
  readonly options?: readonly string[];
  /** As a shell reads it: quoted if it has to be. */
  readonly address: string;
  /** Headers in which a shell fills in variables, such as `x-api-key: $KEY`. */
  readonly headers?: readonly string[];
  /** Sent as JSON; undefined for none. */
  readonly body?: unknown;
}

/** A command for a POSIX shell that sends a request, a line for each part. */
export function curlText({ options = [], address, headers = [], body }: CurlRequest): string {
  const request = ['curl -sS', ...options, address].join(' ');
  const content =
    body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify(body))}`];
  return [request, ...headers.map((header) => `-H "${header}"`), ...content].join(' \\\n  ');
}
