import { encodeJson } from '#engine/core/json.js';
import type { Problem } from '#engine/core/problem.js';

/** The media type of RFC 9457. */
export const problemMediaType = 'application/problem+json';

/** The page that explains every code; each code is an anchor. */
const errorsPath = '/docs/errors';

/** Weights above zero (RFC 9110 section 12.4.2). */
const positiveWeight = /^(?:0\.(?!0{1,3}$)\d{1,3}|1(?:\.0{0,3})?)$/;

/**
 * Whether a client asks for errors as `application/problem+json`: its `Accept` names the media type with a weight above
 * zero. A wildcard is not enough: nearly all clients send one, and they expect `{ "error": … }`.
 */
export function acceptsProblem(accept: string): boolean {
  return accept !== '' && /problem\+json/i.test(accept) && acceptsType(accept, problemMediaType);
}

/** Whether an `Accept` names a media type with a weight above zero; a wildcard does not. */
export function acceptsType(accept: string, mediaType: string): boolean {
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (type !== mediaType) return false;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined || positiveWeight.test(weight.slice(2));
  });
}

/**
 * Returns the members of an error in the format of RFC 9457: the standard ones, the code, the details and the request
 * id.
 */
export function problemMembers({ code, status, title, sentence, details }: Problem, requestId: string): object {
  return { type: `${errorsPath}#${code}`, title, status, detail: sentence, code, ...details, requestId };
}

/** Returns the body of an error in the format of RFC 9457, as JSON in UTF-8. */
export function problemDocument(problem: Problem, requestId: string): Uint8Array {
  return encodeJson(problemMembers(problem, requestId));
}
