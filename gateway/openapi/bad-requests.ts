import { messages } from '../../engine/core/errors.js';
import {
  maxConfigDepth,
  maxInputCharacters,
  maxLines,
  maxListCharacters,
  maxOutputCharacters,
  maxSteps,
  maxUrls,
  stepTimeMs,
} from '../../engine/core/limits.js';
import type { OperationName } from '../../engine/operations/operation.js';
import { longestPage } from '../keys/page-query.js';
import { badRequest, type ErrorFacts } from './error-facts.js';

/** Who reads a body: the operations, key administration, and what speaks with agents. */
export type BodyReaderName = OperationName | 'administration' | 'agents';

type ByReader = Readonly<Partial<Record<BodyReaderName, readonly ErrorFacts[]>>>;

const suggestion = '. Did you mean {name}?';

const requestNeededTooMuchMemory = badRequest(
  messages.requestNeededTooMuchMemory(512),
  'outside of a step, the request needed more memory than a job may use',
  'The request needed more than {megabytes} MB of memory',
);

/**
 * When the engine answers each of its messages. A new kind of message has to be explained here before anything
 * compiles.
 */
const engineMessages: Readonly<Record<Exclude<keyof typeof messages, 'internal'>, ByReader>> = {
  invalidJson: everywhere(badRequest(messages.invalidJson, 'the body is not JSON, or not valid UTF-8')),
  notAnObject: everywhere(badRequest(messages.notAnObject, 'the body is another JSON value')),
  unknownField: {
    ...everywhere(badRequest(messages.unknownField('colour'), 'there is no such field', 'Unknown field: {name}')),
    run: [badRequest(messages.unknownField('steps[0].tool'), 'there is no such field', 'Unknown field: {field}')],
    agents: [],
  },
  noSteps: { run: [badRequest(messages.noSteps, 'steps is empty')] },
  noUrls: { sanitize: [badRequest(messages.noUrls, 'none of urls, url and input holds a URL')] },
  noLines: { 'sort-dedupe': [badRequest(messages.noLines, 'neither lines nor input holds a line')] },
  onlyOneOf: {
    sanitize: [onlyOneOf('urls', 'url', 'input')],
    'sort-dedupe': [onlyOneOf('lines', 'input')],
  },
  tooMany: {
    run: [tooMany('steps', maxSteps)],
    sanitize: [tooMany('URLs', maxUrls)],
    'sort-dedupe': [tooMany('lines', maxLines)],
  },
  inputTooLarge: {
    run: [inputTooLarge(maxInputCharacters)],
    sanitize: [inputTooLarge(maxListCharacters)],
    'sort-dedupe': [inputTooLarge(maxListCharacters)],
  },
  unknownTool: {
    run: [
      badRequest(messages.unknownTool('foo', undefined), 'there is no such tool', 'Unknown tool: {name}'),
      badRequest(
        messages.unknownTool('uppercase', 'upper-case'),
        'there is no such tool, but one whose name is near',
        `Unknown tool: {name}${suggestion}`,
      ),
    ],
  },
  unknownOption: {
    run: [
      badRequest(
        messages.unknownOption('trim-lines', 'colour', undefined),
        'the tool has no such option',
        'Unknown option for {tool}: {name}',
      ),
      badRequest(
        messages.unknownOption('csv-json-converter', 'delimeter', 'delimiter'),
        'the tool has no such option, but one whose name is near',
        `Unknown option for {tool}: {name}${suggestion}`,
      ),
    ],
  },
  nestedTooDeep: {
    run: [
      badRequest(
        messages.nestedTooDeep('steps[0].config', maxConfigDepth),
        'arrays and objects in the options lie too deep in each other',
        '{field} must be nested at most {maximum} levels deep',
      ),
    ],
  },
  stepFailed: {
    run: [
      stepFailed(
        messages.stepFailed(2, 'json-formatter', 'line 1, column 6: expected ":" after the property name, found "1"'),
        'the text does not suit the tool',
        '{reason}',
      ),
    ],
  },
  outputTooLong: {
    run: [
      stepFailed(
        messages.stepFailed(1, 'repeat-text', messages.outputTooLong(maxOutputCharacters)),
        'a step would write too much',
        'the output would be longer than {maximum} characters',
      ),
    ],
  },
  textTooLong: {
    run: [
      stepFailed(
        messages.stepFailed(2, 'markdown-to-html', messages.textTooLong(3_999_999, 1_000_000)),
        'a step before made the text longer than the tool has memory for',
        'the text has {count} characters, and this tool takes at most {maximum}',
      ),
    ],
  },
  tookTooMuchProcessorTime: {
    run: [
      stepFailed(
        messages.stepFailed(1, 'text-diff', messages.tookTooMuchProcessorTime(stepTimeMs)),
        'a step took too much processor time',
        'took more than {milliseconds} ms of processor time',
      ),
    ],
  },
  neededTooMuchMemory: {
    run: [
      stepFailed(
        messages.stepFailed(1, 'js-minifier', messages.neededTooMuchMemory(512)),
        'a step needed more memory than a job may use',
        'needed more than {megabytes} MB of memory; use a shorter text or fewer steps',
      ),
    ],
  },
  neededTooMuchStack: {
    run: [
      stepFailed(
        messages.stepFailed(1, 'slugify', messages.neededTooMuchStack),
        'a step needed more stack than a thread has',
        messages.neededTooMuchStack,
      ),
    ],
  },
  requestNeededTooMuchMemory: {
    run: [requestNeededTooMuchMemory],
    sanitize: [requestNeededTooMuchMemory],
    'sort-dedupe': [requestNeededTooMuchMemory],
  },
  // Only where steps run without a pool, on the command line and in an agents' server over standard input.
  tookTooLong: {},
};

