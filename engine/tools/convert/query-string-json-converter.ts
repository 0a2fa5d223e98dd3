import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { looksLikeJson, readJson, requireDistinctNames, writeJson } from '../../text/json/json-conversion.js';
import { IndentOfJson } from '../../text/json/json-indent.js';
import { queryOf } from '../../text/urls/url-query.js';
import { jsonToQuery, queryToJson } from './query-string-json-converter/query-string.js';

export default defineTool({
  slug: 'query-string-json-converter',
  title: 'Query string ↔ JSON converter',
  description:
    'Converts a query string such as a=1&b=2 to a JSON object and back, and detects the format of the input; of a URL, with or without its scheme, it reads the query. Values are decoded as in browsers and stay text.',
  config: Type.Object({
    direction: Type.Enum(['auto', 'query-to-json', 'json-to-query'], {
      default: 'auto',
      description:
        'Direction of the conversion; auto reads a text that starts with { or [ as JSON and any other as a query string',
    }),
    arrays: Type.Enum(['repeat', 'brackets', 'comma'], {
      default: 'repeat',
      description: 'How a list is written: a=1&a=2, a[]=1&a[]=2 or a=1,2',
    }),
    nested: Type.Boolean({
      default: false,
      description:
        'Brackets in names lead into objects and lists: a[b]=1, a[0][c]=2 or a[][c]=2, where a name that the last item has begins the next one; at most 20 levels',
    }),
    indent: IndentOfJson,
  }),
  examples: [
    {
      input: '?q=caf%C3%A9+noir&tag=a&tag=b&page',
      output: '{\n  "q": "café noir",\n  "tag": [\n    "a",\n    "b"\n  ],\n  "page": ""\n}',
    },
    { input: '{"q":"a&b","page":2,"tag":["x","y"]}', output: 'q=a%26b&page=2&tag=x&tag=y' },
    {
      input: 'https://example.com/find?user[name]=Ada&user[langs][]=en#top',
      config: { nested: true, indent: 0 },
      output: '{"user":{"name":"Ada","langs":["en"]}}',
    },
    { input: '{"ids":[1,2],"note":"a,b"}', config: { arrays: 'comma' }, output: 'ids=1,2&note=a%2Cb' },
  ],
  // A member for each name: 56 bytes were measured for names and values of four characters.
  heapBytesPerCharacter: 60,
  run(input, { direction, indent, ...style }, limit) {
    const text = withoutByteOrderMark(input);
    const guessed = looksLikeJson(text) ? 'json-to-query' : 'query-to-json';
    if ((direction === 'auto' ? guessed : direction) === 'query-to-json') {
      return writeJson(queryToJson(queryIn(text.trim()), style), indent, limit);
    }
    const root = readJson(text, direction === 'auto' ? '; set direction to "query-to-json" if this is a query' : '');
    requireDistinctNames(root);
    return jsonToQuery(root, style, limit);
  },
});

function queryIn(text: string): string {
  if (text.startsWith('?')) return text.slice(1);
  const isUrl = /^[a-z][a-z\d+.-]{0,20}:\/\//i.test(text);
  // An address without its scheme: in a properly encoded query, no slash comes before the first "=".
  const isRelative = /^[^?=&#/]*\/[^?=&#]*\?/.test(text);
  if (!isUrl && !isRelative) return text;
  const { start, end } = queryOf(text);
  return start === -1 ? '' : text.slice(start, end);
}
