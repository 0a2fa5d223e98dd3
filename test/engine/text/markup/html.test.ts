import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type HtmlEvents, readHtml } from '#engine/text/markup/html.js';
import { assertTakesAtMost } from '../../../support/growth.js';

/** The events as one line each. */
function events(html: string, options?: { decodeEntities: boolean }): string[] {
  const lines: string[] = [];
  const recorder: HtmlEvents = {
    open: (name, attributes) => lines.push(`<${[name, ...[...attributes].map(([n, v]) => `${n}=${v}`)].join(' ')}`),
    text: (text) => lines.push(text),
    close: (name) => lines.push(`/${name}`),
  };
  readHtml(html, recorder, options);
  return lines;
}

describe('readHtml', () => {
  const rows: [name: string, html: string, expected: string[]][] = [
    ['nothing', '', []],
    ['text between two tags is one piece', 'a &amp; b<!-- c --> < d<p>', ['a & b < d', '<p', '/p']],
    ['names in lower case, the first of two attributes', '<P A=1 a=2 B>', ['<p a=1 b=', '/p']],
    ['elements without content', '<br>a<img/>', ['<br', '/br', 'a', '<img', '/img']],
    ['end tags that are implied', '<li>a<li>b', ['<li', 'a', '/li', '<li', 'b', '/li']],
    ['implied end tags with open elements inside', '<li><b>a<li>b', ['<li', '<b', 'a', '/b', '/li', '<li', 'b', '/li']],
    [
      'but not around a list',
      '<ul><li><b>a<ul><li>b',
      ['<ul', '<li', '<b', 'a', '<ul', '<li', 'b', '/li', '/ul', '/b', '/li', '/ul'],
    ],
    ['paragraphs', '<p><i>a<div>b</div>', ['<p', '<i', 'a', '/i', '/p', '<div', 'b', '/div']],
    [
      'cells and rows',
      '<tr><td><b>a<td>b<tr><th>c',
      ['<tr', '<td', '<b', 'a', '/b', '/td', '<td', 'b', '/td', '/tr', '<tr', '<th', 'c', '/th', '/tr'],
    ],
    ['end tags without a start', 'a</b></p></br>c', ['a', '<p', '/p', '<br', '/br', 'c']],
    ['a tag cut off by the end of the text', 'a<b c="d', ['a']],
    ['an end tag cut off by the end of the text', 'a</b test', ['a']],
    ['one that closes an element', '<i>a</i b/', ['<i', 'a', '/i']],
    ['one of an element whose content is text', '<title>a</title b', ['<title', 'a', '/title']],
    ['also one without content, and one inside another', '<p><br', ['<p', '/p']],
    ['and one inside another of its name', '<b><b ', ['<b', '/b']],
    ['a form within a form is ignored, its attributes too', '<form a><form b>c', ['<form a=', 'c', '/form']],
    ['scripts are text', '<script>a<b>&amp;</script>', ['<script', 'a<b>&amp;', '/script']],
    ['__proto__ is a name', '<a __proto__=1 constructor=2>', ['<a __proto__=1 constructor=2', '/a']],
    ['characters of two code units from entities', '&#128512;&Afr;&NotEqualTilde;', ['😀𝔄≂̸']],
    ['lone surrogates and NUL', '\ud800\0', ['\ud800\0']],
  ];
  for (const [name, html, expected] of rows) test(name, () => assert.deepEqual(events(html), expected));

  test('entities may stay', () => {
    assert.deepEqual(events('<a b="&lt;">&eacute;&amp;', { decodeEntities: false }), [
      '<a b=&lt;',
      '&eacute;&amp;',
      '/a',
    ]);
  });

  test('512 levels are read, one more is refused with its place', () => {
    assert.equal(events('<b>'.repeat(512)).length, 1024);
    assert.equal(events('<p>a<br></p>'.repeat(1000)).length, 5000);
    assert.throws(() => events(`a\n${'<i>'.repeat(600)}`), {
      name: 'ToolError',
      message: 'line 2, column 1537: elements are nested deeper than 512 levels',
    });
  });

  test('500,000 characters of open tags are refused immediately', () => {
    assertTakesAtMost(300, () => {
      for (const tag of ['<b>', '<div>', '<a><b>', '<svg>', '<title></title><i>']) {
        assert.throws(() => events(tag.repeat(500_000 / tag.length)), /nested deeper/);
      }
    });
  });
});
