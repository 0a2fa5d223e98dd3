import { engineProblem } from '#engine/core/error-table.js';
import { exampleMs, type OperationFacts, type WorkedExample } from './operation-facts.js';
import { runRequestSchemas, runResultSchemas } from './run-schemas.js';

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
    'result, always: a tool that needs randomness takes a `seed`.\n\n' +
    'A step with `steps` is a group: it runs its steps on each part of the text (`each`), if the part meets a ' +
    'condition (`when`), and says what becomes of a part that fails (`onError`). At most 25 tools, those in groups ' +
    'included, and groups in groups at most 3 deep. With `inputs` in place of `input`, each of many texts runs through ' +
    'the steps by itself, and has its result or its error in `results`.',
  result: 'The text after the last step',
  badRequest: 'BadRun',
  forbidden: 'RunRefused',
  isOnFreePlan: true,
  requestSchemas: runRequestSchemas,
  resultSchemas: runResultSchemas,
  examples,
};

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
    group: {
      summary: 'One column of a table, and what cannot be read marked',
      request: {
        input: 'name;born\nann lee;5.1.1990\n"lee; bob";?\n',
        steps: [
          { each: { csv: { columns: ['name'], delimiter: ';' } }, steps: ['title-case-converter'] },
          {
            each: { csv: { columns: ['born'], delimiter: ';' } },
            steps: [{ toolSlug: 'date-formatter', config: { inputFormats: ['d.M.yyyy'], outputFormat: 'yyyy-MM-dd' } }],
            onError: 'mark',
          },
        ],
      },
      response: {
        result: 'name;born\nAnn Lee;1990-01-05\n"Lee; Bob";invalid: ?\n',
        meta: {
          stepsExecuted: 2,
          inputLength: 40,
          outputLength: 51,
          processingTimeMs,
          failed: {
            count: 1,
            first: [
              {
                step: 2,
                path: 'steps[1].steps[0]',
                part: 2,
                line: 3,
                column: 12,
                message: 'Step 2 (date-formatter) failed at line 3: not a date in the format d.M.yyyy',
                code: 'step-failed',
              },
            ],
          },
        },
      },
    },
    inputs: {
      summary: 'Several texts; one that fails leaves the others alone',
      request: { inputs: ['{"a":1}', { id: 'r2', input: '{' }], steps: ['json-minifier'] },
      response: {
        results: [
          { result: '{"a":1}' },
          {
            id: 'r2',
            error: engineProblem('step-failed', {
              step: 1,
              tool: 'json-minifier',
              reason: 'line 1, column 2: expected a property name in double quotes, found the end of the text',
            }).sentence,
            code: 'step-failed',
            step: 1,
            line: 1,
            column: 2,
          },
        ],
        meta: { stepsExecuted: 1, inputs: 2, failed: 1, inputLength: 8, outputLength: 7, processingTimeMs },
      },
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
