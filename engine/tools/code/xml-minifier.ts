import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { readXml } from '../../text/formats/xml-reader.js';
import {
  isBlank,
  tidyTag,
  type XmlContent,
  type XmlToken,
  xmlContents,
  xmlSpace,
  xmlTokens,
} from '../../text/formats/xml-tokens.js';

const config = Type.Object({
  removeComments: Type.Boolean({ default: true, description: 'Leaves out comments' }),
  selfClose: Type.Boolean({
    default: true,
    description: 'Writes an element without content as <a/> instead of <a></a>',
  }),
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'xml-minifier',
  title: 'XML minifier',
  description:
    'Removes comments from XML, and white space that is only layout. Text stays as it is, and so does white space next to text or under xml:space="preserve". Rejects XML that is not well-formed, and document type declarations, and names the line and column.',
  config,
  examples: [
    {
      input: '<?xml version="1.0"?>\n<a>\n  <b  x = "1"> text </b>\n  <!-- note -->\n  <c></c>\n</a>\n',
      output: '<?xml version="1.0"?><a><b x="1"> text </b><c/></a>',
    },
    { input: '<p>\n  one <b>two</b>\n</p>', output: '<p>\n  one <b>two</b>\n</p>' },
    {
      input: '<a> <!-- c --> <b xml:space="preserve"> <c></c> </b></a>',
      config: { removeComments: false, selfClose: false },
      output: '<a><!-- c --><b xml:space="preserve"> <c></c> </b></a>',
    },
  ],
  run(input, config) {
    readXml(input);
    const tokens = xmlTokens(input);
    const kept = config.removeComments ? tokens.filter(({ kind }) => kind !== 'comment') : tokens;
    return minified(kept, config);
  },
});

/** How to treat the white space of an element. */
interface Layout {
  /** The author controls it: `xml:space="preserve"`. */
  readonly verbatim: boolean;
  readonly content: XmlContent;
}

function minified(tokens: readonly XmlToken[], { selfClose }: Config): string {
  const contents = xmlContents(tokens);
  const layouts: Layout[] = [];
  const pieces: string[] = [];
  /** Whether the last piece is a start tag. */
  let justOpened = false;
  tokens.forEach(({ kind, source }, at) => {
    if (kind === 'text' && isLayout(source, layouts.at(-1))) return;
    if (kind === 'close') {
      layouts.pop();
      const tag = pieces.at(-1) ?? '';
      if (justOpened && selfClose) pieces[pieces.length - 1] = `${tag.slice(0, -1)}/>`;
      else pieces.push(tidyTag(source));
    } else pieces.push(kind === 'open' || kind === 'empty' ? tidyTag(source) : source);
    if (kind === 'open') layouts.push(layoutInside(source, contents.get(at) ?? 'nothing', layouts.at(-1)));
    justOpened = kind === 'open';
  });
  return pieces.join('');
}

function layoutInside(tag: string, content: XmlContent, outer: Layout | undefined): Layout {
  const space = xmlSpace(tag);
  return { verbatim: space === undefined ? outer?.verbatim === true : space === 'preserve', content };
}

/**
 * Tests for white space between elements, or a line break that is an element's only content; a blank alone may be
 * intended.
 */
function isLayout(text: string, layout: Layout | undefined): boolean {
  if (layout === undefined) return true;
  if (layout.verbatim || !isBlank(text)) return false;
  return layout.content === 'elements' || (layout.content === 'blank' && /[\r\n]/.test(text));
}
