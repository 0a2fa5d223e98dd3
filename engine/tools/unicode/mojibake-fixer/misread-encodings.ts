/** The encodings that UTF-8 bytes are mistaken for. */
export const misreadEncodings = ['cp1252', 'latin1', 'cp1250', 'latin2', 'cp1251', 'macroman', 'cp437'] as const;

export type EncodingName = (typeof misreadEncodings)[number];

/**
 * The meaning of the bytes 0x80 to 0xff. A byte that an encoding leaves undefined is the control character with its
 * number, as in browsers (Encoding Standard, section 9).
 */
const upperHalves: Record<Exclude<EncodingName, 'latin1'>, string> = {
  cp1252:
    '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ\xa0¡¢£¤¥¦§¨©ª«¬\xad®¯°±²³´µ¶·¸¹º»¼½¾¿' +
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  cp1250:
    '€\x81‚\x83„…†‡\x88‰Š‹ŚŤŽŹ\x90‘’“”•–—\x98™š›śťžź\xa0ˇ˘Ł¤Ą¦§¨©Ş«¬\xad®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż' +
    'ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙',
  latin2:
    '\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8d\x8e\x8f\x90\x91\x92\x93\x94\x95\x96\x97\x98\x99\x9a\x9b\x9c\x9d\x9e\x9f\xa0Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\xadŽŻ°ą˛ł´ľśˇ¸šşťź˝žż' +
    'ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙',
  cp1251:
    'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\x98™љ›њќћџ\xa0ЎўЈ¤Ґ¦§Ё©Є«¬\xad®Ї°±Ііґµ¶·ё№є»јЅѕї' +
    'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя',
  macroman:
    'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø' +
    '¿¡¬√ƒ≈∆«»…\xa0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0',
};

/** Returns the byte for the code of a character, or -1 if the encoding does not have it. */
export type ByteOf = (code: number) => number;

/**
 * Makes the function that converts a misread text back to its bytes.
 *
 * @param name - `western` is Windows-1252 and Latin-1 together: all its quotes, and all controls.
 */
export function byteReader(name: EncodingName | 'western'): ByteOf {
  if (name === 'latin1') return (code) => (code <= 0xff ? code : -1);
  const bytes = new Map<number, number>();
  for (const [i, character] of [...upperHalves[name === 'western' ? 'cp1252' : name]].entries()) {
    bytes.set(character.charCodeAt(0), 0x80 + i);
  }
  if (name === 'western') for (let code = 0x80; code < 0xa0; code++) bytes.set(code, code);
  return (code) => (code < 0x80 ? code : (bytes.get(code) ?? -1));
}

/** Returns the character of Windows-1252 for a control character; undefined if it leaves that byte undefined. */
export function windowsCharacter(control: string): string | undefined {
  const character = upperHalves.cp1252.charAt(control.charCodeAt(0) - 0x80);
  return character === control ? undefined : character;
}
