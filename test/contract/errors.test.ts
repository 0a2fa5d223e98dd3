import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messages } from '../../engine/core/errors.js';
import { errorBodies, httpErrors } from '../../gateway/core/errors.js';

/** The contract's messages, as clients compare them. Changing one breaks clients, so it has to be changed here too. */
const contract: [status: number, message: string][] = [
  [401, 'Missing API key'],
  [401, 'Invalid API key'],
  [401, 'Missing admin token'],
  [401, 'Invalid admin token'],
  [429, 'Rate limit exceeded'],
  [403, 'Host not allowed'],
  [403, 'Origin not allowed'],
  [403, 'Pro plan required'],
  [404, 'Not found'],
  [405, 'Method not allowed'],
  [408, 'Request timeout'],
  [413, 'Request body too large'],
  [415, 'Content-Type must be application/json'],
  [415, 'Unsupported Content-Encoding'],
  [400, 'Bad request framing'],
  [431, 'Request header fields too large'],
  [501, 'Unsupported Transfer-Encoding'],
  [500, 'Internal server error'],
  [503, 'Server busy'],
  [503, 'The database cannot be written; the log says why'],
  [503, 'Processing time limit exceeded'],
];

test('the errors of the gateway are those of the contract, and no other', () => {
  const ours = Object.values(httpErrors).map(({ status, message }) => `${status} ${message}`);
  assert.deepEqual(ours.toSorted(), contract.map(([status, message]) => `${status} ${message}`).toSorted());
});

test('their bodies are one string under `error`', () => {
  for (const [name, { message }] of Object.entries(httpErrors)) {
    const body = Buffer.from(errorBodies[name as keyof typeof errorBodies]).toString();
    assert.deepEqual(JSON.parse(body), { error: message });
  }
});

test('the sentences of the engine', () => {
  assert.deepEqual(
    [
      messages.invalidJson,
      messages.notAnObject,
      messages.noUrls,
      messages.noLines,
      messages.noSteps,
      messages.onlyOneOf(['urls', 'url', 'input']),
      messages.tooMany('steps', 26, 25),
      messages.inputTooLarge(500_001, 500_000),
      messages.unknownTool('uppercase', 'upper-case'),
      messages.unknownTool('foo', undefined),
      messages.unknownField('trimlines'),
      messages.stepFailed(2, 'csv-json-converter', 'line 3: …'),
      messages.internal,
    ],
    [
      'Invalid JSON body',
      'Request body must be a JSON object',
      'No URLs provided',
      'No lines provided',
      'No steps provided',
      'Provide only one of urls, url, input',
      'Too many steps: 26 (maximum 25)',
      'Input too large: 500001 characters (maximum 500000)',
      'Unknown tool: uppercase. Did you mean upper-case?',
      'Unknown tool: foo',
      'Unknown field: trimlines',
      'Step 2 (csv-json-converter) failed: line 3: …',
      'Internal server error',
    ],
  );
});
