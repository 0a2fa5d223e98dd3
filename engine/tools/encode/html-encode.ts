import { Type } from '../../schema.js';
import { characterReference, hasReference } from '../../text/html/html-entities.js';
import { defineTool } from '../../tool.js';

export default defineTool({
  slug: 'html-encode',
  title: 'HTML encode',
  description:
    'Replaces the characters & < > " and \' by HTML entities, so that a text means itself in HTML, between tags as well as in a quoted attribute. All other characters stay, unless asked for.',
  config: Type.Object({
    mode: Type.Enum(['named', 'decimal', 'hex'], {
      default: 'named',
      description:
        'How to write entities: by name (&lt;) where there is one, or by number, decimal (&#60;) or hex (&#x3C;)',
    }),
    nonAscii: Type.Boolean({
      default: false,
      description: 'Replace all characters outside ASCII too: é, €, 😀',
    }),
  }),
  examples: [
    { input: `<a href="x">Tom & Jerry's</a>`, output: '&lt;a href=&quot;x&quot;&gt;Tom &amp; Jerry&#39;s&lt;/a&gt;' },
    { input: 'é € 😀', config: { nonAscii: true }, output: '&eacute; &euro; &#128512;' },
    { input: '<é>', config: { mode: 'hex', nonAscii: true }, output: '&#x3C;&#xE9;&#x3E;' },
    { input: '&amp; é', config: { mode: 'decimal' }, output: '&#38;amp; é' },
  ],
  run(input, { mode, nonAscii }, limit) {
    const references = new Map<string, string>();
    let length = input.length;
    return input.replace(nonAscii ? /[&<>"']|\P{ASCII}/gu : /[&<>"']/g, (character) => {
      let reference = references.get(character);
      if (reference === undefined) {
        reference = hasReference(character.codePointAt(0) ?? 0) ? characterReference(character, mode) : character;
        references.set(character, reference);
      }
      length += reference.length - character.length;
      limit.check(length);
      return reference;
    });
  },
});
