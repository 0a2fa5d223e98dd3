import { Type } from '../../schema.js';
import { sortAlphabetically } from '../../text/alphabetical-order.js';
import { emailAddresses } from '../../text/email-addresses.js';
import { defineTool } from '../../tool.js';

export default defineTool({
  slug: 'extract-emails',
  title: 'Extract e-mail addresses',
  description:
    'Finds the e-mail addresses in a text. What is around them (quotes, brackets, mailto:, a full stop) stays behind, and the user part of a URL is no address.',
  config: Type.Object({
    unique: Type.Boolean({ default: true, description: 'Gives each address once, at its first place' }),
    lowercase: Type.Boolean({
      default: true,
      description: 'Writes addresses in lower case, so that two that differ by case alone are the same',
    }),
    sort: Type.Boolean({ default: false, description: 'Sorts the addresses alphabetically' }),
    separator: Type.String({ default: '\n', maxLength: 10, description: 'What to write between two addresses' }),
    limit: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 500_000,
      description: 'Gives only so many addresses, counted when the other options are done; 0 gives all',
    }),
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
  run(input, { unique, lowercase, sort, separator, limit: most }) {
    let addresses: string[] = [];
    for (const { start, end } of emailAddresses(input)) {
      const address = input.slice(start, end);
      addresses.push(lowercase ? address.toLowerCase() : address);
    }
    if (unique) addresses = [...new Set(addresses)];
    if (sort) addresses = sortAlphabetically(addresses, 'asc');
    return (most === 0 ? addresses : addresses.slice(0, most)).join(separator);
  },
});
