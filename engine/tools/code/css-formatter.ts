import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { beautify, Indent } from '../../text/code/beautify.js';
import { HiddenParts } from '../../text/code/hidden-parts.js';
import { positionAt } from '../../text/position.js';
import { joinedParts } from './css-formatter/joined-parts.js';

export default defineTool({
  slug: 'css-formatter',
  title: 'CSS formatter',
  description:
    'Lays out CSS, SCSS or Less with one declaration per line, one selector per line and an empty line between rules. Only white space changes; style sheets with errors are laid out as far as they can be read.',
  // The beautifier's pieces: 144 bytes were measured, for many commas.
  heapBytesPerCharacter: 200,
  config: Type.Object({ indent: Indent }),
  examples: [
    {
      input: 'a,b>c{color:red;margin:0 auto}@media print{a{color:#000}}',
      output: 'a,\nb>c {\n  color: red;\n  margin: 0 auto\n}\n\n@media print {\n  a {\n    color: #000\n  }\n}',
    },
    {
      input: '/* keep me */.a{background:url(x;y.png);content:"a; b"}',
      config: { indent: 4 },
      output: '/* keep me */\n.a {\n    background: url(x;y.png);\n    content: "a; b"\n}',
    },
    { input: 'a{}', output: 'a {}' },
  ],
  run(input, config, limit) {
    const hidden = new HiddenParts(input, joinedParts(input));
    checkDepth(hidden.text, input);
    return hidden.restore(beautify('css', hidden.text, config, limit));
  },
});

/** Far more than style sheets have. Deeper ones take minutes, because their whole content is indented. */
const maxDepth = 500;

/** Braces in strings and comments count as well; they come in pairs, or in small numbers. */
function checkDepth(css: string, original: string): void {
  let depth = 0;
  for (let i = 0; i < css.length; i++) {
    const unit = css.charCodeAt(i);
    if (unit === closingBrace && depth > 0) depth--;
    if (unit !== openingBrace || ++depth <= maxDepth) continue;
    throw ToolError.at(positionAt(original, i), `blocks are nested deeper than ${maxDepth} levels`);
  }
}

const openingBrace = 0x7b;
const closingBrace = 0x7d;
