import type {
  ResultOfInput,
  RunResult,
  SanitizeResult,
  SortDedupeResult,
  ToolCatalogue,
  ToolDocument,
} from '../../engine/types.js';
import { TextmillError } from './errors.js';

/** The limits of a key and what is left of them, from `GET /v1/usage`. */
export interface KeyUsage {
  readonly plan: string;
  /** Requests in 24 hours for all keys of the account; null without a limit. */
  readonly quota: number | null;
  /** Requests that count now. */
  readonly used: number;
  readonly remaining: number | null;
  /** Time of the next possible request, in UTC: `2026-11-22T10:15:00.000Z`; null if it is possible now. */
  readonly freeAt: string | null;
  /** Burst size of the key, refilled within a minute; null without a limit. */
  readonly burstPerMinute: number | null;
}

/** @throws {TextmillError} if this is not a response of a gateway. */
export function checkedRun(response: unknown): RunResult {
  return checked<RunResult>(
    response,
    has(response, { result: 'string', meta: 'object' }) &&
      has(response.meta, {
        stepsExecuted: 'number',
        inputLength: 'number',
        outputLength: 'number',
        processingTimeMs: 'number',
      }),
  );
}

/** @throws {TextmillError} if this is not a gateway's response to that number of texts. */
export function checkedResults(response: unknown, texts: number): readonly ResultOfInput[] {
  const isComplete =
    has(response, { results: 'object' }) && Array.isArray(response.results) && response.results.length === texts;
  const { results } = checked<{ readonly results: readonly unknown[] }>(response, isComplete);
  for (const result of results) {
    checked<ResultOfInput>(
      result,
      has(result, { result: 'string' }) || has(result, { error: 'string', code: 'string' }),
    );
  }
  return results as readonly ResultOfInput[];
}

/** @throws {TextmillError} if this is not a gateway's response to that number of URLs. */
export function checkedSanitize(response: unknown, urls: number): SanitizeResult {
  return checked<SanitizeResult>(
    response,
    has(response, { sanitized: 'object', count: 'number' }) &&
      Array.isArray(response.sanitized) &&
      response.sanitized.length === urls &&
      response.sanitized.every((url) => typeof url === 'string'),
  );
}

/** @throws {TextmillError} if this is not a response of a gateway. */
export function checkedSortDedupe(response: unknown): SortDedupeResult {
  return checked<SortDedupeResult>(response, has(response, { output: 'string', lines: 'number' }));
}

/** @throws {TextmillError} if this is not a response of a gateway. */
export function checkedUsage(response: unknown): KeyUsage {
  return checked<KeyUsage>(response, isUsage(response));
}

/** Returns whether this is a response of `GET /v1/usage`. */
export function isUsage(response: unknown): response is KeyUsage {
  const isCount = (value: unknown): boolean => value === null || typeof value === 'number';
  if (!has(response, { plan: 'string', used: 'number' })) return false;
  const { quota, remaining, freeAt, burstPerMinute } = response as Readonly<Record<string, unknown>>;
  return [quota, remaining, burstPerMinute].every(isCount) && (freeAt === null || typeof freeAt === 'string');
}

/** @throws {TextmillError} if this is not a response of a gateway. */
export function checkedCatalogue(response: unknown): ToolCatalogue {
  return checked<ToolCatalogue>(
    response,
    has(response, { tools: 'object', count: 'number', data: 'object' }) &&
      Array.isArray(response.tools) &&
      response.tools.every(isTool) &&
      has(response.data, { unicode: 'string', icu: 'string', timeZones: 'string' }),
  );
}

/** @throws {TextmillError} if this is not a response of a gateway. */
export function checkedTool(response: unknown): ToolDocument {
  return checked<ToolDocument>(response, isTool(response));
}

function isTool(value: unknown): boolean {
  const isObject = has(value, {
    slug: 'string',
    title: 'string',
    category: 'string',
    description: 'string',
    config: 'object',
    examples: 'object',
  });
  return isObject && Array.isArray(value.examples);
}

function checked<Checked>(response: unknown, isResponse: boolean): Checked {
  if (isResponse) return response as Checked;
  throw unexpectedResponse();
}

/** Returns the error for a successful response that does not come from a gateway. */
export function unexpectedResponse(): TextmillError {
  return new TextmillError(200, 'the response is not from Textmill: is this the address of a gateway?');
}

/** Returns whether a value is an object whose members have these types and are not null. */
function has<Name extends string>(
  value: unknown,
  types: Readonly<Record<Name, 'string' | 'number' | 'object'>>,
): value is Readonly<Record<Name, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(types).every(([name, type]) => {
    const member: unknown = Reflect.get(value, name);
    return typeof member === type && member !== null;
  });
}
