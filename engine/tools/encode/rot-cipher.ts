import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';

type Variant = 'rot13' | 'rot5' | 'rot18' | 'rot47' | 'caesar';

export default defineTool({
  slug: 'rot-cipher',
  title: 'ROT13 and Caesar cipher',
  description:
    'Shifts letters, digits or all visible ASCII characters along the alphabet. Applying a rot variant again undoes it; a negative shift undoes a Caesar shift. This hides a text from a glance and protects nothing.',
  config: Type.Object({
    variant: Type.Enum(['rot13', 'rot5', 'rot18', 'rot47', 'caesar'], {
      default: 'rot13',
      description:
        'rot13: letters by half the alphabet; rot5: digits by five; rot18: both; rot47: all from ! to ~ by half; caesar: letters by shift',
    }),
    shift: Type.Integer({
      default: 13,
      minimum: -25,
      maximum: 25,
      description:
        'Number of letters to shift forward in the variant caesar, or back if negative; the others do not use it',
    }),
  }),
  examples: [
    { input: 'Hello, world', output: 'Uryyb, jbeyq' },
    { input: 'XYZ abc', config: { variant: 'caesar', shift: 3 }, output: 'ABC def' },
    { input: 'Call 555-0199', config: { variant: 'rot18' }, output: 'Pnyy 000-5644' },
    { input: 'Hello, world', config: { variant: 'rot47' }, output: 'w6==@[ H@C=5' },
    { input: 'Ünïcode é stays', config: { variant: 'caesar', shift: -1 }, output: 'Ümïbncd é rszxr' },
  ],
  lineByLine: true,
  keepsLines: true,
  run(input, { variant, shift }) {
    const substitutes = substitutesOf(variant, shift);
    const bytes = Buffer.from(input, 'utf16le');
    // In UTF-16 the ASCII characters are units with a high byte of zero.
    for (let i = 0; i < bytes.length; i += 2) {
      const low = bytes[i] ?? 0;
      if (bytes[i + 1] === 0 && low < 0x80) bytes[i] = substitutes[low] ?? low;
    }
    return bytes.toString('utf16le');
  },
});

/** Returns the replacement for each ASCII character. */
function substitutesOf(variant: Variant, shift: number): Uint8Array {
  const substitutes = Uint8Array.from({ length: 128 }, (_, code) => code);
  const rotate = (first: string, last: string, by: number): void => {
    const start = first.charCodeAt(0);
    const size = last.charCodeAt(0) - start + 1;
    for (let i = 0; i < size; i++) substitutes[start + i] = start + ((i + by + size) % size);
  };
  if (variant === 'rot47') rotate('!', '~', 47);
  if (variant === 'rot5' || variant === 'rot18') rotate('0', '9', 5);
  if (variant === 'rot13' || variant === 'rot18' || variant === 'caesar') {
    const by = variant === 'caesar' ? shift : 13;
    rotate('A', 'Z', by);
    rotate('a', 'z', by);
  }
  return substitutes;
}
