import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { hasLuhnDigit } from '#engine/text/encoding/luhn.js';
import { escapedDocuments, scalarsOf } from '../../../support/escaped-texts.js';
import { assertLinear, assertTakesAtMost, filled } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'pii-redactor';
const all = ['email', 'phone', 'credit-card', 'ip', 'iban', 'us-ssn', 'url', 'mac', 'date'];

/** By type: texts in which everything is found, and texts in which nothing is. */
const texts: Record<string, { found: readonly string[]; other: readonly string[] }> = {
  email: { found: ['ada@example.com', 'o.b+c@mail.example.co.uk'], other: ['ada@localhost', '@ada', 'a @b.de'] },
  phone: {
    found: ['213-373-4253', '(213) 373-4253', '+44 20 7946 0958', '2133734253 x5', '+38760123456', '+387 60 123 456'],
    other: ['+1000000', '1 + 387601234', '+38760123456789', '911', '#2133734253', '2026-01-15 10:30'],
  },
  // Test numbers that the issuers publish.
  'credit-card': {
    found: [
      '4111111111111111',
      '4111 1111 1111 1111',
      '4111-1111-1111-1111',
      '4111.1111.1111.1111',
      '4111\u200b1111\u200b1111\u200b1111',
      '4111\u20111111\u20111111\u20111111',
      '4111\u20131111\u20131111\u20131111',
      '4111\u202f1111\u00a01111\u20091111',
      '４１１１１１１１１１１１１１１１',
      '４１１１－１１１１－１１１１－１１１１',
      '٤١١١ ١١١١ ١١١١ ١١١١',
      '4222222222222',
      '5555 5555 5555 4444',
      '2223003122003222',
      '3782 822463 10005',
      '378282246310005',
      '6011 1111 1111 1117',
      '3056 930902 5904',
      '3530111333300000',
      '6200000000000005',
      '6759649826438453',
      '6304 0000 0000 0000',
      '4000 0000 0000 0000 006',
      '8171999927660000',
      '135412345678911',
      '1220 00000 000003',
    ],
    other: [
      '4111 1111 1111 1112',
      '4111 1111 1111 111',
      '41111111111111110',
      'x4111111111111111',
      '4111111111111111x',
      '100001234567892',
      '1111 1111 1111 1117',
      '41 11 11 11 11 11 11 11',
      '4111  1111  1111  1111',
      '4111\u20111111\u20111111\u20111112',
      '4111\u20141111\u20141111\u20141111',
      '４１１１１１１１１１１１１１１２',
    ],
  },
  ip: { found: ['10.0.0.1', '2001:db8::1', '::ffff:10.0.0.1'], other: ['1.2.3', '256.0.0.1', '10:30:00', 'a::b'] },
  // The examples of the IBAN registry.
  iban: {
    found: [
      'GB82WEST12345698765432',
      'GB82 WEST 1234 5698 7654 32',
      'gb82 west 1234 5698 7654 32',
      'DE89 3704 0044 0532 0130 00',
      'DE89-3704-0044-0532-0130-00',
      'DE89.3704.0044.0532.0130.00',
      'DE89\u202f3704\u202f0044\u202f0532\u202f0130\u202f00',
      'DE89\u20113704\u20110044\u20130532\u20120130\u201200',
      'ＤＥ８９　３７０４　００４４　０５３２　０１３０　００',
      'NO93 8601 1117 947',
      'MA64011519000001205000534921',
      'DZ58 0002 1000 0111 3000 0005 70',
      'IR57 6406 6100 7091 5600 1068 98',
      'MZ97123412341234123412341',
      'FR14 2004 1010 0505 0001 3M02 606',
      'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
      'LC55 HEMM 0001 0001 0012 0012 0002 3015',
      'BE68 5390 0754 7034',
    ],
    other: [
      'GB82 WEST 1234 5698 7654 33',
      'GB82 WEST 1234 5698 7654 3',
      'GB82WEST123456987654321',
      'XX82 WEST 1234 5698 7654 32',
      'xGB82WEST12345698765432',
      'GB82  WEST  1234  5698  7654  32',
      'DE89.3704.0044.0532.0130.01',
      'DE89..3704.0044.0532.0130.00',
      'DE89\u202f3704\u202f0044\u202f0532\u202f0130\u202f01',
    ],
  },
  'us-ssn': {
    found: [
      '078-05-1120',
      '078 05 1120',
      '899-99-9999',
      '078\u201105\u20111120',
      '078\u201305\u20131120',
      '078\u201105-1120',
      '078\u00a005\u202f1120',
      '０７８－０５－１１２０',
    ],
    other: [
      '000\u201312\u20133456',
      '078\u201305 1120',
      '1\u2011078\u201105\u20111120',
      '000-12-3456',
      '666-12-3456',
      '900-12-3456',
      '078-00-1120',
      '078-05-0000',
      '078-05 1120',
      '078051120',
    ],
  },
  url: {
    found: ['https://example.com/a?b=c', 'www.example.com', 'ftp://example.com/x'],
    other: ['example.com', 'http://', 'mailto:x'],
  },
  mac: {
    found: [
      '00:1A:2b:3c:4d:5e',
      '00-1a-2b-3c-4d-5e',
      '001a.2b3c.4d5e',
      '00:1a:2b:ff:fe:3c:4d:5e',
      '00-1A-2B-FF-FE-3C-4D-5E',
    ],
    other: ['00:1a:2b:3c:4d', '00:1a:2b:3c:4d:5e:6f', '00:1a-2b:3c:4d:5e', '00:1a:2b:3c:4d:5g', '001a.2b3c.4d5e.6f70'],
  },
  date: {
    found: [
      '2026-01-31',
      '2026/1/31',
      '2026.01.31',
      '31/01/2026',
      '1/31/26',
      '31-01-2026',
      '31.01.2026',
      '31.01.26',
      '31 January 2026',
      '1st of Jan. 2026',
      'Jan 31, 2026',
      'SEPTEMBER 2nd 2026',
      '31-Jan-2026',
      '31-January-26',
      'Jan-31-2026',
      '2026-Jan-31',
      '31/Jan/2026',
      '31.Jan.2026',
      '31Jan2026',
    ],
    other: [
      '2026-13-32',
      '2026-01-00',
      '2026-01',
      '32 January 2026',
      '31 Januar 2026',
      '1.2.26',
      '10.01.2026.1',
      '1/2/3/4',
      '32-Jan-2026',
      '31-Jan/2026',
      '31-Jan-2026-01',
      'x-31-Jan-2026',
    ],
  },
};

