import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { parseJsonTree } from '../../text/json/json-tree.js';
import { JsonShape } from './json-to-typescript/json-shape.js';
import { isTypeName, typeScriptTypes } from './json-to-typescript/typescript-types.js';

export default defineTool({
  slug: 'json-to-typescript',
  title: 'JSON to TypeScript',
  description:
    'Declares TypeScript types for a JSON sample: one for each object, named after the member that contains it. The objects of an array share one type, so a member that some of them lack becomes optional. A sample shows what occurred, not what is allowed.',
  config: Type.Object({
    rootName: Type.String({
      default: 'Root',
      minLength: 1,
      maxLength: 50,
      description: 'The name of the outermost type: letters, digits, _ and $, not starting with a digit',
    }),
    style: Type.Enum(['interface', 'type'], {
      default: 'interface',
      description: 'How objects are declared: interface Root { … } or type Root = { … }',
    }),
    optional: Type.Boolean({
      default: true,
      description: 'Marks members with ? that some objects of an array lack; when false all are required',
    }),
  }),
  examples: [
    {
      input: '{"id":1,"user":{"name":"Ada","tags":["a"]}}',
      output:
        'export interface Root {\n  id: number;\n  user: User;\n}\n\nexport interface User {\n  name: string;\n  tags: string[];\n}',
    },
    {
      input: '[{"id":1,"at":null},{"id":"x"}]',
      config: { rootName: 'Events', style: 'type' },
      output:
        'export type Events = EventsItem[];\n\nexport type EventsItem = {\n  id: string | number;\n  at?: null;\n};',
    },
    { input: '[]', output: 'export type Root = unknown[];' },
  ],
  run(input, options, limit) {
    if (!isTypeName(options.rootName)) {
      throw new ToolError(
        'rootName must be letters, digits, _ and $, not start with a digit, and not be a reserved word of TypeScript',
      );
    }
    const shape = new JsonShape();
    shape.add(parseJsonTree(input));
    return typeScriptTypes(shape, options, limit);
  },
});
