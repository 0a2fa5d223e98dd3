import { request as plainRequest } from 'node:http';
import { request as encryptedRequest } from 'node:https';

/** Sends a POST. @returns the status of the response. @throws {Error} (as a rejection) if there is none. */
export type Post = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<number>;

/** How long a receiver may take to respond, in milliseconds. */
const timeoutMs = 10_000;

/** Sends a POST over a connection of its own. No redirect is followed, and nothing of the response is read but its head. */
export const post: Post = (url, headers, body) =>
  new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? encryptedRequest : plainRequest;
    const request = send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'textmill',
        ...headers,
      },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    });
    request.on('response', ({ statusCode = 0 }) => {
      resolve(statusCode);
      request.destroy();
    });
    request.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          error.name === 'AbortError' || error.name === 'TimeoutError'
            ? `There was no response within ${timeoutMs / 1_000} s`
            : error.message,
        ),
      ),
    );
    request.end(body);
  });
