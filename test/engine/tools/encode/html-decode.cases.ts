import { assertLinear } from '../../../support/growth.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'html-decode';
const attribute = { attributeMode: true };

/** HTML Standard, section 13.2.5.80: numbers that stand for another character. */
const replaced = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { name: 'nothing to decode', input: '<b>a & b</b>; &\r\n', output: '<b>a & b</b>; &\r\n' },
    { input: '&amp;&lt;&gt;&quot;&apos;&nbsp;', output: '&<>"\'\u00a0' },
    { name: 'once only', input: '&amp;amp;&amp;lt;', output: '&amp;&lt;' },
    { name: 'the case of a name counts', input: '&Eacute;&eacute;&EACUTE;&AMP;&Amp;', output: 'Éé&EACUTE;&&Amp;' },

    // Names, as the tests of html5lib have them
    { input: '&CounterClockwiseContourIntegral;&ngE;&fjlig;&Afr;&acE;', output: '∳≧̸fj𝔄∾̳' },
    {
      name: 'the longest name counts',
      input: '&not;&notin;&notit;&notinva;&sup;&sup1;&sup1',
      output: '¬∉¬it;∉⊃¹¹',
    },
    { name: 'old names need no semicolon', input: '&copy2020 &AMPa &ltb &eacutes &amp', output: '©2020 &a <b és &' },
    { name: 'new ones do', input: '&apos &ngE &Afr &euro', output: '&apos &ngE &Afr &euro' },
    { input: '&; & &a &_ &9; &__proto__; &constructor;', output: '&; & &a &_ &9; &__proto__; &constructor;' },

    // Numbers
    { input: '&#65;&#x41;&#X41;&#0065;&#x00000041;', output: 'AAAAA' },
    { name: 'without a semicolon', input: '&#65 &#x41g &#65a', output: 'A Ag Aa' },
    { name: 'no number', input: '&#; &#x; &#a &#xg; &# &#x', output: '&#; &#x; &#a &#xg; &# &#x' },
    { input: '&#128512;&#x1F600;&#x10FFFF;', output: '😀😀\u{10ffff}' },
    {
      name: 'no character',
      input: '&#0;&#xD800;&#xDFFF;&#x110000;&#99999999999999999999;',
      output: '\ufffd\ufffd\ufffd\ufffd\ufffd',
    },
    { name: 'characters that HTML does not like', input: '&#1;&#x7F;&#xFFFE;&#13;', output: '\u0001\u007f\ufffe\r' },
    {
      name: 'numbers of windows-1252',
      input: Array.from({ length: 32 }, (_, i) => `&#${128 + i};`).join(''),
      output: replaced,
    },

    // Attributes
    { input: '&copy=1 &copy1 &copya &copy; &copy &amp', config: attribute, output: '&copy=1 &copy1 &copya © © &' },
    { input: '&notin; &notit; &not', config: attribute, output: '∉ &notit; ¬' },
    { input: '&#65=&#x41g', config: attribute, output: 'A=Ag' },

    { name: 'lone surrogates and NUL', input: '\ud800&amp;\udc00\0', output: '\ud800&\udc00\0' },
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
