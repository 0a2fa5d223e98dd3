import { groupedDigits } from '#engine/core/grouped-digits.js';
import { maxInputCharacters, maxSteps, maxTracedCharacters } from '#engine/core/limits.js';
import type { Vocabulary } from '../openapi/vocabulary.js';
import { exampleMs, type OperationFacts, type WorkedExample } from './operation-facts.js';

/** `POST /v1/run`. */
export const runFacts: OperationFacts = {
  operationId: 'run',
  name: 'Run',
  summary: 'Chain text tools over one text',
  description:
    'The whole workflow is checked before its first step runs. A failing step fails the request, and no result ' +
    'is returned. With `trace` the response tells what each step did, and so does the problem of a failing step: up ' +
    'to that step, unless the step had to be ended because of its time or memory. The output of a step may have at most ' +
    '4,000,000 characters. The same request gives the same ' +
    'result, always: a tool that needs randomness takes a `seed`.',
  result: 'The text after the last step',
  badRequest: 'BadRun',
  forbidden: 'OriginRefused',
  isOnFreePlan: true,
  requestSchemas,
  resultSchemas,
  examples,
};

function requestSchemas({ operationRequest, schemaReference }: Vocabulary) {
  const { properties, ...rest } = operationRequest('run');
  const characters = `At most ${groupedDigits(maxInputCharacters)} characters, counted as UTF-16 code units (String.length).`;
  return {
    RunRequest: {
      ...rest,
      properties: {
        input: { ...properties?.input, description: `The text to process; may be empty. ${characters}` },
        steps: { ...properties?.steps, minItems: 1, maxItems: maxSteps, items: schemaReference('Step') },
        ...(properties?.trace && { trace: properties.trace }),
      },
    },
  };
}

function resultSchemas({ count, objectOf, text, traceSchema }: Vocabulary) {
  return {
    RunResult: objectOf({
      result: text('The text after the last step'),
      meta: objectOf(
        {
          stepsExecuted: count('Steps run'),
          inputLength: count('Characters in the input (UTF-16 code units)'),
          outputLength: count('Characters in the result (UTF-16 code units)'),
          processingTimeMs: count('Processing time in milliseconds'),
          trace: traceSchema('With trace: what each step did, in their order'),
        },
        { optional: ['trace'] },
      ),
    }),
    TracedStep: objectOf({
      tool: text('The tool'),
      ms: { type: 'number', minimum: 0, description: 'Wall-clock time in milliseconds' },
      length: count('Characters in the text after the step (UTF-16 code units)'),
      text: text(
        `The first ${groupedDigits(maxTracedCharacters)} characters of that text; one fewer where they would end within a surrogate pair`,
      ),
      truncated: { type: 'boolean', description: 'Whether there is more of that text' },
    }),
  };
}

function examples(): Record<string, WorkedExample> {
  const [ms, processingTimeMs] = [exampleMs, exampleMs];
  return {
    workflow: {
      summary: 'Two tools in sequence, one with options',
      request: {
        input: '  pear\n apple\n  pear',
        steps: ['trim-lines', { toolSlug: 'dedupe-sort', config: { order: 'desc' } }],
      },
      response: {
        result: 'pear\napple',
        meta: { stepsExecuted: 2, inputLength: 20, outputLength: 10, processingTimeMs },
      },
    },
    conversion: {
      summary: 'CSV with semicolons to JSON',
      request: {
        input: 'id;name\n1;Ada',
        steps: [{ toolSlug: 'csv-json-converter', config: { delimiter: ';', indent: 0 } }],
      },
      response: {
        result: '[{"id":"1","name":"Ada"}]',
        meta: { stepsExecuted: 1, inputLength: 13, outputLength: 25, processingTimeMs },
      },
    },
    characters: {
      summary: 'Lengths count UTF-16 code units: an emoji is two',
      request: { input: '😀', steps: ['upper-case'] },
      response: { result: '😀', meta: { stepsExecuted: 1, inputLength: 2, outputLength: 2, processingTimeMs } },
    },
    traced: {
      summary: 'With what each step did',
      request: { input: ' b \na', steps: ['trim-lines', 'sort-lines'], trace: true },
      response: {
        result: 'a\nb',
        meta: {
          stepsExecuted: 2,
          inputLength: 5,
          outputLength: 3,
          processingTimeMs,
          trace: [
            { tool: 'trim-lines', ms, length: 3, text: 'b\na', truncated: false },
            { tool: 'sort-lines', ms, length: 3, text: 'a\nb', truncated: false },
          ],
        },
      },
    },
  };
}
