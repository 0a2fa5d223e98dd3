import { type EngineErrorCode, type EngineProblem, engineProblem, reasons } from '#engine/core/error-table.js';
import {
  maxConfigDepth,
  maxInputCharacters,
  maxLines,
  maxListCharacters,
  maxOutputCharacters,
  maxSteps,
  maxUrls,
  stepTimeMs,
  wallClockFactor,
} from '#engine/core/limits.js';
import type { Problem } from '#engine/core/problem.js';
import type { OperationName } from '#engine/operations/operation.js';
import { gatewayProblem } from '#gateway/core/errors.js';
import { usageRangeNames } from '#gateway/core/usage-range.js';
import { labelRule } from '../../keys/key-rules.js';
import { ownerLimitProblem, ownerLimits } from '../../keys/owner-limits.js';
import { longestPage } from '../../keys/page-query.js';
import { type ErrorFacts, facts } from './error-facts.js';

/** Endpoints that read a body: the operations, key administration, signing in, and MCP. */
export type BodyReaderName = OperationName | 'administration' | 'own-key' | 'sign-in' | 'agents';

type ByReader = Readonly<Partial<Record<BodyReaderName | 'elsewhere', readonly ErrorFacts[]>>>;

const suggestion = '. Did you mean {name}?';

const memoryLimit = facts(
  engineProblem('memory-limit', { limit: 512 }),
  'outside of a step, the request needed more memory than a job may use',
  'The request needed more than {megabytes} MB of memory',
);

/**
 * Says when the engine responds with each of its errors. The compiler demands an entry for a new error. `elsewhere` has
 * the errors that no endpoint sends.
 */
