import { type EngineErrorCode, type EngineProblem, engineProblem, reasons } from '#engine/core/error-table.js';
import {
  maxConfigDepth,
  maxInputCharacters,
  maxInputs,
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
import { type ErrorFacts, facts } from './error-facts.js';

type ByOperation = Readonly<Partial<Record<OperationName | 'elsewhere', readonly ErrorFacts[]>>>;

const suggestion = '. Did you mean {name}?';

const memoryLimit = facts(
  engineProblem('memory-limit', { limit: 512 }),
  'outside of a step, the request needed more memory than a job may use',
  'The request needed more than {megabytes} MB of memory',
);

const invalidJson = facts(engineProblem('invalid-json'), 'the body is not JSON, or not valid UTF-8');
const notAnObject = facts(engineProblem('not-an-object'), 'the body is JSON, but not an object');

/** The errors of a body that is no JSON object. */
export const jsonErrors: readonly ErrorFacts[] = [invalidJson, notAnObject];

/** The errors of a body that has to fit a schema, whatever the schema says. */
export const bodyErrors: readonly ErrorFacts[] = [...jsonErrors, unknownField('colour', 'colour', '{name}')];

/** Those of a query, whatever its parameters are. */
export const queryErrors: readonly ErrorFacts[] = [unknownField('colour', 'colour', '{name}')];

/**
 * Says when the operations on text respond with each of the engine's errors. The compiler demands an entry for a new
 * error. `elsewhere` has the errors that no endpoint sends.
 */
const engineFacts: Readonly<Record<Exclude<EngineErrorCode, 'internal-error'>, ByOperation>> = {
  'invalid-json': everywhere(invalidJson),
  'not-an-object': everywhere(notAnObject),
  'unknown-field': {
    run: [unknownField('steps[0].tool', 'tool', '{field}')],
    sanitize: [unknownField('colour', 'colour', '{name}')],
    'sort-dedupe': [unknownField('colour', 'colour', '{name}')],
  },
  'missing-field': { run: [missingField('input')] },
  'invalid-value': {
    run: [invalidValue({ path: 'steps[3].config.delimiter', reason: 'must be a string', rule: 'type' })],
    sanitize: [invalidValue({ path: 'urls[0]', reason: 'must be a string', rule: 'type' })],
    'sort-dedupe': [invalidValue(oneOf('direction', 'asc', 'desc'))],
  },
  'no-steps': { run: [facts(engineProblem('no-steps'), 'steps is empty')] },
  'no-inputs': { run: [facts(engineProblem('no-inputs'), 'inputs is empty')] },
  'no-urls': { sanitize: [facts(engineProblem('no-urls'), 'none of urls, url and input holds a URL')] },
  'no-lines': { 'sort-dedupe': [facts(engineProblem('no-lines'), 'neither lines nor input holds a line')] },
  'only-one-of': {
    run: [onlyOneOf('input', 'inputs'), onlyOneOf('steps', 'workflow')],
    sanitize: [onlyOneOf('urls', 'url', 'input')],
    'sort-dedupe': [onlyOneOf('lines', 'input')],
    elsewhere: [onlyOneOf('input', 'input_id')],
  },
  'too-many-steps': { run: [tooMany('too-many-steps', 'steps', maxSteps)] },
  'too-many-inputs': { run: [tooMany('too-many-inputs', 'inputs', maxInputs)] },
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
  'unknown-workflow': {
    run: [
      facts(
        engineProblem('unknown-workflow', { workflow: 'clean-orders' }),
        'the account has stored no such workflow, and there is no such workflow tool',
        'Unknown workflow: {name}',
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
  'group-failed': {
    run: [
      facts(
        engineProblem('group-failed', {
          step: 2,
          path: 'steps[1]',
          reason: 'there is no column "nmae". Did you mean "name"?',
        }),
        'the text does not have the parts that a group names',
        'Step {position}: {reason}',
      ),
      facts(
        engineProblem('group-failed', {
          step: 1,
          path: 'steps[0]',
          part: 3,
          line: 3,
          column: 6,
          reason: 'there is no field 4; the line has 2',
        }),
        'one of the parts is not there',
        'Step {position} failed at line {count}: {reason}',
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

/** Returns the errors that the body of an operation's request can cause, in the order of the table above. */
export function operationErrors(operation: OperationName): ErrorFacts[] {
  return Object.values(engineFacts).flatMap((byOperation) => byOperation[operation] ?? []);
}

/** The errors of the table above, and of calls of agents, which report them in their results. */
export const commonErrors: readonly ErrorFacts[] = [
  ...Object.values(engineFacts).flatMap((byOperation) => Object.values(byOperation).flat()),
  facts(
    gatewayProblem('unknown-input-id', { path: 'input_id', inputId: 'Zx3kq8YdW0bT' }),
    'an agent names a text that is not kept (any more); reported in the result of its call',
    'Unknown input_id: {name}',
  ),
];

function everywhere(error: ErrorFacts): ByOperation {
  return {
    run: [error],
    sanitize: [error],
    'sort-dedupe': [error],
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

function tooMany(
  code: 'too-many-steps' | 'too-many-inputs' | 'too-many-urls' | 'too-many-lines',
  what: string,
  limit: number,
): ErrorFacts {
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

/** @param path - the field that is missing in the example. */
export function missingField(path: string): ErrorFacts {
  return facts(engineProblem('missing-field', { path }), 'a field is missing', '{field} is required');
}

/** @param details - the field of the example, and its rule. */
export function invalidValue(details: EngineProblem<'invalid-value'>['details']): ErrorFacts {
  const when = 'the first field with an invalid value';
  return facts(engineProblem('invalid-value', details), when, '{field} must {requirement}');
}

/** Returns the details of a value that is not one of those that are allowed. */
export function oneOf(path: string, ...allowed: readonly string[]): EngineProblem<'invalid-value'>['details'] {
  return { path, reason: `must be one of: ${allowed.join(', ')}`, rule: 'enum', allowed };
}
