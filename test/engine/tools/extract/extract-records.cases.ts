import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-records';
const pair = { pattern: '(?<k>\\w+)=(?<v>\\w*)' };
const invalidNames = 'is for what does not match; choose another, or drop that';

export default {
  slug,
  cases: [
    // Patterns
    ['a=1\r\nb=2\rc=', '{"k":"a","v":"1"}\n{"k":"b","v":"2"}\n{"k":"c","v":""}', pair, 'any line end'],
    ['x a=1, b=2', '{"k":"a","v":"1"}', pair, 'the first match of a line'],
    ['x a=1,\nb=2', '{"k":"a","v":"1"}\n{"k":"b","v":"2"}', { ...pair, scope: 'text' }],
    ['a=1\n  \n\nb=2\n', 'k,v\na,1\nb,2', { ...pair, format: 'csv' }, 'blank lines are skipped'],
    ['a', '{"x":null,"y":"a"}', { pattern: '(?<x>b)|(?<y>a)' }, 'a group that takes no part'],
    ['a', 'x,y\n,a', { pattern: '(?<x>b)|(?<y>a)', format: 'csv' }],
    ['07 true 1.50', '{"a":"07","b":true,"c":1.50}', { pattern: '(?<a>\\S+) (?<b>\\S+) (?<c>\\S+)', parseTypes: true }],
    ['KEY: x', '{"k":"KEY"}', { pattern: '(?P<k>key)(:)', flags: 'i' }, 'groups without a name are ignored'],
    ['größe=ß😀', '{"k":"größe","v":"ß😀"}', { pattern: '(?<k>\\p{L}+)=(?<v>.+)' }],
    ['a', '{"__proto__":"a"}', { pattern: '(?<__proto__>a)' }],
    ['a\nb', { error: 'line 2: does not match the pattern' }, { pattern: '(?<x>a)' }],
    ['', '', pair],
    ['', '[]', { ...pair, format: 'json' }],
    ['', 'k,v', { ...pair, format: 'csv' }],
    ['a', 'k,v', { ...pair, format: 'csv', scope: 'text' }, 'the whole text may have no match'],
    [
      'name: Ada\nborn: 1815\n\nname: Grace\nborn: 1906',
      '{"name":"Ada","born":"1815"}\n{"name":"Grace","born":"1906"}',
      { pattern: '^name: (?<name>.*)\\nborn: (?<born>.*)$', scope: 'paragraphs' },
    ],
    ['a\r\nb\r\n\r\n', '{"x":"a\\nb"}', { pattern: '(?s)(?<x>.*)', scope: 'paragraphs' }],
    ['a\n\n \nb\nc', { error: 'line 4: does not match the pattern' }, { pattern: '(?<x>a)', scope: 'paragraphs' }],
    ['a', { error: 'give either a pattern or a template' }],
    ['a', { error: 'give either a pattern or a template' }, { pattern: '(?<x>a)', template: '{x}' }],
    ['a', { error: 'pattern: has no named group, such as (?<name>\\w+)' }, { pattern: '(a)' }],
    ['a', { error: 'pattern, character 1: look-ahead and look-behind are not supported' }, { pattern: '(?=a)' }],

    ['größe: ß😀', '{"名":"größe","v":"ß😀"}', { template: '{名}: {v}' }],
    ['a', { error: 'pattern: invalid named capture: (?P<名>' }, { pattern: '(?<名>a)' }],

    // Lines that do not match
    ['a=1\n?\n', '{"k":"a","v":"1"}\n{"unparsed":"?"}', { ...pair, invalid: 'keep' }],
    ['a=1\n?\n', '{"k":"a","v":"1"}', { ...pair, invalid: 'drop' }],
    ['?', '{"invalid":"line 1: does not match the pattern","unparsed":"?"}', { ...pair, invalid: 'mark' }],
    [
      'a=1\n ?,\n',
      'k,v,invalid,unparsed\na,1,,\n,,line 2: does not match the pattern," ?,"',
      { ...pair, invalid: 'mark', format: 'csv' },
    ],
    ['?\n\na\nb\n', '{"unparsed":"?"}\n{"unparsed":"a\\nb"}', { ...pair, invalid: 'keep', scope: 'paragraphs' }],
    ['a', { error: `pattern: the name unparsed ${invalidNames}` }, { pattern: '(?<unparsed>a)', invalid: 'keep' }],
    ['a', { error: `template: the name invalid ${invalidNames}` }, { template: '{invalid}', invalid: 'mark' }],
    ['a', '{"invalid":"a"}', { template: '{invalid}' }],

    // Templates
    ['a-b-c', '{"x":"a","y":"b-c"}', { template: '{x}-{y}' }, 'a field ends where the next text occurs'],
    ['a-b-c', '{"x":"a","y":"b"}', { template: '{x}-{y}-c' }, 'the last field takes all but the text at the end'],
    ['f(a)(b)', '{"x":"a)(b"}', { template: 'f({x})' }],
    ['--', '{"x":"","y":"","z":""}', { template: '{x}-{y}-{z}' }, 'fields may be empty'],
    ['{a}b}', '{"x":"a","y":"b"}', { template: '{{{x}}}{y}}}' }, 'braces'],
    ['a b c', '{"y":"b"}', { template: '{} {y} {:word}' }, 'parts that are left out'],
    ['007;+5;-;-0', '{"a":7,"b":5,"c":null,"d":-0}', { template: '{a:int};{b:int};{c:int};{d:int}' }],
    [
      '.5;-1.;1e5;12345678901234567890;-.5e-7;00.10',
      '{"a":0.5,"b":-1,"c":1e5,"d":12345678901234567890,"e":-0.5e-7,"f":0.10}',
      { template: '{a:number};{b:number};{c:number};{d:number};{e:number};{f:number}' },
    ],
    ['1.5', { error: 'line 1: a is not a whole number' }, { template: '{a:int}' }],
    ['0x1f', { error: 'line 1: a is not a number' }, { template: '{a:number}' }],
    ['a b', { error: 'line 1: a is not a word' }, { template: '{a:word}' }],
    ['', '', { template: '{a:word}' }],
    ['x', { error: 'line 1: does not start with "["' }, { template: '[{a}]' }],
    ['[x', { error: 'line 1: does not end with "]" after a' }, { template: '[{a}]' }],
    ['x', { error: 'line 1: lacks "=" after a field without a name' }, { template: '{}={b}' }],
    ['a', { error: 'line 1: does not end with "aa" after x' }, { template: 'a{x}aa' }, 'a text is not used twice'],
    ['a=1 b=true', '{"x":"1","y":true}', { template: 'a={x:word} b={y}', parseTypes: true }],
    [
      '  12\t\tfile  name \n 3 x',
      '{"n":12,"name":"file  name"}\n{"n":3,"name":"x"}',
      { template: ' {n:int}  {name} ', collapseBlanks: true },
      'a value keeps its blanks',
    ],
    ['a  b', '{"x":"a","y":" b"}', { template: '{x} {y}' }],
    ['a\nb\n\nc\nd', '{"x":"a","y":"b"}\n{"x":"c","y":"d"}', { template: '{x}\n{y}', scope: 'paragraphs' }],
    ['a', { error: 'template: works with the scopes lines and paragraphs' }, { template: '{x}', scope: 'text' }],
    ['a', { error: 'template, character 3: { without its pair; write {{ for a brace' }, { template: '😀 {x' }],
    ['a', { error: 'template, character 2: } without its pair; write }} for a brace' }, { template: 'a}{x}' }],
    ['a', { error: 'template, character 4: text is missing between two fields' }, { template: '{a}{b}' }],
    ['a', { error: 'template, character 5: the name a occurs twice' }, { template: '{a} {a}' }],
    ['a', { error: 'template, character 1: there is no type date; use int, number, word' }, { template: '{a:date}' }],
    ['a', { error: 'template: has no field with a name, such as {name}' }, { template: 'a {}' }],
    [
      'a',
      { error: 'template, character 1: a field is {name}, {name:type} or {}; names have letters, digits, _ . and -' },
      { template: '{a b}' },
    ],
    ['＝1+1,＠x', "a,b\n'＝1+1,'＠x", { template: '{a},{b}', format: 'csv', escapeFormulas: true }],
    ['=1+1,-5', "a,b\n'=1+1,-5", { template: '{a},{b}', format: 'csv', escapeFormulas: true }],
    ['1 2', 'a.b,c\n1,2', { template: '{a.b} {c}', format: 'csv' }],
    {
      long: [
        'a b\n'.repeat(125_000),
        { error: 'the output would be longer than 4000000 characters' },
        { template: `{${'x'.repeat(100)}} {y}` },
        'a short text with a long output',
      ],
    },
  ],
  checks: {
    'a template reads what it would write': () => {
      const value = fc.stringMatching(/^[a-z =]{0,5}$/);
      const separator = fc.stringMatching(/^[;|{}]{1,3}$/);
      fc.assert(
        fc.property(fc.array(fc.tuple(separator, value), { minLength: 1, maxLength: 5 }), separator, (parts, end) => {
          const fields = parts.map(([text], i) => `${text.replace(/[{}]/g, '$&$&')}{f${i}}`);
          const template = fields.join('') + end.replace(/[{}]/g, '$&$&');
          const expected = Object.fromEntries(parts.map(([, text], i) => [`f${i}`, text]));
          const line = parts.flat().join('') + end;
          assert.deepEqual(JSON.parse(resultOf(slug, line, { template })), expected);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'collapsed blanks give what exact blanks give where there are no others': () => {
      const text = fc
        .array(fc.constantFrom('a', 'b', ' ', '\t', '  ', ':'), { maxLength: 12 })
        .map((all) => all.join(''));
      fc.assert(
        fc.property(text, fc.constantFrom('{x} {y}', '{x}: {y}', '{x} :{y} a'), (line, template) => {
          const single = line.replace(/[ \t]+/g, ' ').trim();
          const collapsed = runTool(slug, line, { template, collapseBlanks: true, invalid: 'drop' });
          assert.equal(typeof collapsed, 'string');
          const exact = resultOf(slug, single, { template, invalid: 'drop' });
          // The texts end differently, so that only the first has blanks to spare.
          assert.equal(String(collapsed).replace(/(?: |\\t)+/g, ' '), exact);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'a pattern finds what JavaScript finds': () => {
      const line = fc
        .array(fc.constantFrom('a', 'b', '1', '=', ' ', 'é'), { maxLength: 10 })
        .map((all) => all.join(''));
      const source = '(?<key>[a-z]+)(?: ?= ?(?<value>[0-9]+))?';
      fc.assert(
        fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
          const found = lines.map((each) => new RegExp(source).exec(each)?.groups).filter((each) => each !== undefined);
          const expected = found.map(({ key, value = null }) => JSON.stringify({ key, value })).join('\n');
          assert.equal(resultOf(slug, lines.join('\n'), { pattern: source, invalid: 'drop' }), expected);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'time is linear': () => {
      const template = '{a} {b}: {c:int}';
      const configs = [
        { template },
        { template, collapseBlanks: true },
        { pattern: '^(?<a>\\S+) (?<b>.*): (?<c>\\d+)$' },
        { pattern: '(?<a>a*)b', scope: 'paragraphs' },
      ];
      for (const config of configs) {
        for (const piece of ['a b: 1\n', 'a \t ', ' ', ': ', 'a:\n\n']) {
          assertLinear(piece, (text) => resultOf(slug, text, { ...config, invalid: 'drop', format: 'csv' }));
        }
      }
    },
  },
} satisfies ToolCases;
