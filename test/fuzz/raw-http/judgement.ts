import { httpErrors } from '#gateway/core/errors.js';
import type { HttpServerName } from '../../support/gateway.js';
import { type RawResponse, responsesIn } from '../../support/raw-http.js';
import type { Conversation } from './conversation.js';
import { hiddenResult, type RawCase } from './raw-case.js';

const contractMessages: ReadonlySet<string> = new Set(Object.values(httpErrors).map(({ sentence }) => sentence));
const notOfTheServer = /^(?:Invalid JSON body|Request body must be a JSON object|Unknown field|input is required)/;

/** Returns what is wrong with a conversation; undefined if nothing is. */
export function judge(
  { kind, statuses, exceptions, head }: RawCase,
  adapter: HttpServerName,
  { received, closed }: Conversation,
): string | undefined {
  let responses: RawResponse[];
  try {
    responses = responsesIn(received, { head });
  } catch (error) {
    return (error as Error).message;
  }
  const came = responses.map(({ status }) => status);
  const said = `got ${came.join(', ') || 'nothing'}`;
  if (responses.some(({ body }) => body.includes(hiddenResult))) return 'a response to a request that nobody sent';
  if (responses.length === 0 && !closed) return 'neither a response nor a close within a minute';
  const odd = adapter === 'node' && !head ? responses.find((response) => !isDocumented(response)) : undefined;
  if (odd !== undefined) return `an undocumented error: ${odd.body}`;

  const exception = exceptions[adapter];
  if (exception?.does === 'forgives') {
    const forgiven = came.length === statuses.length + 1 && came.at(-1) === 200;
    return forgiven ? undefined : `is no longer forgiven: ${said}`;
  }
  const soundFailed = came.slice(0, statuses.length).findIndex((status, index) => status !== statuses[index]);
  const inFull = soundFailed === -1 && came.length >= statuses.length;
  if (exception?.does === 'refuses' && inFull) return `is no longer refused: ${said}`;
  // The parser of uWebSockets.js responds to malformed input immediately, even instead of an earlier request.
  const mustRespond = exception === undefined && (adapter === 'node' || kind === 'well-framed');
  if (mustRespond && !inFull) return `expected ${statuses.join(', ')}, ${said}`;
  if (soundFailed !== -1 && ((came[soundFailed] ?? 0) < 400 || came.length > soundFailed + 1)) return said;
  const more = came.slice(statuses.length);
  if (more.length > (kind === 'well-framed' ? 0 : 1)) return `more responses than requests: ${said}`;
  return kind === 'broken' && more.some((status) => status < 400)
    ? `a success for a malformed request: ${said}`
    : undefined;
}

/** Returns whether a response is no error, or a documented error in JSON. */
function isDocumented({ status, headers, body }: RawResponse): boolean {
  if (status < 400) return true;
  if (headers.get('content-type') !== 'application/json; charset=utf-8' || !headers.has('x-request-id')) return false;
  const { error } = JSON.parse(body) as { error: string };
  return contractMessages.has(error) || notOfTheServer.test(error);
}
