import { type BodyEndpoint, type BodyTable, maxBytes, runBody } from '../../support/json-bodies.js';

const characters = (count: number) => 'a'.repeat(count);
const lines = (count: number, end = '\n') => `x${end}`.repeat(count);
const repeated = (count: number, value: string) => `[${new Array(count).fill(value).join(',')}]`;
const upper = (count: number) => 'A'.repeat(count);
const listTooLarge = 'Input too large: 1000001 characters (maximum 1000000)';
const tooManyLines = 'Too many lines: 5001 (maximum 5000)';
const tooManyUrls = 'Too many URLs: 501 (maximum 500)';
/** 2,000 characters each. They sort and dedupe to one short line, which keeps the test fast. */
const asDigits = (count: number) => characters(count);

/** One step, line, URL or character beyond each limit. */
export const limits: readonly BodyTable[] = [
  {
    endpoint: 'run',
    status: 400,
    rows: [
      [
        '500,001 characters',
        () => runBody(`"${characters(500_001)}"`),
        'Input too large: 500001 characters (maximum 500000)',
      ],
      [
        '500,001 characters, each of three bytes',
        () => runBody(`"${'漢'.repeat(500_001)}"`),
        'Input too large: 500001 characters (maximum 500000)',
      ],
      [
        '250,000 emoji, of two units each, and a letter',
        () => runBody(`"${'😀'.repeat(250_000)}a"`),
        'Input too large: 500001 characters (maximum 500000)',
      ],
      [
        '500,001 characters in escapes',
        () => runBody(`"${'\\u0061'.repeat(500_001)}"`),
        'Input too large: 500001 characters (maximum 500000)',
      ],
      ['no steps', runBody('"a"', '[]'), 'No steps provided'],
      ['26 steps', runBody('"a"', repeated(26, '"upper-case"')), 'Too many steps: 26 (maximum 25)'],
      [
        '26 steps as objects',
        runBody('"a"', repeated(26, '{"toolSlug":"upper-case"}')),
        'Too many steps: 26 (maximum 25)',
      ],
      ['26 steps that do not exist', runBody('"a"', repeated(26, '"none-such"')), 'Too many steps: 26 (maximum 25)'],
      ['100,000 steps', () => runBody('"a"', repeated(100_000, '""')), 'Too many steps: 100000 (maximum 25)'],
      [
        'a character and a step too many: the first limit speaks',
        () => runBody(`"${characters(500_001)}"`, repeated(26, '"upper-case"')),
        'Input too large: 500001 characters (maximum 500000)',
      ],
      [
        'a step that grows the text past its limit',
        () => runBody(`"${characters(100_000)}"`, '[{"toolSlug":"repeat-text","config":{"times":101}}]'),
        'Step 1 (repeat-text) failed: the output would be longer than 4000000 characters',
      ],
      [
        'the third step that grows the text past its limit',
        () =>
          runBody(
            `"${characters(1_000)}"`,
            `["upper-case",${repeated(2, '{"toolSlug":"repeat-text","config":{"times":1000}}').slice(1)}`,
          ),
        'Step 3 (repeat-text) failed: the output would be longer than 4000000 characters',
      ],
    ],
  },
  {
    endpoint: 'run',
    status: 200,
    rows: [
      ['no characters', runBody('""'), ''],
      ['500,000 characters', () => runBody(`"${characters(500_000)}"`), upper(500_000)],
      ['500,000 characters, each of three bytes', () => runBody(`"${'漢'.repeat(500_000)}"`), '漢'.repeat(500_000)],
      ['250,000 emoji', () => runBody(`"${'😀'.repeat(250_000)}"`), '😀'.repeat(250_000)],
      ['500,000 characters in escapes', () => runBody(`"${'\\u0061'.repeat(500_000)}"`), upper(500_000)],
      [
        '500,000 surrogates alone, in escapes',
        () => runBody(`"${'\\udc00'.repeat(500_000)}"`),
        '\udc00'.repeat(500_000),
      ],
      ['500,000 NULs', () => runBody(`"${'\\u0000'.repeat(500_000)}"`), '\0'.repeat(500_000)],
      ['25 steps', runBody('"a"', repeated(25, '"upper-case"')), 'A'],
      ['25 steps as objects', runBody('"a"', repeated(25, '{"toolSlug":"upper-case","config":{}}')), 'A'],
    ],
  },
  {
    endpoint: 'sort-dedupe',
    status: 400,
    rows: [
      ['5,001 lines', () => `{"lines":${repeated(5_001, '"a"')}}`, tooManyLines],
      ['5,001 empty lines', () => `{"lines":${repeated(5_001, '""')}}`, tooManyLines],
      ['5,001 lines in one text', () => JSON.stringify({ input: lines(5_001) }), tooManyLines],
      ['5,001 lines, the last without an end', () => JSON.stringify({ input: `${lines(5_000)}x` }), tooManyLines],
      ['5,001 lines ended by carriage returns', () => JSON.stringify({ input: lines(5_001, '\r') }), tooManyLines],
      [
        '5,001 lines with ends of all kinds',
        () => JSON.stringify({ input: 'x\r\nx\rx\n'.repeat(1_667) }),
        tooManyLines,
      ],
      ['an element that holds 5,001 lines', () => JSON.stringify({ lines: [lines(5_001)] }), tooManyLines],
      [
        '5,000 elements, one of which is two lines',
        () => JSON.stringify({ lines: [...new Array(4_999).fill('x'), 'x\ny'] }),
        tooManyLines,
      ],
      ['1,000,001 characters', () => JSON.stringify({ input: characters(1_000_001) }), listTooLarge],
      ['1,000,001 characters in one element', () => JSON.stringify({ lines: [characters(1_000_001)] }), listTooLarge],
      [
        '1,000,001 characters in 1,001 elements',
        () => JSON.stringify({ lines: [...new Array(1_000).fill(characters(1_000)), 'a'] }),
        listTooLarge,
      ],
      ['500,000 emoji and a letter', () => JSON.stringify({ input: `${'😀'.repeat(500_000)}a` }), listTooLarge],
      [
        'too many lines and characters',
        () => JSON.stringify({ input: lines(500_001) }),
        'Input too large: 1000002 characters (maximum 1000000)',
      ],
    ],
  },
  {
    endpoint: 'sort-dedupe',
    status: 200,
    rows: [
      ['5,000 lines', () => `{"lines":${repeated(5_000, '"a"')}}`, 'a'],
      ['5,000 lines in one text', () => JSON.stringify({ input: lines(5_000) }), 'x'],
      ['5,000 lines, the last without an end', () => JSON.stringify({ input: `${lines(4_999)}x` }), 'x'],
      ['5,000 lines ended by CRLF', () => JSON.stringify({ input: lines(5_000, '\r\n') }), 'x'],
      ['5,000 empty lines', () => JSON.stringify({ input: '\r\n'.repeat(5_000), dropBlank: false }), ''],
      ['ends of all kinds', '{"input":"c\\r\\nb\\ra\\n\\rd"}', 'a\nb\nc\nd'],
      ['line separators and form feeds end no line', '{"input":"b\u2028a\\f\u0085c"}', 'b\u2028a\f\u0085c'],
      ['1,000,000 characters', () => JSON.stringify({ input: asDigits(1_000_000) }), characters(1_000_000)],
      ['500,000 emoji', () => JSON.stringify({ input: '😀'.repeat(500_000) }), '😀'.repeat(500_000)],
      ['1,000,000 characters in escapes', () => `{"input":"${'\\u0061'.repeat(1_000_000)}"}`, characters(1_000_000)],
      [
        '1,000 elements of 1,000 characters',
        () => JSON.stringify({ lines: new Array(1_000).fill(characters(1_000)) }),
        characters(1_000),
      ],
    ],
  },
  {
    endpoint: 'sanitize',
    status: 400,
    rows: [
      ['501 URLs', () => `{"urls":${repeated(501, '"http://a"')}}`, tooManyUrls],
      ['501 empty URLs', () => `{"urls":${repeated(501, '""')}}`, tooManyUrls],
      ['501 URLs in one text', () => JSON.stringify({ input: lines(501) }), tooManyUrls],
      ['501 URLs with ends of all kinds', () => JSON.stringify({ input: 'x\r\nx\rx\n'.repeat(167) }), tooManyUrls],
      ['1,000,001 characters', () => JSON.stringify({ url: characters(1_000_001) }), listTooLarge],
      ['1,000,001 characters in urls', () => JSON.stringify({ urls: [characters(1_000_000), 'a'] }), listTooLarge],
      ['1,000,001 characters in one text', () => JSON.stringify({ input: `${characters(1_000_000)}\n` }), listTooLarge],
      [
        '501 names',
        () => `{"url":"http://a","keepParams":${repeated(501, '"a"')}}`,
        'keepParams must have at most 500 items',
      ],
      [
        'an empty name',
        '{"url":"http://a","extraParams":["a",""]}',
        'extraParams[1] must be at least 1 character long',
      ],
      [
        'a name of 201 characters',
        () => `{"url":"http://a","extraParams":["${characters(201)}"]}`,
        'extraParams[0] must be at most 200 characters long',
      ],
    ],
  },
  {
    endpoint: 'sanitize',
    status: 200,
    rows: [
      ['500 URLs', () => `{"urls":${repeated(500, '"http://a/?s=1"')}}`, new Array(500).fill('http://a/').join('\n')],
      [
        '500 URLs among blank lines',
        () => JSON.stringify({ input: lines(500, '\n \r\n') }),
        new Array(500).fill('x').join('\n'),
      ],
      ['1,000,000 characters', () => JSON.stringify({ url: characters(1_000_000) }), characters(1_000_000)],
      [
        '1,000,000 characters of parameters',
        () => JSON.stringify({ url: `http://a/?s${'&s=1'.repeat(249_997)}` }),
        'http://a/',
      ],
      [
        'a name of 200 emoji',
        () => JSON.stringify({ url: 'http://a/?b=1', extraParams: ['😀'.repeat(200)] }),
        'http://a/?b=1',
      ],
    ],
  },
  {
    endpoint: 'keys',
    status: 400,
    rows: [
      [
        'a label of 101 characters',
        () => `{"plan":"pro","label":"${characters(101)}"}`,
        'label must be at most 100 characters long',
      ],
      [
        'a label with a surrogate alone',
        '{"plan":"pro","label":"\\ud800"}',
        'label must not contain control characters, direction marks, invisible spaces or unpaired surrogates',
      ],
      [
        'a label with NUL',
        '{"plan":"pro","label":"\\u0000"}',
        'label must not contain control characters, direction marks, invisible spaces or unpaired surrogates',
      ],
      [
        '101 origins',
        () => `{"plan":"pro","origins":${repeated(101, '"http://a"')}}`,
        'origins must have at most 100 items',
      ],
      ['an account that does not exist', '{"plan":"pro","accountId":"acc_none"}', 'Unknown account: acc_none'],
      ['an account of a NUL', '{"plan":"pro","accountId":"\\u0000"}', 'Unknown account: \0'],
    ],
  },
  {
    endpoint: 'keys',
    status: 201,
    rows: [
      ['a label of 100 emoji', () => `{"plan":"pro","label":"${'😀'.repeat(100)}"}`, ''],
      ['100 origins', () => `{"plan":"pro","origins":${repeated(100, '"http://a"')}}`, ''],
      ['as many bytes as it takes', () => '{"plan":"pro"}'.padEnd(maxBytes.keys), ''],
    ],
  },
  {
    endpoint: 'label',
    status: 400,
    rows: [
      [
        'a label of 101 characters',
        () => `{"label":"${characters(101)}"}`,
        'label must be at most 100 characters long',
      ],
      [
        'a label with a surrogate alone',
        '{"label":"\\ud800"}',
        'label must not contain control characters, direction marks, invisible spaces or unpaired surrogates',
      ],
    ],
  },
  {
    endpoint: 'origins',
    status: 400,
    rows: [
      ['101 origins', () => `{"origins":${repeated(101, '"http://a"')}}`, 'origins must have at most 100 items'],
      [
        'an origin of 301 characters',
        () => `{"origins":["http://${characters(294)}"]}`,
        'origins[0] must have at most 300 characters',
      ],
      [
        'an origin with a surrogate alone',
        '{"origins":["http://a\\ud800"]}',
        'origins[0] must have a valid host name or address, and a port from 0 to 65535 if any',
      ],
    ],
  },
];

/** A byte more than each endpoint takes. */
export const tooLong: readonly BodyTable[] = Object.entries(maxBytes).map(([endpoint, bytes]) => ({
  endpoint: endpoint as BodyEndpoint,
  status: 413,
  rows: [[`${bytes + 1} bytes`, () => ' '.repeat(bytes + 1), 'Request body too large']],
}));
