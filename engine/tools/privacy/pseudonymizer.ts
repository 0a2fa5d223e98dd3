import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { keyedDigest } from '../../text/encoding/digests.js';
import { readableText } from '../../text/escapes/readable-text.js';
import { PersonalDataTypes, personalData } from '../../text/personal/personal-data.js';
import { DefaultCountry, OtherCountries } from '../../text/personal/phone-numbers.js';
import { redactFinds } from '../../text/personal/redaction.js';

export default defineTool({
  slug: 'pseudonymizer',
  title: 'Pseudonymize personal data',
  description:
    'Replaces e-mail addresses, phone numbers, card numbers, IP addresses and more by stand-ins such as email_4f2a91c0, the same for the same value and key (HMAC-SHA-256), so that texts can still be compared. It does not find names or postal addresses and can miss what it looks for; anyone with the key can test guesses.',
  config: Type.Object({
    key: Type.String({
      minLength: 8,
      maxLength: 200,
      description: 'The secret key: another key produces different stand-ins',
    }),
    types: PersonalDataTypes,
    length: Type.Integer({
      default: 8,
      minimum: 4,
      maximum: 32,
      description: 'Hexadecimal digits of a stand-in; with few digits two values may get the same stand-in',
    }),
    defaultCountry: DefaultCountry,
    otherCountries: OtherCountries,
  }),
  examples: [
    {
      input: 'ada@example.com called (213) 373-4253; ADA@example.com calls +1 213 373 4253 again',
      config: { key: 'correct horse' },
      output: 'email_0da4a2ed called phone_a388d8c0; email_0da4a2ed calls phone_a388d8c0 again',
    },
    {
      input: 'From 10.0.0.1 by ada@example.com',
      config: { key: 'correct horse', types: ['ip'], length: 4 },
      output: 'From ip_4c0b by ada@example.com',
    },
    { input: 'Nothing personal here', config: { key: 'correct horse' }, output: 'Nothing personal here' },
  ],
  run(input, { key, types, length, defaultCountry, otherCountries }, limit) {
    const digest = keyedDigest(key, length);
    const readable = readableText(input);
    const finds = personalData(readable.text, types, defaultCountry, otherCountries);
    return redactFinds(
      readable,
      finds,
      ({ type, value }) => `${type.replaceAll('-', '_')}_${digest(`${type}:${value()}`)}`,
      limit,
    );
  },
});
