import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#gateway/core/clock.js';
import { AgentEndpoint } from '#gateway/mcp/agent-endpoint.js';
import { type AgentCatalogue, loadedCatalogue } from '#gateway/mcp/tools/agent-catalogue.js';
import { listTextTools } from '#gateway/mcp/tools/list-text-tools.js';
import type { TextEngine } from '#gateway/mcp/tools/text-engine.js';
import { TextStore } from '#gateway/mcp/tools/text-store.js';
import type { RequestHead } from '#gateway/server/http/head.js';
import { catalogue } from './agent-session.js';

const head = { contentType: 'application/json', accept: '', mcpProtocolVersion: '', mcpMethod: '', mcpName: '' };
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
/** No text is run. */
const engine: TextEngine = { account: '', execute: () => assert.fail() };

test('a failure to load the protocol at the first message does not last', async () => {
  let failures = 1;
  const endpoint = new AgentEndpoint({
    get catalogue() {
      if (failures-- > 0) throw new Error('too many open files');
      return loadedCatalogue(catalogue);
    },
    exposed: [],
    texts: new TextStore({ clock: systemClock, maxBytes: 0 }),
  });
  await assert.rejects(
    endpoint.respond(head as RequestHead, { message: ping, args: undefined }, engine),
    /too many open files/,
  );
  assert.equal((await endpoint.respond(head as RequestHead, { message: ping, args: undefined }, engine)).status, 200);
});

test('a failure to load the tools at the first search does not last', async () => {
  let failures = 1;
  const failing: AgentCatalogue = {
    ...loadedCatalogue(catalogue),
    async load() {
      if (failures-- > 0) throw new Error('too many open files');
    },
  };
  const { call } = listTextTools(failing);
  const search = async () => call({ query: 'upper case', limit: 1, offset: 0 }, undefined as never);
  await assert.rejects(search(), /too many open files/);
  assert.ok('tools' in (await search()));
});
