import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { detect } from '#engine/text/detection/detect.js';
import { templates } from '#gateway/console/app/views/playground/recipes/templates.js';
import { runOperation } from '../../../support/operations.js';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const misread = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text));

/** Texts as people paste them, and what they look like. */
const texts: readonly (readonly [label: string, text: string])[] = [
  ['CSV with commas', 'id,name,price\n1,"Tea, green",2.50\n2,Cake,4\n'],
  ['CSV with commas', 'email,active\nada@example.com,true\nalan@example.com,false\n'],
  ['CSV with commas', 'name, city, age\nAda, London, 36\nAlan, Wilmslow, 41\n'],
  ['CSV with commas', 'time,value\n2026-03-02T09:14:07Z,5\n2026-03-02T09:15:07Z,7\n'],
  ['CSV with commas', '1,2,3\n4,5,6\n'],
  ['CSV with semicolons', 'Artikel;Preis;Menge\r\nTee;2,50;3\r\nTisch;1.250,00;1\r\n'],
  ['CSV with semicolons', '"a";"b"\n"two\nlines";"say ""hi"""\n'],
  ['CSV with semicolons', '"a" ;"b"\n"x; y" ; "z"\n'],
  ['CSV with commas', 'a,b\n"say \\"hi, you\\"",2\n'],
  ['CSV with tabs', 'name\tcity\tnote\nAda\tLondon\t\nAlan\tWilmslow\t\n'],
  ['CSV with pipes', 'sku|title|stock\n1|Lamp, red|4\n2|Chair|0\n'],
  ['a Markdown table', '| Kind | Minutes |\n| --- | ---: |\n| Assam | 4 |\n'],
  ['JSON', '{"name": "Ada", "tags": ["a", "b"]}'],
  ['JSON', '[1, 2, 3]'],
  ['a JSON list', '\n[\n  {"id": 1},\n  {"id": 2, "name": "x"}\n]\n'],
  ['JSON with mistakes', "{name: 'Ada', tags: ['a', 'b',],}"],
  ['JSON with mistakes', '{"name": "Ada", "city": "Lon'],
  ['JSON lines (NDJSON)', '{"id":1,"at":"2026-03-02"}\n{"id":2}\n\n{"id":3}\n'],
  ['text with JSON in it', 'Sure, here it is:\n\n```json\n{"name": "Ada"}\n```\nAnything else?'],
  ['text with JSON in it', 'The response was\n{\n  "name": "Ada"\n}\nas expected.'],
  ['YAML', 'name: textmill\nversion: 1.4.0\nprivate: true\n'],
  ['YAML', '# compose\nservices:\n  web:\n    image: nginx\n    ports:\n      - "80:80"\n      - "443:443"\n'],
  ['YAML', '---\ntitle: Hello\ntags: [a, b]\n'],
  ['YAML', 'steps:\n- uses: checkout\n- name: Build\n  run: npm ci\n'],
  ['XML', '<?xml version="1.0"?>\n<a><b c="1"/></a>'],
  ['XML', '<!-- made by hand -->\n<feed xmlns="urn:example"><entry>1</entry></feed>\n'],
  ['HTML', '<!DOCTYPE html>\n<html><body><p>Hi</p></body></html>'],
  ['HTML', '<div class="a"><p>One</p><table><tr><td>1</td></tr></table></div>'],
  ['HTML', 'Hello <b>Ada</b>,<br>see <a href="https://example.com">this</a>.'],
  ['a text in Base64', base64('A text that was sent in Base64, with é and 😀 in it.')],
  [
    'a text in Base64',
    base64('{"id":12345,"name":"Ada Lovelace","active":true}'.repeat(5)).replace(/(.{76})/g, '$1\r\n'),
  ],
  ['a text in Base64', Buffer.from('ÿ¿ subjects? ~~~ and more >>> text').toString('base64url')],
  [
    'a JSON Web Token',
    'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4iLCJleHAiOjE3MDAwMDAwMDB9.s5ODTHNRrXQ-3XXoVej9V9LSZ6FL-nFp21bO5Q0NT9E\n',
  ],
  ['a web address', 'https://shop.example/shoes?size=42&utm_source=mail'],
  ['a list of web addresses', 'https://a.example/?utm_source=x\nhttps://b.example/\n\nhttp://c.example/?gclid=1\n'],
  [
    'a log',
    '2026-03-02T09:14:07Z INFO started\n2026-03-02T09:15:31Z WARN disk, 91% full\n2026-03-02T09:15:48Z ERROR no\n',
  ],
  [
    'a log',
    '2026-03-02 09:14:07,123 INFO [main] a, b\n2026-03-02 09:14:08,001 ERROR [main] c, d\n    at run(a.ts:1)\n2026-03-02 09:14:09,001 INFO [x] e\n',
  ],
  [
    'a log',
    'Mar  2 09:14:07 host sshd[12]: Accepted key\nMar  2 09:14:09 host cron[3]: run\nMar 12 09:14:09 host cron[3]: run\n',
  ],
  ['a log', '\u001b[32mINFO\u001b[0m one\n\u001b[31mERROR\u001b[0m two\n\u001b[32mINFO\u001b[0m three\n'],
  [
    'an access log',
    '203.0.113.7 - - [02/Mar/2026:09:14:07 +0000] "GET / HTTP/1.1" 200 512 "-" "curl"\n'.repeat(2) +
      '203.0.113.9 - ada [02/Mar/2026:09:14:09 +0000] "GET /x HTTP/1.1" 404 12 "-" "curl"\n',
  ],
  ['text in a wrong encoding', misread('Das Café ist schön – und geöffnet.')],
  ['text in a wrong encoding', misread('It’s “fine”.')],
  ['text in a wrong encoding', misread('привет, мир')],
];

