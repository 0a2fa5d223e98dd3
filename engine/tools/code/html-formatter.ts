import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { beautify, Indent } from '../../text/code/beautify.js';

export default defineTool({
  slug: 'html-formatter',
  title: 'HTML formatter',
  description:
    'Lays out HTML with blocks on separate lines and even indentation, including its scripts and styles. Visible text stays as it is, and so does the content of pre and textarea; nothing is repaired.',
  // The beautifier's tokens: 120 bytes were measured for `> `.
  heapBytesPerCharacter: 150,
  config: Type.Object({
    indent: Indent,
    wrap: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 1000,
      description: 'Wraps text and tags longer than this many characters; 0 for never',
    }),
  }),
  examples: [
    {
      input: '<ul><li>One</li><li>Two <b>2</b></li></ul><pre> a\n  b</pre>',
      output: '<ul>\n  <li>One</li>\n  <li>Two <b>2</b></li>\n</ul>\n<pre> a\n  b</pre>',
    },
    {
      input: '<div><script>if(a){b()}</script><style>a{b:c}</style></div>',
      config: { indent: 4 },
      output:
        '<div>\n    <script>\n        if (a) {\n            b()\n        }\n    </script>\n    <style>\n        a {\n            b: c\n        }\n    </style>\n</div>',
    },
    { input: '<p>one two three four</p>', config: { wrap: 12 }, output: '<p>one two\n  three four\n</p>' },
    { input: 'plain text', output: 'plain text' },
  ],
  run: (input, config, limit) => beautify('html', input, config, limit),
});