const engineFacts: Readonly<Record<Exclude<EngineErrorCode, 'internal-error'>, ByReader>> = {
  'invalid-json': everywhere(facts(engineProblem('invalid-json'), 'the body is not JSON, or not valid UTF-8')),
  'not-an-object': everywhere(facts(engineProblem('not-an-object'), 'the body is JSON, but not an object')),
  'unknown-field': {
    ...everywhere(unknownField('colour', 'colour', '{name}')),
    run: [unknownField('steps[0].tool', 'tool', '{field}')],
    agents: [],
  },
  'missing-field': {
    run: [missingField('input')],
    administration: [missingField('plan')],
    'sign-in': [missingField('link')],
  },
  'invalid-value': {
    run: [invalidValue({ path: 'steps[3].config.delimiter', reason: 'must be a string', rule: 'type' })],
    sanitize: [invalidValue({ path: 'urls[0]', reason: 'must be a string', rule: 'type' })],
    'sort-dedupe': [invalidValue(oneOf('direction', 'asc', 'desc'))],
    administration: [invalidValue(oneOf('plan', 'pro'))],
    'own-key': [invalidValue(oneOf('environment', 'live', 'dev'))],
    'sign-in': [invalidValue({ path: 'link', reason: 'must be a string', rule: 'type' })],
  },
  'no-steps': { run: [facts(engineProblem('no-steps'), 'steps is empty')] },
  'no-urls': { sanitize: [facts(engineProblem('no-urls'), 'none of urls, url and input holds a URL')] },
  'no-lines': { 'sort-dedupe': [facts(engineProblem('no-lines'), 'neither lines nor input holds a line')] },
  'only-one-of': {
    sanitize: [onlyOneOf('urls', 'url', 'input')],
    'sort-dedupe': [onlyOneOf('lines', 'input')],
    elsewhere: [onlyOneOf('input', 'input_id')],
  },
  'too-many-steps': { run: [tooMany('too-many-steps', 'steps', maxSteps)] },
  'too-many-urls': { sanitize: [tooMany('too-many-urls', 'URLs', maxUrls)] },
  'too-many-lines': { 'sort-dedupe': [tooMany('too-many-lines', 'lines', maxLines)] },
  'input-too-large': {
    run: [inputTooLarge(maxInputCharacters)],
    sanitize: [inputTooLarge(maxListCharacters)],
    'sort-dedupe': [inputTooLarge(maxListCharacters)],
  },
  'unknown-tool': {
    run: [
      facts(engineProblem('unknown-tool', { tool: 'foo', step: 1 }), 'there is no such tool', 'Unknown tool: {name}'),
      facts(
        engineProblem('unknown-tool', { tool: 'uppercase', step: 1, suggestion: 'upper-case' }),
        'there is no such tool, but one with a similar name',
        `Unknown tool: {name}${suggestion}`,
      ),
    ],
  },
  'unknown-option': {
    run: [
      facts(
        engineProblem('unknown-option', {
          tool: 'trim-lines',
          option: 'colour',
          step: 1,
          path: 'steps[0].config.colour',
          options: ['side', 'chars', 'removeBlank'],
        }),
        'the tool has no such option',
        'Unknown option for {tool}: {name}',
      ),
      facts(
        engineProblem('unknown-option', {
          tool: 'csv-json-converter',
          option: 'delimeter',
          step: 1,
          path: 'steps[0].config.delimeter',
          suggestion: 'delimiter',
          options: ['direction', 'delimiter', 'hasHeaders'],
        }),
        'the tool has no such option, but one with a similar name or meaning',
        `Unknown option for {tool}: {name}${suggestion}`,
      ),
    ],
  },
  'nested-too-deep': {
    run: [
      facts(
        engineProblem('nested-too-deep', { path: 'steps[0].config', limit: maxConfigDepth }),
        'arrays and objects in the options are nested too deep',
        '{field} must be nested at most {maximum} levels deep',
      ),
    ],
  },
  'step-failed': {
    run: [
      stepFailed(
        engineProblem('step-failed', {
          step: 2,
          tool: 'json-formatter',
          line: 1,
          column: 6,
          trace: [{ tool: 'trim-text', ms: 0.012, length: 8, text: '{ "a" 1}', truncated: false }],
          reason: 'line 1, column 6: expected ":" after the property name, found "1"',
          cause: 'invalid-json',
        }),
        'the tool cannot process the text',
        '{reason}',
      ),
    ],
  },
  'step-output-too-long': {
    run: [
      stepFailed(
        engineProblem('step-output-too-long', { step: 1, tool: 'repeat-text', limit: maxOutputCharacters }),
        'the output of a step would be too long',
        'the output would be longer than {maximum} characters',
      ),
    ],
  },
  'step-text-too-long': {
    run: [
      stepFailed(
        engineProblem('step-text-too-long', {
          step: 2,
          tool: 'markdown-to-html',
          length: 3_999_999,
          limit: 1_000_000,
        }),
        'an earlier step made the text longer than the tool has memory for',
        'the text has {count} characters, and this tool takes at most {maximum}',
      ),
    ],
  },
  'step-time-limit': {
    run: [
      stepFailed(
        engineProblem('step-time-limit', { step: 1, tool: 'text-diff', limit: stepTimeMs }),
        'a step took too much processor time',
        'took more than {milliseconds} ms of processor time',
      ),
    ],
  },
  'step-wall-clock-limit': {
    elsewhere: [
      stepFailed(
        engineProblem('step-wall-clock-limit', { step: 1, tool: 'text-diff', limit: wallClockFactor * stepTimeMs }),
        'a step took too long without a worker pool: on the command line, and for agents over standard input',
        'took longer than {milliseconds} ms',
      ),
    ],
  },
  'step-memory-limit': {
    run: [
      stepFailed(
        engineProblem('step-memory-limit', { step: 1, tool: 'js-minifier', limit: 512 }),
        'a step needed more memory than a job may use',
        'needed more than {megabytes} MB of memory; use a shorter text or fewer steps',
      ),
    ],
  },
  'step-nested-too-deep': {
    run: [
      stepFailed(
        engineProblem('step-nested-too-deep', { step: 1, tool: 'slugify' }),
        'a step needed more stack than a thread has',
        reasons.nestedTooDeep,
      ),
    ],
  },
  'memory-limit': { run: [memoryLimit], sanitize: [memoryLimit], 'sort-dedupe': [memoryLimit] },
  'part-out-of-range': {
    elsewhere: [
      facts(
        engineProblem('part-out-of-range', { path: 'resultOffset', total: 5, unit: 'characters' }),
        'an agent asks for a part of a result that does not exist; reported in the result of its call',
        '{field} must be less than {count}, the number of {name} in the result',
      ),
    ],
  },
};

/** Returns the errors that the body of a request can cause, in the order of the table above. */
export function bodyErrors(reader: BodyReaderName): ErrorFacts[] {
  return Object.values(engineFacts).flatMap((byReader) => byReader[reader] ?? []);
}

const invalidLabel = facts(
  gatewayProblem('invalid-label', { path: 'label', reason: labelRule }),
  'the label has characters that would break listings',
);

const invalidOrigin = facts(
  gatewayProblem('invalid-origin', { path: 'origins[2]', reason: 'must begin with http:// or https://' }),
  'the first invalid origin, and the reason',
  '{field} must {requirement}',
);

/** Errors of a new key that its schema does not cover. */
export const newKeyErrors: readonly ErrorFacts[] = [
  facts(
    gatewayProblem('unknown-account', { path: 'accountId', accountId: 'acc_1' }),
    'there is no account with this accountId',
    'Unknown account: {name}',
  ),
  facts(
    gatewayProblem('plan-mismatch', { path: 'accountId', accountId: 'acc_1', plan: 'free' }),
    'the account has another plan',
    'Account {name} has the plan {name}',
  ),
  invalidLabel,
  invalidOrigin,
];

