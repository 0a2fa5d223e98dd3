import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadCatalogue } from '../../engine/catalogue.js';
import { createEngine } from '../../engine/execute.js';
import { maxOutputCharacters } from '../../engine/limits.js';
import { hostileTexts } from '../support/hostile-texts.js';
import { long } from '../support/reliability.js';

/** UTF-16 code units of each text, and the time that a run may take. */
const length = long ? 500_000 : 10_000;
const patienceMs = 7_000;

const catalogue = await loadCatalogue();
const engine = createEngine(catalogue);
const texts = [...hostileTexts(length)];

describe(`each tool answers ${texts.length} hostile texts of ${length} characters`, () => {
  for (const { tool } of catalogue.values()) {
    test(tool.slug, (t) => {
      // The options that the examples show, each set once.
      const configs = [...new Set(tool.examples.map(({ config = {} }) => JSON.stringify(config)))];
      let slowest = { ms: 0, what: '' };
      for (const [index, { name, text }] of texts.entries()) {
        const config = configs[index % configs.length] ?? '{}';
        const body = `{"input":${JSON.stringify(text)},"steps":[{"toolSlug":"${tool.slug}","config":${config}}]}`;
        const began = performance.now();
        const { status, body: bytes, trace } = engine.execute('run', Buffer.from(body));
        const ms = performance.now() - began;
        if (ms > slowest.ms) slowest = { ms, what: `${name} ${config}` };
        assert.equal(trace, undefined, `${name} ${config}`);
        const answer = JSON.parse(Buffer.from(bytes).toString()) as { result?: string; error?: string };
        if (status === 200) assert.ok((answer.result?.length ?? 0) <= maxOutputCharacters, name);
        else assert.match(answer.error ?? '', new RegExp(`^Step 1 \\(${tool.slug}\\) failed: .+`, 's'), name);
      }
      t.diagnostic(`slowest: ${slowest.ms.toFixed(0)} ms, ${slowest.what}`);
      assert.ok(slowest.ms < patienceMs, `${slowest.ms.toFixed(0)} ms for ${slowest.what}`);
    });
  }
});
