import { domainToASCII, domainToUnicode } from 'node:url';
import { ToolError } from '../errors.js';
import { describeCharacter } from './position.js';

/** What a name of the Domain Name System may have at most. @see RFC 1035 section 2.3.4 */
const longestLabel = 63;
const longestName = 253;

/** Mapping takes quadratic time in the length of a label. A name that fits is never as long, however it is written. */
const longestInput = 1000;

/** What ends or changes a host when it is read as part of a URL. */
const notInHosts = /[\s/?#\\@:%[\]<>^|\p{Cc}\p{Surrogate}]/u;

/** The dots of UTS #46 section 2.3. */
const dots = /[.\u3002\uff0e\uff61]/;

/** Put behind a name, so that one that ends in a number is not read as an IPv4 address. */
const endLabel = '.x';

/**
 * Writes a domain name in ASCII, with Punycode where it is needed: UTS #46, non-transitional processing.
 *
 * @throws {ToolError} without a place, if the name is not valid, or too long for the Domain Name System.
 */
export function domainToAscii(name: string): string {
  if (name.length > longestInput) throw new ToolError(`the name is longer than ${longestInput} characters`);
  const offset = name.search(notInHosts);
  if (offset !== -1) throw new ToolError(`${describeCharacter(name, offset)} cannot be part of a domain name`);
  if (/^[\0-\x7f]*$/.test(name) && !hasPunycode(name)) return checkLengths(name);
  const ascii = domainToASCII(name + endLabel);
  if (ascii !== '') return checkLengths(withoutEndLabel(ascii));
  const label = name.split(dots).find((each) => each !== '' && domainToASCII(each + endLabel) === '') ?? name;
  throw new ToolError(`"${label.slice(0, longestLabel)}" is not valid in an internationalised domain name`);
}

/**
 * Writes a domain name in the characters of its language.
 *
 * @throws {ToolError} as {@link domainToAscii} does.
 */
export function domainFromAscii(name: string): string {
  return withoutEndLabel(domainToUnicode(domainToAscii(name) + endLabel));
}

/** Whether a label of a name is in Punycode. */
export function hasPunycode(name: string): boolean {
  return /(?:^|[.\u3002\uff0e\uff61])xn--/i.test(name);
}

function withoutEndLabel(name: string): string {
  return name.slice(0, -endLabel.length);
}

function checkLengths(ascii: string): string {
  for (const label of ascii.split('.')) {
    if (label.length > longestLabel) {
      throw new ToolError(`a label is ${label.length} characters long in ASCII, and ${longestLabel} are the most`);
    }
  }
  const length = ascii.endsWith('.') ? ascii.length - 1 : ascii.length;
  if (length <= longestName) return ascii;
  throw new ToolError(`the name is ${length} characters long in ASCII, and ${longestName} are the most`);
}