/** Texts with marks of the forms above that are none of them. */
const prose: readonly string[] = [
  '',
  '   \n\t\n',
  'Hello',
  'Ada Lovelace\nAlan Turing\nGrace Hopper\n',
  'Dear Ada,\n\nthank you for the notes, the engine, and the tea; it was a good day.\nSee you soon,\nGrace\n',
  'First, we went out.\nThen, we came back.\nLater, we slept.\n',
  'Well, yes, I think so.\nNo, sir, not at all.\n',
  'The result is 5; the other is 7.\nThe first is 2; the last is 9.\n',
  'Note: this is important.\nWarning: so is this.\n',
  'From: ada@example.com\nTo: grace@example.com\nSubject: Tea\n\nHi Grace,\nwhen do we meet?\n',
  'Ada: Hello!\nGrace: Hi, how are you?\nAda: Fine.\n',
  '- milk\n- bread\n- tea\n',
  '1. Buy milk\n2. Read the book\n',
  '# Title\n\nA paragraph with `code` and *more*.\n\n- one\n- two\n',
  'let a = 1;\nlet b = 2;\nrun(a, b);\n',
  'SELECT id, name FROM people WHERE born > 1800;',
  'Donaudampfschifffahrtsgesellschaftskapitän',
  'internationalizationandlocalization',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'Read https://example.com/a first, then call me.',
  'I <3 you, and 5 < 7 > 2.',
  '{{name}}: {{value}}',
  '[1] In 1843 the notes were published.\n[2] They were long.',
  'São Paulo, MANHÃ… façade, Ångström, naïve — “quotes” and ‘more’ cost 5 €, at 20 °C.',
  'Добрый день! Как дела?\nСпасибо, хорошо.',
  '日本語の文章です。元気ですか。',
  'a | b or c\nd or e | f | g\n',
  'Meeting at 10:30 in room 4.\nBring the notes.\n',
];

describe('what a text looks like', () => {
  for (const [label, text] of texts) {
    test(`${label}: ${JSON.stringify(text.slice(0, 40))}`, () => {
      const found = detect(text);
      assert.deepEqual(
        found.map((each) => each.label),
        [label],
      );
      for (const { steps } of found[0]?.suggestions ?? []) assert.ok(runOperation('run', { input: text, steps }));
    });
  }

  for (const text of prose) {
    test(`nothing: ${JSON.stringify(text.slice(0, 40))}`, () => assert.deepEqual(detect(text), []));
  }

  test('a table in a wrong encoding is both: the letters come first', () => {
    const found = detect(misread('name;city\nJosé;Málaga\nZoë;Köln\n'));
    assert.deepEqual(
      found.map(({ label }) => label),
      ['text in a wrong encoding', 'CSV with semicolons'],
    );
  });

  test('the options suit the text: delimiter, missing headers, blanks around cells', () => {
    const options = (text: string) => detect(text)[0]?.suggestions[1]?.steps[0];
    const toolSlug = 'ascii-table-generator';
    assert.deepEqual(options('a\tb\n1\t2\n'), { toolSlug, config: { delimiter: 'tab' } });
    assert.deepEqual(options('1;2\n3;4\n'), { toolSlug, config: { delimiter: ';', hasHeaders: false } });
    assert.deepEqual(options('a, b, c\nd, e, f\ng, h, i\n'), { toolSlug, config: { trim: true } });
    assert.equal(options('a,b\n1,2\n'), toolSlug);
  });

  test('examples of templates look like what they are', () => {
    const labels = new Map(templates.map(({ name, input }) => [name, detect(input)[0]?.label]));
    assert.equal(labels.get('Clean a CSV'), 'CSV with semicolons');
    assert.equal(labels.get('Logs to a table'), 'a log');
    assert.equal(labels.get('LLM output to JSON'), 'text with JSON in it');
    assert.equal(labels.get('Repair garbled letters'), 'text in a wrong encoding');
    assert.equal(labels.get('Look into a JWT'), 'a JSON Web Token');
    assert.equal(labels.get('Titles to slugs'), undefined);
  });

  test('the beginning of a long text is enough', () => {
    const long = (line: string) => line.repeat(Math.ceil(500_000 / line.length));
    for (const [label, text] of [
      ['CSV with commas', `id,name\n${long('1,Ada\n')}`],
      ['JSON lines (NDJSON)', long('{"id":1}\n')],
      ['a JSON list', `[${long('{"id":1},')}]`],
      ['JSON', `{"text": "${long('words ')}"}`],
      ['XML', `<feed>${long('<entry/>')}</feed>`],
      ['a text in Base64', base64(long('words '))],
      ['a log', long('2026-03-02T09:14:07Z INFO started\n')],
      [undefined, long('Words in one line. ')],
    ] as const) {
      assert.equal(detect(text)[0]?.label, label);
    }
  });

  test('any text is fine', () => {
    const piece = fc.oneof(
      fc.constantFrom(',', ';', '\t', '|', '"', '\n', '{', '[', '<', '>', '- ', ': ', '---', '```json', 'Ã©', '=', ' '),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const { label, suggestions } of detect(pieces.join(''))) assert.ok(label !== '' && suggestions.length > 0);
      }),
    );
  });
});
