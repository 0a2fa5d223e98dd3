import type { ToolCase } from './tool-cases.js';

interface Vector {
  readonly input: string;
  readonly splitNumbers?: boolean;
  readonly camel: string;
  readonly pascal: string;
  readonly snake: string;
  /** Dots, hyphens and slashes give the same result as underscores, letter for letter. */
  readonly train: string;
}

/** The cases that the tests of change-case 5 and similar packages cover, and scripts that they leave out. */
const vectors: readonly Vector[] = [
  { input: 'test', camel: 'test', pascal: 'Test', snake: 'test', train: 'Test' },
  { input: 'test string', camel: 'testString', pascal: 'TestString', snake: 'test_string', train: 'Test-String' },
  { input: 'Test String', camel: 'testString', pascal: 'TestString', snake: 'test_string', train: 'Test-String' },
  { input: 'TEST STRING', camel: 'testString', pascal: 'TestString', snake: 'test_string', train: 'Test-String' },
  { input: 'TestV2', camel: 'testV2', pascal: 'TestV2', snake: 'test_v2', train: 'Test-V2' },
  { input: 'TestV2', splitNumbers: true, camel: 'testV_2', pascal: 'TestV_2', snake: 'test_v_2', train: 'Test-V-2' },
  { input: '_foo_bar_', camel: 'fooBar', pascal: 'FooBar', snake: 'foo_bar', train: 'Foo-Bar' },
  { input: '--foo--bar', camel: 'fooBar', pascal: 'FooBar', snake: 'foo_bar', train: 'Foo-Bar' },
  {
    input: 'version 1.2.10',
    camel: 'version_1_2_10',
    pascal: 'Version_1_2_10',
    snake: 'version_1_2_10',
    train: 'Version-1-2-10',
  },
  {
    input: 'version 1.21.0',
    camel: 'version_1_21_0',
    pascal: 'Version_1_21_0',
    snake: 'version_1_21_0',
    train: 'Version-1-21-0',
  },
  { input: '1test', camel: '1test', pascal: '1test', snake: '1test', train: '1test' },
  { input: '1test', splitNumbers: true, camel: '1Test', pascal: '1Test', snake: '1_test', train: '1-Test' },
  {
    input: 'Foo12019Bar',
    splitNumbers: true,
    camel: 'foo_12019Bar',
    pascal: 'Foo_12019Bar',
    snake: 'foo_12019_bar',
    train: 'Foo-12019-Bar',
  },
  {
    input: 'aNumber2in',
    splitNumbers: true,
    camel: 'aNumber_2In',
    pascal: 'ANumber_2In',
    snake: 'a_number_2_in',
    train: 'A-Number-2-In',
  },
  { input: 'V1Test', camel: 'v1Test', pascal: 'V1Test', snake: 'v1_test', train: 'V1-Test' },
  {
    input: 'V1Test with separateNumbers',
    splitNumbers: true,
    camel: 'v_1TestWithSeparateNumbers',
    pascal: 'V_1TestWithSeparateNumbers',
    snake: 'v_1_test_with_separate_numbers',
    train: 'V-1-Test-With-Separate-Numbers',
  },
  { input: '__typename', camel: 'typename', pascal: 'Typename', snake: 'typename', train: 'Typename' },
  {
    input: 'XMLHttpRequest',
    camel: 'xmlHttpRequest',
    pascal: 'XmlHttpRequest',
    snake: 'xml_http_request',
    train: 'Xml-Http-Request',
  },
  {
    input: 'getURLForID',
    camel: 'getUrlForId',
    pascal: 'GetUrlForId',
    snake: 'get_url_for_id',
    train: 'Get-Url-For-Id',
  },
  { input: "Don't Stop", camel: 'dontStop', pascal: 'DontStop', snake: 'dont_stop', train: 'Dont-Stop' },
  { input: "ABc'd Ef’g", camel: 'aBcdEfg', pascal: 'ABcdEfg', snake: 'a_bcd_efg', train: 'A-Bcd-Efg' },
  { input: "'quoted' 5'a", camel: 'quoted_5A', pascal: 'Quoted_5A', snake: 'quoted_5_a', train: 'Quoted-5-A' },
  {
    input: 'élanVital ÉCOLE',
    camel: 'élanVitalÉcole',
    pascal: 'ÉlanVitalÉcole',
    snake: 'élan_vital_école',
    train: 'Élan-Vital-École',
  },
  {
    input: 'cafe\u0301E\u0301Cole',
    camel: 'cafe\u0301E\u0301Cole',
    pascal: 'Cafe\u0301E\u0301Cole',
    snake: 'cafe\u0301_e\u0301_cole',
    train: 'Cafe\u0301-E\u0301-Cole',
  },
  { input: 'ОДНА СТРОКА', camel: 'однаСтрока', pascal: 'ОднаСтрока', snake: 'одна_строка', train: 'Одна-Строка' },
  { input: 'ΔΥΟ ΛΟΓΟΣ', camel: 'δυοΛογος', pascal: 'ΔυοΛογος', snake: 'δυο_λογος', train: 'Δυο-Λογος' },
  { input: '中文 字Word', camel: '中文字word', pascal: '中文字word', snake: '中文_字word', train: '中文-字word' },
  { input: 'हिन्दी पाठ', camel: 'हिन्दीपाठ', pascal: 'हिन्दीपाठ', snake: 'हिन्दी_पाठ', train: 'हिन्दी-पाठ' },
  { input: '𐐨𐐀x', camel: '𐐨𐐀x', pascal: '𐐀𐐀x', snake: '𐐨_𐐨x', train: '𐐀-𐐀x' },
  { input: 'aǅb', camel: 'aǅb', pascal: 'Aǅb', snake: 'a_ǆb', train: 'A-ǅb' },
  { input: '😀smile👍🏽 \u0301 x', camel: 'smileX', pascal: 'SmileX', snake: 'smile_x', train: 'Smile-X' },
  { input: 'a\0b\ud800c\udc00', camel: 'aBC', pascal: 'ABC', snake: 'a_b_c', train: 'A-B-C' },
];

