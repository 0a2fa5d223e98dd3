import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OperationName } from '../../../engine/operations/operation.js';
import { loadedCatalogue } from '../../../gateway/mcp/agent-catalogue.js';
import { agentServerFactory } from '../../../gateway/mcp/agent-server.js';
import type { AgentTool } from '../../../gateway/mcp/agent-tool.js';
import { describeTextTool } from '../../../gateway/mcp/tools/describe-text-tool.js';
import { listTextTools } from '../../../gateway/mcp/tools/list-text-tools.js';
import { runTextWorkflow } from '../../../gateway/mcp/tools/run-text-workflow.js';
import { sanitizeUrls } from '../../../gateway/mcp/tools/sanitize-urls.js';
import { sortDedupeLines } from '../../../gateway/mcp/tools/sort-dedupe-lines.js';
import { answerOf, catalogue, refusalOf, schemaOf, startSession, textOf } from './agent-session.js';

const agentCatalogue = loadedCatalogue(catalogue);
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
    test(`says of ${tool.name} when to use it, by example, and what goes in and out`, () => {
      assert.match(tool.description ?? '', /\bUse it\b.*\nExample: \{.*\} → \{.*\}/s);
      assert.ok(ajv.validateSchema(schemaOf(tool.inputSchema)), ajv.errorsText());
      assert.ok(ajv.validateSchema(schemaOf(tool.outputSchema)), ajv.errorsText());
      assert.equal(tool.inputSchema.additionalProperties, false);
      for (const [name, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
        assert.ok((schema as { description?: string }).description, `${name} has no description`);
      }
      assert.deepEqual(tool.annotations, {
        title: tool.title,
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
      run_text_workflow: ['input', 'steps'],
      sanitize_urls: undefined,
      sort_dedupe_lines: undefined,
    });
  });

  test('has instructions that name the way from words to a result', () => {
    assert.match(client.getInstructions() ?? '', /list_text_tools.*describe_text_tool.*run_text_workflow/s);
  });
});

