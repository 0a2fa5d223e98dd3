import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { readableText } from '../../text/escapes/readable-text.js';
import { type FoundTextKind, foundTextOptions, listFoundTexts } from '../../text/lines/found-texts.js';
import { type Tag, tagsInText } from './extract-hashtags/social-tags.js';

export default defineTool({
  slug: 'extract-hashtags',
  title: 'Extract hashtags and mentions',
  description:
    'Finds #hashtags of any script, @mentions, or both. A hashtag contains a letter, so #fff is one and #1 is not; e-mail addresses and parts of URLs do not count, nor what follows a letter directly, except in scripts without spaces: 中文#标签.',
  config: Type.Object({
    kind: Type.Enum(['hashtags', 'mentions', 'both'], { default: 'hashtags', description: 'What to look for' }),
    keepSign: Type.Boolean({ default: true, description: 'Writes tags with their # or @' }),
    ...foundTextOptions('tag', 'tags'),
    unique: Type.Boolean({
      default: false,
      description:
        'Returns each tag once, in the order of first occurrence, ignoring case; otherwise returns every occurrence, so that they can be counted',
    }),
  }),
  examples: [
    { input: 'Big news! #OpenSource #日本語, #openSource #1', output: '#OpenSource\n#日本語\n#openSource' },
    {
      input: 'Thanks @ada and @grace.h (not bob@example.com), see @alan@example.social #thanks',
      config: { kind: 'mentions', keepSign: false, separator: ', ' },
      output: 'ada, grace.h, alan@example.social',
    },
    { input: '#b @a #a#c', config: { kind: 'both', unique: true, sort: true, limit: 3 }, output: '@a\n#a\n#b' },
    { input: 'C# # Heading &#39; https://example.com/#top', output: '' },
  ],
  run(input, { kind, keepSign, ...options }) {
    const isWanted = (tag: Tag) => kind === 'both' || kind === `${tag.kind}s`;
    const { text } = readableText(input, 'not-joiners');
    const tags: string[] = [];
    for (const tag of tagsInText(text)) {
      if (isWanted(tag)) tags.push(text.slice(keepSign ? tag.start : tag.start + 1, tag.end));
    }
    return listFoundTexts(tags, options, ignoringCase);
  },
});

const ignoringCase: FoundTextKind = { keyOf: (tag) => tag.toLowerCase() };
