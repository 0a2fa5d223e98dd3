import { ToolError } from '../../core/errors.js';
import { withoutLineEnds } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { literalMatches, replaceMatches } from '../../text/patterns/literal-set.js';

export default defineTool({
  slug: 'multi-replace',
  title: 'Multi-replace',
  description:
    'Replaces many texts in one pass from left to right: its output is never replaced again, so a and b can change places.',
  config: Type.Object({
    pairs: Type.Array(Type.Array(Type.String({ maxLength: 2000 }), { minItems: 2, maxItems: 2 }), {
      minItems: 1,
      maxItems: 500,
      description:
        'What to search for and what to write instead, character for character: [["cat", "dog"], ["dog", "cat"]]. Of pairs with the same search text the first counts',
    }),
    caseSensitive: Type.Boolean({
      default: true,
      description:
        'Distinguishes upper and lower case; otherwise characters are compared one by one, so ß equals ẞ but not SS',
    }),
    wholeWord: Type.Boolean({
      default: false,
      description:
        'Finds a text only where it does not continue a word: letters, digits and underscores of any script. In scripts without spaces, such as Chinese, Japanese and Thai, that is anywhere',
    }),
    longestFirst: Type.Boolean({
      default: true,
      description: 'If several texts start at the same place, takes the longest; otherwise the first of the list',
    }),
  }),
  examples: [
    {
      input: 'The cat chased the dog.',
      config: {
        pairs: [
          ['cat', 'dog'],
          ['dog', 'cat'],
        ],
      },
      output: 'The dog chased the cat.',
    },
    {
      input: 'us, use, US',
      config: {
        pairs: [
          ['us', 'United States'],
          ['uk', 'United Kingdom'],
        ],
        caseSensitive: false,
        wholeWord: true,
      },
      output: 'United States, use, United States',
    },
    {
      input: '<b>&amp;</b>',
      config: {
        pairs: [
          ['&', '&amp;'],
          ['&amp;', '&'],
          ['<', '&lt;'],
          ['>', '&gt;'],
        ],
      },
      output: '&lt;b&gt;&&lt;/b&gt;',
    },
    {
      input: 'abc',
      config: {
        pairs: [
          ['a', '1'],
          ['abc', '2'],
        ],
        longestFirst: false,
      },
      output: '1bc',
    },
  ],
  lineByLine: ({ pairs }) => !pairs.some(([find = '']) => /[\r\n]/.test(find)),
  keepsLines: [{ pairs: withoutLineEnds }],
  run(input, { pairs, caseSensitive, wholeWord, longestFirst }, limit) {
    const sought = pairs.map(([find = '']) => find);
    const empty = sought.indexOf('');
    if (empty !== -1) throw new ToolError(`pairs[${empty}] has nothing to search for: its first text is empty`);
    const replacements = pairs.map(([, replacement = '']) => replacement);
    const prefer = longestFirst ? 'longest' : 'first';
    const matches = literalMatches(input, sought, { caseSensitive, wholeWord, prefer });
    return replaceMatches(input, matches, replacements, limit);
  },
});
