import { assertLinear } from '../../../support/growth.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'html-decode';
const attribute = { attributeMode: true };

/** HTML Standard, section 13.2.5.80: numbers that stand for another character. */
const replaced = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

export default {
  slug,
  cases: [
    ['', ''],
    ['<b>a & b</b>; &\r\n', '<b>a & b</b>; &\r\n', {}, 'nothing to decode'],
    ['&amp;&lt;&gt;&quot;&apos;&nbsp;', '&<>"\'\u00a0'],
    ['&amp;amp;&amp;lt;', '&amp;&lt;', {}, 'once only'],
    ['&Eacute;&eacute;&EACUTE;&AMP;&Amp;', 'Éé&EACUTE;&&Amp;', {}, 'the case of a name counts'],

    // Names, as the tests of html5lib have them
    ['&CounterClockwiseContourIntegral;&ngE;&fjlig;&Afr;&acE;', '∳≧̸fj𝔄∾̳'],
    ['&not;&notin;&notit;&notinva;&sup;&sup1;&sup1', '¬∉¬it;∉⊃¹¹', {}, 'the longest name counts'],
    ['&copy2020 &AMPa &ltb &eacutes &amp', '©2020 &a <b és &', {}, 'old names need no semicolon'],
    ['&apos &ngE &Afr &euro', '&apos &ngE &Afr &euro', {}, 'new ones do'],
    ['&; & &a &_ &9; &__proto__; &constructor;', '&; & &a &_ &9; &__proto__; &constructor;'],

    // Numbers
    ['&#65;&#x41;&#X41;&#0065;&#x00000041;', 'AAAAA'],
    ['&#65 &#x41g &#65a', 'A Ag Aa', {}, 'without a semicolon'],
    ['&#; &#x; &#a &#xg; &# &#x', '&#; &#x; &#a &#xg; &# &#x', {}, 'no number'],
    ['&#128512;&#x1F600;&#x10FFFF;', '😀😀\u{10ffff}'],
    ['&#0;&#xD800;&#xDFFF;&#x110000;&#99999999999999999999;', '\ufffd\ufffd\ufffd\ufffd\ufffd', {}, 'no character'],
    ['&#1;&#x7F;&#xFFFE;&#13;', '\u0001\u007f\ufffe\r', {}, 'characters that HTML does not like'],
    [Array.from({ length: 32 }, (_, i) => `&#${128 + i};`).join(''), replaced, {}, 'numbers of windows-1252'],

    // Attributes
    ['&copy=1 &copy1 &copya &copy; &copy &amp', '&copy=1 &copy1 &copya © © &', attribute],
    ['&notin; &notit; &not', '∉ &notit; ¬', attribute],
    ['&#65=&#x41g', 'A=Ag', attribute],

    ['\ud800&amp;\udc00\0', '\ud800&\udc00\0', {}, 'lone surrogates and NUL'],
  ],
  checks: {
    'hostile texts take linear time': () => {
      for (const text of [
        '&',
        '&#',
        '&#x',
        '&a',
        '&CounterClockwiseContourIntegra',
        '&notit;',
        '&#1',
        '&amp;',
        '&#99999999',
      ]) {
        assertLinear(text, (long) => resultOf(slug, long));
        for (const end of ['1', 'a']) {
          assertLinear(
            (length) => text + end.repeat(length),
            (long) => resultOf(slug, long),
          );
        }
      }
    },
  },
} satisfies ToolCases;
