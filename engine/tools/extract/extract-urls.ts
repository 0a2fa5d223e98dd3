import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { readableText } from '../../text/escapes/readable-text.js';
import { foundTextOptions, listFoundTexts } from '../../text/lines/found-texts.js';
import { longestScheme, urlsInText } from '../../text/urls/web-addresses.js';

export default defineTool({
  slug: 'extract-urls',
  title: 'Extract URLs',
  description:
    'Finds the URLs in a text, as written; for the texts of links use extract-links. Understands prose, Markdown, HTML and lists: a full stop or a bracket that belongs to the text around a URL is excluded, and so are the next cells of CSV after a comma before it; between quotes, <…> and the brackets of a link everything counts. Reads \\n, \\/ and such as source code means them, and ignores invisible marks.',
  config: Type.Object({
    schemes: Type.Array(Type.String({ minLength: 1, maxLength: longestScheme }), {
      default: ['http', 'https'],
      minItems: 1,
      maxItems: 20,
      description: 'The schemes to look for, without the colon: http, https, ftp, mailto and others',
    }),
    includeBare: Type.Boolean({
      default: false,
      description: 'Also finds addresses that start with www. and no scheme',
    }),
    includeDomains: Type.Boolean({
      default: false,
      description:
        'Also finds domain names with a path, query or fragment and no scheme, such as bit.ly/x, if their ending is on the Public Suffix List',
    }),
    stripTrailingPunctuation: Type.Boolean({
      default: true,
      description: 'Excludes punctuation at the end, and brackets that were opened before the URL',
    }),
    ...foundTextOptions('URL', 'URLs'),
  }),
  examples: [
    {
      input: 'See https://example.com/a_(b), [docs](http://docs.example.com/?q=1#top) or https://example.com/a_(b).',
      output: 'https://example.com/a_(b)\nhttp://docs.example.com/?q=1#top',
    },
    {
      input: 'www.example.com or mailto:ada@example.com!',
      config: { schemes: ['mailto'], includeBare: true, separator: ' ' },
      output: 'www.example.com mailto:ada@example.com',
    },
    {
      input: 'https://b.example https://c.example https://a.example',
      config: { sort: true, limit: 2 },
      output: 'https://a.example\nhttps://b.example',
    },
    { input: 'Short: bit.ly/3xYz, example.com', config: { includeDomains: true }, output: 'bit.ly/3xYz' },
    { input: 'http:// is no URL, and neither is example.com', output: '' },
  ],
  costClasses: { domains: ({ includeDomains }) => includeDomains },
  run(input, { schemes, includeBare, includeDomains, stripTrailingPunctuation, ...options }) {
    const search = {
      schemes: new Set(schemes.map(schemeName)),
      bare: includeBare,
      pathedDomains: includeDomains,
      stripPunctuation: stripTrailingPunctuation,
    };
    const { text } = readableText(input, 'not-joiners');
    const urls = Array.from(urlsInText(text, search), ({ start, end }) => text.slice(start, end));
    return listFoundTexts(urls, options);
  },
});

/** RFC 3986 section 3.1. */
function schemeName(scheme: string): string {
  if (!/^[a-z][a-z\d+.-]*$/i.test(scheme)) {
    throw new ToolError(
      `"${scheme}" in schemes is not the name of a scheme; write it without the colon, such as https`,
    );
  }
  return scheme.toLowerCase();
}