/** What is wrong with a value is said by its schema. */
const schemaMessages: ByReader = {
  run: [required('input'), must('steps[3].config.delimiter must be a string')],
  sanitize: [must('urls[0] must be a string')],
  'sort-dedupe': [must('direction must be one of: asc, desc')],
  administration: [required('plan'), must('plan must be one of: pro')],
};

/** Everything that can be wrong with the body of a request, in the order of the table above. */
export function bodyErrors(reader: BodyReaderName): ErrorFacts[] {
  return [...Object.values(engineMessages), schemaMessages].flatMap((byReader) => byReader[reader] ?? []);
}

/** What is wrong with a new key besides its schema. */
export const newKeyErrors: readonly ErrorFacts[] = [
  badRequest('Unknown account: acc_1', 'there is no account with this accountId', 'Unknown account: {name}'),
  badRequest('Account acc_1 has the plan free', 'the account has another plan', 'Account {name} has the plan {name}'),
];

const wrongLimit = badRequest(`limit must be an integer from 1 to ${longestPage}`, 'limit is something else');

export const keyQueryErrors: readonly ErrorFacts[] = [
  wrongLimit,
  badRequest('after must be the id of a key', 'there is no key with this id'),
];

export const accountQueryErrors: readonly ErrorFacts[] = [
  wrongLimit,
  badRequest('after must be the id of an account', 'there is no account with this id'),
];

function everywhere(facts: ErrorFacts): Readonly<Record<BodyReaderName, readonly ErrorFacts[]>> {
  return { run: [facts], sanitize: [facts], 'sort-dedupe': [facts], administration: [facts], agents: [facts] };
}

function onlyOneOf(...fields: readonly string[]): ErrorFacts {
  return badRequest(messages.onlyOneOf(fields), 'more than one of them is there and not empty');
}

function tooMany(what: 'steps' | 'URLs' | 'lines', maximum: number): ErrorFacts {
  const template = `Too many ${what}: {count} (maximum ${maximum})`;
  return badRequest(messages.tooMany(what, maximum + 1, maximum), `more than ${maximum} ${what}`, template);
}

function inputTooLarge(maximum: number): ErrorFacts {
  const template = `Input too large: {count} characters (maximum ${maximum})`;
  return badRequest(messages.inputTooLarge(maximum + 1, maximum), 'UTF-16 code units, all fields together', template);
}

function stepFailed(example: string, when: string, reason: string): ErrorFacts {
  return badRequest(example, when, `Step {position} ({tool}) failed: ${reason}`);
}

function required(field: string): ErrorFacts {
  return badRequest(`${field} is required`, 'a field is missing', '{field} is required');
}

function must(example: string): ErrorFacts {
  return badRequest(example, 'the first field whose value does not fit', '{field} must {requirement}');
}
