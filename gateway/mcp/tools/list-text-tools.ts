import type { SearchedTool } from '#engine/catalogue/search-index.js';
import { toolDocument } from '#engine/catalogue/tool-documents.js';
import { mostResults, searchTools } from '#engine/catalogue/tool-search.js';
import { shortName } from '#engine/core/errors.js';
import { type Static, Type } from '#engine/core/schema.js';
import { memoizeAsync } from '#gateway/core/memoize-async.js';
import type { AgentCatalogue } from './agent-catalogue.js';
import type { AgentTool } from './agent-tool.js';
import type { Fields } from './text-engine.js';

/** `list_text_tools`: searches the text tools by words and category. */
export function listTextTools(catalogue: AgentCatalogue): AgentTool {
  const input = Type.Object(
    {
      query: Type.Optional(Type.String({ description: 'The task in a few words' })),
      category: Type.Optional(Type.Enum([...catalogue.categories], { description: 'Only of this category' })),
      limit: Type.Integer({
        default: mostResults,
        minimum: 1,
        maximum: 50,
        description: 'The most tools in one response',
      }),
      offset: Type.Integer({ default: 0, minimum: 0, description: 'nextOffset of the last response' }),
    },
    { additionalProperties: false },
  );
  // One object for all calls: the search makes an index once for each.
  const all = memoizeAsync(() => allTools(catalogue));
  return {
    name: 'list_text_tools',
    title: 'Find text tools',
    use: [
      `Finds tools among ${[...catalogue.keys()].length} that clean, convert, extract, sort, encode, format and measure text.`,
      'Use it first when you do not know the slug of a tool.',
      'Without query and category it lists the categories.',
    ].join(' '),
    examples: [
      {
        arguments: { query: 'lines backwards', limit: 1 },
        response: {
          tools: [
            {
              slug: 'reverse-lines',
              title: 'Reverse lines',
              category: 'sort',
              summary: 'Reverses the order of the lines: puts the last line first and the first line last.',
            },
          ],
        },
      },
    ],
    input,
    async call(request) {
      const { query = '', category, limit, offset } = request as Static<typeof input>;
      const tools = await all();
      const isWanted = (tool: SearchedTool): boolean => category === undefined || tool.category === category;
      const found = (query.trim() === '' ? tools : searchTools(tools, query)).filter(isWanted);
      const end = offset + limit;
      return {
        tools: found.slice(offset, end).map(summary),
        total: found.length,
        ...(end < found.length && { nextOffset: end }),
        ...(query.trim() === '' && category === undefined && { categories: categoryCounts(catalogue, found) }),
        ...(found.length <= offset && { note: emptyNote(found.length, query) }),
      };
    },
  };
}

async function allTools(catalogue: AgentCatalogue): Promise<readonly SearchedTool[]> {
  const slugs = [...catalogue.keys()];
  await catalogue.load(slugs);
  const entries = slugs.map((slug) => catalogue.get(slug)).filter((entry) => entry !== undefined);
  return entries.map(toolDocument);
}

function summary({ slug, title, category, description }: SearchedTool): Fields {
  const [sentence = description] = /^.*?[.!?](?=\s|$)/s.exec(description) ?? [];
  return { slug, title, category, summary: sentence };
}

function categoryCounts({ categories }: AgentCatalogue, tools: readonly SearchedTool[]): Fields[] {
  return categories.map((name) => ({ name, tools: tools.filter(({ category }) => category === name).length }));
}

function emptyNote(total: number, query: string): string {
  if (total > 0) return `Only ${total} tools were found: choose a smaller offset.`;
  return `No tool was found for "${shortName(query)}". Try fewer or other words, such as the name of a format or "sort", without category; or call list_text_tools without arguments to see the categories.`;
}
