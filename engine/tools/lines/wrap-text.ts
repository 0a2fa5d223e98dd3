import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { splitLines } from '../../text/lines/lines.js';
import { countCodePoints } from '../../text/unicode/code-points.js';
import { wrapLine } from './wrap-text/line-wrap.js';

export default defineTool({
  slug: 'wrap-text',
  title: 'Wrap text',
  description:
    'Breaks lines that are longer than a width, between words or anywhere. Each line is broken separately: short lines are never joined. The width counts characters, whatever their width on a screen.',
  config: Type.Object({
    width: Type.Integer({
      default: 80,
      minimum: 1,
      maximum: 1000,
      description: 'Maximum number of characters in a line, including its indent',
    }),
    mode: Type.Enum(['word', 'char'], {
      default: 'word',
      description:
        'Where to break: at white space and zero-width spaces, which are dropped, and behind a dash between words; or wherever the width is reached',
    }),
    breakLongWords: Type.Boolean({
      default: true,
      description:
        'Breaks a word that is longer than a line as well, behind a hyphen or slash if it has one; otherwise it sticks out',
    }),
    indent: Type.String({
      default: '',
      maxLength: 20,
      description: 'Text before the first part of a broken line',
    }),
    hangingIndent: Type.String({
      default: '',
      maxLength: 20,
      description: 'Text before the other parts',
    }),
  }),
  examples: [
    {
      input: 'The quick brown fox jumps over the lazy dog.\n\nA short line.\n',
      config: { width: 20 },
      output: 'The quick brown fox\njumps over the lazy\ndog.\n\nA short line.\n',
    },
    {
      input: 'Wrap the items of a list with a hanging indent',
      config: { width: 24, indent: '- ', hangingIndent: '  ' },
      output: '- Wrap the items of a\n  list with a hanging\n  indent',
    },
    { input: '0123456789abcdef', config: { mode: 'char', width: 6 }, output: '012345\n6789ab\ncdef' },
    {
      input: 'see https://example.com/long/path',
      config: { width: 10, breakLongWords: false },
      output: 'see\nhttps://example.com/long/path',
    },
  ],
  eachLineAlone: true,
  run(input, config, limit) {
    for (const option of ['indent', 'hangingIndent'] as const) {
      if (/[\r\n]/.test(config[option])) throw new ToolError(`${option} must not contain a line break`);
      if (countCodePoints(config[option]) >= config.width) throw new ToolError(`${option} must be shorter than width`);
    }
    const { lines, lineEnd, final } = splitLines(input);
    const pieces: string[] = [];
    let length = 0;
    for (const line of lines) {
      for (const piece of wrapLine(line, config)) {
        const part = (pieces.length === 0 ? '' : lineEnd) + piece;
        length += part.length;
        limit.check(length);
        pieces.push(part);
      }
    }
    if (final) pieces.push(lineEnd);
    return pieces.join('');
  },
});
