import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { readableText } from '../../text/escapes/readable-text.js';
import { foundTextOptions, listFoundTexts } from '../../text/lines/found-texts.js';
import { domainNamesInText } from '../../text/urls/domain-names.js';
import { registrableDomain } from '../../text/urls/public-suffixes.js';
import { withoutWideForms } from '../../text/urls/wide-forms.js';

export default defineTool({
  slug: 'extract-domains',
  title: 'Extract domain names',
  description:
    'Finds the domain names in a text, in lower case: hosts of URLs and e-mail addresses, and standalone names. Those count if their ending is on the Public Suffix List in the pinned release of tldts; a file name such as setup.sh, whose ending is on it, counts as a domain. Reads \\n, \\/ and such as source code means them, and ignores invisible marks.',
  config: Type.Object({
    registrable: Type.Boolean({
      default: false,
      description: 'Returns the registered domain, example.co.uk, instead of the whole name, www.example.co.uk',
    }),
    includeFromEmails: Type.Boolean({ default: true, description: 'Includes the domains of e-mail addresses' }),
    ...foundTextOptions('domain', 'domains', { unique: false }),
  }),
  examples: [
    {
      input: 'See https://www.Example.com:8080/a.html?u=b.org, ada@mail.example.co.uk and example.net.',
      output: 'www.example.com\nmail.example.co.uk\nexample.net',
    },
    {
      input: 'https://www.example.com, ftp://files.example.com and ada@mail.example.co.uk',
      config: { registrable: true, includeFromEmails: false, unique: true },
      output: 'example.com',
    },
    {
      input: 'b.example.org a.example.org b.example.org',
      config: { unique: true, sort: true, limit: 2, separator: ', ' },
      output: 'a.example.org, b.example.org',
    },
    { input: 'index.html, e.g. 10.0.0.1, localhost and http://[::1]/', output: '' },
  ],
  run(input, { registrable, includeFromEmails, ...options }) {
    const text = withoutWideForms(readableText(input).text);
    const names: string[] = [];
    for (const { start, end, within } of domainNamesInText(text)) {
      if (within !== 'email' || includeFromEmails) names.push(text.slice(start, end).toLowerCase());
    }
    return listFoundTexts(registrable ? registrableDomains(names) : names, options);
  },
});

function* registrableDomains(names: Iterable<string>): Generator<string> {
  for (const name of names) {
    const domain = registrableDomain(name);
    if (domain !== undefined) yield domain;
  }
}
