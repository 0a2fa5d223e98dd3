import type { CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { Type } from '#engine/core/schema.js';
import { requestSchemas } from '#engine/execute.js';
import { type AgentTool, briefly } from './agent-tool.js';
import { textArguments } from './text-arguments.js';

// A trace of long texts would cost an agent a hundred thousand tokens.
const { trace: _, ...runFields } = requestSchemas.get('run')?.properties ?? {};

const Steps = Type.Array(
  Type.Union([
    Type.String(),
    Type.Object({ toolSlug: Type.String(), config: Type.Optional(Type.Object({})) }),
    Type.Object({
      steps: Type.Array(Type.Unknown()),
      each: Type.Optional(Type.Unknown()),
      when: Type.Optional(Type.Unknown()),
      onError: Type.Optional(Type.String()),
    }),
  ]),
  { description: 'At most 25' },
);

/** `run_text_workflow`: `POST /v1/run`, with a long result in pages. */
export const runTextWorkflow: AgentTool = {
  name: 'run_text_workflow',
  title: 'Run text tools on a text',
  use: [
    'Runs text tools on a text, each on the result of the one before, and returns the exact result.',
    'Use it for the tools of list_text_tools, several in one call.',
    'A step is a slug, or {toolSlug, config} with options as in describe_text_tool.',
    'A group {each, steps} runs its steps on parts of the text: each is line, paragraph, {csv: {columns}},',
    '{field: {fields}}, {json: {path, lines}} or {match: {pattern}}. Its when ({contains}, {matches}, {equals}, {blank},',
    '{longerThan}, {not}) chooses parts; its onError keep, drop, blank or mark forgives those that fail (meta.failed).',
    'If a step fails otherwise there is no result.',
    'For trackers in URLs use sanitize_urls, to only sort lines sort_dedupe_lines.',
    'To use a text or a result again, pass its id as input_id instead of sending it.',
  ].join(' '),
  examples: [
    {
      arguments: { input: '  b \n a', steps: ['trim-lines', 'dedupe-sort', 'upper-case'] },
      response: { result: 'A\nB', truncated: false },
    },
    {
      arguments: {
        input: 'a;b\n1;2',
        steps: [{ toolSlug: 'csv-json-converter', config: { delimiter: ';', indent: 0 } }],
      },
      response: { result: '[{"a":"1","b":"2"}]' },
    },
    {
      arguments: {
        input: 'name,id\nann lee,x\n',
        steps: [{ each: { csv: { columns: ['name'] } }, steps: ['title-case-converter'] }],
      },
      response: { result: 'name,id\nAnn Lee,x\n' },
    },
  ],
  input: Type.Object(
    {
      ...briefly(runFields, {
        input: 'The text, at most 500,000 characters',
        steps: '',
      }),
      steps: Steps,
      workflow: Type.Optional(Type.String({ description: 'Stored' })),
      validate: Type.Optional(Type.Boolean({ description: 'Only check' })),
      ...textArguments,
    },
    { additionalProperties: false, required: [] },
  ),
  call(request, context) {
    const { validate, ...run } = request;
    // Without the text: the bytes of a long one would have to be read again to be left alone.
    if (validate === true) return context.run('run-page', { ...run, input: '', validate });
    return context.execute('run-page', run, ({ result }) => String(result));
  },
};

/** The arguments that every text tool has beside its options. */
const commonArguments = {
  input: Type.Optional(Type.String({ description: 'The text, at most 500,000 characters' })),
  ...textArguments,
};

/** More examples would make the list of tools long for little. */
const maxExamples = 2;

/**
 * Makes a text tool an agent tool, named after its slug, with its options beside the text.
 *
 * @throws {Error} if an option has the name of a general argument.
 */
export function exposedTool({ tool }: CatalogueEntry): AgentTool {
  const { slug, title, description, config, examples } = tool;
  const taken = Object.keys(config.properties).find((option) => option in commonArguments);
  if (taken !== undefined) throw new Error(`${slug} has an option ${taken}: it cannot be an agent tool`);
  return {
    name: slug,
    title,
    use: `${description} Use it when a text needs only this; for several steps use run_text_workflow.`,
    examples: examples
      .slice(0, maxExamples)
      .map(({ input, config, output }) => ({ arguments: { input, ...config }, response: { result: output } })),
    input: Type.Object(
      { ...commonArguments, ...config.properties },
      { additionalProperties: false, required: config.required ?? [] },
    ),
    call: ({ input, input_id, resultOffset, resultLimit, ...options }, context) =>
      runTextWorkflow.call(
        { input, input_id, steps: [{ toolSlug: slug, config: options }], resultOffset, resultLimit },
        context,
      ),
  };
}
