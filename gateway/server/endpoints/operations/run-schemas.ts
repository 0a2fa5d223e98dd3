import { groupedDigits } from '#engine/core/grouped-digits.js';
import {
  maxInputCharacters,
  maxInputIdCharacters,
  maxInputs,
  maxSteps,
  maxTracedCharacters,
} from '#engine/core/limits.js';
import { groupChoices } from '#engine/operations/step-request.js';
import type { JsonSchema } from '../openapi/types.js';
import type { Vocabulary } from '../openapi/vocabulary.js';

const { namedParts, optionedParts, simpleConditions, onErrorChoices } = groupChoices;

type Schemas = Readonly<Record<string, JsonSchema>>;

const characters = `at most ${groupedDigits(maxInputCharacters)} characters, counted as UTF-16 code units (String.length)`;

/** Returns the schemas of the request of `POST /v1/run`: one for each field that may have the text, and groups. */
export function runRequestSchemas(vocabulary: Vocabulary): Schemas {
  const { operationRequest, schemaReference, objectOf } = vocabulary;
  const { properties = {}, ...rest } = operationRequest('run');
  const steps = { ...stepList(vocabulary, String(properties.steps?.description)), maxItems: maxSteps };
  return {
    RunRequest: {
      description: 'Exactly one of input, inputs, and of steps, workflow',
      oneOf: ['RunInputRequest', 'RunInputsRequest', 'RunWorkflowRequest'].map(schemaReference),
    },
    RunInputRequest: {
      ...rest,
      properties: {
        input: { ...properties.input, description: `The text to process; may be empty: ${characters}` },
        steps,
        ...(properties.trace && { trace: properties.trace }),
      },
    },
    RunInputsRequest: {
      ...objectOf(
        {
          inputs: {
            type: 'array',
            minItems: 1,
            maxItems: maxInputs,
            description: `Texts, each processed by itself; together ${characters}`,
            items: { anyOf: [{ type: 'string' }, schemaReference('IdentifiedInput')] },
          },
          steps,
          onError: {
            type: 'string',
            enum: ['error', 'report'],
            description:
              'report (the default) puts the error of a text in the place of its result; error refuses the request at the first',
          },
        },
        { optional: ['onError'] },
      ),
      additionalProperties: false,
    },
    RunWorkflowRequest: {
      ...objectOf(
        {
          workflow: {
            type: 'string',
            description: 'The name of a stored workflow, or name@version, or of a workflow tool: runs its steps',
          },
          input: { type: 'string', description: 'The text' },
          inputs: {
            type: 'array',
            maxItems: maxInputs,
            items: { anyOf: [{ type: 'string' }, schemaReference('IdentifiedInput')] },
          },
          onError: { type: 'string', enum: ['error', 'report'] },
          ...(properties.trace && { trace: properties.trace }),
        },
        { optional: ['input', 'inputs', 'onError', 'trace'] },
      ),
      oneOf: [{ required: ['input'] }, { required: ['inputs'] }],
      additionalProperties: false,
    },
    IdentifiedInput: {
      ...objectOf(
        {
          id: {
            type: 'string',
            maxLength: maxInputIdCharacters,
            description: 'Comes back with the result as it came; it is not looked at',
          },
          input: { type: 'string', description: 'The text' },
        },
        { optional: ['id'], description: 'A text with the name that its sender has for it' },
      ),
      additionalProperties: false,
    },
    ...groupSchemas(vocabulary),
  };
}

function stepList({ schemaReference }: Vocabulary, description: string): JsonSchema {
  return { type: 'array', description, minItems: 1, items: schemaReference('Step') };
}

function groupSchemas(vocabulary: Vocabulary): Schemas {
  const { requestSchema, schemaReference, objectOf } = vocabulary;
  const condition = schemaReference('Condition');
  const conditions = { type: 'array', minItems: 1, maxItems: 25, items: condition };
  const combined = {
    not: { ...condition },
    all: { ...conditions },
    any: { ...conditions },
  };
  const closed = (properties: Schemas, description: string): JsonSchema => ({
    ...objectOf(properties, { description }),
    additionalProperties: false,
  });
  return {
    GroupStep: {
      ...objectOf(
        {
          steps: stepList(vocabulary, 'What is done to each part'),
          each: schemaReference('EachPart'),
          when: condition,
          else: stepList(vocabulary, 'What is done instead to the parts that do not meet the condition'),
          onError: {
            type: 'string',
            enum: [...onErrorChoices],
            description:
              'What becomes of a part whose steps fail: error (the default) refuses the request, keep leaves the part, ' +
              'drop removes it (the line, row or member that it is), blank empties it, mark writes "invalid: " before it',
          },
        },
        {
          optional: ['each', 'when', 'else', 'onError'],
          description: 'Steps that run on each part of the text; what is between the parts stays byte for byte',
        },
      ),
      additionalProperties: false,
    },
    EachPart: {
      description: 'The parts of the text, one at a time; left out, the whole text',
      anyOf: [
        { type: 'string', enum: [...namedParts] },
        ...Object.entries(optionedParts).map(([name, schema]) =>
          closed({ [name]: requestSchema(schema) }, `Parts of the kind ${name}`),
        ),
      ],
    },
    Condition: {
      description: 'Only parts that meet it run through the steps; the others stay as they are',
      anyOf: [
        ...Object.values(simpleConditions).map((schema) => requestSchema(schema)),
        ...Object.entries(combined).map(([name, schema]) => closed({ [name]: schema }, `${name} of other conditions`)),
      ],
    },
  };
}

