import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { systemClock } from '#gateway/core/clock.js';
import { agentServerFactory } from '#gateway/mcp/agent-server.js';
import { loadedCatalogue } from '#gateway/mcp/tools/agent-catalogue.js';
import type { AgentTool } from '#gateway/mcp/tools/agent-tool.js';
import { describeTextTool } from '#gateway/mcp/tools/describe-text-tool.js';
import { listTextTools } from '#gateway/mcp/tools/list-text-tools.js';
import { runTextWorkflow } from '#gateway/mcp/tools/run-text-workflow.js';
import { sanitizeUrls } from '#gateway/mcp/tools/sanitize-urls.js';
import { sortDedupeLines } from '#gateway/mcp/tools/sort-dedupe-lines.js';
import { TextStore } from '#gateway/mcp/tools/text-store.js';
import { callResult, catalogue, refusalOf, schemaOf, startSession, textOf } from './agent-session.js';
import { resultSchemas } from './result-schemas.js';

const agentCatalogue = loadedCatalogue(catalogue);
const texts = new TextStore({ clock: systemClock, maxBytes: 0 });
const agentTools: readonly AgentTool[] = [
  listTextTools(agentCatalogue),
  describeTextTool(agentCatalogue),
  runTextWorkflow,
  sanitizeUrls,
  sortDedupeLines,
];
const client = await startSession({ after });
const { tools } = await client.listTools();
const ajv = new Ajv2020({ allowUnionTypes: true });

describe('tools/list', () => {
  test('offers five tools', () => {
    const names = ['list_text_tools', 'describe_text_tool', 'run_text_workflow', 'sanitize_urls', 'sort_dedupe_lines'];
    assert.deepEqual(
      tools.map(({ name }) => name),
      names,
    );
  });

  for (const tool of tools) {
    test(`describes ${tool.name}: when to use it, an example, its input and output`, () => {
      assert.match(tool.description ?? '', /\bUse it\b.*\nExample: \{.*\} → \{.*\}/s);
      assert.ok(ajv.validateSchema(schemaOf(tool.inputSchema)), ajv.errorsText());
      assert.equal(tool.inputSchema.additionalProperties, false);
      for (const [name, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
        assert.ok((schema as { description?: string }).description, `${name} has no description`);
      }
      assert.deepEqual(tool.annotations, {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
    });
  }

  test('requires no argument that has a default', () => {
    const required = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema.required]));
    assert.deepEqual(required, {
      list_text_tools: undefined,
      describe_text_tool: ['slug'],
      run_text_workflow: undefined,
      sanitize_urls: undefined,
      sort_dedupe_lines: undefined,
    });
  });

  test('is below 2,700 tokens', () => {
    // Three bytes a token is more than any tokenizer needs for English and JSON: cl100k_base and o200k_base, two common
    // ones, take 4.2 bytes a token here.
    const tokens = Math.ceil(Buffer.byteLength(JSON.stringify({ tools })) / 3);
    assert.ok(tokens < 2_700, `${tokens} tokens`);
  });

  test('has instructions that lead from words to a result', () => {
    assert.match(client.getInstructions() ?? '', /list_text_tools.*describe_text_tool.*run_text_workflow/s);
  });
});

describe('tools/call', () => {
  for (const { name, examples } of agentTools) {
    test(`${name} returns the results of its examples once, as one text of JSON`, async () => {
      for (const example of examples) {
        const result = await client.callTool({ name, arguments: { ...example.arguments } });
        const fields: Record<string, unknown> = JSON.parse(textOf(result));
        const schema = resultSchemas[name];
        if (schema !== undefined) assert.ok(ajv.validate(schemaOf(schema), fields), ajv.errorsText());
        assert.deepEqual([result.content.length, result.structuredContent], [1, undefined]);
        for (const [field, value] of Object.entries(example.response)) assert.deepEqual(fields[field], value);
      }
    });
  }

  test('handles parallel calls, each with its own result', async () => {
    const texts = Array.from({ length: 50 }, (_, i) => `text ${i}`);
    const results = await Promise.all(
      texts.map((input) => callResult(client, 'run_text_workflow', { input, steps: ['upper-case'] })),
    );
    assert.deepEqual(
      results.map(({ result }) => result),
      texts.map((text) => text.toUpperCase()),
    );
  });

  test('keeps lone surrogates and characters outside the basic plane', async () => {
    for (const input of ['a\ud800b', '\udc00', '👩‍👩‍👧 𝒳', '\0\u2028\ufeff', '__proto__']) {
      const { result } = await callResult(client, 'run_text_workflow', { input, steps: ['trim-lines'] });
      assert.equal(result, input.trim());
    }
  });

  test('accepts 500,000 characters and no more', async () => {
    const input = 'a'.repeat(500_000);
    const { meta } = await callResult(client, 'run_text_workflow', { input, steps: ['upper-case'] });
    assert.equal((meta as { outputLength: number }).outputLength, 500_000);
    assert.match(
      await refusalOf(client, 'run_text_workflow', { input: `${input}a`, steps: ['upper-case'] }),
      /^Input too large: 500001 characters \(maximum 500000\)\. Split the text at a line end, call once/,
    );
  });

  test('of an unknown tool is an error of the protocol, with a hint to the intended one', async () => {
    for (const [name, message] of [
      [
        'upper_case',
        /Unknown tool: upper_case\. It is a text tool: run it with run_text_workflow, steps \["upper-case"\]/,
      ],
      [
        'upper-case',
        /Unknown tool: upper-case\. It is a text tool: run it with run_text_workflow, steps \["upper-case"\]/,
      ],
      ['run_workflow', /Unknown tool: run_workflow\. Did you mean run_text_workflow\?/],
      ['__proto__', /Unknown tool: __proto__/],
    ] as const) {
      await assert.rejects(client.callTool({ name, arguments: {} }), { code: -32602, message });
    }
  });
});

test('a bug is reported, and its response has no details of this machine', async (t) => {
  const engine = {
    account: 'own',
    execute: (operation: string) => Promise.reject(new Error(`${operation} of /home/somebody`)),
  };
  const traces: string[] = [];
  const failing = await startSession(t, { engine, report: (trace) => traces.push(trace) });
  await assert.rejects(failing.callTool({ name: 'sanitize_urls', arguments: { url: 'a' } }), (error: Error) => {
    assert.match(error.message, /Internal server error$/);
    assert.doesNotMatch(JSON.stringify(error), /somebody/);
    return true;
  });
  assert.equal(traces.length, 1);
  assert.match(traces[0] ?? '', /^Error\n {4}at .*agent-server\.test\.ts/);
});

test('a tool whose options have names of general arguments cannot be exposed', () => {
  const entry = catalogue.get('upper-case');
  assert.ok(entry);
  const { locale } = entry.tool.config.properties;
  const tool = { ...entry.tool, config: { ...entry.tool.config, properties: { input: locale } } } as typeof entry.tool;
  const entries = new Map([['upper-case', { ...entry, tool }]]);
  assert.throws(() => agentServerFactory({ catalogue: loadedCatalogue(entries), exposed: ['upper-case'], texts }), {
    message: 'upper-case has an option input: it cannot be an agent tool',
  });
});

test('an unknown tool cannot be exposed', () => {
  assert.throws(() => agentServerFactory({ catalogue: agentCatalogue, exposed: ['uppercase'], texts }), {
    message: 'Unknown tool: uppercase. Did you mean upper-case?',
  });
});
