import { httpErrors } from '../../../gateway/core/errors.js';
import type { HttpServerName } from '../../support/gateway.js';
import { answersIn, type RawAnswer } from '../../support/raw-http.js';
import type { Conversation } from './conversation.js';
import { hiddenResult, type RawCase } from './raw-case.js';

const contractMessages: ReadonlySet<string> = new Set(Object.values(httpErrors).map(({ sentence }) => sentence));
const notOfTheServer = /^(?:Invalid JSON body|Request body must be a JSON object|Unknown field|input is required)/;

/** What is wrong with what came back; undefined if nothing is. */
export function judge(
  { kind, statuses, exceptions, head }: RawCase,
  adapter: HttpServerName,
  { received, closed }: Conversation,
): string | undefined {
  let answers: RawAnswer[];
  try {
    answers = answersIn(received, { head });
  } catch (error) {
    return (error as Error).message;
  }
  const came = answers.map(({ status }) => status);
  const said = `got ${came.join(', ') || 'nothing'}`;
  if (answers.some(({ body }) => body.includes(hiddenResult))) return 'a request was answered that nobody sent';
  if (answers.length === 0 && !closed) return 'neither an answer nor a close within 15 s';
  const odd = adapter === 'node' && !head ? answers.find((answer) => !isOfTheContract(answer)) : undefined;
  if (odd !== undefined) return `an error that is not of the contract: ${odd.body}`;

  const exception = exceptions[adapter];
  if (exception?.does === 'forgives') {
    const forgiven = came.length === statuses.length + 1 && came.at(-1) === 200;
    return forgiven ? undefined : `is not forgiven any more: ${said}`;
  }
  const soundFailed = came.slice(0, statuses.length).findIndex((status, index) => status !== statuses[index]);
  const inFull = soundFailed === -1 && came.length >= statuses.length;
  if (exception?.does === 'refuses' && inFull) return `is not refused any more: ${said}`;
  // The parser of uWebSockets.js answers rubbish at once, also in the place of a request before it.
  const mustAnswer = exception === undefined && (adapter === 'node' || kind === 'well-framed');
  if (mustAnswer && !inFull) return `wanted ${statuses.join(', ')}, ${said}`;
  if (soundFailed !== -1 && ((came[soundFailed] ?? 0) < 400 || came.length > soundFailed + 1)) return said;
  const more = came.slice(statuses.length);
  if (more.length > (kind === 'well-framed' ? 0 : 1)) return `more answers than requests: ${said}`;
  return kind === 'broken' && more.some((status) => status < 400) ? `a success for what is broken: ${said}` : undefined;
}

/** An error in JSON, with a sentence that the contract has. */
function isOfTheContract({ status, headers, body }: RawAnswer): boolean {
  if (status < 400) return true;
  if (headers.get('content-type') !== 'application/json; charset=utf-8' || !headers.has('x-request-id')) return false;
  const { error } = JSON.parse(body) as { error: string };
  return contractMessages.has(error) || notOfTheServer.test(error);
}