/** Returns the schemas of the result of `POST /v1/run`. */
export function runResultSchemas(vocabulary: Vocabulary): Schemas {
  const { count, objectOf, text, traceSchema, schemaReference } = vocabulary;
  const processingTimeMs = count('Processing time in milliseconds');
  const stepsExecuted = count('Tools in the workflow, those in groups included');
  return {
    RunResult: { oneOf: [schemaReference('RunInputResult'), schemaReference('RunInputsResult')] },
    RunInputResult: objectOf({
      result: text('The text after the last step'),
      meta: objectOf(
        {
          stepsExecuted,
          inputLength: count('Characters in the input (UTF-16 code units)'),
          outputLength: count('Characters in the result (UTF-16 code units)'),
          processingTimeMs,
          failed: schemaReference('FailedParts'),
          trace: traceSchema('With trace: what each step did, in their order'),
        },
        { optional: ['failed', 'trace'] },
      ),
    }),
    RunInputsResult: objectOf({
      results: { type: 'array', description: 'In the order of the inputs', items: schemaReference('ResultOfInput') },
      meta: objectOf({
        stepsExecuted,
        inputs: count('Texts'),
        failed: count('Texts that have an error in the place of a result'),
        inputLength: count('Characters in all inputs (UTF-16 code units)'),
        outputLength: count('Characters in all results (UTF-16 code units)'),
        processingTimeMs,
      }),
    }),
    ResultOfInput: resultOfInput(vocabulary),
    FailedParts: objectOf(
      {
        count: count('How many parts failed'),
        first: { type: 'array', maxItems: 20, description: 'The first of them', items: schemaReference('FailedPart') },
      },
      { description: 'Where a group forgives failures: the parts whose steps failed' },
    ),
    FailedPart: objectOf({ ...place(vocabulary), message: text('What failed, for people'), code: text('The kind') }),
    ...tracedSchemas(vocabulary),
  };
}

function place({ count, text }: Vocabulary): Schemas {
  return {
    step: count('The number of the tool in the workflow, 1 for the first'),
    path: text('The step in the request, such as steps[0].steps[1]'),
    part: count('The number of the part, 1 for the first'),
    line: count('The line where the part begins, 1 for the first'),
    column: count('Its column, in characters (code points), 1 for the first'),
  };
}

function resultOfInput(vocabulary: Vocabulary): JsonSchema {
  const { text, objectOf, schemaReference } = vocabulary;
  const id = text('The id of the input, if it has one');
  return {
    oneOf: [
      objectOf(
        { id, result: text('The text after the last step'), failed: schemaReference('FailedParts') },
        { optional: ['id', 'failed'] },
      ),
      objectOf(
        { id, error: text('What failed, for people'), code: text('The kind of the error'), ...place(vocabulary) },
        { optional: ['id', 'step', 'path', 'part', 'line', 'column'] },
      ),
    ],
  };
}

function tracedSchemas({ count, objectOf, text, schemaReference }: Vocabulary): Schemas {
  const ms: JsonSchema = { type: 'number', minimum: 0, description: 'Wall-clock time in milliseconds' };
  const after: Schemas = {
    ms,
    length: count('Characters in the text after the step (UTF-16 code units)'),
    text: text(
      `The first ${groupedDigits(maxTracedCharacters)} characters of that text; one fewer where they would end within a surrogate pair`,
    ),
    truncated: { type: 'boolean', description: 'Whether there is more of that text' },
  };
  const tool = text('The tool');
  return {
    TracedItem: { oneOf: [schemaReference('TracedStep'), schemaReference('TracedGroup')] },
    TracedStep: objectOf(
      {
        tool,
        ...after,
        removed: count('Lines, rows or texts that it removed; left out if none'),
        items: count('Of how many it removed them; left out if it removed none'),
      },
      { optional: ['removed', 'items'] },
    ),
    TracedGroup: objectOf({
      each: text('The kind of its parts; text if the whole text is the only one'),
      parts: count('Parts'),
      failed: count('Parts that failed'),
      removed: count('Parts that were removed'),
      changed: {
        type: 'array',
        maxItems: 5,
        description: 'The first parts that changed',
        items: objectOf({
          part: count('The number of the part, 1 for the first'),
          line: count('The line where it begins, 1 for the first'),
          before: text('The beginning of what it was'),
          after: text('The beginning of what it is'),
        }),
      },
      steps: {
        type: 'array',
        description: 'What the tools inside did',
        items: objectOf({ tool, parts: count('On how many parts'), ms }),
      },
      ...after,
    }),
  };
}
