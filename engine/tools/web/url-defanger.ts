import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { readableText, writtenLike } from '../../text/escapes/readable-text.js';
import { longestFinds, replaceFinds } from '../../text/personal/redaction.js';
import { type Defanging, defangedThings, defangings, refang } from './url-defanger/defanging.js';

export default defineTool({
  slug: 'url-defanger',
  title: 'Defang URLs',
  description:
    'Rewrites the addresses in a text so that nobody can click on them by accident, as in reports about malware: hxxps[://]example[.]com. Refang reverses that, and also reads other usual forms such as (.) and [dot].',
  config: Type.Object({
    direction: Type.Enum(['defang', 'refang'], {
      default: 'defang',
      description: 'Whether to make addresses harmless or working again',
    }),
    types: Type.Array(Type.Enum([...defangedThings]), {
      default: [...defangedThings],
      minItems: 1,
      maxItems: defangedThings.length,
      description:
        'defang: what to look for: URLs (http, https, ftp, www.), domain names everywhere, IP addresses, e-mail addresses',
    }),
  }),
  examples: [
    {
      input: 'See https://www.example.com/a.html, evil.example.org or 10.0.0.1; ada@example.com.',
      output: 'See hxxps[://]www[.]example[.]com/a.html, evil[.]example[.]org or 10[.]0[.]0[.]1; ada[@]example[.]com.',
    },
    {
      input: 'hxxp[:]//example[.]com, hXXps://example(.)org and ada [at] example [dot] com',
      config: { direction: 'refang' },
      output: 'http://example.com, https://example.org and ada@example.com',
    },
    {
      input: 'http://example.com/ and example.com',
      config: { types: ['url'] },
      output: 'hxxp[://]example[.]com/ and example.com',
    },
    { input: 'Version 1.2, e.g. index.html', output: 'Version 1.2, e.g. index.html' },
  ],
  lineByLine: ({ direction }) => direction === 'refang',
  keepsLines: [{ direction: { enum: ['refang'] } }],
  run(input, { direction, types }, limit) {
    if (direction === 'refang') return refang(input);
    const readable = readableText(input);
    const finds = longestFinds(defangings(readable.text, new Set(types)), readable.text).map((find) =>
      withoutUnchangedPath(find, readable.text),
    );
    const written = finds.map((find) => ({
      ...readable.writtenSpan(find),
      defanged: writtenLike(readable, find, find.written),
    }));
    return replaceFinds(input, written, ({ defanged }) => defanged, limit);
  },
});

/** Excludes the end of a URL that stays as it is, from its path on: its invisible marks stay as well. */
function withoutUnchangedPath({ start, end, written }: Defanging, text: string): Defanging {
  let same = 0;
  while (same < Math.min(end - start, written.length) && text[end - 1 - same] === written.at(-1 - same)) same++;
  const path = text.slice(end - same, end).search(/[/?#]/);
  const kept = path === -1 ? 0 : same - path;
  return { start, end: end - kept, written: written.slice(0, written.length - kept) };
}
