import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes files into a folder of tools; an object becomes JSON. */
export function writeTools(folder: string, files: Readonly<Record<string, string | Uint8Array | object>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const isText = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(join(folder, name), isText ? content : JSON.stringify(content, undefined, 2));
  }
}

/** Returns the source of a module tool. @param run - the body of its function, which gets `input` and `config`. */
export function moduleSource(slug: string, run: string, { before = '', config = '{}', output = 'A' } = {}): string {
  return `import { defineTool, ToolError, Type } from 'textmill/engine';
${before}
export default defineTool({
  slug: '${slug}',
  title: 'A module',
  description: 'Writes a text in capitals.',
  config: Type.Object(${config}),
  examples: [{ input: 'a', output: '${output}' }],
  run(input, config) {
    if (input === 'a') return '${output}';
    ${run}
  },
});
`;
}

/** Returns the file of a workflow tool: one step with an option, and what is changed. */
export function workflowFile(changes: object = {}): Record<string, unknown> {
  return {
    title: 'House list',
    description: 'Trims lines and sorts them as the house does.',
    options: {
      type: 'object',
      properties: { order: { type: 'string', enum: ['asc', 'desc'], default: 'asc', description: 'Order of lines' } },
    },
    steps: ['trim-lines', { toolSlug: 'dedupe-sort', config: { order: '{{order}}' } }],
    examples: [
      { input: ' b\na\nb', output: 'a\nb' },
      { input: 'a\nb', config: { order: 'desc' }, output: 'b\na' },
    ],
    ...changes,
  };
}
