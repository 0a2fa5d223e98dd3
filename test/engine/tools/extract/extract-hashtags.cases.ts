import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-hashtags';

/** A text, and the hashtags and mentions that are found in it. */
const found: Record<string, readonly string[]> = {
  '': [],
  'no tag here': [],
  '#news and #more_news': ['#news', '#more_news'],
  '#1st #covid19 #_x #a_1': ['#1st', '#covid19', '#_x', '#a_1'],
  '#1 #12 #_ #1_2 # x #! #': [],
  '(#a) [#b] "#c" \'#d\' *#e* <b>#f</b> —#g': ['#a', '#b', '#c', '#d', '#e', '#f', '#g'],
  '#a. #b, #c! #d? #e: #f; #g…': ['#a', '#b', '#c', '#d', '#e', '#f', '#g'],
  '#a#b#c': ['#a', '#b', '#c'],
  '#a-b #c.d #e/f': ['#a', '#c', '#e'],
  'x#a 1#b _#c &#d /#e ##f @#g é#h': [],
  '#a\r\n#b\r#c\n': ['#a', '#b', '#c'],
  '&#39; &#x27; C# F#m #️⃣': [],
  // Behind emoji with a variation selector, a keycap, a skin tone
  '❤️#love ☀️@sun 1️⃣#one 👍🏽#up 🇩🇪#de': ['#love', '@sun', '#one', '#up', '#de'],
  '#http://example.com http://example.com/#top www.example.com/a#b?#c': [],
  // Hashtags of other scripts
  '#münchen #İstanbul #Ćao #Привет #Ελλάδα #日本語 #한국어 #ไทย #हिन्दी #العربية': [
    '#münchen',
    '#İstanbul',
    '#Ćao',
    '#Привет',
    '#Ελλάδα',
    '#日本語',
    '#한국어',
    '#ไทย',
    '#हिन्दी',
    '#العربية',
  ],
  '#cafe\u0301 #می\u200cخواهم #col·lega #ラーメン〜屋 #צה״ל': [
    '#cafe\u0301',
    '#می\u200cخواهم',
    '#col·lega',
    '#ラーメン〜屋',
    '#צה״ל',
  ],
  '#a\u200d #b· #c〜': ['#a', '#b', '#c'],
  '＃日本 。#東京、！#大阪': ['＃日本', '#東京', '#大阪'],
  '#𠀀 #a😀 😀#b': ['#𠀀', '#a', '#b'],
  '中文#标签#b 今日は＃東京 ไทย#ข่าว 한국#서울': ['#标签', '#b', '＃東京', '#ข่าว', '#서울'],
  'C#语言 мир#тег é#a 第#1': [],
  '\ud800#a\udc00 #\ud800': ['#a'],
  '\0#a\0': ['#a'],
  // Mentions
  '@ada and @grace_h, @x1': ['@ada', '@grace_h', '@x1'],
  '@ada.b @grace-h @a.-b @ada. @ada... @ada-': ['@ada.b', '@grace-h', '@a', '@ada', '@ada', '@ada'],
  "@ada's (@bob) .@cid -@dan ＠eve": ['@ada', '@bob', '@cid', '@dan', '＠eve'],
  '@ada@example.social @bob@m.example.co.uk.': ['@ada@example.social', '@bob@m.example.co.uk'],
  'ada@example.com <a.b@example.com> é@example.com a_@b.de': [],
  '@ada@bob @ada@ @@ada @ada@@bob': [],
  '@ http://example.com/@ada @http://x !@a #@b $@c %@d &@e *@f /@g': [],
  'の@adaに RT@bob RT: @cid xRT@dan': ['@ada', '@bob', '@cid'],
  '@adaé @日本': [],
  [`@${'a'.repeat(64)} @${'b'.repeat(65)}`]: [`@${'a'.repeat(64)}`],
  '@a#b #c@d': ['@a', '#b', '#c'],
};

export default {
  slug,
  cases: [
    [String.raw`{"m":"a\n#tag \u0023other"}`, '#tag\n#other', {}, 'escape sequences'],
    ...Object.entries(found).map(
      ([input, tags]): ToolCase => [input, tags.join(' | '), { kind: 'both', unique: false, separator: ' | ' }],
    ),
    ['#a @b #c', '#a\n#c'],
    ['#a @b #c', '@b', { kind: 'mentions' }],
    ['#a @b ＃c', 'a\nb\nc', { kind: 'both', keepSign: false }],
    ['#Ada #ADA #ada #b', '#Ada\n#b', { unique: true }, 'case makes no difference'],
    ['#Ada #ADA #Ada', '#Ada\n#ADA\n#Ada', {}, 'every one, to count them'],
    ['#c #B #a', '#a,#B', { sort: true, limit: 2, separator: ',' }],
    ['#__proto__ #constructor', '#__proto__\n#constructor', {}, 'names of properties'],
    ['', { error: 'steps[0].config.kind must be one of: hashtags, mentions, both' }, { kind: 'tags' }],
    ['', { error: 'steps[0].config.limit must be at least 0' }, { limit: -1 }],
  ],
  checks: {
    'finds every tag that is put into a text': () => {
      const tag = fc.constantFrom('#news', '#日本語', '@ada', '@ada.b', '#a1', '@a@b.de', '#cafe\u0301');
      const around = fc.constantFrom(
        ['', ' '],
        ['(', ')'],
        ['"', '"'],
        ['', '. '],
        ['', ', '],
        ['\n', '\r\n'],
        ['😀', ' '],
      );
      fc.assert(
        fc.property(fc.array(fc.tuple(around, tag)), (parts) => {
          const text = parts.map(([[before, after], each]) => ` ${before}${each}${after}`).join('');
          const expected = parts.map(([, each]) => each).join('|');
          assert.equal(resultOf(slug, text, { kind: 'both', unique: false, separator: '|' }), expected);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'results are in the text, in order, and are found in themselves': () => {
      const text = fc.string({
        unit: fc.constantFrom(
          '#',
          '#',
          '@',
          'a',
          'b',
          '1',
          '_',
          '.',
          '-',
          ' ',
          'é',
          '日',
          '\u200c',
          '\ud800',
          '/',
          ':',
        ),
        maxLength: 30,
      });
      fc.assert(
        fc.property(text, (input) => {
          let position = 0;
          const result = resultOf(slug, input, { kind: 'both', unique: false });
          for (const tag of result.split('\n')) {
            position = input.indexOf(tag, position) + tag.length;
            assert.ok(position >= tag.length, tag);
            assert.equal(resultOf(slug, tag, { kind: 'both' }), tag);
          }
        }),
        { seed: 2, numRuns: sampleSize(2000) },
      );
    },
    'time is linear': () => {
      const parts = ['#', '@', '#a', '@a', '@a.', '#\u200c', '#1', '@a@b.', 'http://#', '@a-'];
      for (const part of parts) assertLinear(part, (text) => resultOf(slug, text, { kind: 'both' }));
      for (const tag of ['#', '@', '#\u200c']) {
        assertLinear(
          (length) => tag + 'a'.repeat(length),
          (text) => resultOf(slug, text, { kind: 'both' }),
        );
      }
    },
  },
} satisfies ToolCases;
