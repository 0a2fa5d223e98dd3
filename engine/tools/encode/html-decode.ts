import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { decodeReferences } from '../../text/markup/html-entities.js';

export default defineTool({
  slug: 'html-decode',
  title: 'HTML decode',
  description:
    'Decodes HTML entities to the characters they stand for, as browsers do: all names of HTML, decimal and hex numbers, and the old names that need no semicolon. Tags stay, and so does anything that is not an entity.',
  config: Type.Object({
    attributeMode: Type.Boolean({
      default: false,
      description:
        'Reads the text as the value of an attribute: names without a semicolon stay before = and letters, so that ?a=1&copy=2 survives',
    }),
  }),
  examples: [
    { input: '&lt;p&gt;Tom &amp; Jerry&#39;s caf&eacute; &#x1F600;', output: "<p>Tom & Jerry's café 😀" },
    { input: '?a=1&copy=2&amp;b', output: '?a=1©=2&b' },
    { input: '?a=1&copy=2&amp;b', config: { attributeMode: true }, output: '?a=1&copy=2&b' },
    { input: '&amp;lt; &bogus; AT&T &#128;', output: '&lt; &bogus; AT&T €' },
  ],
  lineByLine: true,
  run: (input, { attributeMode }) => decodeReferences(input, attributeMode),
});
