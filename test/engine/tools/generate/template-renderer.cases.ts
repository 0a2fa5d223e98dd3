import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'template-renderer';
const tooLong = 'the output would be longer than 4000000 characters';

/** A template filled from a value. */
const row = (name: string, data: unknown, template: string, output: string, more: object = {}): ToolCase => [
  JSON.stringify(data),
  output,
  { template, ...more },
  name,
];
const html = { escape: 'html' };
const lines = (template: string, more: object = {}) => ({ data: 'lines', template, ...more });
const csv = (template: string, more: object = {}) => ({ data: 'csv', template, ...more });
const deep = (levels: number) => `${'{{#a}}'.repeat(levels)}x${'{{/a}}'.repeat(levels)}`;

export default {
  slug,
  cases: [
    ['\ufeffa\nb', '[a]\n[b]', { data: 'lines', template: '[{{.}}]' }, 'a byte order mark is part of no line'],
    ['', '', { template: 'x' }],
    [' \n', '', { template: 'x' }],
    ['', '', csv('x')],
    ['', '', lines('x')],

    // Mustache specification: comments
    row('a comment is nothing', {}, 'a{{! b }}c', 'ac'),
    row('over more than one line', {}, 'a{{! b\nc }}d', 'ad'),
    row('a line of its own goes', {}, 'a\n  {{! b }}\nc', 'a\nc'),
    row('with CRLF', {}, 'a\r\n{{! b }}\r\nc', 'a\r\nc'),
    row('as the first line', {}, '  {{! a }}\nb', 'b'),
    row('as the last line', {}, 'a\n  {{! b }}', 'a\n'),
    row('over lines of its own', {}, 'a\n{{!\nb\n}}\nc\n', 'a\nc\n'),
    row('next to text it leaves the blanks', {}, '  1 {{! 2 }}\n', '  1 \n'),

    // Mustache specification: interpolation
    row('text without tags', {}, 'a { b } } {\n', 'a { b } } {\n'),
    row('a value', { a: 'x' }, '<{{a}}>', '<x>'),
    row('blanks in a tag', { a: 'x' }, '{{ a }}{{{  a  }}}{{& a }}', 'xxx'),
    row('blanks around a tag stay', { a: 'x' }, '  {{a}}\n', '  x\n'),
    row('numbers as they were written', { a: 85, b: -1.21 }, '{{a}} {{b}}', '85 -1.21'),
    [
      '{"a":1.10,"b":1e400,"c":12345678901234567890}',
      '1.10 1e400 12345678901234567890',
      { template: '{{a}} {{b}} {{c}}' },
      'even those that JavaScript has no number for',
    ],
    row('null and what is not there', { a: null }, '({{a}})({{b}})({{a.b.c}})', '()()()'),
    row('booleans', { a: true, b: false }, '{{a}} {{b}}', 'true false'),
    row('objects and lists as JSON', { a: { b: [1, 'x'] } }, '{{a}}', '{"b":[1,"x"]}'),
    row('dotted names', { a: { b: { c: 'x' } } }, '{{a.b.c}}', 'x'),
    row('a dotted name ends where a part is missing', { a: {}, b: { c: 'x' } }, '({{a.b.c}})', '()'),
    row('only its first part is looked for outside', { a: { b: {} }, b: { c: 'x' } }, '{{#a}}({{b.c}}){{/a}}', '()'),
    row('a name with a dot in it', { 'a.b': 'x', a: { b: 'y' } }, '{{a.b}}', 'x'),
    row('an item by its place', { a: ['x', 'y'] }, '{{a.1}}{{a.2}}{{a.01}}{{a.length}}', 'y'),
    row('the record itself', 'x', '{{.}}', 'x'),

    // Mustache specification: sections
    row('for true', { a: true }, '<{{#a}}x{{/a}}>', '<x>'),
    row(
      'not for false, null, zero, empty text, an empty list and nothing',
      { b: false, c: null, d: 0, e: '', f: [] },
      '{{#a}}a{{/a}}{{#b}}b{{/b}}{{#c}}c{{/c}}{{#d}}d{{/d}}{{#e}}e{{/e}}{{#f}}f{{/f}}',
      '',
    ),
    [
      '{"a":-0.0,"b":0e9,"c":0.01}',
      'c',
      { template: '{{#a}}a{{/a}}{{#b}}b{{/b}}{{#c}}c{{/c}}' },
      'zeros of every kind',
    ],
    row('for an empty object', { a: {} }, '{{#a}}x{{/a}}', 'x'),
    row('within an object', { a: { b: 'x' }, b: 'y' }, '{{#a}}{{b}}{{/a}}{{b}}', 'xy'),
    row('names of outer contexts', { a: { x: 1 }, b: { y: 2 } }, '{{#a}}{{#b}}{{x}}{{y}}{{/b}}{{/a}}', '12'),
    row('for each item', { l: [{ i: 1 }, { i: 2 }, { i: 3 }] }, '{{#l}}{{i}}{{/l}}', '123'),
    row('items that are values', { l: ['a', 2, true] }, '{{#l}}({{.}}){{/l}}', '(a)(2)(true)'),
    row('lists of lists', { l: [[1, 2], [3]] }, '{{#l}}<{{#.}}{{.}}{{/.}}>{{/l}}', '<12><3>'),
    row('a list as the record is many records', [[1], [2, 3]], '{{#.}}{{.}}{{/.}}', '1\n23'),
    row('a dotted section', { a: { b: [1, 2] } }, '{{#a.b}}x{{/a.b}}', 'xx'),
    row('one section twice', { a: 1 }, '{{#a}}1{{/a}}-{{#a}}2{{/a}}', '1-2'),
    row('lines of their own go', { a: [1, 2] }, '<\n  {{#a}}\n{{.}}\n  {{/a}}\t\n>', '<\n1\n2\n>'),
    row('two tags on a line keep it', { a: 1 }, ' {{#a}} x {{/a}}\n {{#a}}{{/a}}\n', '  x \n \n'),
    row('a variable keeps its line', { a: '' }, '1\n{{a}}\n2', '1\n\n2'),

    // Mustache specification: inverted sections
    row('for nothing', { b: false, c: [], d: null }, '{{^a}}a{{/a}}{{^b}}b{{/b}}{{^c}}c{{/c}}{{^d}}d{{/d}}', 'abcd'),
    row('not for something', { a: true, b: {}, c: [0] }, '{{^a}}a{{/a}}{{^b}}b{{/b}}{{^c}}c{{/c}}', ''),
    row('on a line of its own', {}, '1\n{{^a}}\n2\n{{/a}}\n3', '1\n2\n3'),
    row('names inside of it', { b: 'x' }, '{{^a}}{{b}}{{/a}}', 'x'),

    // Escaping
    row('none', { a: '<&">\'' }, '{{a}}', '<&">\''),
    row('html', { a: '<&">\'' }, '{{a}} {{{a}}} {{&a}}', '&lt;&amp;&quot;&gt;&#39; <&">\' <&">\'', html),
    row('the template itself is never escaped', { a: 1 }, '<b>{{a}}</b>', '<b>1</b>', html),
    row('json', { a: 'x"\\\n\u0001\ud800' }, '"{{a}}"', '"x\\"\\\\\\n\\u0001\\ud800"', { escape: 'json' }),
    row('csv', { a: 'x,"y"', b: 'z', c: '', d: ' p' }, '{{a}},{{b}},{{c}},{{d}}', '"x,""y""",z,," p"', {
      escape: 'csv',
    }),

    // Records
    ['a,b\r\n1,"2\n3"\r\n4', '1-2\n3\n4-', csv('{{a}}-{{b}}')],
    ['x\n1\n2', '1, 2', csv('{{x}}', { separator: ', ' }), 'a separator of its own, and none'],
    ['x;y\n1;2', '2', csv('{{y}}', { delimiter: 'auto' })],
    [
      '\ufeffa;b\n1;2',
      '12',
      csv('{{a}}{{b}}', { delimiter: 'auto' }),
      'a byte order mark is not part of the first name',
    ],
    [
      '# list\nname , note\n "Ada" , 5" disk\n# more\nBob, "x" y\n',
      'Ada=5" disk\nBob="x" y',
      csv('{{name}}={{note}}', { comments: '#', trim: true, quotes: 'lenient' }),
      'comment lines, blanks around cells and lenient quotes',
    ],
    ['a|b\n"1|2"', '"1 2"', csv('{{a}} {{b}}', { delimiter: '|', quotes: 'none' }), 'quotes that mean nothing'],
    [
      '# a,b,c,d\nx;"y" z\n1;"2" 3',
      '1',
      csv('{{x}}', { delimiter: 'auto', comments: '#', quotes: 'lenient' }),
      'the delimiter is detected in the form that the options describe',
    ],
    ['a,b\nc\n', 'b<a\n<c!', csv('{{2}}<{{1}}{{^2}}!{{/2}}', { hasHeaders: false }), 'columns without names'],
    [
      'a\n"x" y',
      { error: 'line 2: U+0020 follows a closing quote; a quote inside a quoted cell is written twice' },
      csv('{{a}}'),
    ],
    ['a,a\n1,2', '1', csv('{{a}}')],
    ['a.b\n1', '1', csv('{{a.b}}')],
    ['a\nb\r\n\r\nc\n', 'a;b;;c;', lines('{{.}};', { separator: '' })],
    ['x\ny', '1/1\n2/2', lines('{{@number}}{{#.}}/{{@number}}{{/.}}')],
    ['\ufeff{"a":1}', '1', { template: '{{a}}' }],
    ['\ud800\u0000', '\ud800\u0000\udc00', lines('{{.}}\udc00'), 'lone surrogates and NUL'],
    [
      '{"a":{}}',
      '',
      {
        template:
          '{{__proto__}}{{constructor}}{{a.toString}}{{a.constructor.name}}{{#hasOwnProperty}}x{{/hasOwnProperty}}',
      },
      'only what the data holds',
    ],
    ['{"__proto__":{"x":1},"constructor":2}', '12', { template: '{{__proto__.x}}{{constructor}}{{x}}' }],
    ['__proto__\n1', '1', csv('{{__proto__}}')],
    ['{"a":"{{b}}","b":"x"}', '{{b}}', { template: '{{a}}' }, 'tags in the data are text'],
    ['{"a":1,"a":2}', '2', { template: '{{a}}' }, 'of members with one name the last'],

    // Refusals
    [
      '{',
      { error: 'line 1, column 2: expected a property name in double quotes, found the end of the text' },
      { template: 'x' },
    ],
    ['a\n"', { error: 'line 2: the quote that opens a cell here is never closed' }, csv('x')],
    ['', { error: 'template line 2, column 2: a tag is never closed by }}' }, { template: 'a\n {{b' }],
    ['', { error: 'template line 1, column 1: a tag is never closed by }}}' }, { template: '{{{b}} ' }],
    ['', { error: 'template line 1, column 1: a tag has no name' }, { template: '{{ }}' }],
    ['', { error: 'template line 1, column 1: the section "a" is never closed' }, { template: '{{#a}}{{#b}}{{/b}}' }],
    ['', { error: 'template line 1, column 2: the section "a" is closed but not open' }, { template: 'x{{/a}}' }],
    [
      '',
      { error: 'template line 1, column 7: the section "b" is closed, but "a" is open' },
      { template: '{{#a}}{{/b}}' },
    ],
    ['', { error: 'template line 1, column 1: partials and blocks are not supported' }, { template: '{{>a}}' }],
    ['', { error: 'template line 1, column 1: partials and blocks are not supported' }, { template: '{{<a}}' }],
    ['', { error: 'template line 1, column 1: partials and blocks are not supported' }, { template: '{{$a}}' }],
    ['', { error: 'template line 1, column 1: other delimiters are not supported' }, { template: '{{=<% %>=}}' }],
    row('a hundred sections inside one another', { a: true }, deep(100), 'x'),
    ['', { error: 'template line 1, column 601: sections are nested more than 100 deep' }, { template: deep(101) }],
    {
      long: [
        JSON.stringify({ a: Array(300).fill(1) }),
        { error: 'the sections of the template are repeated more than 2000000 times' },
        { template: '{{#a}}{{#a}}{{#a}}x{{/a}}{{/a}}{{/a}}' },
        'a small template and little data with a large output',
      ],
    },
    [
      JSON.stringify({ a: Array(300).fill(1) }),
      { error: tooLong },
      {
        template:
          '{{#a}}{{#a}}0123456789abcdefghij0123456789abcdefghij0123456789abcdefghij0123456789abcdefghij0123456789abcdefghij0123456789abcdefghij{{/a}}{{/a}}',
      },
      'by its length',
    ],
    ['1\n'.repeat(10_000), { error: tooLong }, lines('x'.repeat(2000)), 'by its records'],
    {
      long: [
        JSON.stringify({ a: Array(100_000).fill(1) }),
        { error: tooLong },
        { template: '{{a}}'.repeat(100) },
        'by a value that is written again and again',
      ],
    },
  ],
  checks: {
    'agrees with replacing by hand': () => {
      const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '<', '{', '}', '$', '&', ' ') });
      const value = fc.oneof(cell, fc.integer(), fc.boolean(), fc.constant(null));
      fc.assert(
        fc.property(fc.array(fc.record({ a: value, b: value, l: fc.array(value) }), { minLength: 1 }), (items) => {
          const template = '[{{a}}|{{#b}}{{b}}{{/b}}{{^b}}-{{/b}}|{{#l}}({{.}}){{/l}}]';
          const text = (written: unknown) => (written === null ? '' : String(written));
          const expected = items.map(
            ({ a, b, l }) => `[${text(a)}|${text(b || '-')}|${l.map((item) => `(${text(item)})`).join('')}]`,
          );
          assert.equal(resultOf(slug, JSON.stringify(items), { template }), expected.join('\n'));
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'reads the tables that csv-json-converter reads': () => {
      const piece = fc.constantFrom('a', '"', ',', ';', '\n', '#', ' ', '\ufeff', '\r\n', '1');
      const form = fc.record({
        delimiter: fc.constantFrom('auto', ',', ';'),
        quotes: fc.constantFrom('strict', 'lenient', 'none'),
        comments: fc.constantFrom('', '#'),
        trim: fc.boolean(),
      });
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 20 }), form, (pieces, options) => {
          const text = pieces.join('');
          const config = { ...options, hasHeaders: false };
          const json = runTool('csv-json-converter', text, { ...config, direction: 'csv-to-json', indent: 0 });
          const template = '["{{1}}"{{#2}},"{{2}}"{{/2}}]';
          const rendered = runTool(slug, text, { ...config, data: 'csv', template, escape: 'json', separator: ',' });
          if (typeof json !== 'string') assert.equal(typeof rendered, 'object');
          else {
            const rows = JSON.parse(json) as string[][];
            const firstTwo = rows.map(([first, second = '']) => (second === '' ? [first] : [first, second]));
            assert.deepEqual(JSON.parse(`[${String(rendered)}]`), firstTwo);
          }
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'texts of 500,000 characters take less than four seconds each': () => {
      const requests: [string, object][] = [
        [`a${',a'.repeat(200_000)}\n${'1\n'.repeat(49_000)}`, csv('{{a}}')],
        ['1\n'.repeat(250_000), lines('{{.}}')],
        [
          JSON.stringify({ a: Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [i, 1])) }),
          { template: '{{#a}}{{39999}}{{/a}}'.repeat(2000) },
        ],
        ['{}', { template: '{{!'.concat(' '.repeat(49_000), '}}') }],
        ['{}', { template: ' {{!}}'.repeat(8000) }],
      ];
      for (const [input, config] of requests) {
        assertTakesAtMost(400, () => resultOf(slug, input, config));
      }
    },
  },
} satisfies ToolCases;
