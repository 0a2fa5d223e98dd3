import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { jsonOption, readJsonOption } from '../../text/json/json-option.js';
import { parseJsonTree, writeJsonTree } from '../../text/json/json-tree.js';
import { applyJsonPatch, applyMergePatch } from './json-patch/json-patch.js';

export default defineTool({
  slug: 'json-patch',
  title: 'JSON patch',
  description:
    'Changes JSON with a merge patch (RFC 7396), which looks like the document and removes with null, or with a JSON Patch (RFC 6902), a list of operations such as add, remove and test. If members share a name, the last one counts.',
  config: Type.Object({
    patch: jsonOption(
      'The patch, as JSON or as a text of JSON (at most 100000 characters); in a text numbers keep all their digits',
    ),
    type: Type.Enum(['merge', 'patch'], {
      default: 'merge',
      description: 'merge for a merge patch (RFC 7396), patch for a list of at most 1000 operations (RFC 6902)',
    }),
    indent: JsonIndent,
  }),
  examples: [
    {
      input: '{"title":"Hello","author":{"name":"Ada","mail":"a@b.c"}}',
      config: { patch: { title: 'Hi', author: { mail: null } }, indent: 0 },
      output: '{"title":"Hi","author":{"name":"Ada"}}',
    },
    {
      input: '{"tags":["a","b"],"n":1}',
      config: {
        patch: [
          { op: 'add', path: '/tags/-', value: 'c' },
          { op: 'remove', path: '/n' },
        ],
        type: 'patch',
        indent: 0,
      },
      output: '{"tags":["a","b","c"]}',
    },
    {
      input: '{"a":1e400}',
      config: { patch: '{"b":12345678901234567890}', indent: 0 },
      output: '{"a":1e400,"b":12345678901234567890}',
    },
    { input: '{"a":1}', config: { patch: '"new"' }, output: '"new"' },
  ],
  // The tree's nodes: 55 bytes were measured for `{},`.
  heapBytesPerCharacter: 70,
  run(input, { patch, type, indent }, limit) {
    const document = parseJsonTree(input);
    const changes = readJsonOption('patch', patch);
    const result = type === 'patch' ? applyJsonPatch(document, changes) : applyMergePatch(document, changes);
    return writeJsonTree(result, layoutFor(indent), limit);
  },
});
