import type { SearchedTool } from '../../../engine/catalogue/search-index.js';
import { toolDocument } from '../../../engine/catalogue/tool-documents.js';
import { searchTools } from '../../../engine/catalogue/tool-search.js';
import { shortName } from '../../../engine/core/errors.js';
import { type Static, Type } from '../../../engine/core/schema.js';
import { objectOf } from '../../openapi/schemas.js';
import type { AgentCatalogue } from './agent-catalogue.js';
import type { AgentTool, Fields } from './agent-tool.js';

const output = objectOf(
  {
    tools: {
      type: 'array',
      description: 'The best first; without query in the order of their slugs',
      items: objectOf({
        slug: { type: 'string', description: 'Names the tool in steps, and for describe_text_tool' },
        title: { type: 'string' },
        category: { type: 'string' },
        summary: { type: 'string', description: 'What it does' },
      }),
    },
    total: { type: 'integer', minimum: 0, description: 'How many tools were found' },
    nextOffset: {
      type: 'integer',
      minimum: 1,
      description: 'The offset of the next tools; left out if these are the last',
    },
    categories: {
      type: 'array',
      items: objectOf({ name: { type: 'string' }, tools: { type: 'integer', description: 'How many it has' } }),
      description: 'All categories, if neither query nor category was given',
    },
    note: { type: 'string', description: 'What to try if nothing was found' },
  },
  { optional: ['nextOffset', 'categories', 'note'] },
);

/** `list_text_tools`: searches the text tools by words and category. */
export function listTextTools(catalogue: AgentCatalogue): AgentTool {
  const input = Type.Object(
    {
      query: Type.Optional(Type.String({ description: 'A few words for the task, such as "csv to json"' })),
      category: Type.Optional(Type.Enum([...catalogue.categories], { description: 'Only tools of this category' })),
      limit: Type.Integer({ default: 10, minimum: 1, maximum: 50, description: 'The most tools to return' }),
      offset: Type.Integer({ default: 0, minimum: 0, description: 'How many of the found tools to skip' }),
    },
    { additionalProperties: false },
  );
  // One object for all calls: the search makes an index once for each.
  let all: Promise<readonly SearchedTool[]> | undefined;
  return {
    name: 'list_text_tools',
    title: 'Find text tools',
    use: [
      `Finds tools among ${[...catalogue.keys()].length} that clean, convert, extract, sort, encode, format and measure text.`,
      'Use it first whenever you must change or measure a text exactly and do not know the slug of a tool for it.',
      'Search by the task; without query and category it lists the categories.',
      'Then call describe_text_tool for the options of a tool, and run_text_workflow to run it. It returns names, not texts.',
    ].join(' '),
    examples: [
      {
        arguments: { query: 'csv to json', limit: 1 },
        answer: {
          tools: [
            {
              slug: 'csv-json-converter',
              title: 'CSV ↔ JSON converter',
              category: 'convert',
              summary: 'Converts CSV to JSON and JSON to CSV, and detects the format of the input.',
            },
          ],
        },
      },
    ],
    input,
    output,
    async call(request) {
      const { query = '', category, limit, offset } = request as Static<typeof input>;
      all ??= allTools(catalogue);
      const tools = await all;
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
