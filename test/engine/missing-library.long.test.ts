import assert from 'node:assert/strict';
import Module from 'node:module';
import { test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { createEngine } from '#engine/execute.js';

const loader = Module as unknown as { _load(name: string, parent?: { readonly filename: string | null }): unknown };

/** Fails like Node for packages that are not installed, for the packages that tools load lazily. */
function loseLibraries(): void {
  const load = loader._load;
  loader._load = function lost(...args: Parameters<typeof load>) {
    const [name, parent] = args;
    if (parent?.filename?.includes('lazy-library') !== true) return load.apply(this, args);
    throw Object.assign(new Error(`Cannot find module '${name}'\nRequire stack:\n- here`), {
      code: 'MODULE_NOT_FOUND',
    });
  };
}

test('a missing library is a 500 for every tool, and never a 400 that blames the text', async () => {
  const catalogue = await loadCatalogue();
  const engine = createEngine(catalogue);
  loseLibraries();
  let failed = 0;
  for (const [slug, { tool }] of catalogue) {
    for (const { input, config = {} } of tool.examples) {
      const request = { input, steps: [{ toolSlug: slug, config }] };
      const { status, body, loadFailure } = engine.execute('run', Buffer.from(JSON.stringify(request)));
      if (status === 200) continue;
      failed++;
      assert.equal(status, 500, `${slug}: ${Buffer.from(body).toString()}`);
      assert.equal(Buffer.from(body).toString(), '{"error":"Internal server error"}');
      const { tool: needing, module = '', code, reason } = loadFailure ?? {};
      assert.deepEqual([needing, code, reason], [slug, 'MODULE_NOT_FOUND', `Cannot find module '${module}'`]);
    }
  }
  assert.ok(failed > 50, `${failed} examples need a library`);
});
