import { Type } from 'typebox';
import { defineTool } from '../../tool.js';

/** The characters that a variant turns around among themselves, from the first to the last. */
const ranges = {
  upper: [0x41, 0x5a],
  lower: [0x61, 0x7a],
  digits: [0x30, 0x39],
  printable: [0x21, 0x7e],
} as const;

type Rotation = [range: readonly [number, number], shift: number];

export default defineTool({
  slug: 'rot-cipher',
  title: 'ROT13 and Caesar cipher',
  description:
    'Moves letters along the alphabet: ROT13 and its relatives, which undo themselves, or a Caesar cipher with any shift. It hides a text from nobody. Characters beyond ASCII stay.',
  config: Type.Object({
    variant: Type.Enum(['rot13', 'rot5', 'rot18', 'rot47', 'caesar'], {
      default: 'rot13',
      description:
        'rot13: letters; rot5: digits; rot18: letters and digits; rot47: all visible ASCII characters; caesar: letters, by shift',
    }),
    shift: Type.Integer({
      default: 13,
      minimum: -25,
      maximum: 25,
      description: 'How far caesar moves a letter; the negative number undoes it. The other variants have their own',
    }),
  }),
  examples: [
    { input: 'Hello, World!', output: 'Uryyb, Jbeyq!' },
    { input: 'Room 101', config: { variant: 'rot18' }, output: 'Ebbz 656' },
    { input: 'Hello!', config: { variant: 'rot47' }, output: 'w6==@P' },
    { input: 'xyz', config: { variant: 'caesar', shift: 3 }, output: 'abc' },
    { input: 'é 漢 😀', output: 'é 漢 😀' },
  ],
  run(input, { variant, shift }) {
    const substitution = new Uint8Array(128).map((_, code) => code);
    for (const [[first, last], by] of rotationsOf(variant, shift)) {
      const size = last - first + 1;
      for (let i = 0; i < size; i++) substitution[first + i] = first + ((i + by + size) % size);
    }
    const units = Buffer.from(input, 'utf16le');
    for (let i = 0; i < units.length; i += 2) {
      if (units[i + 1] === 0) units[i] = substitution[units[i] ?? 0] ?? units[i] ?? 0;
    }
    return units.toString('utf16le');
  },
});

function rotationsOf(variant: string, shift: number): Rotation[] {
  const letters = (by: number): Rotation[] => [
    [ranges.upper, by],
    [ranges.lower, by],
  ];
  switch (variant) {
    case 'rot5':
      return [[ranges.digits, 5]];
    case 'rot18':
      return [...letters(13), [ranges.digits, 5]];
    case 'rot47':
      return [[ranges.printable, 47]];
    case 'caesar':
      return letters(shift);
    default:
      return letters(13);
  }
}
