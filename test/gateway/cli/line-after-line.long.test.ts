import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type CatalogueEntry, loadCatalogue } from '#engine/catalogue/catalogue.js';
import { compileWorkflow, isLineAfterLine, isLineByLine } from '#engine/operations/workflow.js';
import { workflowText } from '#gateway/cli/text/workflow-text.js';
import { runCommand } from '../../support/command-line.js';
import { line } from '../../support/line-texts.js';
import { runRequest } from '../../support/run-request.js';
import { isFullForm } from '../../support/sample-size.js';
import { configsOf } from '../../support/tool-configs.js';

const catalogue = await loadCatalogue();

/** Returns the options with which a tool is run on pieces because it works on each line alone. */
function streamedConfigs(entry: CatalogueEntry): readonly object[] {
  return configsOf(entry).filter((config) => {
    const [step] = compileWorkflow([{ toolSlug: entry.tool.slug, config }], catalogue).steps;
    return step !== undefined && !isLineByLine(step) && isLineAfterLine(step);
  });
}

/** Returns what the command writes for a text that arrives in pieces, or why it stops. */
async function inPieces(pieces: readonly string[], steps: readonly (string | object)[]): Promise<string> {
  async function* arriving() {
    yield* pieces;
  }
  const parts: string[] = [];
  try {
    const compiled = compileWorkflow(steps as Parameters<typeof compileWorkflow>[0], catalogue).steps;
    for await (const part of workflowText(arriving(), compiled)) parts.push(part);
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  }
  return parts.join('');
}

function asOneText(input: string, steps: readonly (string | object)[]): string {
  const { result, error } = runRequest({ input, steps });
  return result ?? `refused: ${error}`;
}

function piecesOf(text: string, places: readonly number[]): readonly string[] {
  const ends = [...places.map((place) => Math.min(place, text.length)), text.length].sort((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

/** Most texts of a tool, over all its options, and the fewest with each. */
const runs = isFullForm ? { all: 1_000, least: 40 } : { all: 60, least: 3 };

describe('a text in pieces gives what the whole text does, its line ends and refusals included', () => {
  for (const entry of catalogue.values()) {
    const configs = streamedConfigs(entry);
    if (configs.length === 0) continue;
    const { slug, examples } = entry.tool;
    test(slug, async () => {
      const known = examples.flatMap(({ input }) => input.split(/\r\n|\r|\n/));
      const lines = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known, '') }, line);
      const lineEnd = fc.oneof({ weight: 3, arbitrary: fc.constant('\n') }, fc.constantFrom('\n', '\r\n', '\r'));
      const text = fc.tuple(fc.array(fc.tuple(lines, lineEnd), { maxLength: 6 }), fc.oneof(fc.constant(''), lines));
      const places = fc.array(fc.nat({ max: 120 }), { maxLength: 5 });
      for (const config of configs) {
        const steps = [{ toolSlug: slug, config }];
        const property = fc.asyncProperty(text, places, async ([ended, last], cuts) => {
          const input = ended.flat().join('') + last;
          assert.equal(await inPieces(piecesOf(input, cuts), steps), asOneText(input, steps));
        });
        await fc.assert(property, { seed: 7, numRuns: Math.max(runs.least, Math.ceil(runs.all / configs.length)) });
      }
    });
  }

  test('of several such steps in a row', async () => {
    const steps = [
      'trim-lines',
      { toolSlug: 'filter-lines', config: { pattern: '0' } },
      'pad-lines',
      'remove-blank-lines',
    ];
    const token = fc.constantFrom('10', ' 0 ', 'a', '', '\n', '\r\n', '\r');
    const places = fc.array(fc.nat({ max: 40 }), { maxLength: 5 });
    const property = fc.asyncProperty(fc.array(token, { maxLength: 20 }), places, async (tokens, cuts) => {
      const input = tokens.join('');
      assert.equal(await inPieces(piecesOf(input, cuts), steps), asOneText(input, steps));
    });
    await fc.assert(property, { seed: 8, numRuns: isFullForm ? 2_000 : 300 });
  });
});

describe('textmill run', () => {
  test('takes a text of any size through tools for lines with their defaults', async () => {
    const { code, stdout, stderr } = await runCommand(['run', 'phone-formatter', 'pad-lines={"width":9}'], {
      input: '\n'.repeat(4_000_100),
    });
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(stdout.length, 40_001_000);
  });

  test('names the line of the text that such a tool refuses', async () => {
    const step = 'date-formatter={"outputFormat":"d.M.yyyy"}';
    const input = `${'2024-01-05\n'.repeat(20_000)}never\n`;
    const { code, stderr } = await runCommand(['run', step], { input });
    assert.equal(code, 1);
    assert.equal(`textmill: ${asOneText(input, [{ toolSlug: 'date-formatter' }]).replace('refused: ', '')}\n`, stderr);
    assert.match(stderr, / failed: line 20001: /);
  });
});
