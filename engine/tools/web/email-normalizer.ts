import { invalidLinesStay } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { convertedLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';
import { joinLines } from '../../text/lines/lines.js';
import { distinctLines } from '../../text/order/line-sorting.js';
import { emailAddresses } from '../../text/urls/email-addresses.js';
import { unicodeHost } from '../../text/urls/international-host.js';
import { percentDecode } from '../../text/urls/percent-decoding.js';
import { withoutWideForms } from '../../text/urls/wide-forms.js';

const config = {
  gmailDots: Type.Boolean({
    default: true,
    description: 'Removes the dots from the user part of Gmail addresses and writes googlemail.com as gmail.com',
  }),
  plusTags: Type.Boolean({
    default: true,
    description:
      'Removes a + and what follows it from the user part, at every domain: ada+news@example.com is ada@example.com',
  }),
  lowercase: Type.Boolean({
    default: true,
    description: 'Writes the user part in lower case; the domain always is',
  }),
  unique: Type.Boolean({ default: false, description: 'Returns each address once, in the order of first occurrence' }),
  invalid: invalidLines('is not an e-mail address', 'drop'),
};

export default defineTool({
  slug: 'email-normalizer',
  title: 'Normalize e-mail addresses',
  description:
    'Writes e-mail addresses, one per line, so that those of one mailbox look the same: in lower case, without +tags, and without dots at Gmail. Also reads "Ada <ada@example.com>" and mailto:; whether a mailbox exists is not checked.',
  config: Type.Object(config),
  examples: [
    {
      input: 'Ada.Lovelace+news@GoogleMail.com\nBob Smith <Bob.Smith@Example.com>\nnot an address\n',
      output: 'adalovelace@gmail.com\nbob.smith@example.com\n',
    },
    {
      input: 'ada+a@example.com\nADA@example.com\nmailto:ada@example.com?subject=Hi',
      config: { unique: true },
      output: 'ada@example.com',
    },
    {
      input: 'Ada.L+x@GMAIL.com\nada@localhost',
      config: { gmailDots: false, plusTags: false, lowercase: false, invalid: 'mark' },
      output: 'Ada.L+x@gmail.com\ninvalid: ada@localhost',
    },
  ],
  keepsLines: [{ unique: { enum: [false] }, invalid: invalidLinesStay }],
  run(input, { unique, invalid, ...rules }, limit) {
    const convert = (line: string) => {
      const address = addressOf(line);
      return address === undefined ? new LineProblem('not an e-mail address') : normalizeAddress(address, rules);
    };
    const { lines, ...form } = convertedLines(input, { convert, invalid }, limit);
    return joinLines(unique ? distinctLines(lines, { caseSensitive: true, skipBlank: true }) : lines, form);
  },
});

/** Returns the address that a line is, or contains in angle brackets or in a mailto: URL. */
function addressOf(line: string): string | undefined {
  const opening = line.endsWith('>') ? line.lastIndexOf('<') : -1;
  const text = opening === -1 ? line : line.slice(opening + 1, -1).trim();
  const address = withoutWideForms(/^mailto:/i.test(text) ? recipientOf(text) : text);
  return isAddress(address) ? address : undefined;
}

/** Returns the decoded recipients of a mailto: URL (RFC 6068, section 2). */
function recipientOf(url: string): string {
  const written = url.slice('mailto:'.length).split('?', 1).join();
  return percentDecode(written) ?? written;
}

function isAddress(text: string): boolean {
  const [found] = emailAddresses(text);
  return found?.start === 0 && found.end === text.length;
}

const gmail = new Set(['gmail.com', 'googlemail.com']);

function normalizeAddress(
  address: string,
  { gmailDots, plusTags, lowercase }: { gmailDots: boolean; plusTags: boolean; lowercase: boolean },
): string {
  const at = address.lastIndexOf('@');
  let user = address.slice(0, at);
  let domain = domainOf(address, at);
  if (lowercase) user = user.toLowerCase();
  user = user.normalize('NFC');
  // Between quotation marks, signs have no meaning.
  if (user.startsWith('"')) return `${user}@${domain}`;
  if (plusTags) user = user.split('+', 1).join();
  if (gmailDots && gmail.has(domain)) {
    user = user.replaceAll('.', '');
    domain = 'gmail.com';
  }
  return `${user}@${domain}`;
}

/** Returns the domain in its own letters, unless it is invalid or has characters that are in no address, as in ☃.de. */
function domainOf(address: string, at: number): string {
  const domain = address.slice(at + 1);
  const unicode = unicodeHost(domain);
  return unicode !== undefined && isAddress(`a@${unicode}`) ? unicode : domain.toLowerCase();
}
