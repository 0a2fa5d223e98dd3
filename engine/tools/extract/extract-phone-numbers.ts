import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withCoded } from '../../text/escapes/coded-text.js';
import { readableText } from '../../text/escapes/readable-text.js';
import { foundTextOptions, listFoundTexts } from '../../text/lines/found-texts.js';
import { formatPhoneNumber } from '../../text/personal/phone-format.js';
import { countryCodes, DefaultCountry, OtherCountries } from '../../text/personal/phone-numbers.js';
import { phoneNumbersInText } from '../../text/personal/phone-search.js';
import { longestFinds } from '../../text/personal/redaction.js';

export default defineTool({
  slug: 'extract-phone-numbers',
  title: 'Extract phone numbers',
  description:
    'Finds the phone numbers in a text: international ones with +, and those of one or more countries as they are dialled there. A number has seven digits or more and is valid in its numbering plan, as the release of libphonenumber in use knows it; other numbers may look like one too. Reads \\n, \\/, %40, &#64; and such as they are meant, and ignores invisible marks.',
  config: Type.Object({
    defaultCountry: DefaultCountry,
    otherCountries: OtherCountries,
    format: Type.Enum(['e164', 'international', 'national', 'raw'], {
      default: 'e164',
      description:
        'Format of the numbers: +12133734253 (without an extension), +1 213 373 4253, (213) 373-4253, or raw, as in the text',
    }),
    ...foundTextOptions('number', 'numbers'),
  }),
  examples: [
    {
      input: 'Call (213) 373-4253 or +44 20 7946 0958, order 12345678, on 2026-01-15 10:30.',
      output: '+12133734253\n+442079460958',
    },
    {
      input: 'Tel. 030/123456, Fax 030 123457; mobil 0151 23456789.',
      config: { defaultCountry: 'DE', format: 'international', limit: 2, separator: ', ' },
      output: '+49 30 123456, +49 30 123457',
    },
    {
      input: '213.373.4253, +1 213 373 4253, 213-373-4254 x7',
      config: { format: 'raw', unique: false },
      output: '213.373.4253\n+1 213 373 4253\n213-373-4254 x7',
    },
    { input: '10.20.30.40 4111 1111 1111 1111 $2133734253 911', output: '' },
  ],
  run(input, { defaultCountry, otherCountries, format, ...options }) {
    const countries = countryCodes(defaultCountry, otherCountries);
    return listFoundTexts(writtenNumbers(readableText(input).text, countries, format), options);
  },
});

function* writtenNumbers(
  text: string,
  countries: ReturnType<typeof countryCodes>,
  format: 'e164' | 'international' | 'national' | 'raw',
): Generator<string> {
  const found = withCoded(text, (each) => phoneNumbersInText(each, countries));
  for (const { start, end, number } of longestFinds([...found], text)) {
    yield format === 'raw' ? text.slice(start, end) : formatPhoneNumber(number, format);
  }
}
