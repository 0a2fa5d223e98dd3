import { codePointAt, isUnspaced, isWordCharacter, unitsOf } from '../unicode/word-characters.js';

const hyphen = 0x2d;
const dot = 0x2e;
const underscore = 0x5f;

/** RFC 1035 section 2.3.4; here in UTF-16 code units. */
const longestHost = 253;
const longestUserInfo = 255;

const usual = String.raw`\w.~%!$&'()*+,;=:-`;
/** A user and a password, with a second `@` in one of them: the host follows the last one. */
const userInfo = new RegExp(String.raw`[${usual}]{0,255}@(?:[\w.~%!$&'*+=:-]{0,255}@)?`, 'y');
/** A password of any characters. What looks like a port is not one: `https://example.com:80|ada@example.com`. */
const oddPassword = /[\w.~%!$&'*+=-]{1,255}:(?!\d{1,5}[^\w@])[^\s"<>/?#\\`[\]]{0,255}@/uy;

/** Returns the end of the user and password, after their `@`; the start itself if there are none. */
export function userInfoEnd(text: string, start: number): number {
  for (const form of [userInfo, oddPassword]) {
    form.lastIndex = start;
    const match = form.exec(text);
    if (match !== null && match[0].length <= longestUserInfo) return start + match[0].length;
  }
  return start;
}

/**
 * Returns the end of a host: a name of any number of labels, or an IPv6 address in brackets. -1 if there is none, or it
 * is too long. It is the host that a browser would contact, never a part of it.
 */
export function hostEnd(text: string, start: number): number {
  if (text[start] === '[') {
    const address = /^\[[\da-f:.]{2,45}\]/i.exec(text.slice(start, start + 47));
    return address === null ? -1 : start + address[0].length;
  }
  let end = -1;
  /**
   * Where the last label continues in a script without spaces: there the text continues, as in https://example.com吧.
   */
  let textStart = -1;
  let i = start;
  for (let last = -1; i - start <= longestHost; ) {
    const codePoint = codePointAt(text, i);
    if (isWordCharacter(codePoint)) {
      if (end === i && textStart === -1 && isUnspaced(codePoint) && !isUnspaced(last)) textStart = i;
      i += unitsOf(codePoint);
      if (codePoint !== underscore) end = i;
      last = codePoint;
    } else if (endsLabel(text, i, start, end) && startsLabel(text, i + 1, start)) {
      textStart = -1;
      i++;
    } else if (codePoint === hyphen && (i > start || matchesAt(leadingHyphen, text, i))) {
      i++;
    } else {
      const odd = oddPartEnd(text, i, start);
      if (odd === -1) break;
      i = odd;
      end = odd;
      last = -1;
    }
  }
  if (i - start > longestHost) return -1;
  if (textStart !== -1) return textStart;
  return end !== -1 && end < i && matchesAt(restOfUrl, text, i) ? i : end;
}

/** What shows that a hyphen or an underscore before it belongs to the host: `https://example.com_/a`. */
const restOfUrl = /[/?#][\p{L}\p{N}_~%]|:\d/uy;

/** A hyphen at the start of a subdomain. No domain that can be registered starts with one. */
const leadingHyphen = /-[\p{L}\p{M}\p{N}_-]{1,62}\.[\p{L}\p{M}\p{N}_-]{1,63}\.[\p{L}\p{N}]/uy;

function matchesAt(form: RegExp, text: string, at: number): boolean {
  form.lastIndex = at;
  return form.test(text);
}

/** A percent-encoded character or a placeholder: `%C3%A9`, `{region}`, `${region}`, `$REGION`. */
const escapedOrFilledIn = /(?:%[\da-f]{2}){1,60}|(?:\$?\{{1,2}\w{1,60}\}{1,2}|\$\w{1,60})(?=[\w./:?#-])/iy;
/** An empty label, which browsers accept; three dots are an ellipsis. */
const emptyLabel = /(?<!\.)\.\.(?=[\p{L}\p{N}])/uy;
/**
 * Signs that browsers accept in a name (`i❤.ws`, `a–b.example`). They can also be text after a URL, so the label must
 * continue to the dot before another one.
 */
const signs =
  /(?:[\u200d\p{So}\p{Sc}\p{Sk}\u2010-\u2013\u2019\u00b7]\ufe0f?){1,20}(?=[\p{L}\p{M}\p{N}-]{0,63}\.\p{L})/uy;
/** ASCII signs, in the first label only: `https://a.example+b.example` may be two URLs. */
const asciiSigns = /[$+!~*]{1,5}(?=[\p{L}\p{N}-]{1,63}\.\p{L})/uy;

/** A dot of the East Asian scripts, which browsers read as a dot. It also ends sentences, and another URL may follow. */
const wideDot = /[\u3002\uff0e\uff61](?![a-z]{2,20}:|www\.)[a-z\d]/iy;

/**
 * Tests whether a dot after a label stands here. Browsers accept a label that ends in a hyphen or an underscore
 * (`https://ada-.example.com`).
 * A wide dot counts if there would be no top-level domain without it: `https://example。com`, but not
 * `https://localhost。See`.
 *
 * @param end - where the last label ends, without hyphens.
 */
function endsLabel(text: string, at: number, start: number, end: number): boolean {
  if (end !== at && (at === start || ![hyphen, underscore].includes(text.charCodeAt(at - 1)))) return false;
  if (text.charCodeAt(at) === dot) return true;
  wideDot.lastIndex = at;
  return wideDot.test(text) && !/\.|^localhost$/i.test(text.slice(start, at));
}

function startsLabel(text: string, from: number, start: number): boolean {
  const first = text.charCodeAt(from) === hyphen ? from + 1 : from;
  return isWordCharacter(codePointAt(text, first)) || oddPartEnd(text, from, start) !== -1;
}

/** Returns the end of a part of a host that does not consist of letters, digits and hyphens; -1 if none starts here. */
function oddPartEnd(text: string, from: number, start: number): number {
  const forms = [signs];
  if (from > start) forms.push(escapedOrFilledIn, emptyLabel);
  if (from > start && !text.slice(start, from).includes('.')) forms.push(asciiSigns);
  for (const form of forms) {
    form.lastIndex = from;
    const match = form.exec(text);
    if (match !== null) return from + match[0].length;
  }
  return -1;
}
