const wide = /[\uff10-\uff5a\ufe6b\u3002\uff61]/;
const wideLetter = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g;
const wideAt = /[\uff20\ufe6b](?=[\p{L}\p{N}])/gu;
/** Labels with wide dots only: behind a dot in ASCII such a dot ends a sentence. */
const wideDomain = /@(?!localhost[\uff0e\u3002\uff61])[A-Za-z\d-]{1,63}(?:[\uff0e\u3002\uff61][A-Za-z\d-]{1,63}){1,9}/g;
const localPart = /(?<![\w.%+\uff0e-])[\w.%+\uff0e-]{1,64}@/g;

/**
 * Writes what East Asian keyboards make of an e-mail address in ASCII: `ｊａｎｅ＠example．com`. Letters and digits are
 * replaced everywhere, dots only in addresses. The text keeps its length, so places in it remain valid.
 */
export function withoutWideForms(text: string): string {
  if (!wide.test(text)) return text;
  return text
    .replace(wideLetter, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(wideAt, '@')
    .replace(wideDomain, (domain) => domain.replace(/[\uff0e\u3002\uff61]/g, '.'))
    .replace(localPart, (local) => local.replaceAll('\uff0e', '.'));
}
