import { Type } from 'typebox';
import { ToolError } from '../../errors.js';
import { domainFromAscii, domainToAscii, hasPunycode } from '../../text/domain-punycode.js';
import { joinLines, splitLines } from '../../text/lines.js';
import { defineTool } from '../../tool.js';

export default defineTool({
  slug: 'punycode-converter',
  title: 'Punycode converter',
  description:
    'Turns internationalised domain names into their xn-- form and back, one on each line; of an e-mail address, the part behind the @. Names are mapped as UTS #46 has it, so capitals become small; those that are not valid are errors.',
  config: Type.Object({
    direction: Type.Enum(['auto', 'to-ascii', 'to-unicode'], {
      default: 'auto',
      description: 'auto decides by the line: a name with an xn-- label goes to Unicode, any other to ASCII',
    }),
  }),
  examples: [
    { input: 'bücher.example', output: 'xn--bcher-kva.example' },
    { input: 'xn--bcher-kva.example', output: 'bücher.example' },
    {
      input: 'info@münchen.de\nexample.com',
      config: { direction: 'to-ascii' },
      output: 'info@xn--mnchen-3ya.de\nexample.com',
    },
    { input: '日本語。ＪＰ', output: 'xn--wgv71a119e.jp' },
    { input: '', output: '' },
  ],
  heavy: true,
  run(input, { direction }, limit) {
    const { lines, lineEnd, final } = splitLines(input);
    let size = 0;
    const converted = lines.map((line, i) => {
      const name = line.trim();
      const domainStart = name.lastIndexOf('@') + 1;
      const result = name.slice(0, domainStart) + convert(name.slice(domainStart), direction, i + 1);
      size += result.length + lineEnd.length;
      limit.check(size - lineEnd.length);
      return result;
    });
    return joinLines(converted, { lineEnd, final });
  },
});

function convert(domain: string, direction: 'auto' | 'to-ascii' | 'to-unicode', line: number): string {
  const toUnicode = direction === 'to-unicode' || (direction === 'auto' && hasPunycode(domain));
  try {
    return toUnicode ? domainFromAscii(domain) : domainToAscii(domain);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError(`line ${line}: ${error.message}`);
  }
}