describe('tools/call', () => {
  for (const { name, examples } of agentTools) {
    test(`${name} answers as its examples say, in the shape of its schema and as text`, async () => {
      const schema = schemaOf(tools.find((tool) => tool.name === name)?.outputSchema);
      for (const example of examples) {
        const result = await client.callTool({ name, arguments: { ...example.arguments } });
        const answer = result.structuredContent as Record<string, unknown>;
        assert.ok(ajv.validate(schema, answer), ajv.errorsText());
        assert.deepEqual(JSON.parse(textOf(result)), answer);
        assert.equal(result.content.length, 1);
        for (const [field, value] of Object.entries(example.answer)) assert.deepEqual(answer[field], value);
      }
    });
  }

  test('answers calls that are made at once, each its own', async () => {
    const texts = Array.from({ length: 50 }, (_, i) => `text ${i}`);
    const answers = await Promise.all(
      texts.map((input) => answerOf(client, 'run_text_workflow', { input, steps: ['upper-case'] })),
    );
    assert.deepEqual(
      answers.map(({ result }) => result),
      texts.map((text) => text.toUpperCase()),
    );
  });

  test('keeps lone surrogates and characters beyond the first plane', async () => {
    for (const input of ['a\ud800b', '\udc00', '👩‍👩‍👧 𝒳', '\0\u2028\ufeff', '__proto__']) {
      const { result } = await answerOf(client, 'run_text_workflow', { input, steps: ['trim-lines'] });
      assert.equal(result, input.trim());
    }
  });

  test('takes 500,000 characters and no more', async () => {
    const input = 'a'.repeat(500_000);
    const { meta } = await answerOf(client, 'run_text_workflow', { input, steps: ['upper-case'] });
    assert.equal((meta as { outputLength: number }).outputLength, 500_000);
    assert.match(
      await refusalOf(client, 'run_text_workflow', { input: `${input}a`, steps: ['upper-case'] }),
      /^Input too large: 500001 characters \(maximum 500000\)\. Split the text at a line end, call once/,
    );
  });

  test('of a tool that there is not is an error of the protocol, with the way to what was meant', async () => {
    for (const [name, message] of [
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

const unknownOption = 'Unknown option for find-replace: repalce. Did you mean replace?';
const stepForm =
  'A step is a slug, such as "trim-lines", or a slug with options: {"toolSlug":"split-text","config":{"limit":2}}. Pass steps as a JSON array.';
const describeReplace = 'Call describe_text_tool with slug "find-replace" to see its options and examples.';

describe('a call that is refused says what to do next', () => {
  for (const [name, args, expected] of [
    [
      'run_text_workflow',
      {},
      'input is required. The arguments of run_text_workflow are: input, steps, resultOffset, resultLimit.',
    ],
    ['run_text_workflow', { input: '' }, `steps is required. ${stepForm}`],
    ['run_text_workflow', { input: '', steps: [] }, `No steps provided. ${stepForm}`],
    ['run_text_workflow', { input: '', steps: '["trim-lines"]' }, `steps must be an array. ${stepForm}`],
    [
      'run_text_workflow',
      { input: '', steps: [{ toolSlug: 'trim-lines', side: 'end' }] },
      `Unknown field: steps[0].side. ${stepForm}`,
    ],
    [
      'run_text_workflow',
      { input: '', steps: ['uppercase'] },
      'Unknown tool: uppercase. Did you mean upper-case? Call list_text_tools to find tools.',
    ],
    [
      'run_text_workflow',
      { input: '', steps: [{ toolSlug: 'find-replace', config: { find: 'a', repalce: '' } }] },
      `${unknownOption} ${describeReplace}`,
    ],
    [
      'run_text_workflow',
      { input: '', steps: ['trim-lines', { toolSlug: 'find-replace', config: { find: 1 } }] },
      `steps[1].config.find must be a string. ${describeReplace}`,
    ],
    [
      'run_text_workflow',
      { input: '', steps: ['find-replace'] },
      `steps[0].config.find is required. ${describeReplace}`,
    ],
    [
      'run_text_workflow',
      { input: '', steps: Array(26).fill('trim-lines') },
      'Too many steps: 26 (maximum 25). Run the first steps, then the others over the result.',
    ],
    [
      'run_text_workflow',
      { input: '', steps: ['trim-lines'], text: '' },
      'Unknown option for run_text_workflow: text. The arguments of run_text_workflow are: input, steps, resultOffset, resultLimit.',
    ],
    [
      'run_text_workflow',
      { input: 'a', steps: ['trim-lines'], resultOffset: 1 },
      'resultOffset must be less than 1, the number of characters in the result. Leave resultOffset out for the first part.',
    ],
    ['run_text_workflow', { input: '', steps: [{ config: 1 }] }, `steps[0].toolSlug is required. ${stepForm}`],
    [
      'run_text_workflow',
      { input: '', steps: [{ toolSlug: 1, config: 1 }] },
      `steps[0].toolSlug must be a string. ${stepForm}`,
    ],
    [
      'run_text_workflow',
      { input: '', steps: [{ toolSlug: 'find-replace', config: 1 }] },
      `steps[0].config must be an object. ${describeReplace}`,
    ],
    [
      'run_text_workflow',
      { input: '', steps: ['trim-lines'], resultOffset: 9 },
      'resultOffset must be 0: the result is empty. Leave resultOffset out for the first part.',
    ],
    [
      'run_text_workflow',
      { input: 'a', steps: ['trim-lines'], resultLimit: 200_001 },
      'resultLimit must be at most 200000. Mend it and call run_text_workflow again.',
    ],
    [
      'describe_text_tool',
      { slug: 'uppercase' },
      'Unknown tool: uppercase. Did you mean upper-case? Call list_text_tools to find tools.',
    ],
    ['describe_text_tool', {}, 'slug is required. The arguments of describe_text_tool are: slug.'],
    ['list_text_tools', { limit: 51 }, 'limit must be at most 50. Mend it and call list_text_tools again.'],
    [
      'list_text_tools',
      { category: 'csv' },
      `category must be one of: ${agentCatalogue.categories.join(', ')}. Mend it and call list_text_tools again.`,
    ],
    [
      'sanitize_urls',
      { urls: [' '] },
      'No URLs provided. The arguments of sanitize_urls are: urls, url, input, keepParams, extraParams, ignoreCase, profile, fragment, normalize, resultOffset, resultLimit.',
    ],
    [
      'sanitize_urls',
      { urls: Array(501).fill('a') },
      'Too many URLs: 501 (maximum 500). Split the list, and call once for each piece.',
    ],
    ['sanitize_urls', { url: 'a', input: 'b' }, 'Provide only one of urls, url, input. Leave the others out.'],
    [
      'sort_dedupe_lines',
      { lines: ['a'], trimlines: true },
      'Unknown option for sort_dedupe_lines: trimlines. Did you mean trimLines? The arguments of sort_dedupe_lines are: lines, input, trimLines, dropBlank, dedupe, ignoreCase, sort, direction, resultOffset, resultLimit.',
    ],
    [
      'sort_dedupe_lines',
      { lines: Array(5001).fill('a') },
      'Too many lines: 5001 (maximum 5000). Run the steps ["dedupe-sort"] with run_text_workflow: it takes any number of lines.',
    ],
    [
      'sort_dedupe_lines',
      { input: 'a'.repeat(1_000_001) },
      'Input too large: 1000001 characters (maximum 1000000). Split the text at a line end, call once for each piece, and once more over the results together.',
    ],
  ] as const) {
    test(`${expected.slice(0, 70)}…`, async () => {
      assert.equal(await refusalOf(client, name, args), expected);
    });
  }

  test('a step that failed is named with its reason', async () => {
    const steps = ['trim-lines', { toolSlug: 'csv-json-converter', config: { direction: 'json-to-csv' } }];
    assert.match(
      await refusalOf(client, 'run_text_workflow', { input: '{', steps }),
      /^Step 2 \(csv-json-converter\) failed: .+[.?!] Mend the text or the options of step 2\. Call describe_text_tool with slug "csv-json-converter"/,
    );
  });

  for (const [message, advice] of [
    ['Server busy', 'Nothing is wrong with the call: wait a few seconds, then make it again.'],
    ['Rate limit exceeded', 'Nothing is wrong with the call: wait a few seconds, then make it again.'],
    ['Step 1 (a) failed: took longer than 5000 ms', 'Send less text at a time, or a simpler pattern.'],
    ['Processing time limit exceeded', 'Send less text at a time, or fewer steps.'],
    ['Internal server error', 'This is a fault of Textmill, not of the call: do not make the same call again.'],
  ]) {
    test(`${message}`, async (t) => {
      const engine = { perform: async () => ({ kind: 'refused', message: `${message}` }) as const };
      const refusing = await startSession(t, { engine });
      assert.equal(await refusalOf(refusing, 'sanitize_urls', { url: 'a' }), `${message}. ${advice}`);
    });
  }

  test('a bug is told without what may quote this machine, and reported', async (t) => {
    const engine = {
      perform: (operation: OperationName) => Promise.reject(new Error(`${operation} of /home/somebody`)),
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
});

test('a tool whose options have the names of arguments cannot be exposed', () => {
  const entry = catalogue.get('upper-case');
  assert.ok(entry);
  const { locale } = entry.tool.config.properties;
  const tool = { ...entry.tool, config: { ...entry.tool.config, properties: { input: locale } } } as typeof entry.tool;
  const entries = new Map([['upper-case', { ...entry, tool }]]);
  assert.throws(() => agentServerFactory({ catalogue: loadedCatalogue(entries), exposed: ['upper-case'] }), {
    message: 'upper-case has an option input: it cannot be a tool of its own',
  });
});
