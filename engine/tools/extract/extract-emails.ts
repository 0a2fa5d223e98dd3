import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { readableText } from '../../text/escapes/readable-text.js';
import { foundTextOptions, listFoundTexts } from '../../text/lines/found-texts.js';
import { emailAddresses } from '../../text/urls/email-addresses.js';

export default defineTool({
  slug: 'extract-emails',
  title: 'Extract e-mail addresses',
  description:
    'Finds the e-mail addresses in a text. Excludes what surrounds them (quotes, brackets, mailto:, a full stop); the user part of a URL and the name of a file, such as logo@2x.png, are not addresses. Reads escape sequences such as \\n and \\u0040, and drops invisible marks.',
  config: Type.Object({
    lowercase: Type.Boolean({
      default: true,
      description: 'Writes addresses in lower case, so that two that differ only in case are the same',
    }),
    ...foundTextOptions('address', 'addresses'),
  }),
  examples: [
    {
      input: 'Ada <ada@example.com>, mailto:Bob.Smith+news@mail.example.co.uk?subject=Hi and ADA@example.com.',
      output: 'ada@example.com\nbob.smith+news@mail.example.co.uk',
    },
    {
      input: 'c@example.com, a@example.com; b@example.com',
      config: { sort: true, limit: 2, separator: ', ' },
      output: 'a@example.com, b@example.com',
    },
    { input: 'https://user:secret@example.com/ @handle root@localhost', output: '' },
  ],
  run(input, { lowercase, ...options }) {
    const { text } = readableText(input);
    const addresses = Array.from(emailAddresses(text), ({ start, end }) => text.slice(start, end));
    return listFoundTexts(lowercase ? addresses.map((address) => address.toLowerCase()) : addresses, options);
  },
});
