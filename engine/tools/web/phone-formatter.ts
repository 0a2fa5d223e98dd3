import { invalidLinesStay } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withoutInvisibleMarks } from '../../text/escapes/readable-text.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';
import { formatPhoneNumber } from '../../text/personal/phone-format.js';
import { countryCode, DefaultCountry, parsePhoneNumber } from '../../text/personal/phone-numbers.js';

export default defineTool({
  slug: 'phone-formatter',
  title: 'Format phone numbers',
  description:
    'Writes phone numbers, one per line, in one format. A number must be valid in the numbering plan of its country, according to the installed release of libphonenumber; whether someone has it is not checked. Invisible marks, such as those that address books copy, are ignored.',
  config: Type.Object({
    defaultCountry: DefaultCountry,
    format: Type.Enum(['e164', 'international', 'national', 'rfc3966'], {
      default: 'e164',
      description:
        'Format of the numbers: +12133734253 (without an extension), +1 213 373 4253, (213) 373-4253, or tel:+12133734253',
    }),
    invalid: invalidLines('is not a valid phone number', 'keep'),
  }),
  examples: [
    { input: '(213) 373-4253\n+44 20 7946 0958\n', output: '+12133734253\n+442079460958\n' },
    {
      input: '030/123456\n0049 (0)30 123456 ext. 7',
      config: { defaultCountry: 'DE', format: 'international' },
      output: '+49 30 123456\n+49 30 123456 ext. 7',
    },
    {
      input: '213-373-4253\n555-0100\nnone',
      config: { format: 'national', invalid: 'mark' },
      output: '(213) 373-4253\ninvalid: 555-0100\ninvalid: none',
    },
    {
      input: 'tel:+1-213-373-4253;ext=12\n\n',
      config: { format: 'rfc3966', invalid: 'drop' },
      output: 'tel:+12133734253;ext=12\n',
    },
  ],
  keepsLines: [{ invalid: invalidLinesStay }],
  run(input, { defaultCountry, format, invalid }, limit) {
    const country = countryCode(defaultCountry);
    const convert = (line: string) => {
      const number = parsePhoneNumber(withoutInvisibleMarks(line).replace(/^tel:\s{0,9}/i, ''), country);
      return number === undefined ? new LineProblem('not a valid phone number') : formatPhoneNumber(number, format);
    };
    return convertLines(input, { convert, invalid }, limit);
  },
});
