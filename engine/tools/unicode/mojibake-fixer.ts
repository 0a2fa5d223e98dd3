import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { replaceMatches } from '../../text/replacement.js';
import { misreadEncodings } from './mojibake-fixer/misread-encodings.js';
import { repairLine, withoutControls } from './mojibake-fixer/repair.js';

const From = Type.Enum(['auto', ...misreadEncodings], {
  default: 'auto',
  description:
    'The encoding in which the UTF-8 bytes were read by mistake: cp1252, cp1250 or cp1251 (Windows: Western, Central European, Cyrillic), latin1 or latin2 (ISO 8859, with invisible controls in place of € and ™), macroman, cp437 (DOS), or auto for the one that explains most of a line',
});

export default defineTool({
  slug: 'mojibake-fixer',
  title: 'Fix mojibake',
  description:
    'Repairs text whose UTF-8 was read in another encoding: cafÃ© becomes café, â€™ becomes ’, Ð¿Ñ€Ð¸Ð²ÐµÑ‚ becomes привет. It changes only what becomes more plausible, so that correct text stays, and repairs lines that are partly damaged. A character that lost a byte becomes U+FFFD.',
  config: Type.Object({
    from: From,
    passes: Type.Integer({
      default: 1,
      minimum: 1,
      maximum: 3,
      description: 'Maximum number of repairs of a line, for text that was misread more than once',
    }),
  }),
  examples: [
    { input: 'cafÃ© â€“ itâ€™s â‚¬5 ðŸ˜€', output: 'café – it’s €5 😀' },
    { input: 'cafÃƒÂ©', config: { passes: 2 }, output: 'café' },
    { input: 'It\u00e2\u0080\u0099s', config: { from: 'latin1' }, output: 'It’s' },
    { input: 'façade and cafÃ©, 5×£35, LE CAFÉ…', output: 'façade and café, 5×£35, LE CAFÉ…' },
  ],
  heapBytesPerCharacter: 250,
  lineByLine: true,
  keepsLines: true,
  run: (input, { from, passes }) =>
    replaceMatches(input, /[^\r\n]+/g, (line) => {
      let text = line;
      for (let pass = 0; pass < passes; pass++) {
        const repaired = repairLine(text, from);
        if (repaired === text) break;
        text = repaired;
      }
      return from === 'auto' ? withoutControls(text) : text;
    }),
});
