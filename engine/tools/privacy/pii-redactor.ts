import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { keyedDigest } from '../../text/encoding/digests.js';
import { readableText } from '../../text/escapes/readable-text.js';
import { type PersonalData, PersonalDataTypes, personalData } from '../../text/personal/personal-data.js';
import { DefaultCountry, OtherCountries } from '../../text/personal/phone-numbers.js';
import { maskPart, redactFinds } from '../../text/personal/redaction.js';
import type { Span } from '../../text/span.js';

const hashLength = 12;

export default defineTool({
  slug: 'pii-redactor',
  title: 'Redact personal data',
  description:
    'Masks, removes or replaces by labels e-mail addresses, phone numbers, card numbers, IP addresses, bank accounts and more that it knows by their form. It does not find names or postal addresses and can miss or mistake what it looks for, so it helps, but does not guarantee compliance.',
  config: Type.Object({
    types: PersonalDataTypes,
    mode: Type.Enum(['label', 'mask', 'hash', 'remove'], {
      default: 'label',
      description:
        'What to put in its place: a label such as [EMAIL]; * for every letter and digit; a label with a hash, [EMAIL:1f3a9c0b2d4e], the same for the same value; or nothing',
    }),
    salt: Type.String({
      default: '',
      maxLength: 200,
      description:
        'Secret for the mode hash (HMAC-SHA-256, cut to 12 digits); without one, anyone can find a value again by trying',
    }),
    defaultCountry: DefaultCountry,
    otherCountries: OtherCountries,
  }),
  examples: [
    {
      input: 'Ada <ada@example.com>, (213) 373-4253, card 4111 1111 1111 1111, from 10.0.0.1.',
      output: 'Ada <[EMAIL]>, [PHONE], card [CREDIT_CARD], from [IP].',
    },
    {
      input: 'SSN 078-05-1120, IBAN GB82 WEST 1234 5698 7654 32, born 1985-12-31',
      config: { types: ['us-ssn', 'iban', 'date'], mode: 'mask' },
      output: 'SSN ***-**-****, IBAN **** **** **** **** **** **, born ****-**-**',
    },
    {
      input: 'ada@example.com wrote to ADA@example.com',
      config: { mode: 'hash', salt: 'a secret' },
      output: '[EMAIL:fa2a026743e4] wrote to [EMAIL:fa2a026743e4]',
    },
    {
      input: 'New York (213) 373-4253, Berlin 030 123456, Paris 01 42 68 53 00',
      config: { otherCountries: ['DE', 'FR'] },
      output: 'New York [PHONE], Berlin [PHONE], Paris [PHONE]',
    },
    {
      input: 'Order 4111 1111 1111 1112, version 1.2.3, 10:30',
      output: 'Order 4111 1111 1111 1112, version 1.2.3, 10:30',
    },
  ],
  run(input, { types, mode, salt, defaultCountry, otherCountries }, limit) {
    const digest = keyedDigest(salt, hashLength);
    const readable = readableText(input);
    const replacement = (find: PersonalData, part: Span): string => {
      switch (mode) {
        case 'label':
          return `[${labelOf(find)}]`;
        case 'mask':
          return maskPart(readable, part);
        case 'hash':
          return `[${labelOf(find)}:${digest(find.value())}]`;
        case 'remove':
          return '';
      }
    };
    const finds = personalData(readable.text, types, defaultCountry, otherCountries);
    return redactFinds(readable, finds, replacement, limit);
  },
});

function labelOf({ type }: PersonalData): string {
  return type.toUpperCase().replaceAll('-', '_');
}
