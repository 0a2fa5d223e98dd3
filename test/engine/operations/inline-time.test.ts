import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { costOfTool, measuredCost, microsecondsOf } from '#engine/catalogue/tool-costs.js';
import { mostInlineMicroseconds } from '#engine/core/work-budget.js';
import { createEngine } from '#engine/execute.js';

const catalogue = await loadCatalogue();

/** Returns an engine whose every tool takes this long by the clock. @param ms - milliseconds for a step. */
function engineWithSlowTools(ms: number) {
  let time = 0;
  const get = (slug: string) => {
    const entry = catalogue.get(slug);
    if (entry === undefined) return undefined;
    const { run } = entry.tool;
    const slow: typeof run = (...given) => {
      time += ms;
      return run(...given);
    };
    return { ...entry, tool: { ...entry.tool, run: slow } };
  };
  return createEngine({ get, keys: () => catalogue.keys() }, { now: () => time });
}

const bodyOf = (steps: number) =>
  Buffer.from(JSON.stringify({ input: 'a', steps: Array.from({ length: steps }, () => 'rot-cipher') }));

describe('the length of a text on the event loop counts in characters, not in bytes', () => {
  const engine = createEngine(catalogue, { now: () => 0 });
  const tool = catalogue.get('upper-case')?.tool;
  const cost = costOfTool(tool ?? { slug: '' }, { locale: 'root' });
  const microseconds = (characters: number) =>
    microsecondsOf(measuredCost('run'), characters) + 6 * microsecondsOf(cost, characters);
  let longest = 0;
  while (microseconds(longest + 2) <= mostInlineMicroseconds) longest += 2;
  const isInline = (input: string) => {
    const steps = Array.from({ length: 6 }, () => 'upper-case');
    return engine.executeInline('run', Buffer.from(JSON.stringify({ input, steps }))) !== undefined;
  };
  const rows: [title: string, unit: string, most: number][] = [
    ['ASCII', 'a', longest],
    ['Chinese', '\u4e2d', longest],
    ['Greek', '\u03b1', longest],
    ['emoji, which are two code units', '\u{1f600}', longest / 2],
  ];
  for (const [title, unit, most] of rows) {
    test(title, () => {
      assert.deepEqual([isInline(unit.repeat(most)), isInline(unit.repeat(most + 2))], [true, false]);
    });
  }
});

describe('steps on the event loop', () => {
  test('that take long together go on on a thread, with the same result', () => {
    const engine = engineWithSlowTools(0.3);
    assert.equal(engine.executeInline('run', bodyOf(15)), undefined);
    const { status, body } = engine.execute('run', bodyOf(15));
    assert.equal(status, 200);
    assert.match(Buffer.from(body).toString(), /"result":"n"/);
  });

  test('that take little time together stay there', () => {
    assert.equal(engineWithSlowTools(0.03).executeInline('run', bodyOf(15))?.status, 200);
  });

  test('are not measured if there is only one', () => {
    assert.equal(engineWithSlowTools(30).executeInline('run', bodyOf(1))?.status, 200);
  });
});
