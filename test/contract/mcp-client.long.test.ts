import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { CleanupScope } from '../support/cleanup.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';

/** How an agent's host negotiates the revision of the protocol. */
const negotiations = [
  { mode: 'legacy', revision: '2025-11-25' },
  { mode: 'auto', revision: '2026-07-28' },
  { mode: { pin: '2026-07-28' }, revision: '2026-07-28' },
] as const;
type Mode = (typeof negotiations)[number]['mode'];

/** Returns the fields of a result, which is one text of JSON. */
function fieldsOf({ content: [block] }: CallToolResult): Record<string, unknown> {
  return JSON.parse(block?.type === 'text' ? block.text : '');
}

/** The protocol's own client, connected to `/mcp`. */
async function connect(
  scope: CleanupScope,
  service: TestGateway,
  mode: Mode,
  headers: Record<string, string>,
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } });
  await client.connect(transport);
  scope.after(() => client.close());
  return client;
}

describe('/mcp', async () => {
  const service = await startTestGateway({ after }, { settings: { MCP_EXPOSE: 'upper-case' } });
  const { secret } = await service.key();

  for (const { mode, revision } of negotiations) {
    describe(`the protocol's own client, ${typeof mode === 'string' ? mode : `pinned to ${mode.pin}`}`, () => {
      test('agrees on the revision, and finds the tools', async (t) => {
        const client = await connect(t, service, mode, { 'x-api-key': secret });
        assert.equal(client.getNegotiatedProtocolVersion(), revision);
        assert.equal(client.getServerVersion()?.name, 'textmill');
        const { tools } = await client.listTools();
        assert.deepEqual(
          tools.map(({ name }) => name),
          [
            'list_text_tools',
            'describe_text_tool',
            'run_text_workflow',
            'sanitize_urls',
            'sort_dedupe_lines',
            'upper-case',
          ],
        );
      });

      test('calls each of them', async (t) => {
        const client = await connect(t, service, mode, { authorization: `Bearer ${secret}` });
        await client.listTools();
        const callResult = async (name: string, args: Record<string, unknown>) =>
          fieldsOf(await client.callTool({ name, arguments: args }));
        const found = await callResult('list_text_tools', { query: 'upper case' });
        assert.equal((found.tools as readonly { slug: string }[])[0]?.slug, 'upper-case');
        assert.equal((await callResult('describe_text_tool', { slug: 'upper-case' })).slug, 'upper-case');
        assert.equal((await callResult('run_text_workflow', { input: 'a', steps: ['upper-case'] })).result, 'A');
        assert.deepEqual((await callResult('sanitize_urls', { urls: ['https://a.example/?gclid=1'] })).sanitized, [
          'https://a.example/',
        ]);
        assert.equal((await callResult('sort_dedupe_lines', { lines: ['b', 'a', 'b'] })).output, 'a\nb');
        assert.equal((await callResult('upper-case', { input: 'straße' })).result, 'STRASSE');
      });

      test('gets an error that says what is wrong with its call', async (t) => {
        const client = await connect(t, service, mode, { 'x-api-key': secret });
        const { isError, content } = await client.callTool({
          name: 'run_text_workflow',
          arguments: { input: 'a', steps: ['uppercase'] },
        });
        assert.equal(isError, true);
        assert.match(JSON.stringify(content), /Unknown tool: uppercase\. Did you mean upper-case\?/);
        await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }), /no_such_tool/);
      });

      test('makes many calls at a time', async (t) => {
        const client = await connect(t, service, mode, { 'x-api-key': secret });
        const inputs = Array.from({ length: 50 }, (_, index) => `text ${index}`);
        const results = await Promise.all(
          inputs.map((input) =>
            client.callTool({ name: 'run_text_workflow', arguments: { input, steps: ['upper-case'] } }),
          ),
        );
        assert.deepEqual(
          results.map((result) => fieldsOf(result).result),
          inputs.map((input) => input.toUpperCase()),
        );
      });

      test('cannot connect with a wrong key', async (t) => {
        await assert.rejects(connect(t, service, mode, { 'x-api-key': `${secret}x` }), /401|Invalid API key/);
      });
    });
  }
});
