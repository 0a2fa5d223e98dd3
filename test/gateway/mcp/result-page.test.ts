import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { listPage, textPage } from '#engine/operations/result-page.js';
import { callResult, startSession } from './agent-session.js';

const client = await startSession({ after });

interface Page {
  readonly truncated: boolean;
  readonly page?: {
    readonly offset: number;
    readonly total: number;
    readonly nextOffset?: number;
    readonly note: string;
  };
}

/** Collects all pages of a result, each requested as the one before says. */
async function allPages(name: string, args: object): Promise<(Page & Record<string, unknown>)[]> {
  const pages: (Page & Record<string, unknown>)[] = [];
  let resultOffset: number | undefined = 0;
  while (resultOffset !== undefined) {
    const result = (await callResult(client, name, { ...args, resultOffset })) as Page & Record<string, unknown>;
    pages.push(result);
    assert.equal(result.truncated, result.page?.nextOffset !== undefined);
    resultOffset = result.page?.nextOffset;
  }
  return pages;
}

describe('a long result comes in pages', () => {
  test('of a workflow, which add up to the whole', async () => {
    const input = 'aßc\n'.repeat(15_000);
    const pages = await allPages('run_text_workflow', { input, steps: ['upper-case'] });
    assert.equal(pages.map(({ result }) => result).join(''), 'ASSC\n'.repeat(15_000));
    assert.deepEqual(
      pages.map(({ page }) => page),
      [
        {
          offset: 0,
          total: 75_000,
          nextOffset: 20_000,
          note: 'This is characters 0 to 20000 of 75000: 55000 are missing. Call again with the same arguments and resultOffset 20000 for the next page.',
        },
        {
          offset: 20_000,
          total: 75_000,
          nextOffset: 40_000,
          note: 'This is characters 20000 to 40000 of 75000: 35000 are missing. Call again with the same arguments and resultOffset 40000 for the next page.',
        },
        {
          offset: 40_000,
          total: 75_000,
          nextOffset: 60_000,
          note: 'This is characters 40000 to 60000 of 75000: 15000 are missing. Call again with the same arguments and resultOffset 60000 for the next page.',
        },
        { offset: 60_000, total: 75_000, note: 'This is characters 60000 to 75000 of 75000: the last page.' },
      ],
    );
  });

  test('of sorted lines, with the number of all lines', async () => {
    const lines = Array.from({ length: 100 }, (_, i) => `line ${String(i).padStart(3, '0')}`);
    const pages = await allPages('sort_dedupe_lines', { lines: lines.toReversed(), resultLimit: 100 });
    assert.equal(pages.map(({ output }) => output).join(''), lines.join('\n'));
    assert.ok(pages.length > 5 && pages.every((page) => page.lines === 100));
  });

  test('of URLs, each complete, with the number of all URLs', async () => {
    const urls = Array.from({ length: 50 }, (_, i) => `https://example.com/${'a'.repeat(i * 10)}`);
    const pages = await allPages('sanitize_urls', { urls, resultLimit: 400 });
    assert.deepEqual(
      pages.flatMap(({ sanitized }) => sanitized as string[]),
      urls,
    );
    assert.ok(pages.every(({ count }) => count === 50));
    assert.ok(
      pages.some(({ sanitized }) => (sanitized as string[]).join('').length > 400),
      'no URL is too long',
    );
  });

  test('of URLs, with what was removed from the same ones', async () => {
    const urls = Array.from({ length: 20 }, (_, i) => `https://example.com/?a=${i}&utm_${i}=x`);
    const args = { urls, profile: 'careful', explain: true, resultLimit: 200 };
    const pages = await allPages('sanitize_urls', args);
    assert.ok(pages.length > 2);
    const names = pages.flatMap(({ removed }) => (removed as { name: string }[][]).flat().map(({ name }) => name));
    assert.deepEqual(
      names,
      urls.map((_, i) => `utm_${i}`),
    );
    for (const { sanitized, removed } of pages) {
      assert.equal((removed as unknown[]).length, (sanitized as unknown[]).length);
    }
  });

  test('up to 200,000 characters', async () => {
    const args = { input: 'a'.repeat(250_000), steps: ['upper-case'], resultLimit: 200_000 };
    const { result, truncated } = await callResult(client, 'run_text_workflow', args);
    assert.deepEqual([(result as string).length, truncated], [200_000, true]);
  });

  test('and a short one in one, even an empty one', async () => {
    for (const input of ['', 'a'.repeat(20_000)]) {
      const {
        meta,
        input_id: _input,
        result_id: _result,
        ...rest
      } = await callResult(client, 'run_text_workflow', { input, steps: ['lower-case'] });
      assert.deepEqual(rest, { result: input, truncated: false });
      assert.ok(meta);
    }
  });
});

describe('a page of a text', () => {
  for (const [text, resultOffset, resultLimit, expected] of [
    ['ab😀cd', 0, 3, 'ab'],
    ['ab😀cd', 0, 4, 'ab😀'],
    ['ab😀cd', 2, 1, '😀'],
    ['ab😀cd', 3, 2, '😀'],
    ['ab\ud83dcd', 0, 3, 'ab\ud83d'],
    ['ab\ude00cd', 2, 2, '\ude00c'],
  ] as const) {
    test(`${JSON.stringify(text)} from ${resultOffset}, ${resultLimit} long: ${JSON.stringify(expected)}`, () => {
      assert.equal(textPage(text, { resultOffset, resultLimit }).text, expected);
    });
  }

  test('and the next ones add up to the whole, without splitting a surrogate pair', () => {
    const unit = fc.oneof(fc.constantFrom('a', '😀', '\ud83d', '\ude00'), fc.string({ unit: 'binary', maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1 }), fc.integer({ min: 1, max: 9 }), (units, resultLimit) => {
        const text = units.join('');
        const pieces: string[] = [];
        for (let next: number | undefined = 0; next !== undefined; ) {
          const { text: piece, page } = textPage(text, { resultOffset: next, resultLimit });
          pieces.push(piece);
          next = page?.nextOffset;
        }
        assert.equal(pieces.join(''), text);
        // The pieces have as many code points as the text.
        assert.equal(pieces.flatMap((piece) => [...piece]).length, [...text].length);
        assert.ok(pieces.every((piece) => piece.length <= Math.max(2, resultLimit)));
      }),
    );
  });
});

test('a page of a list and the next ones add up to the whole', () => {
  const element = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(fc.array(element), fc.integer({ min: 1, max: 30 }), (elements, resultLimit) => {
      const pieces: (readonly string[])[] = [];
      for (let next: number | undefined = 0; next !== undefined; ) {
        const { elements: piece, page } = listPage(elements, { resultOffset: next, resultLimit });
        pieces.push(piece);
        next = page?.nextOffset;
      }
      assert.deepEqual(pieces.flat(), elements);
      assert.ok(pieces.every((piece) => piece.length === 1 || piece.join('').length <= resultLimit));
    }),
  );
});
