import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineProblem } from '#engine/core/error-table.js';
import { unknownTool } from '#engine/core/errors.js';
import { errorBodies, httpErrors } from '#gateway/core/errors.js';

/** The contract's messages, which clients compare. Changing one breaks clients, so it must be changed here too. */
const contract: [status: number, message: string][] = [
  [401, 'Missing API key'],
  [401, 'Invalid API key'],
  // Of a key that has expired, and of one that is disabled.
  [401, 'Invalid API key'],
  [401, 'Invalid API key'],
  [401, 'Missing admin token'],
  [401, 'Invalid admin token'],
  [401, 'Not signed in'],
  [401, 'Session ended; sign in again'],
  [401, 'Sign-in link is invalid, expired or already used'],
  [403, 'Session not allowed'],
  [429, 'Rate limit exceeded'],
  [403, 'Account disabled'],
  [403, 'Address not allowed'],
  [403, 'Key not allowed for this operation'],
  [403, 'Host not allowed'],
  [403, 'Origin not allowed'],
  [403, 'Pro plan required'],
  [404, 'Not found'],
  [405, 'Method not allowed'],
  [408, 'Request timeout'],
  [413, 'Request body too large'],
  [415, 'Content-Type must be application/json'],
  [415, 'Unsupported Content-Encoding'],
  [400, 'Request body does not match its Content-Encoding'],
  [400, 'Bad request framing'],
  [431, 'Request header fields too large'],
  [501, 'Unsupported Transfer-Encoding'],
  [500, 'Internal server error'],
  [503, 'Server busy'],
  [503, 'Not ready'],
  [503, 'The database cannot be written; the log says why'],
  [503, 'Processing time limit exceeded'],
];

test('the gateway has exactly the errors of the contract', () => {
  const ours = Object.values(httpErrors).map(({ status, sentence }) => `${status} ${sentence}`);
  assert.deepEqual(ours.toSorted(), contract.map(([status, message]) => `${status} ${message}`).toSorted());
});

test('their bodies are one string under `error`', () => {
  for (const [code, { sentence }] of Object.entries(httpErrors)) {
    const body = Buffer.from(errorBodies[code as keyof typeof errorBodies]).toString();
    assert.deepEqual(JSON.parse(body), { error: sentence });
  }
});

test('the messages of the engine', () => {
  assert.deepEqual(
    [
      engineProblem('invalid-json'),
      engineProblem('not-an-object'),
      engineProblem('no-urls'),
      engineProblem('no-lines'),
      engineProblem('no-steps'),
      engineProblem('only-one-of', { fields: ['urls', 'url', 'input'] }),
      engineProblem('too-many-steps', { count: 26, limit: 25 }),
      engineProblem('input-too-large', { length: 500_001, limit: 500_000 }),
      unknownTool('uppercase', ['lower-case', 'upper-case']).problem,
      unknownTool('foo', ['upper-case']).problem,
      engineProblem('unknown-field', { path: 'trimlines', field: 'trimlines' }),
      engineProblem('step-failed', { step: 2, tool: 'csv-json-converter', reason: 'line 3: …' }),
      engineProblem('internal-error'),
    ].map(({ sentence }) => sentence),
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
