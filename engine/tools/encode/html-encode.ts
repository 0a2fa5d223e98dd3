import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { characterReference, hasReference } from '../../text/markup/html-entities.js';
import { replaceMatches } from '../../text/replacement.js';

export default defineTool({
  slug: 'html-encode',
  title: 'HTML encode',
  description:
    'Replaces the characters & < > " and \' by HTML entities, so that a text means itself in HTML, between tags as well as in a quoted attribute. All other characters stay, unless asked for.',
  config: Type.Object({
    mode: Type.Enum(['minimal', 'named', 'decimal', 'hex'], {
      default: 'minimal',
      description:
        'How to write entities: minimal uses the names that XML also knows (&lt;) and otherwise decimal numbers, named every name that HTML has (&eacute;), decimal (&#60;) and hex (&#x3C;) only numbers',
    }),
    nonAscii: Type.Boolean({
      default: false,
      description: 'Also replaces all characters outside ASCII: é, €, 😀',
    }),
  }),
  examples: [
    { input: `<a href="x">Tom & Jerry's</a>`, output: '&lt;a href=&quot;x&quot;&gt;Tom &amp; Jerry&#39;s&lt;/a&gt;' },
    { input: 'é € 😀', config: { mode: 'named', nonAscii: true }, output: '&eacute; &euro; &#128512;' },
    { input: '<é>', config: { mode: 'hex', nonAscii: true }, output: '&#x3C;&#xE9;&#x3E;' },
    { input: '&amp; é', config: { mode: 'decimal' }, output: '&#38;amp; é' },
  ],
  lineByLine: true,
  keepsLines: true,
  run(input, { mode, nonAscii }, limit) {
    const references = new Map<string, string>();
    let length = input.length;
    return replaceMatches(input, nonAscii ? /[&<>"']|\P{ASCII}/gu : /[&<>"']/g, (character) => {
      let reference = references.get(character);
      if (reference === undefined) {
        const code = character.codePointAt(0) ?? 0;
        const form = mode !== 'minimal' ? mode : code < 0x80 ? 'named' : 'decimal';
        reference = hasReference(code) ? characterReference(character, form) : character;
        references.set(character, reference);
      }
      length += reference.length - character.length;
      limit.check(length);
      return reference;
    });
  },
});
