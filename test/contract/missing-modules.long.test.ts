import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createLog } from '#gateway/core/log.js';
import { startTestGateway } from '../support/gateway.js';
import type { LogLine } from '../support/gateway-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const engineModule = (name: string) => JSON.stringify(new URL(`../../engine/${name}.ts`, import.meta.url).href);

/** The source of a test tool that loads a library lazily. */
const toolNeeding = (slug: string, library: string) => `
import { lazyLibrary } from ${engineModule('core/lazy-library')};
import { Type } from ${engineModule('core/schema')};
import { defineTool } from ${engineModule('core/tool')};
import { ToolError } from ${engineModule('core/errors')};
const library = lazyLibrary(${JSON.stringify(library)});
export default defineTool({
  slug: ${JSON.stringify(slug)}, title: 'T', description: 'D', config: Type.Object({}), examples: [],
  run: (input) => {
    try {
      return library().work(input);
    } catch (error) {
      throw new ToolError(error.message);
    }
  },
});
`;

/** A gateway with two tools: one needs a missing library; the file of the other is deleted before a thread loads it. */
async function gatewayWithLosses(t: TestContext, inlineMaxBytes: string) {
  const folder = temporaryFolder(t);
  const library = join(folder, 'library.cjs');
  mkdirSync(join(folder, 'lines'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const files = { needy: join(folder, 'lines/needy.ts'), lost: join(folder, 'lines/lost.ts') };
  for (const [slug, file] of Object.entries(files)) writeFileSync(file, toolNeeding(slug, library));
  const lines: LogLine[] = [];
  const log = createLog('error', { write: (line) => void lines.push(JSON.parse(line)) });
  const settings = { INLINE_MAX_BYTES: inlineMaxBytes };
  const service = await startTestGateway(t, { log, settings, toolDirectories: [folder] });
  rmSync(files.lost);
  return { service, library, lines, files };
}

/** Returns the only log line other than the request's. It contains nothing of the user's text. */
function onlyLine(lines: LogLine[]): LogLine {
  const [line, ...more] = lines.splice(0).filter(({ msg }) => msg !== 'request');
  assert.ok(line !== undefined && more.length === 0);
  assert.doesNotMatch(JSON.stringify(line), /secret text/);
  return line;
}

const sentence = 'A module that a tool needs cannot be loaded: install the packages again, and restart';

for (const [where, inlineMaxBytes] of [
  ['the event loop', '8192'],
  ['a thread', '0'],
] as const) {
  test(`on ${where}: the log names a missing library, and the response is a 500`, async (t) => {
    const { service, library, lines } = await gatewayWithLosses(t, inlineMaxBytes);
    const { secret } = await service.key();
    const { status, json } = await service.post('/v1/run', { input: 'secret text', steps: ['needy'] }, secret);
    assert.deepEqual([status, json], [500, { error: 'Internal server error' }]);
    const { level, msg, tool, module, code, reason } = onlyLine(lines);
    assert.deepEqual([level, msg, tool, module, code], [50, sentence, 'needy', library, 'MODULE_NOT_FOUND']);
    assert.equal(reason, `Cannot find module '${library}'`);
  });
}

test('the log names the missing file of a tool when a thread first loads it, and the response is a 500', async (t) => {
  const { service, lines, files } = await gatewayWithLosses(t, '0');
  const { secret } = await service.key();
  for (let i = 0; i < 2; i++) {
    const { status, json } = await service.post('/v1/run', { input: 'secret text', steps: ['lost'] }, secret);
    assert.deepEqual([status, json], [500, { error: 'Internal server error' }]);
    const { msg, tool, module, code } = onlyLine(lines);
    assert.deepEqual([msg, tool, module, code], [sentence, 'lost', files.lost, 'ERR_MODULE_NOT_FOUND']);
  }
  assert.equal((await service.request('GET', '/readyz')).status, 200, 'the thread still works');
});
