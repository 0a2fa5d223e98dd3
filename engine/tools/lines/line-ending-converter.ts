import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';

const lineEnds = { lf: '\n', crlf: '\r\n', cr: '\r' };

export default defineTool({
  slug: 'line-ending-converter',
  title: 'Convert line ends',
  description: 'Writes all line ends of a text in one style: LF (Unix, macOS), CRLF (Windows) or CR (old Mac OS).',
  config: Type.Object({
    to: Type.Enum(['lf', 'crlf', 'cr'], { default: 'lf', description: 'The line end to write' }),
    ensureFinal: Type.Enum(['keep', 'add', 'remove'], {
      default: 'keep',
      description:
        'add ends a text that is not empty with a line end; remove strips all line ends at the end of the text',
    }),
  }),
  examples: [
    { input: 'a\r\nb\rc\n', output: 'a\nb\nc\n' },
    { input: 'a\nb', config: { to: 'crlf', ensureFinal: 'add' }, output: 'a\r\nb\r\n' },
    { input: 'a\n\n', config: { ensureFinal: 'remove' }, output: 'a' },
    { input: '', config: { ensureFinal: 'add' }, output: '' },
  ],
  lineByLine: ({ to, ensureFinal }) => to !== 'cr' && ensureFinal === 'keep',
  keepsLines: [{ to: { enum: ['lf'] }, ensureFinal: { enum: ['keep'] } }],
  run: (input, { to, ensureFinal }) => {
    const lineEnd = lineEnds[to];
    const text = ensureFinal === 'remove' ? input.slice(0, contentEnd(input)) : input;
    const converted = text.replace(/\r\n|\r|\n/g, lineEnd);
    const add = ensureFinal === 'add' && text !== '' && contentEnd(text) === text.length;
    return add ? converted + lineEnd : converted;
  },
});

/** Returns the index after the last character that is not part of a line end. */
function contentEnd(text: string): number {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return end;
}
