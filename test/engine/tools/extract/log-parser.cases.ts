import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'log-parser';
const time = '[10/Oct/2026:13:55:36 +0000]';
const clf = `192.0.2.1 - - ${time} "GET / HTTP/1.1" 200 5`;
const clfStart = '"host":"192.0.2.1","ident":null,"user":null,"time":"2026-10-10T13:55:36Z"';
const clfJson = `${clfStart},"method":"GET","path":"/","protocol":"HTTP/1.1","status":200,"bytes":5`;
const combined = { from: 'apache-combined' };
const common = { from: 'apache-common' };

/** Writes a text as Apache does between quotes. */
function apacheQuoted(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    return byte < 0x20 || byte > 0x7e ? `\\x${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte);
  });
  return `"${bytes.join('')}"`;
}

const anyText = fc.string({ unit: 'grapheme', maxLength: 8 });

export default {
  slug,
  cases: [
    [
      '2024-01-02T03:04:05.000Z INFO main: up\n2024-01-02T03:04:06.000Z WARN slow',
      {
        error: 'cannot tell the format from the first 2 lines: no known format fits; set from, or use extract-records',
      },
      {},
      'a level is no host',
    ],
    [
      '2024-01-02T03:04:05Z web1 sshd[7]: up\n2024-01-02T03:04:05Z listening on 80',
      '{"time":"2024-01-02T03:04:05Z","host":"web1","program":"sshd","pid":"7","message":"up"}\n{"invalid":"line 2: does not fit syslog","unparsed":"2024-01-02T03:04:05Z listening on 80"}',
      { from: 'syslog', invalid: 'mark' },
      'a time of ISO 8601 precedes a host and a program',
    ],
    // Access logs
    [clf, `{"log_format":"apache-common",${clfJson}}`],
    [`\ufeff${clf}\r\n${clf}\r`, `{${clfJson}}\n{${clfJson}}`, common, 'any line end'],
    [
      `${clf} "-" "a" "192.0.2.9" 0.1`,
      `{${clfJson},"referer":null,"user_agent":"a","rest":"\\"192.0.2.9\\" 0.1"}`,
      combined,
    ],
    [`${clf} "-" "a"`, { error: 'line 1: does not fit apache-common' }, common],
    [clf, { error: 'line 1: does not fit nginx-access' }, { from: 'nginx-access' }],
    [`example.com:443 ${clf}`, `{"virtual_host":"example.com:443",${clfJson}}`, common],
    [
      `::1 - Ada L ${time} "OPTIONS * HTTP/1.0" 204 -`,
      '{"host":"::1","ident":null,"user":"Ada L","time":"2026-10-10T13:55:36Z","method":"OPTIONS","path":"*","protocol":"HTTP/1.0","status":204,"bytes":null}',
      common,
      'a user with a space',
    ],
    [
      `a - x [10/Oct/2000:00:00:00 +0000] \\" "" ${time} "GET /\\"\\x22 \\xc3\\xa9 HTTP/2.0" 200 5`,
      '{"host":"a","ident":null,"user":"x [10/Oct/2000:00:00:00 +0000] \\\\\\" \\"\\"","time":"2026-10-10T13:55:36Z","method":"GET","path":"/\\"\\" é","protocol":"HTTP/2.0","status":200,"bytes":5}',
      common,
      'a user who writes a time',
    ],
    [
      `a - "" ${time} "\\x16\\x03\\x01\\xfc" 400 0\na - - [31/Feb/2026:13:55:36 +0200] "-" - 0`,
      '{"host":"a","ident":null,"user":"","time":"2026-10-10T13:55:36Z","request":"\\\\x16\\\\x03\\\\x01\\\\xfc","status":400,"bytes":0}\n{"host":"a","ident":null,"user":null,"time":"31/Feb/2026:13:55:36 +0200","request":null,"status":null,"bytes":0}',
      common,
      'no request, and no such day',
    ],
    [clf.replace('HTTP/1.1"', 'HTTP/1.1'), { error: 'line 1: does not fit apache-common' }, common, 'an open quote'],
    [
      '2015-05-13T23:39:43.945958Z lb 192.0.2.1:2817 10.0.0.1:80 0.000073 0.001048 -1 200 - 0 29 "GET http://e.example:80/ HTTP/1.1" "curl/7.38.0" - -',
      '{"log_format":"elb","time":"2015-05-13T23:39:43.945958Z","elb":"lb","client":"192.0.2.1","client_port":2817,"backend":"10.0.0.1","backend_port":80,"request_processing_time":0.000073,"backend_processing_time":0.001048,"response_processing_time":-1,"elb_status_code":200,"backend_status_code":null,"received_bytes":0,"sent_bytes":29,"method":"GET","path":"http://e.example:80/","protocol":"HTTP/1.1","user_agent":"curl/7.38.0","ssl_cipher":null,"ssl_protocol":null}',
    ],
    [
      'h2 2026-07-02T22:23:00.186641Z app/lb/50dc 10.0.1.252:48160 - -1 -1 -1 502 - 34 366 "GET https://e.example:443/ HTTP/2.0" "a \\"b\\"" X TLSv1.2 arn:x "Root=1-5" "e.example" "arn:y" 0 2026-07-02T22:22:48.364000Z "forward" "-" "-" "-" "-" "-" "-" TID_1 more',
      '{"log_format":"elb","type":"h2","time":"2026-07-02T22:23:00.186641Z","elb":"app/lb/50dc","client":"10.0.1.252","client_port":48160,"target":null,"target_port":null,"request_processing_time":-1,"target_processing_time":-1,"response_processing_time":-1,"elb_status_code":502,"target_status_code":null,"received_bytes":34,"sent_bytes":366,"method":"GET","path":"https://e.example:443/","protocol":"HTTP/2.0","user_agent":"a \\"b\\"","ssl_cipher":"X","ssl_protocol":"TLSv1.2","target_group_arn":"arn:x","trace_id":"Root=1-5","domain_name":"e.example","chosen_cert_arn":"arn:y","matched_rule_priority":0,"request_creation_time":"2026-07-02T22:22:48.364000Z","actions_executed":"forward","redirect_url":null,"error_reason":null,"target_list":null,"target_status_code_list":null,"classification":null,"classification_reason":null,"conn_trace_id":"TID_1","rest":"more"}',
    ],

    [`www.e.example ${clf}`, `{"virtual_host":"www.e.example",${clfJson}}`, common],
    [' x', { error: 'line 1: does not fit logfmt' }, {}, 'only a line that starts with white space'],
    [
      'x',
      { error: 'cannot tell the format from the first line: no known format fits; set from, or use extract-records' },
    ],

    // Error logs
    [
      '2026/01/02 03:04:05 [error] 12#34: *56 open() "/a, client: b" failed (2: No such file), client: 192.0.2.1, server: e.example, request: "GET /a"b HTTP/1.1", upstream: "http://x/", host: "e.example", referrer: "http://r/"',
      '{"log_format":"nginx-error","time":"2026-01-02T03:04:05-05:00","level":"error","pid":12,"tid":"34","connection":"56","message":"open() \\"/a, client: b\\" failed (2: No such file)","client":"192.0.2.1","server":"e.example","request":"GET /a\\"b HTTP/1.1","upstream":"http://x/","host":"e.example","referrer":"http://r/"}',
      { zone: 'America/New_York' },
    ],
    [
      '2026/01/02 03:04:05 [notice] 1#1: start worker "a',
      '{"time":"2026/01/02 03:04:05","level":"notice","pid":1,"tid":"1","message":"start worker \\"a"}',
      { from: 'nginx-error' },
      'a time without a zone',
    ],
    [
      '[Wed Oct 11 14:32:52.123456 2023] [core:error] [pid 35708:tid 4328636416] (13)Permission denied: [client 192.0.2.1:80] AH00035: no, really, referer: http://r/',
      '{"log_format":"apache-error","time":"2023-10-11T14:32:52.123456Z","module":"core","level":"error","pid":35708,"tid":"4328636416","error":"(13)Permission denied","client":"192.0.2.1:80","code":"AH00035","message":"no, really","referer":"http://r/"}',
      { zone: 'UTC' },
    ],
    [
      '[Wed Oct 11 14:32:52 2000] [error] [client 127.0.0.1] client denied',
      '{"time":"Wed Oct 11 14:32:52 2000","level":"error","client":"127.0.0.1","message":"client denied"}',
      { from: 'apache-error' },
    ],

    // Syslog
    [
      "<34>Oct 11 22:14:15 host su: 'su root' failed\n<13>Feb  5 17:32:18 10.0.0.99 Use the BFG!\nOct 11 22:14:15 h a/b[x]:",
      '{"log_format":"syslog","facility":"auth","severity":"crit","time":"Oct 11 22:14:15","host":"host","program":"su","message":"\'su root\' failed"}\n{"log_format":"syslog","facility":"user","severity":"notice","time":"Feb  5 17:32:18","host":"10.0.0.99","message":"Use the BFG!"}\n{"log_format":"syslog","time":"Oct 11 22:14:15","host":"h","program":"a/b","pid":"x","message":""}',
    ],
    [
      '2026-10-11T22:14:15.003+02:00 h p: m\nDec 31 23:59:59.5 h p: m\nJan  1 00:00:00 h p: m\nDec 31 23:59:59 h p: m\nFeb 29 00:00:00 h p: m',
      '{"time":"2026-10-11T22:14:15.003+02:00","host":"h","program":"p","message":"m"}\n{"time":"2026-12-31T23:59:59.5Z","host":"h","program":"p","message":"m"}\n{"time":"2027-01-01T00:00:00Z","host":"h","program":"p","message":"m"}\n{"time":"2026-12-31T23:59:59Z","host":"h","program":"p","message":"m"}\n{"time":"Feb 29 00:00:00","host":"h","program":"p","message":"m"}',
      { from: 'syslog', year: 2026, zone: 'UTC' },
      'the year goes on, and back for a late line',
    ],
    [
      'Oct 11 2025 22:14:15 h p: m',
      '{"time":"2025-10-11T22:14:15+05:30","host":"h","program":"p","message":"m"}',
      { from: 'syslog', zone: 'UTC+5:30' },
    ],
    ['<192>Oct 11 22:14:15 h p: m', { error: 'line 1: does not fit syslog' }, { from: 'syslog' }],
    ['Okt 11 22:14:15 h p: m', { error: 'line 1: does not fit syslog' }, { from: 'syslog' }],
    [
      '<165>1 2003-10-11T22:14:15.003Z m.example evntslog - ID47 [ex@1 a="3" b="\\"\\]\\\\\\n" a="4"][id2] \ufeffAn event',
      '{"log_format":"syslog-5424","facility":"local4","severity":"notice","time":"2003-10-11T22:14:15.003Z","host":"m.example","program":"evntslog","pid":null,"msgid":"ID47","structured_data":{"ex@1":{"a":["3","4"],"b":"\\"]\\\\\\\\n"},"id2":{}},"message":"An event"}',
    ],
    [
      '<0>1 - - - - - -',
      '{"log_format":"syslog-5424","facility":"kern","severity":"emerg","time":null,"host":null,"program":null,"pid":null,"msgid":null,"structured_data":null}',
    ],
    ['<0>1 - - - - - [a b="c] m', { error: 'line 1: does not fit syslog-5424' }, { from: 'syslog-5424' }],
    ['<0>1 - - - - - -x', { error: 'line 1: does not fit syslog-5424' }, { from: 'syslog-5424' }],

    // CEF
    [
      'CEF:0|a\\|b|c\\\\|1.0|100|worm = stopped|10|src=10.0.0.1 msg=two words a\\=b\\nc request=http://e.example/?q=1 cs1Label=x  cs1= y ',
      '{"log_format":"cef","cef_version":"0","device_vendor":"a|b","device_product":"c\\\\","device_version":"1.0","event_class_id":"100","name":"worm = stopped","severity":"10","extension":{"src":"10.0.0.1","msg":"two words a=b\\nc","request":"http://e.example/?q=1","cs1Label":"x ","cs1":" y"}}',
    ],
    [
      'Sep 19 08:26:10 host CEF:0|a|b|c|d|e|f|\nx CEF:1.2|a|b|c|d|e|f',
      '{"log_format":"cef","syslog":{"time":"Sep 19 08:26:10","host":"host"},"cef_version":"0","device_vendor":"a","device_product":"b","device_version":"c","event_class_id":"d","name":"e","severity":"f","extension":{}}\n{"log_format":"cef","prefix":"x","cef_version":"1.2","device_vendor":"a","device_product":"b","device_version":"c","event_class_id":"d","name":"e","severity":"f","extension":{}}',
    ],
    [
      'CEF:0|a|b|c|d|e|f|no pair x=1',
      /* what is no pair has no name */ '{"cef_version":"0","device_vendor":"a","device_product":"b","device_version":"c","event_class_id":"d","name":"e","severity":"f","extension":{"":"no pair","x":"1"}}',
      { from: 'cef' },
    ],
    ['CEF:0|a|b|c', { error: 'line 1: does not fit cef' }, { from: 'cef' }],

    // Pairs, JSON, W3C
    [
      'ts=2026-01-02T03:04:05Z a="x \\"y\\" \\u00e9\\n\\x41\\q" b= c d=007 e="1" f=a=b g=12 g=-1.5',
      '{"log_format":"logfmt","ts":"2026-01-02T03:04:05Z","a":"x \\"y\\" é\\nA\\\\q","b":"","c":true,"d":"007","e":"1","f":"a=b","g":[12,-1.5]}',
    ],
    ['a="b', { error: 'line 1: does not fit logfmt' }, { from: 'logfmt' }],
    ['a="b"c', { error: 'line 1: does not fit logfmt' }, { from: 'logfmt' }],
    ['only words', { error: 'line 1: does not fit logfmt' }, { from: 'logfmt' }],
    [
      '{"a": 1.50, "b": {"c": [1]}}\n {"a":"\\u00e9"} ',
      '{"log_format":"json","a":1.50,"b":{"c":[1]}}\n{"log_format":"json","a":"\\u00e9"}',
    ],
    ['{"a": 1, "b": {"c": [1, 2]}}\n{"d":null}', 'a,b.c.0,b.c.1,d\n1,1,2,\n,,,', { from: 'json', format: 'csv' }],
    ['{"log_format":"x"}', '{"log_format":"x"}'],
    ['{"a":1}\n[1]', { error: 'line 2: does not fit json' }],
    [`${'{"a":'.repeat(600)}1${'}'.repeat(600)}`, { error: 'line 1: does not fit json' }, { from: 'json' }],
    [
      '#Software: IIS\n#Fields: date time c-ip cs-uri-query sc-status\n2026-01-02 03:04:05 192.0.2.1 - 404\n#Fields: x-a\nb',
      '{"log_format":"w3c","time":"2026-01-02T03:04:05Z","c-ip":"192.0.2.1","cs-uri-query":null,"sc-status":404}\n{"log_format":"w3c","x-a":"b"}',
    ],
    ['#Fields: a b\nx\ty\nx', { error: 'line 3: does not fit w3c' }, { from: 'w3c' }],

    // Which format
    [
      `?\n${clf}\n${clf}\n`,
      `{"invalid":"line 1: does not fit apache-common","unparsed":"?"}\n{"log_format":"apache-common",${clfJson}}\n{"log_format":"apache-common",${clfJson}}`,
      { invalid: 'mark' },
      'not by the first line alone',
    ],
    [
      'hello world\nhow are you',
      {
        error: 'cannot tell the format from the first 2 lines: no known format fits; set from, or use extract-records',
      },
    ],
    [
      `?\n?\n${clf}`,
      {
        error:
          'cannot tell the format from the first 3 lines: the best is apache-common, which 1 fit; set from, or use extract-records',
      },
    ],
    ['\n \n', ''],
    ['', '[]', { format: 'json' }],
    ['', '', { format: 'csv' }],

    // Lines that do not fit
    [
      'a=1\n\tat x\nCaused by: y\n\n  z\nb=2\n',
      '{"a":1,"continuation":"\\tat x\\nCaused by: y\\n  z"}\n{"b":2}',
      { from: 'logfmt' },
    ],
    ['a=1\nx\n y', '{"a":1}\n{"unparsed":"x"}\n{"unparsed":" y"}', { from: 'logfmt', invalid: 'keep' }],
    [
      'x\na=1\nx\n y',
      '{"a":1,"continuation":"x\\n y"}',
      { from: 'logfmt', invalid: 'drop', continuation: 'unmatched' },
    ],
    ['a=1\n y', { error: 'line 2: does not fit logfmt' }, { from: 'logfmt', continuation: 'none' }],
    [
      'a=1\n?',
      'a,invalid,unparsed\n1,,\n,line 2: does not fit logfmt,?',
      { from: 'logfmt', invalid: 'mark', format: 'csv' },
    ],
    ['a="=1"', "a\n'=1", { from: 'logfmt', format: 'csv', escapeFormulas: true }],
    ['a', { error: 'zone: there is no time zone "Nowhere"' }, { zone: 'Nowhere' }],
    ['__proto__=1 constructor=2', '{"__proto__":1,"constructor":2}', { from: 'logfmt' }],
    ['größe=5 名="ß"', '{"größe":5,"名":"ß"}', { from: 'logfmt' }],
    {
      long: [
        Array.from({ length: 20_000 }, (_, i) => `k${i}=1\n`).join(''),
        { error: 'the table has more than 2000000 cells' },
        { from: 'logfmt', format: 'csv' },
        'a column for each line',
      ],
    },
  ],
  checks: {
    'what Apache escapes is read': () => {
      fc.assert(
        fc.property(anyText, anyText, anyText, (path, referer, agent) => {
          const quoted = [`GET ${path} HTTP/1.1`, referer, agent].map(apacheQuoted);
          const line = `::1 - - ${time} ${quoted[0]} 200 1 ${quoted[1]} ${quoted[2]}`;
          const record = JSON.parse(resultOf(slug, line, combined));
          const dash = (text: string) => (text === '-' ? null : text);
          assert.deepEqual([record.path, record.referer, record.user_agent], [path, dash(referer), dash(agent)]);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'what logfmt, syslog and CEF escape is read': () => {
      const key = fc.stringMatching(/^[a-z][a-z0-9]{0,3}$/);
      // Line ends end a record, except where they are escaped.
      const oneLine = anyText.map((text) => text.replace(/[\r\n]/g, ' '));
      const pairs = fc.uniqueArray(fc.tuple(key, oneLine), { minLength: 1, maxLength: 4, selector: ([name]) => name });
      fc.assert(
        fc.property(pairs, anyText, (entries, multiline) => {
          const expected = Object.fromEntries(entries);
          const read = (line: string, from: string) => JSON.parse(resultOf(slug, line, { from }));
          const logfmt = entries.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(' ');
          assert.deepEqual(read(logfmt, 'logfmt'), expected);
          const data = entries.map(([name, value]) => ` ${name}="${value.replace(/["\\\]]/g, '\\$&')}"`).join('');
          assert.deepEqual(read(`<1>1 - - - - - [id${data}] x`, 'syslog-5424').structured_data, { id: expected });
          const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r' };
          const escaped = (value: string) => value.replace(/[\\=\r\n]/g, (each) => escapes[each] ?? `\\${each}`);
          const extension = entries.map(([name, value]) => `${name}=${escaped(value)}`).join(' ');
          const line = `CEF:0|a|b|c|d|e|f|${extension} zzzzz=x${escaped(multiline)}x`;
          assert.deepEqual(read(line, 'cef').extension, { ...expected, zzzzz: `x${multiline}x` });
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'a zone with summer time': () => {
      const hour = (zone: string, clock: string) =>
        JSON.parse(resultOf(slug, `2026/03/29 ${clock} [info] 1#1: m`, { from: 'nginx-error', zone })).time;
      assert.equal(hour('Europe/Paris', '01:59:59'), '2026-03-29T01:59:59+01:00');
      assert.equal(hour('Europe/Paris', '02:30:00'), '2026-03-29T03:30:00+02:00');
      assert.equal(hour('Europe/Paris', '24:00:00'), '2026/03/29 24:00:00');
      assert.equal(hour('Europe/Paris', '23:59:60'), '2026/03/29 23:59:60');
    },
    'time is linear': () => {
      const pieces = [
        `${clf} "-" "a"\n`,
        'a="b" ',
        '\\x41',
        `a - ${time} "`,
        '[id a="b"]',
        'k=',
        ' a=\\',
        ', client: "',
        '[',
        '<1>1 - - - - - [a b="c"',
        'CEF:0|',
        'Oct 11 22:14:15 h p[',
        '2026/01/02 03:04:05 [error] 1#1: m\n',
      ];
      for (const piece of pieces) {
        assertLinear(piece, (text) => resultOf(slug, text, { from: 'logfmt', invalid: 'keep', zone: 'Europe/Paris' }));
        for (const from of [
          'apache-combined',
          'nginx-error',
          'apache-error',
          'syslog',
          'syslog-5424',
          'cef',
          'elb',
          'w3c',
          'json',
        ]) {
          const start = from === 'syslog-5424' ? '<1>1 - - - - - ' : from === 'cef' ? 'CEF:0|a|b|c|d|e|f|' : '';
          assertLinear(piece, (text) => resultOf(slug, start + text, { from, invalid: 'drop', format: 'csv' }));
        }
      }
    },
  },
} satisfies ToolCases;
