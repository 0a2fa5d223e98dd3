import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { callResult, catalogue, startSession } from '../agent-session.js';

const client = await startSession({ after });

interface Listed {
  readonly tools: readonly { readonly slug: string; readonly category: string; readonly summary: string }[];
  readonly total: number;
  readonly nextOffset?: number;
  readonly categories?: readonly { readonly name: string; readonly tools: number }[];
  readonly note?: string;
}

const listed = async (args: object) => (await callResult(client, 'list_text_tools', args)) as unknown as Listed;
const slugs = ({ tools }: Listed) => tools.map(({ slug }) => slug);

describe('list_text_tools', () => {
  test('without arguments returns the first tools, and all categories', async () => {
    const list = await listed({});
    assert.deepEqual(slugs(list), [...catalogue.keys()].slice(0, 12));
    assert.deepEqual([list.total, list.nextOffset, list.note], [catalogue.size, 12, undefined]);
    const counts = new Map<string, number>();
    for (const { category } of catalogue.values()) counts.set(category, (counts.get(category) ?? 0) + 1);
    const names = [...counts.keys()].sort();
    assert.deepEqual(
      list.categories,
      names.map((name) => ({ name, tools: counts.get(name) })),
    );
  });

  test('pages through all tools, each with one sentence', async () => {
    const all: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const list: Listed = await listed({ limit: 50, offset });
      all.push(...slugs(list));
      for (const { slug, summary } of list.tools) {
        const description = catalogue.get(slug)?.tool.description ?? '';
        assert.ok(description.startsWith(summary) && summary.endsWith('.'), `${slug}: ${summary}`);
      }
      offset = list.nextOffset;
    }
    assert.deepEqual(all, [...catalogue.keys()]);
  });

  test('finds by words, by category, and by both', async () => {
    assert.ok(slugs(await listed({ query: 'CSV json' })).includes('csv-json-converter'));
    const hash = await listed({ category: 'hash', limit: 50 });
    assert.equal(hash.total, hash.tools.length);
    assert.ok(hash.tools.every(({ category }) => category === 'hash'));
    assert.equal(hash.categories, undefined);
    const both = await listed({ query: 'json', category: 'convert', limit: 50 });
    assert.ok(both.total > 0 && both.tools.every(({ category }) => category === 'convert'));
  });

  test('suggests what to try when it finds nothing, and after the last tool', async () => {
    const nothing = await listed({ query: 'xyzzy' });
    assert.deepEqual([nothing.tools, nothing.total], [[], 0]);
    assert.match(nothing.note ?? '', /^No tool was found for "xyzzy"\. Try fewer or other words/);
    assert.match((await listed({ offset: 5_000 })).note ?? '', /^Only \d+ tools were found: choose a smaller offset/);
    assert.ok(((await listed({ query: 'xyzzy'.repeat(9_999) })).note ?? '').length < 500);
  });
});

test('describe_text_tool returns the document of the API for every tool, and a valid call', async () => {
  for (const [slug, { tool }] of catalogue) {
    const { call, ...document } = await callResult(client, 'describe_text_tool', { slug });
    assert.deepEqual(document.config, JSON.parse(JSON.stringify(tool.config)));
    const { tool: name, arguments: args } = call as { tool: string; arguments: object };
    const { result } = await callResult(client, name, { ...args, resultLimit: 200_000 });
    assert.equal(result, tool.examples[0]?.output);
  }
});
