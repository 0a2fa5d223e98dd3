import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'detect-format';

interface Found {
  readonly format: string;
  readonly delimiter?: string;
  readonly suggestions: readonly { readonly steps: readonly (string | { toolSlug: string; config: object })[] }[];
}

const found = (text: string) => JSON.parse(resultOf(slug, text, { format: 'json' })) as Found[];

/** Texts, and their formats. */
const texts: readonly (readonly [format: string, text: string])[] = [
  ['json', '{"a":1}'],
  ['json', '[{"a":1}]'],
  ['broken-json', "{a: 'b',}"],
  ['broken-json', '[1,2'],
  ['broken-json', '{"a": [1, {"b": "c'],
  ['yaml', 'a: 1\nb: 2'],
  ['prose', 'error: no file\nhint: try again'],
  ['hex', '48656c6c6f'],
  ['hex', '89 50 4e 47 0d 0a 1a 0a'],
  ['hex', '0xde, 0xad, 0xbe, 0xef, 0x00'],
  ['prose', 'decade'],
  ['ndjson', '{"a":1}\n{"a":2}'],
  ['json-in-text', 'Here:\n```json\n{"a":1}\n```'],
  ['csv', 'a,b\n1,2\n'],
  ['csv', 'sku|title|stock\n1|Lamp|4\n'],
  ['tsv', 'a\tb\n1\t2\n'],
  ['yaml', 'services:\n  web:\n    image: nginx\n'],
  ['toml', '[package]\nname = "textmill"\nversion = "1.4.0"\n[[bin]]\nname = "t"\n'],
  ['toml', 'title = "A"\nsizes = [\n  1,\n  2,\n]\n[owner]\nborn = 1979-05-27\n'],
  ['ini', '; made by hand\n[Desktop Entry]\nName=Textmill\nExec = textmill serve\n'],
  ['env', '# secrets\nDATABASE_URL=postgres://x\nexport PORT=80\n'],
  ['properties', 'server.port=8080\nserver.host = localhost\n'],
  ['xml', '<?xml version="1.0"?><a/>'],
  ['html', '<!doctype html><title>x</title>'],
  ['markdown', '# Title\n\nA paragraph with [a link](https://example.com).\n'],
  ['markdown', 'Some **bold** words.\n\n- [x] done\n'],
  ['markdown-table', '| a | b |\n|---|---|\n| 1 | 2 |\n'],
  ['sql', 'SELECT id, name FROM people WHERE born > 1800;'],
  ['sql', '-- all\ncreate table people (id integer primary key);\n'],
  ['sql', "INSERT INTO people VALUES (1, 'Ada');\nINSERT INTO people VALUES (2, 'Alan');\n"],
  ['sql', 'with recent as (select 1) select * from recent'],
  ['css', '/* page */\nbody {\n  margin: 0;\n}\n.a > b:hover { color: red }\n'],
  ['access-log', '203.0.113.7 - - [02/Mar/2026:09:14:07 +0000] "GET / HTTP/1.1" 200 512\n'.repeat(3)],
  ['syslog', 'Mar  2 09:14:07 host cron[3]: run\n'.repeat(3)],
  ['log', '2026-03-02T09:14:07Z INFO started\n'.repeat(3)],
  ['access-log', '203.0.113.7 - - [02/Mar/2026:09:14:07 +0000] "GET / HTTP/1.1" 200 512'],
  ['syslog', '<34>Oct 11 22:14:15 web1 sshd[42]: Failed password'],
  [
    'syslog-5424-log',
    '<34>1 2026-10-11T22:14:15.003Z host su - ID47 - failed\n<165>1 2026-08-24T05:14:15-07:00 192.0.2.1 app 8710 - [a b="c"] on\n',
  ],
  ['nginx-error-log', '2026/03/02 09:14:07 [error] 12#0: *5 open() "/x" failed (2: No such file), client: 192.0.2.1'],
  ['apache-error-log', '[Wed Oct 11 14:32:52.123456 2026] [core:error] [pid 35708] File does not exist: /favicon.ico'],
  ['cef', 'CEF:0|Security|manager|1.0|100|worm stopped|10|src=10.0.0.1 dst=192.0.2.2 spt=1232'],
  [
    'elb-log',
    'http 2026-07-02T22:23:00.186641Z app/lb/50dc6c495c0c9188 192.0.2.39:2817 10.0.0.1:80 0.000 0.001 0.000 200 200 34 366 "GET http://www.example.com:80/ HTTP/1.1" "curl/7.46.0" - -',
  ],
  ['w3c-log', '#Version: 1.0\n#Fields: date time c-ip cs-method\n2026-05-02 17:42:15 192.0.2.25 GET\n'],
  ['logfmt', 'time=2026-01-01T00:00:00Z level=info msg="two \\"words\\"" took=1.5'],
  ['logfmt', 'level=error msg=failed\n  at a.js:1\nlevel=info msg=ok\n'],
  ['cron', '0 9 * * 1-5'],
  ['cron', '*/5 * * * *\n@daily\n0 0 12 ? * MON-FRI\n'],
  ['crontab', '# m h dom mon dow command\nMAILTO=a@example.com\n*/5 * * * * /usr/bin/backup -q\n@daily echo hi\n'],
  ['pem', '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIU\n-----END CERTIFICATE-----\n'],
  ['pem', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU\n-----END OPENSSH PRIVATE KEY-----\n'],
  [
    'icalendar',
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nSUMMARY:Tea\r\n time\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  ],
  ['vcard', 'BEGIN:VCARD\nVERSION:4.0\nFN:Ada\nEMAIL:ada@example.com\nEND:VCARD\n'],
  ['mbox', 'From ada@example.com Mon Mar  2 09:14:07 2026\nFrom: Ada <ada@example.com>\nSubject: Tea\n\nHi\n'],
  ['data-url', 'data:text/plain;charset=utf-8;base64,SGVsbG8sIHdvcmxkIQ=='],
  ['front-matter', '---\ntitle: Tea\ntags: [a]\n---\n\n# Tea\n\nA text.\n'],
  ['front-matter', '+++\ntitle = "Tea"\n+++\nA text.\n'],
  ['yaml', '- a: 1\n  b: 2\n- a: 3\n  b: 4\n'],
  ['markdown', '# Tea\n\n- green\n- black\n'],
  [
    'user-agent-list',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0',
  ],
  ['encoded-words', '=?UTF-8?B?R3LDvMOfZQ==?='],
  ['ansi-text', '\u001b[31mred\u001b[0m text'],
  ['binary-digits', '01001000 01100101 01101100 01101100 01101111'],
  ['morse-code', '.... . .-.. .-.. --- / .-- --- .-. .-.. -..'],
  ['quoted-printable', 'Gr=C3=BC=C3=9Fe aus K=C3=B6ln und viele =\nW=C3=B6rter'],
  ['percent-encoded', 'Hello%20World%2C%20how%20are%20you%3F'],
  ['unicode-escapes', 'Gr\\u00fc\\u00dfe'],
  ['html-entities', 'Fish &amp; Chips, caf&eacute;'],
  ['punycode', 'xn--mnchen-3ya.de\nwww.xn--e1afmkfd.xn--p1ai\n'],
  ['url', 'https://example.com/?utm_source=x'],
  ['url-list', 'https://a.example/\nhttp://b.example/\n'],
  ['email-list', 'ada@example.com\nAlan <alan.turing+x@example.co.uk>\ngrace@bücher.example\n'],
  ['email-list', 'ada@example.com'],
  ['uuid-list', '017F22E2-79B0-7CC3-98C4-DC0C0C07398F\nurn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n'],
  ['ip-list', '192.0.2.1\n10.0.0.0/8\n2001:db8::1\n::1\n'],
  ['timestamp-list', '1700000000\n1700000001\n'],
  ['timestamp-list', '1700000000123'],
  ['date-list', '2026-03-02\n2026-03-02T09:14:07Z\n2026-03-02 09:14\n'],
  ['query-string', '?q=tea&lang=en&page=2'],
  ['jwt', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4iLCJleHAiOjE3MDAwMDAwMDB9.s5ODTHNRrXQ-3XXoVej9V9LSZ6FL-nFp21bO5Q0NT9E'],
  ['base64', Buffer.from('A text that was sent in Base64, with é.').toString('base64')],
  ['hex', Buffer.from('A text in hexadecimal, klein').toString('hex')],
  ['hex', '48 65 6c 6c 6f 2c 20 77 6f 72 6c 64 0a'],
  ['hash-list', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['hash-list', 'd41d8cd98f00b204e9800998ecf8427e  a.txt\n0cc175b9c0f1b6a831c399e269772661  b.txt\n'],
  ['number-list', '1\n-2.5\n1,000\n3e5\n'],
  ['diff', '--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n-a\n+b\n c\n'],
  ['email-message', 'From: Ada <ada@example.com>\nTo: grace@example.com\nSubject: Tea\n\nHi Grace!\n'],
  ['line-list', 'Ada Lovelace\nAlan Turing\nGrace Hopper\n'],
  ['prose', 'Dear Ada,\n\nthank you for the notes.\nSee you soon,\nGrace\n'],
  ['prose', 'Select a good tea from the list. With it, as ever, comes cake.'],
  ['prose', '日本語の文章です。元気ですか。'],
  ['prose', 'Hello'],
  ['prose', 'From Ada, with love: 100% of a = b & c; see you.'],
  ['prose', '1 2 3 4 5'],
  ['prose', 'a=b'],
  ['empty', ' \n\t'],
];

export default {
  slug,
  cases: [
    [
      'cafÃ©;1\nthÃ©;2\n',
      'mojibake: text in a wrong encoding\nReason: it has pairs of signs that UTF-8 becomes in Windows-1252\nTools: mojibake-fixer\n\ncsv: CSV with semicolons\nReason: the first 2 records have 2 cells each\nDelimiter: ;\nTools: csv-json-converter, ascii-table-generator, csv-to-markdown-table, csv-delimiter-converter',
    ],
    [
      '\ufeff{}',
      'json: JSON\nReason: it is valid JSON\nTools: json-formatter, json-yaml-converter, json-to-typescript',
    ],
  ],
  checks: {
    'tells formats': () => {
      for (const [format, text] of texts) {
        const names = found(text).map((each) => each.format);
        assert.deepEqual(names, [format], text);
      }
    },
    'tells the delimiter': () => {
      for (const [delimiter, text] of [
        [';', 'a;b\n1;2'],
        ['tab', 'a\tb\n1\t2'],
        ['|', 'a|b\n1|2'],
      ] as const) {
        assert.equal(found(text)[0]?.delimiter, delimiter);
      }
    },
    'what it suggests runs on the text': () => {
      for (const [, text] of texts) {
        for (const { suggestions } of found(text)) {
          for (const { steps } of suggestions) {
            let result = text;
            for (const step of steps) {
              const { toolSlug, config } = typeof step === 'string' ? { toolSlug: step, config: {} } : step;
              result = resultOf(toolSlug, result, config);
            }
          }
        }
      }
    },
    'any text has a format': () => {
      const piece = fc.oneof(
        fc.constantFrom(...[',', ';', '\t', '"', '\n', '{', '[', '<', '- ', ': ', '---', '=', '@', '#', 'a', '1', ' ']),
        fc.string({ unit: 'binary' }),
      );
      fc.assert(
        fc.property(fc.array(piece), (pieces) => {
          const formats = found(pieces.join(''));
          assert.ok(formats.length > 0 && formats.every(({ format }) => format !== ''));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'time is linear': () => {
      for (const piece of [
        ...[
          'a',
          '<',
          '{',
          '[',
          'a=',
          'a=b\n',
          '[a]\n',
          'ab,',
          '"a',
          '#',
          'a{b:c;',
          'select ',
          '@a',
          '- ',
          '1,',
          '61',
          '0x6',
          '61 ',
          '[1,{',
        ],
        ...['[a](', '**a', 'a:b:', '1.1.', '--- a\n', '&a=', 'with a ', 'Ã', '\u001b[', ' ', '\n'],
        ...['* ', '* * * * * a', 'a=b ', 'a="', '=C3=BC', '=\n', '%20', '\\u00', '&a', '&#1', '0101', '. - ', 'xn--a.'],
        ...['<1>', 'CEF:0|', '---\n', '+++\na', 'a/1 (', '=?a?b?', 'BEGIN:', '-----BEGIN A', 'From a ', '#Fields: '],
      ]) {
        assertLinear(piece, (text) => runTool(slug, text));
      }
    },
  },
} satisfies ToolCases;
