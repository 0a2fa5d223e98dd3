import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { callResult, catalogue, refusalOf, schemaOf, startSession } from '../agent-session.js';
import { resultSchemas } from '../result-schemas.js';

const client = await startSession({ after }, { exposed: [...catalogue.keys()] });
const { tools } = await client.listTools();
const ajv = new Ajv2020({ allowUnionTypes: true });

describe('every text tool as an agent tool', () => {
  for (const [slug, { tool }] of catalogue) {
    test(`${slug} has its own schema and description, and runs its examples`, async () => {
      const definition = tools.find(({ name }) => name === slug);
      const { description = '' } = definition ?? {};
      assert.ok(description.startsWith(tool.description));
      assert.match(description, /Use it when .*\nExample: /s);
      const accepts = ajv.compile(schemaOf(definition?.inputSchema));
      const isValid = ajv.compile(schemaOf(resultSchemas.run_text_workflow));
      for (const { input, config, output } of tool.examples) {
        const args = { input, ...config, resultLimit: 200_000 };
        assert.ok(accepts(args), ajv.errorsText(accepts.errors));
        const result = await callResult(client, slug, args);
        assert.ok(isValid(result), ajv.errorsText(isValid.errors));
        assert.equal(result.result, output);
      }
    });
  }
});

describe('a refused call gets a hint', () => {
  for (const [args, expected] of [
    [{ find: 'a' }, 'input is required. The arguments of find-replace are: '],
    [{ input: '' }, 'find is required. The arguments of find-replace are: '],
    [
      { input: '', find: 'a', repalce: '' },
      'Unknown option for find-replace: repalce. Did you mean replace? The arguments of find-replace are: ',
    ],
    [{ input: '', find: '' }, 'find must be at least 1 character long. Correct it and call find-replace again.'],
  ] as const) {
    test(expected, async () => {
      assert.ok((await refusalOf(client, 'find-replace', args)).startsWith(expected));
    });
  }

  test('Step 1 (json-formatter) failed', async () => {
    assert.match(
      await refusalOf(client, 'json-formatter', { input: '{' }),
      /^Step 1 \(json-formatter\) failed: .+[.?!] If it is almost JSON, put the step "json-repair" before this one/,
    );
  });
});

test('a long result comes in pages', async () => {
  const first = await callResult(client, 'upper-case', { input: 'ab'.repeat(30), resultLimit: 50 });
  assert.deepEqual([first.result, first.truncated], ['AB'.repeat(25), true]);
  const second = await callResult(client, 'upper-case', { input: 'ab'.repeat(30), resultLimit: 50, resultOffset: 50 });
  assert.deepEqual([second.result, second.truncated], ['AB'.repeat(5), false]);
});
