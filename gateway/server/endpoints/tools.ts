import type { Catalogue } from '#engine/catalogue/catalogue.js';
import { catalogueDocument, toolDocument } from '#engine/catalogue/tool-documents.js';
import { encodeJson } from '#engine/core/json.js';
import { sendDocument } from '../pipeline/send-document.js';
import { StaticDocument } from '../pipeline/static-document.js';
import type { Endpoint } from './endpoint.js';
import type { Parameter } from './openapi/types.js';
import type { Vocabulary } from './openapi/vocabulary.js';

/** The documents of `GET /v1/tools` and `GET /v1/tools/{slug}`. */
export class ToolDocuments {
  readonly #all: StaticDocument;
  readonly #bySlug = new Map<string, StaticDocument>();
  readonly #tools: ReadonlyMap<string, object>;

  constructor(catalogue: Catalogue) {
    const all = catalogueDocument(catalogue.values());
    this.#all = jsonDocument(all);
    this.#tools = new Map(all.tools.map((tool) => [tool.slug, tool]));
  }

  /** Returns the document of one tool, or of all tools without a slug. Undefined if there is no such tool. */
  find(slug?: string): StaticDocument | undefined {
    return slug === undefined ? this.#all : this.#documentOf(slug);
  }

  /** Encodes the document of a tool when it is first asked for. */
  #documentOf(slug: string): StaticDocument | undefined {
    const known = this.#bySlug.get(slug);
    const tool = this.#tools.get(slug);
    if (known !== undefined || tool === undefined) return known;
    const document = jsonDocument(tool);
    this.#bySlug.set(slug, document);
    return document;
  }
}

function jsonDocument(value: object): StaticDocument {
  return new StaticDocument(encodeJson(value));
}

const slugParameter = ({ exampleTool, schemaReference }: Vocabulary): Parameter => ({
  name: 'slug',
  in: 'path',
  required: true,
  description: 'The identifier of the tool',
  schema: schemaReference('ToolSlug'),
  example: exampleTool?.tool.slug ?? '',
});

/** The catalogue of tools. */
export const toolEndpoints: readonly Endpoint[] = [
  {
    access: 'public',
    path: '/v1/tools',
    label: 'tools',
    methods: { GET: (request, { documentOfTool, log }) => sendDocument(request, documentOfTool(), log) },
    describe: ({ documentOperation, json, openPreflight }) => ({
      get: documentOperation({
        operationId: 'listTools',
        tags: ['Tools'],
        summary: 'All tools',
        description: 'The catalogue: for each tool its options as a JSON Schema with defaults, and worked examples.',
        response: 'The tools',
        content: json('ToolList'),
      }),
      options: openPreflight('preflightTools', 'Tools'),
    }),
    schemas: toolSchemas,
  },
  {
    access: 'public',
    path: '/v1/tools/{slug}',
    label: 'tool',
    methods: {
      GET: (request, { documentOfTool, log }) => sendDocument(request, documentOfTool(request.parameters.slug), log),
    },
    describe: (vocabulary) => {
      const { documentOperation, example, exampleTool, json, openPreflight } = vocabulary;
      const slug = slugParameter(vocabulary);
      return {
        get: documentOperation({
          operationId: 'getTool',
          tags: ['Tools'],
          summary: 'One tool',
          parameters: [slug],
          response: 'The tool',
          content: json('Tool', example(String(slug.example), exampleTool && toolDocument(exampleTool))),
          special: ['NotFound'],
        }),
        options: openPreflight('preflightTool', 'Tools', [slug]),
      };
    },
  },
];

function toolSchemas({ count, objectOf, schemaReference, text }: Vocabulary) {
  return {
    ToolList: objectOf({
      tools: { type: 'array', items: schemaReference('Tool'), description: 'In order of identifier' },
      count: count('How many'),
      data: objectOf(
        {
          unicode: text('Version of Unicode'),
          icu: text('Version of ICU'),
          timeZones: text('Version of the time zone database'),
        },
        { description: 'Versions of the tables that the result of some tools depends on' },
      ),
    }),
    Tool: objectOf({
      slug: schemaReference('ToolSlug'),
      title: text('Name for people'),
      category: text('The category of the tool'),
      description: text('What it does'),
      config: { type: 'object', additionalProperties: true, description: 'JSON Schema of the options, with defaults' },
      keepsLines: {
        description:
          'With which options the tool makes exactly one line of each line, by itself: true: with all; false: with none; else with those that meet all conditions of one of the alternatives',
        anyOf: [
          { type: 'boolean' },
          {
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: schemaReference('OptionCondition'),
              description: 'Conditions by the names of options',
            },
          },
        ],
      },
      examples: { type: 'array', items: schemaReference('ToolExample'), description: 'Worked examples' },
    }),
    OptionCondition: {
      description: 'Condition on an option; without a value, on its default',
      oneOf: [
        objectOf({ enum: { type: 'array', items: {}, description: 'One of these values' } }),
        objectOf({
          pattern: text(
            'An ECMAScript regular expression (flag u) that the text matches, or each text in the array however deep; no text at all does',
          ),
        }),
      ],
    },
    ToolExample: objectOf(
      {
        input: text('Text before'),
        config: { type: 'object', additionalProperties: true, description: 'Options that are not the default' },
        output: text('Text after'),
      },
      { optional: ['config'] },
    ),
  };
}