export default {
  slug,
  cases: [
    [
      '_+1 213 373 4253_ _4111 1111 1111 1111_ _see DE89370400440532013000_ _2001:db8::1:2_ _ada@example.com_',
      '_[PHONE]_ _[CREDIT_CARD]_ _see [IBAN]_ _[IP]_ _[EMAIL]_',
      {},
      'emphasis of Markdown and of chats',
    ],
    [
      'scan_4111111111111111_a.pdf iban_DE89370400440532013000.pdf tel_+12133734253_x GET /users/+12133734253/calls',
      'scan_[CREDIT_CARD]_a.pdf iban_[IBAN].pdf tel_[PHONE]_x GET /users/[PHONE]/calls',
      {},
      'values in names of files and in paths',
    ],
    ["b'ada@example.com' @+1 213 373 4253", "b'[EMAIL]' @[PHONE]"],
    [
      String.raw`"[\"it's\\fjane@example.com\"]"`,
      String.raw`"[\"it's\\f[EMAIL]\"]"`,
      {},
      'an apostrophe in a string ends no string',
    ],
    [
      'c=4111%201111%201111%201111 4111%2D1111%2D1111%2D1111 a=1&c=4111+1111+1111+1111 4111&nbsp;1111&#160;1111&amp;nbsp;1111',
      'c=[CREDIT_CARD] [CREDIT_CARD] a=1&c=[CREDIT_CARD] [CREDIT_CARD]',
    ],
    [
      'phone=%2B12133734253&x=1 tel=%28213%29%20373-4253 p%3D2133734253 ?p=213+373+4253 x=213+373+4253 &#43;12133734253 a=%252B12133734253',
      'phone=[PHONE]&x=1 tel=[PHONE] p%3D[PHONE] ?p=[PHONE] x=213+373+4253 [PHONE] a=[PHONE]',
    ],
    [
      'i=DE89%203704%200044%200532%200130%2000 a=DE89+3704+0044+0532+0130+00&x=1 ip=10%2E0%2E0%2E1&v=2001%3Adb8%3A%3A1',
      'i=[IBAN] a=[IBAN]&x=1 ip=[IP]&v=[IP]',
    ],
    ['{"u":"?p=%2B12133734253\\u0026x","t":"100%zz %4"}', '{"u":"?p=[PHONE]\\u0026x","t":"100%zz %4"}'],
    ['https://ada%40example.com:pw@files.example.com/', 'https://[EMAIL]:pw@files.example.com/'],
    ['"a b"@example.com, {"m":"\\"a b\\"@example.com"} "said" @b.de', '[EMAIL], {"m":"[EMAIL]"} "said" @b.de'],
    [
      'ＩＢＡＮDE89370400440532013000 IBANDE89370400440532013000 ＤＥ89370400440532013000 ＶＩＳＡ4111111111111111ＯＫ ＳＳＮ078-05-1120',
      'ＩＢＡＮ[IBAN] IBAN[IBAN] [IBAN] ＶＩＳＡ[CREDIT_CARD]ＯＫ ＳＳＮ[US_SSN]',
      { types: ['iban', 'credit-card', 'us-ssn'] },
      'labels in fullwidth letters',
    ],
    [
      "http://e.com/x_{I'm_king} http://e.com/{a b} http://e.com/{it's}/y",
      '[URL] [URL]{a b} [URL]',
      { types: ['url'] },
      'placeholders',
    ],
    ['https://e.com_/x http://localhost_/x https://-x-.e.com/p', '[URL] [URL] [URL]', { types: ['url'] }],
    [
      'https://e.com/a–b https://e.com/😀/x https://e.com/{id}/x https://e.com/a|b https://e.com/👨‍👩‍👧/x https://my_.s3.example.com/k',
      '[URL] [URL] [URL] [URL] [URL] [URL]',
      { types: ['url'] },
      'URLs whole, with what browsers accept in them',
    ],
    [
      '<img srcset="logo@2x.png 2x"> jane@example.com',
      '<img srcset="logo@2x.png 2x"> [EMAIL]',
      {},
      'names of files stay',
    ],
    ['电话13812345678。', '电话[PHONE]。', { defaultCountry: 'CN' }],
    ['卡号4111111111111111。IPは10.0.0.1です', '卡号[CREDIT_CARD]。IPは[IP]です'],
    ['телефон+7 912 345-67-89 Tel+49 171 1234567', 'телефон[PHONE] Tel[PHONE]'],
    ['x+12133734253 card4111111111111111 v10.0.0.1', 'x+12133734253 card4111111111111111 v10.0.0.1'],
    [
      '4111111111111111é é4111111111111111 e\u03014111111111111111',
      '[CREDIT_CARD]é é[CREDIT_CARD] e\u0301[CREDIT_CARD]',
    ],
    ['?email=ada%40example.com&x=1 q%3Dada%40example.co.uk%26', '?email=[EMAIL]&x=1 q%3D[EMAIL]%26'],
    ['a%20ada.l%2Bx%40example.com%2C .ada%40example.com.', 'a%20[EMAIL]%2C .[EMAIL].'],
    ['ada&#64;example.com, ada&#x40;example.com a&commat;b.org', '[EMAIL], [EMAIL] [EMAIL]'],
    [
      'x%40y, 100%40 off, %40example.com ftp://ada:p%40ss@files.example.com/',
      'x%40y, 100%40 off, %40example.com ftp://ada:p%40ss@files.example.com/',
    ],
    ['4111111111111111e\u0301 213-373-4253é DE89370400440532013000ü', '[CREDIT_CARD]e\u0301 [PHONE]é [IBAN]ü'],
    ['é078-05-1120é ü00:1a:2b:3c:4d:5eü', 'é[US_SSN]é ü[MAC]ü', { types: ['us-ssn', 'mac'] }],
    ['ID10.0.0.1 host_10.0.0.2_ é10.0.0.3é IP2001:db8::1', 'ID[IP] host_[IP]_ é[IP]é IP[IP]'],
    [
      'version10.0.0.1 10.0.0.1a ID10.0.0.1.5 Foo::1 Class1::2',
      'version10.0.0.1 10.0.0.1a ID10.0.0.1.5 Foo::1 Class1::2',
    ],
    ['jane＠example．com 致jane．doe＠mail．example。com。', '[EMAIL] 致[EMAIL]。'],
    ['ｊａｎｅ＠ｅｘａｍｐｌｅ．ｃｏｍ ada﹫example.com', '[EMAIL] [EMAIL]'],
    ['生日1990-01-05号', '生日[DATE]号', { types: ['date'] }],
    ['', ''],
    ['Nothing to find.', 'Nothing to find.'],
    ...Object.entries(texts).flatMap(([type, { found, other }]) => [
      ...found.map(
        (text): ToolCase => [
          `(${text}), ${text}.`,
          `([${type.toUpperCase().replace('-', '_')}]), [${type.toUpperCase().replace('-', '_')}].`,
          { types: [type] },
        ],
      ),
      ...other.map(
        (text): ToolCase => [`(${text}), ${text}.`, `(${text}), ${text}.`, { types: [type] }, `no ${type}: ${text}`],
      ),
    ]),
    [
      'ada@example.com 213-373-4253 4111111111111111 10.0.0.1 NO9386011117947 078-05-1120 2026-01-31',
      '[EMAIL] [PHONE] [CREDIT_CARD] [IP] [IBAN] 078-05-1120 2026-01-31',
      {},
      'the five types that are looked for by default',
    ],
    [
      'https://example.com/?u=ada@example.com 4000 0000 0000 0000 006 2026-01-31T10:00',
      '[URL] [CREDIT_CARD] [DATE]T10:00',
      { types: all },
      'of finds that overlap the longest wins',
    ],
    [
      '<a href="https://example.com/a|b?token=x">, <https://example.com/{c}?token=x> [d](https://example.com/’)',
      '<a href="[URL]">, <[URL]> [d]([URL])',
      { types: ['url'] },
      'a token after a sign that cuts URLs in prose',
    ],
    [
      'customer/department=shipping@example.com',
      '[EMAIL]',
      {},
      'an address whole, and not the mailbox that its end would name',
    ],
    ['https://example.com/?u=ada@example.com', 'https://example.com/?u=[EMAIL]', { types: ['email'] }],
    [
      '078-05-1120–899-99-9999',
      '[US_SSN]–[US_SSN]',
      { types: ['us-ssn'] },
      'two social security numbers with a dash between',
    ],
    ['10.0.0.1', '[IP]', { types: ['ip', 'ip'] }, 'a type may come twice'],
    [
      'ada.b@münchen.de, +1 (213) 373-4253',
      '***.*@*******.**, +* (***) ***-****',
      { mode: 'mask' },
      'mask shows the form only',
    ],
    ['a ada@example.com b', 'a  b', { mode: 'remove' }],
    ['ada@example.com\r\n10.0.0.1\r\n', '[EMAIL]\r\n[IP]\r\n', {}, 'line ends stay'],
    ['\ud800ada@example.com\udc00\0', '\ud800[EMAIL]\udc00\0', {}, 'lone surrogates and NUL stay'],
    ['030 123456 213-373-4253', '[PHONE] 213-373-4253', { defaultCountry: 'DE' }, 'of a country'],
    [
      '030 123456, 213-373-4253, 01 42 68 53 00, 020 7946 0958, +81 3 1234 5678',
      '[PHONE], [PHONE], [PHONE], 020 7946 0958, [PHONE]',
      { otherCountries: ['de', 'FR'] },
      'of several countries at once',
    ],
    [
      '01 42685300',
      `[PHONE:${createHmac('sha256', 's').update('+33142685300').digest('hex').slice(0, 12)}]`,
      { types: ['phone'], defaultCountry: 'FR', otherCountries: ['AT'], mode: 'hash', salt: 's' },
      'a number belongs to the first country in which it is valid',
    ],
    ...[
      [String.raw`{"m":"Contact:\njane@example.com"}`, String.raw`{"m":"Contact:\n[EMAIL]"}`],
      [String.raw`{"m":"tel:\n213-373-4253\tor\r10.0.0.1"}`, String.raw`{"m":"tel:\n[PHONE]\tor\r[IP]"}`],
      [String.raw`{"m":"jane\u0040example.com\u000aNO9386011117947"}`, String.raw`{"m":"[EMAIL]\u000a[IBAN]"}`],
      [String.raw`{"m":"{\"m\":\"a\\njane@example.com\"}"}`, String.raw`{"m":"{\"m\":\"a\\n[EMAIL]\"}"}`],
      [String.raw`\x1b[31mjane@example.com\x1b[0m \033[1m10.0.0.1`, String.raw`\x1b[31m[EMAIL]\x1b[0m \033[1m[IP]`],
      ['\x1b[31mjane@example.com\x1b[0m', '\x1b[31m[EMAIL]\x1b[0m'],
      [String.raw`jane\_doe@example.com 10\.0\.0\.1`, '[EMAIL] [IP]'],
      [String.raw`\\nas.example.com\jane@example.com .\t10.0.0.1`, String.raw`\\nas.example.com\[EMAIL] .\t[IP]`],
      ['{"card":4111111111111111,"a":[-4111111111111111, 12]}', '{"card":"[CREDIT_CARD]","a":["-[CREDIT_CARD]", 12]}'],
      ['a\n[4111111111111111]\n{"c":2133734253}\n', 'a\n["[CREDIT_CARD]"]\n{"c":"[PHONE]"}\n'],
      ['got {"card":4111111111111111} today', 'got {"card":"[CREDIT_CARD]"} today'],
      [String.raw`got {\"card\": 4111111111111111,`, String.raw`got {\"card\": \"[CREDIT_CARD]\",`],
      ['4111111111111111', '[CREDIT_CARD]'],
      [String.raw`{"m":"page1\fjane@example.com"}`, String.raw`{"m":"page1\f[EMAIL]"}`],
      [
        String.raw`{"m":"..\njane@example.com", "n":"C:\fjane@example.com"}`,
        String.raw`{"m":"..\n[EMAIL]", "n":"C:\f[EMAIL]"}`,
      ],
      [String.raw`{"m":"{\"m\":\"x\\bjane@example.com\"}"}`, String.raw`{"m":"{\"m\":\"x\\b[EMAIL]\"}"}`],
      [String.raw`f('x\vjane@example.com', 'x\0jane@example.com')`, String.raw`f('x\v[EMAIL]', 'x\0[EMAIL]')`],
      [String.raw`x\b10.0.0.1 x\f213-373-4253 x\vfe80::1:2`, String.raw`x\b[IP] x\f[PHONE] x\v[IP]`],
      [String.raw`a\bob@example.com {"m":"a\\bob@example.com"}`, String.raw`a\[EMAIL] {"m":"a\\[EMAIL]"}`],
      [
        String.raw`"C:\Users\bin\bob@example.com" r"a\bob@example.com" don't a\bob@example.com won't`,
        String.raw`"C:\Users\bin\[EMAIL]" r"a\[EMAIL]" don't a\[EMAIL] won't`,
      ],
      [String.raw`lib\v10.0.0.1\a.dll`, String.raw`lib\v10.0.0.1\a.dll`],
      [String.raw`{"m":"jane\u200b@example.com","n":"10.0.0\u200b.1"}`, '{"m":"[EMAIL]","n":"[IP]"}'],
      [String.raw`4111\u20601111\u{200b}1111\\u200d1111 213-\u200b373-4253`, '[CREDIT_CARD] [PHONE]'],
      [String.raw`\ufeffjane\u00ad@exam\xadple.com\u200b x`, String.raw`\ufeff[EMAIL]\u200b x`],
    ].map(([input = '', output = '']): ToolCase => [input, output]),
    [
      String.raw`{"m":"jane\u0040example.com\n"}`,
      String.raw`{"m":"****\u0040*******.***\n"}`,
      { mode: 'mask' },
      'a mask keeps escapes',
    ],
    [
      `["'https://example.com/a","b'"]`,
      `["'[URL]","[URL]'"]`,
      { types: ['url'] },
      'what would extend over several strings of JSON is replaced in each',
    ],
    [
      '',
      { error: 'otherCountries[1] must be the code of a country, such as US, GB or DE, not "X1"' },
      { otherCountries: ['DE', 'X1'] },
    ],
    [
      '',
      { error: 'steps[0].config.otherCountries must have at most 9 items' },
      { otherCountries: Array(10).fill('DE') },
    ],
    [
      '',
      { error: 'defaultCountry must be the code of a country, such as US, GB or DE, not "XX"' },
      { defaultCountry: 'XX' },
    ],
    ['', { error: 'steps[0].config.types must have at least 1 item' }, { types: [] }],
    ['', { error: `steps[0].config.types[0] must be one of: ${all.join(', ')}` }, { types: ['name'] }],
    ['', { error: 'steps[0].config.salt must be at most 200 characters long' }, { salt: 'x'.repeat(201) }],
    ['', { error: 'steps[0].config.mode must be one of: label, mask, hash, remove' }, { mode: 'token' }],
  ],
  checks: {
    'a hash is that of the value, however it is written': () => {
      const hash = (value: string) => createHmac('sha256', 's').update(value).digest('hex').slice(0, 12);
      const values: Record<string, [type: string, value: string]> = {
        'Ada@Example.com': ['email', 'ada@example.com'],
        '(213) 373-4253': ['phone', '+12133734253'],
        '4111 1111 1111 1111': ['credit-card', '4111111111111111'],
        '2001:DB8:0::1': ['ip', '2001:db8::1'],
        'gb82 west 1234 5698 7654 32': ['iban', 'GB82WEST12345698765432'],
        '078 05 1120': ['us-ssn', '078051120'],
        '４１１１\u2011١١١١\u2011۱۱۱۱\u20111111': ['credit-card', '4111111111111111'],
        'ｇｂ８２\u202fwest 1234 5698 7654 32': ['iban', 'GB82WEST12345698765432'],
        '０78\u201305\u20131120': ['us-ssn', '078051120'],
        '00-1A-2b-3c-4d-5e': ['mac', '001a2b3c4d5e'],
        '2026-01-31': ['date', '2026-01-31'],
      };
      for (const [written, [type, value]] of Object.entries(values)) {
        const expected = `[${type.toUpperCase().replace('-', '_')}:${hash(value)}]`;
        assert.equal(resultOf(slug, written, { types: [type], mode: 'hash', salt: 's' }), expected);
      }
      assert.notEqual(
        resultOf(slug, '10.0.0.1', { mode: 'hash' }),
        resultOf(slug, '10.0.0.1', { mode: 'hash', salt: 's' }),
      );
    },
    'Luhn digits agree with the definition': () => {
      fc.assert(
        fc.property(fc.array(fc.nat(9), { minLength: 2, maxLength: 20 }), (digits) => {
          const sum = digits.toReversed().reduce((total, digit, i) => {
            return total + (i % 2 === 0 ? digit : Math.floor((2 * digit) / 10) + ((2 * digit) % 10));
          }, 0);
          assert.equal(hasLuhnDigit(digits.join('')), sum % 10 === 0);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'what is put into a text is gone, and the rest stays': () => {
      const secret = fc.constantFrom(...Object.values(texts).flatMap(({ found }) => found));
      const words = fc.constantFrom('Some words: ', '; and ', '\n', ' — ', ' (');
      fc.assert(
        fc.property(fc.array(fc.tuple(words, secret)), (parts) => {
          const text = parts.map(([word, each]) => `${word}${each}; `).join('');
          const expected = parts.map(([word]) => `${word}; `).join('');
          assert.equal(resultOf(slug, text, { types: all, mode: 'remove' }), expected);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'any text has a result, and a mask keeps its length': () => {
      const text = fc.string({
        unit: fc.constantFrom('a', '1', '23', '@', '.', ':', '-', '/', ' ', '+', 'GB82', 'http://', '\ud800', 'é', '('),
        maxLength: 60,
      });
      fc.assert(
        fc.property(text, (input) => {
          assert.equal(resultOf(slug, input, { types: all, mode: 'mask' }).length, input.length);
        }),
        { seed: 3, numRuns: sampleSize(1000) },
      );
    },
    'JSON stays JSON in every mode, and has no value in clear after any escape': () => {
      const found = [
        'jane.roe@example.com',
        '+1 213 373 4253',
        '4111 1111 1111 1111',
        '10.20.30.40',
        'NO9386011117947',
      ];
      const document = escapedDocuments([...found, '078-05-1120', 'https://example.org/a?b=c'], [4111111111111111]);
      fc.assert(
        fc.property(document, fc.constantFrom('label', 'mask', 'hash', 'remove'), (original, mode) => {
          const { json, values } = original;
          for (const text of scalarsOf(original, resultOf(slug, json, { types: all, mode })))
            for (const value of values) assert.ok(!text.includes(value), `${value} is left in ${text}`);
          const labels = resultOf(slug, json, { types: all });
          assert.doesNotMatch(labels, /jane|roe|example|213|4111|NO93|078|10\.20/);
        }),
        { seed: 4, numRuns: sampleSize(1000) },
      );
    },
    'a value after an escape is found as in plain text': () => {
      const escapes = [
        '\\n',
        '\\t',
        '\\r',
        '\\f',
        '\\b',
        '\\u0009',
        '\\u00A0',
        '\\x0a',
        '\\u{a}',
        '\\"',
        "\\'",
        '\\\\n',
        '\\v',
        '\\u200b\\n',
      ];
      for (const [type, { found }] of Object.entries(texts)) {
        for (const sequence of escapes) {
          for (const value of found) {
            const label = `[${type.toUpperCase().replace('-', '_')}]`;
            const expected = `to:${sequence}${label}${sequence}x`;
            assert.equal(resultOf(slug, `to:${sequence}${value}${sequence}x`, { types: [type] }), expected);
            // An apostrophe may be in an address.
            if (sequence === "\\'") continue;
            const [before, after] = [`["page${sequence}`, `${sequence}x"]`];
            assert.equal(resultOf(slug, before + value + after, { types: [type] }), before + label + after);
          }
        }
      }
    },
    'a value is found beside letters of every script but the Latin one, and with invisible marks inside': () => {
      const words = [
        '电话',
        'カード',
        'です',
        '카드',
        'โทร',
        'карта',
        'κάρτα',
        'כרטיס',
        'بطاقة',
        'कार्ड',
        'քարտ',
        'ბარათი',
        'ካርድ',
      ];
      const marks = ['\u200b', '\u200d', '\u200e', '\u202a', '\u2060', '\u2069', '\u00ad', '\ufeff'];
      // A name beside an address is a part of it, as far as anybody can tell.
      const figures = ['phone', 'credit-card', 'ip', 'iban', 'us-ssn', 'mac'];
      for (const type of figures) {
        const label = `[${type.toUpperCase().replace('-', '_')}]`;
        for (const value of texts[type]?.found ?? []) {
          for (const word of words) {
            // A bracket does not touch a word, and an extension is one.
            if (/[(x]/.test(value)) continue;
            assert.equal(resultOf(slug, `${word}${value}${word}`, { types: [type] }), `${word}${label}${word}`);
          }
        }
      }
      for (const [type, { found }] of Object.entries(texts)) {
        const label = `[${type.toUpperCase().replace('-', '_')}]`;
        for (const value of found) {
          for (const [i, mark] of marks.entries()) {
            const at = 1 + (i % (value.length - 1));
            const written = `\u202a${value.slice(0, at)}${mark}${value.slice(at)}\u202c`;
            assert.equal(resultOf(slug, written, { types: [type] }), `\u202a${label}\u202c`, written);
          }
        }
      }
    },
    'time is linear': () => {
      for (const part of [
        '\\',
        '\\n',
        'a\\b',
        '"a\\b"',
        '"a\\b',
        '\\"a\\\\b\\\\\\"',
        '\\u200b',
        '\\u00',
        '\\"',
        '{"a":',
        '"\\"',
        '[1,',
        '{"a":4111111111111111}\n',
        '\x1b[',
        '\\\\nas.',
        '\u200b',
        '4111111111111111\u200b\n',
        '@',
        '1',
        '1.',
        '1:',
        ':',
        'a',
        'a@',
        'DE89 ',
        'DE89\u2011',
        '４',
        '4111 ',
        '4111\u202f',
        'jan 1',
        '123-45-',
        '11.11.',
        'http://',
        '%20',
        '%2520',
        '4111%20',
        '&amp;',
        'a=1+1&',
        '"a"@e.com',
        '+387 601 ',
      ]) {
        assertLinear(part, (text) => resultOf(slug, text, { types: all }));
      }
    },
    'ten countries take time linear in the text': () => {
      const otherCountries = ['GB', 'DE', 'FR', 'IT', 'ES', 'NL', 'AT', 'CH', 'BR'];
      for (const part of ['1234567 ', '30123456 ', '0123 456 ', '1', '12/']) {
        const input = filled(part, 100_000);
        // The library compiles its patterns for each number: with it, this takes 1.8 s.
        assertTakesAtMost(80, () => resultOf(slug, input, { types: ['phone'], otherCountries }));
      }
    },
    'checks the limit while it builds its output': () => {
      assertAsksForItsSize(slug, '::1 ::2', { mode: 'hash' });
    },
  },
} satisfies ToolCases;