const tooManyActiveKeys = facts(
  ownerLimitProblem('activeKeys'),
  `the account has ${ownerLimits.activeKeys} keys that are not revoked`,
);

const tooManyNewSecrets = facts(
  ownerLimitProblem('secretsInDay'),
  `owners of the account have created and rotated its keys ${ownerLimits.secretsInDay} times in the last 24 hours`,
);

/** Errors of an owner who has reached a limit. */
const ownerLimitErrors: readonly ErrorFacts[] = [tooManyActiveKeys, tooManyNewSecrets];

/** Errors of a new key in an owner's account that its schema does not cover. */
export const newOwnKeyErrors: readonly ErrorFacts[] = [...ownerLimitErrors, invalidLabel, invalidOrigin];

/** Errors of a rotation by an owner that its schema does not cover. */
export const ownRotationErrors: readonly ErrorFacts[] = [tooManyNewSecrets];

/** Errors of a change of a key that its schema does not cover. */
export const keyChangeErrors: readonly ErrorFacts[] = [invalidLabel, invalidOrigin];

const wrongLimit = facts(
  gatewayProblem('invalid-page-size', { path: 'limit', limit: longestPage }),
  'limit is not a number in the range',
);

export const keyQueryErrors: readonly ErrorFacts[] = [
  wrongLimit,
  facts(gatewayProblem('unknown-page-start', { path: 'after', kind: 'key' }), 'there is no key with this id'),
];

export const accountQueryErrors: readonly ErrorFacts[] = [
  wrongLimit,
  facts(gatewayProblem('unknown-page-start', { path: 'after', kind: 'account' }), 'there is no account with this id'),
];

/** The error of a range of usage that does not exist. */
export const unknownRange: ErrorFacts = invalidValue(oneOf('range', ...usageRangeNames));

/** The error of a range of requests of keys that does not exist. */
export const unknownKeyUsage: ErrorFacts = invalidValue(oneOf('usage', ...usageRangeNames));

const agentErrors: readonly ErrorFacts[] = [
  facts(
    gatewayProblem('unknown-input-id', { path: 'input_id', inputId: 'Zx3kq8YdW0bT' }),
    'an agent names a text that is not kept (any more); reported in the result of its call',
    'Unknown input_id: {name}',
  ),
];

/** All errors that the body or query of a request can cause, each once, in the order of the tables. */
export const badRequests: readonly ErrorFacts[] = [
  ...Object.values(engineFacts).flatMap((byReader) => Object.values(byReader).flat()),
  ...newKeyErrors,
  ...ownerLimitErrors,
  ...keyQueryErrors,
  ...accountQueryErrors.slice(1),
  ...agentErrors,
];

function everywhere(error: ErrorFacts): ByReader {
  return {
    run: [error],
    sanitize: [error],
    'sort-dedupe': [error],
    agents: [error],
    administration: [error],
    'own-key': [error],
    'sign-in': [error],
  };
}

function unknownField(path: string, field: string, place: string): ErrorFacts {
  return facts(
    engineProblem('unknown-field', { path, field }),
    'the request has an unknown field',
    `Unknown field: ${place}`,
  );
}

function onlyOneOf(...fields: readonly string[]): ErrorFacts {
  return facts(engineProblem('only-one-of', { fields }), 'the request has more than one of these fields');
}

function tooMany(code: 'too-many-steps' | 'too-many-urls' | 'too-many-lines', what: string, limit: number): ErrorFacts {
  const template = `Too many ${what}: {count} (maximum ${limit})`;
  return facts(engineProblem(code, { count: limit + 1, limit }), `more than ${limit} ${what}`, template);
}

function inputTooLarge(limit: number): ErrorFacts {
  const template = `Input too large: {count} characters (maximum ${limit})`;
  const problem = engineProblem('input-too-large', { length: limit + 1, limit });
  return facts(problem, 'UTF-16 code units, all fields together', template);
}

function stepFailed(problem: Problem, when: string, reason: string): ErrorFacts {
  return facts(problem, when, `Step {position} ({tool}) failed: ${reason}`);
}

function missingField(path: string): ErrorFacts {
  return facts(engineProblem('missing-field', { path }), 'a field is missing', '{field} is required');
}

function invalidValue(details: EngineProblem<'invalid-value'>['details']): ErrorFacts {
  const when = 'the first field with an invalid value';
  return facts(engineProblem('invalid-value', details), when, '{field} must {requirement}');
}

function oneOf(path: string, ...allowed: readonly string[]): EngineProblem<'invalid-value'>['details'] {
  return { path, reason: `must be one of: ${allowed.join(', ')}`, rule: 'enum', allowed };
}
