import { TextmillError } from '../../gateway/client/errors.js';
import type { RequestOptions, Sender } from '../../gateway/client/sender.js';

/** Sends each request once, to a gateway that runs: what fails has failed. */
export class FetchSender implements Sender {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async send<Answer>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    { signal }: RequestOptions = {},
  ): Promise<Answer> {
    const headers = { 'content-type': 'application/json', 'x-api-key': this.#key };
    const init = { method, headers, signal: signal ?? null, body: body === undefined ? null : JSON.stringify(body) };
    let response: Response;
    let answer: { error?: string };
    try {
      response = await fetch(`${this.#url}/${path}`, init);
      answer = (await response.json()) as { error?: string };
    } catch (cause) {
      signal?.throwIfAborted();
      throw new TextmillError(0, 'The connection broke', { cause });
    }
    if (response.status !== 200) throw new TextmillError(response.status, answer.error ?? '');
    return answer as Answer;
  }
}
