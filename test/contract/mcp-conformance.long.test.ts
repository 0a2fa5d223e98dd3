import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpServers, startTestGateway } from '../support/gateway.js';
import { startKeyAddingProxy } from '../support/key-adding-proxy.js';
import { runProgram, unlessInstalled } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/**
 * The scenarios of the protocol's conformance tool that every server can pass. The others need the tools, resources and
 * prompts of a special test server.
 */
const scenarios = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

const skip = unlessInstalled('conformance');
for (const httpServer of httpServers) {
  for (const scenario of scenarios) {
    test(`the protocol's conformance tool passes ${scenario} over ${httpServer}`, { skip }, async (t) => {
      const service = await startTestGateway(t, { settings: { HTTP_SERVER: httpServer } });
      const port = await startKeyAddingProxy(t, service.port, (await service.key()).secret);
      const url = `http://localhost:${port}/mcp`;
      const results = temporaryFolder(t);
      const args = ['server', '--url', url, '--scenario', scenario, '--output-dir', results];
      const { status, stdout, stderr } = await runProgram('conformance', args);
      assert.equal(status, 0, stdout + stderr);
      assert.match(stdout, /Passed: [1-9]\d*\/\d+, 0 failed/);
    });
  }
}
