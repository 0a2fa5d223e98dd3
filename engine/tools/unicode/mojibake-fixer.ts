import { isUtf8 } from 'node:buffer';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { replaceMatches } from '../../text/replacement.js';

const From = Type.Enum(['auto', 'cp1252', 'latin1'], {
  default: 'auto',
  description:
    'What the UTF-8 bytes were taken for: cp1252 (Windows, â€™ for ’), latin1 (ISO 8859-1, with invisible controls in place of € and ™), or either',
});

export default defineTool({
  slug: 'mojibake-fixer',
  title: 'Fix mojibake',
  description:
    'Repairs text whose UTF-8 was read in a Western encoding: cafÃ© becomes café, â€™ becomes ’. A line is changed only if all its characters beyond ASCII together are strict UTF-8, so one good é, or a byte that was lost on the way, keeps a line as it is.',
  config: Type.Object({
    from: From,
    passes: Type.Integer({
      default: 1,
      minimum: 1,
      maximum: 3,
      description: 'How many times a line is repaired at most, for text that was misread more than once',
    }),
  }),
  examples: [
    { input: 'cafÃ© â€“ itâ€™s â‚¬5 ðŸ˜€', output: 'café – it’s €5 😀' },
    { input: 'cafÃƒÂ©', config: { passes: 2 }, output: 'café' },
    { input: 'It\u00e2\u0080\u0099s', config: { from: 'latin1' }, output: 'It’s' },
    { input: 'façade and cafÃ©\nNÃ£o', output: 'façade and cafÃ©\nNão' },
  ],
  heavy: true,
  lineByLine: true,
  keepsLines: true,
  run: (input, { from, passes }) =>
    replaceMatches(input, /[^\r\n]+/g, (line) => {
      let text = line;
      for (let pass = 0; pass < passes; pass++) {
        const repaired = repair(text, from);
        if (repaired === undefined) break;
        text = repaired;
      }
      return text;
    }),
});

/** The characters of 0x80 to 0x9f in Windows-1252; the five bytes that it leaves open are controls, as browsers have it. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const windowsBytes: ReadonlyMap<number, number> = new Map(
  Array.from(windows1252, (character, i) => [character.charCodeAt(0), 0x80 + i]),
);

/** Strict UTF-8 by chance, as at the end of `LE CAFÉ…` or in `CAFÉ’S`, where it would be a letter hardly anyone uses. */
const capitalBeforeSign = /[Ç-Í][…’”–—®»]/;

/** @returns undefined if the line has nothing that can be repaired. */
function repair(line: string, from: Static<typeof From>): string | undefined {
  if (!/[^\0-\x7f]/.test(line) || capitalBeforeSign.test(line)) return undefined;
  const bytes = Buffer.allocUnsafe(line.length);
  for (let i = 0; i < line.length; i++) {
    const byte = byteOf(line.charCodeAt(i), from);
    if (byte === undefined) return undefined;
    bytes[i] = byte;
  }
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

function byteOf(code: number, from: Static<typeof From>): number | undefined {
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const byte = from === 'latin1' ? undefined : windowsBytes.get(code);
  if (byte !== undefined || from === 'cp1252') return byte;
  return code <= 0xff ? code : undefined;
}