/** Rows that a tool which writes a code case must pass. */
export function codeCaseVectors(write: (vector: Vector) => string, config: object = {}): ToolCase[] {
  return vectors.map((vector) => {
    const { input, splitNumbers = false } = vector;
    return [input, write(vector), { ...config, splitNumbers }];
  });
}

/** Rows on the options that all these tools have. */
export function codeCaseOptionRows(slug: string, write: (...words: string[]) => string): ToolCase[] {
  return [
    ['', ''],
    ['', '', { perLine: false }],
    ['-- !\n_', '\n', {}, 'only punctuation'],
    [
      'a B\r\n\r\n c d\r\re f\n',
      `${write('a', 'b')}\r\n\r\n${write('c', 'd')}\r\r${write('e', 'f')}\n`,
      {},
      'line ends are kept, mixed ones too',
    ],
    ['a B\r\nc\n', write('a', 'b', 'c'), { perLine: false }, 'one name from the whole text'],
    [
      '__f b_\n  $f b\n_ f\n-_f\n_$\n',
      `__${write('f', 'b')}\n$${write('f', 'b')}\n${write('f')}\n${write('f')}\n\n`,
      { keepPrefix: true },
      'a prefix is kept on request, if it stands directly before the name',
    ],
    ['\n_a\n_b', `_${write('a', 'b')}`, { keepPrefix: true, perLine: false }, 'one prefix for the whole text'],
    ['a\u2028b', write('a', 'b'), {}, 'U+2028 does not end a line'],
    ['a', { error: 'steps[0].config.perLine must be a boolean' }, { perLine: 1 }],
    ['a', { error: 'steps[0].config.splitNumbers must be a boolean' }, { splitNumbers: 1 }],
    ['a', { error: `Unknown option for ${slug}: splitnumbers. Did you mean splitNumbers?` }, { splitnumbers: true }],
  ];
}

/** Returns rows on `keepAcronyms` from the expected forms of `parseHTTPResponse`, `HTTPServer`, and `HTTP` alone. */
export function acronymRows(
  inside: string,
  first: string,
  alone: string,
  shouted: string,
  config: object = {},
): ToolCase[] {
  const keep = { ...config, keepAcronyms: true };
  return [
    ['parseHTTPResponse', inside, keep],
    ['HTTPServer', first, keep],
    ['HTTP', alone, keep, 'an acronym alone'],
    ['HTTP SERVER', shouted, keep, 'all capitals: acronyms cannot be recognized'],
    ['a', { error: 'steps[0].config.keepAcronyms must be a boolean' }, { keepAcronyms: 'yes' }],
  ];
}
