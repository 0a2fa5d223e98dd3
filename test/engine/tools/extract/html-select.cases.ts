import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases, type ToolRow } from '../../../support/tool-cases.js';

const slug = 'html-select';
const page =
  '<!doctype html><html lang=en><body><h1 id=top>Title</h1><p class="a b">one</p><p>two <b>2</b></p><p class=b data-x="7">three</p><a href="https://x.example/">X</a><a name=n>N</a></body></html>';

function rows(selector: string, output: string): ToolRow {
  return [page, output, { selector }, selector];
}
function refused(selector: string, reason: string): ToolRow {
  return [page, { error: `selector cannot be used: ${reason}` }, { selector }, `refused: ${selector}`];
}

/** Controls inside and outside of disabled elements; `b` and `c` are in the first legend, `h` in the second. */
const form =
  '<input id=a><fieldset id=f disabled><p><legend><input id=g></legend></p><legend><input id=b><button id=c></button>' +
  '<input id=d disabled></legend><legend><input id=h></legend><fieldset id=j><input id=k></fieldset></fieldset>' +
  '<textarea id=e></textarea><select id=s><option id=o1 disabled><optgroup id=p disabled><option id=o2></optgroup>' +
  '<option id=o3></select>';

/** Rows that write the ids of the selected elements. */
const selected = (cases: readonly (readonly [html: string, selector: string, ids: string])[]): ToolCase[] =>
  cases.map(([html, selector, ids]) => [html, ids, { selector, output: 'attribute', attribute: 'id', separator: ' ' }]);

export default {
  slug,
  cases: [
    ['', '', { selector: 'p' }],
    ['no element', '', { selector: '*' }],
    [page, { error: 'steps[0].config.selector is required' }],
    [page, { error: 'steps[0].config.selector must be at least 1 character long' }, { selector: '' }],

    // Selectors
    rows('p', 'one\ntwo 2\nthree'),
    rows('P.a, #top', 'Title\none'),
    rows('p.b:not(.a)', 'three'),
    rows('p > b', '2'),
    rows('body b', '2'),
    rows('h1 + p', 'one'),
    rows('h1 ~ p', 'one\ntwo 2\nthree'),
    rows('p:has(b)', 'two 2'),
    rows('p:nth-of-type(2n+1)', 'one\nthree'),
    rows('p:nth-child(2)', 'one'),
    rows('p:last-of-type', 'three'),
    rows('p:contains("wo")', 'two 2'),
    rows('p:icontains("TWO")', 'two 2'),
    rows('[href^="https:"], [data-x="7"]', 'three\nX'),
    rows('[class~=b]:is(p, div)', 'one\nthree'),
    rows('a:not([href])', 'N'),
    rows('p:lang(en):empty', ''),
    rows('p:hover', ''),

    // What depends on the element, on its form, and on the whole text
    ...selected([
      ['<p id=a><b></b></p>', 'p:has(p b)', ''],
      ['<div id=a><p id=b><b></b></p></div>', ':has(p b)', 'a'],
      ['<div id=a><p id=b><b></b></p></div>', 'p:has(div b)', ''],
      ['<div id=a><div id=b><div id=c>', 'div:has(div)', 'a b'],
      ['<div id=a><div id=b><div id=c>', 'div:has(div div)', 'a'],
      ['<i id=a><p id=b><p id=c><u></u></p><b></b></p></i>', 'i:has(p:has(u) b)', ''],
      ['<i id=a><p id=b><u></u><b></b></p></i>', ':has(p:has(u) b)', 'a'],
      ['<div id=a><p id=b>', 'p:has(:scope)', ''],
      ['<div id=a><p id=b><i id=c>', ':has(:scope > p > i)', 'a'],
      ['<div id=a><p id=b></p></div><p id=c>', 'div:has(+ p)', 'a'],
      ['<div id=a><p id=b></p></div><p id=c>', ':scope > p', 'c'],
      ['<div id=a><p id=b></p></div><p id=c>', ':scope p', 'b c'],
      ['<div id=a><p id=b></p></div><p id=c>', ':scope > div > p, :scope', 'b'],
      ['<div id=a><p id=b></p></div><p id=c>', 'p:not(:scope > p)', 'b'],
      ['<html id=a><body id=b><p id=c>', ':scope', 'a'],
      ['<html id=a><body id=b><p id=c>', ':scope > body', 'b'],
      ['<html id=a><body id=b><p id=c>', ':scope :not(:scope)', 'b c'],
      [form, ':disabled', 'f g d h j k o1 p o2'],
      [form, ':enabled', 'a b c e s o3'],
      [form, 'input:disabled', 'g d h k'],
      ['<input id=a><input id=b readonly><input id=c type=CHECKBOX><p id=d>', ':read-only', 'b c d'],
      [
        '<input id=a><input id=b type=nonsense><textarea id=c></textarea><textarea id=d disabled>',
        ':read-write',
        'a b c',
      ],
      ['<fieldset id=f disabled><input id=a></fieldset><input id=b>', ':read-write', 'b'],
      ['<div id=a contenteditable><p id=b><i id=c contenteditable=false><u id=d>', ':read-write', 'a b'],
      ['<div id=a contenteditable><input id=b type=radio>', 'input:read-only', 'b'],
    ]),

    refused('p[', 'Expected name, found the end'),
    refused('p::before', 'Pseudo-elements are not supported'),
    refused(':bogus', 'Unknown pseudo-class :bogus'),
    refused(':nth-child(x)', "n-th rule couldn't be parsed ('x')"),
    refused('a|b', 'Namespaced tag names are not supported'),
    refused('a || b', 'Column combinators are not supported'),
    refused('p,', 'Empty sub-selector'),
    refused(':not('.repeat(99), `Missing closing parenthesis in :not (${':not('.repeat(99)})`),

    // An attribute in the selector
    rows('p.b::attr(DATA-X)', '7'),
    rows('p, a::attr(href)', 'https://x.example/'),
    rows('p::attr(title)', ''),
    rows('::attr(href)', 'https://x.example/'),
    refused('a::attr(href), p', 'Pseudo-elements are not supported'),

    // Output
    [
      '<td>a<br> b<p>c</p><ul><li>d</ul><script>e</script></td>',
      'a\nb\n\nc\n\n- d',
      { selector: 'td' },
      'text as html-to-text writes it',
    ],
    ['<script>a < b</script>', 'a < b', { selector: 'script' }, 'the text of a script that is asked for'],
    ['<p></p><p>a', '\na', { selector: 'p' }, 'an element without text is a result too'],
    [
      `<DIV A='"&lt;' B><br/>x &lt; y<img src=z><script>1<2</script><p>c</DIV>`,
      '<div a="&quot;<" b><br>x &lt; y<img src="z"><script>1<2</script><p>c</p></div>',
      { selector: 'div', output: 'html' },
      'HTML with what was left out',
    ],
    [
      '<div>a<div>b</div></div>',
      '<div>a<div>b</div></div>|<div>b</div>',
      { selector: 'div', output: 'html', separator: '|' },
      'elements inside others come twice',
    ],
    [page, 'a b ; b', { selector: 'p', output: 'attribute', attribute: 'CLASS', separator: ' ; ' }],
    ['<a __proto__=b>', 'b', { selector: 'a', output: 'attribute', attribute: '__proto__' }],
    ['<a>', '', { selector: 'a', output: 'attribute', attribute: 'constructor' }],
    ['<a>', { error: 'attribute must name the attribute to write' }, { selector: 'a', output: 'attribute' }],
    [page, 'one', { selector: 'p', limit: 1 }],
    ['<p>\ud800\0\udc00', '\ud800\0\udc00', { selector: 'p' }, 'lone surrogates and NUL'],

    [
      '<div>'.repeat(600),
      { error: 'line 1, column 2561: elements are nested deeper than 512 levels' },
      { selector: 'p' },
    ],
    [
      `${'<b>'.repeat(500)}${'a'.repeat(400_000)}`,
      { error: 'the output would be longer than 4000000 characters' },
      { selector: 'b', output: 'html' },
      'a short text with a long output: everything, at each of 500 levels',
    ],
  ],
  checks: {
    'agrees with a simple implementation of the combinators': () => {
      const tree: fc.Memo<Tree> = fc.memo((depth) => {
        const children: fc.Arbitrary<Tree[]> = depth === 1 ? fc.constant([]) : fc.array(tree(), { maxLength: 4 });
        return fc.record({ kind: fc.constantFrom('a', 'b', 'c'), children });
      });
      fc.assert(
        fc.property(fc.array(tree(4), { maxLength: 4 }), fc.constantFrom(...' >+~'), (trees, combinator) => {
          const found: string[] = [];
          let html = '';
          let number = 0;
          const visit = (siblings: readonly Tree[], ancestors: readonly string[]) => {
            const before: string[] = [];
            for (const { kind, children } of siblings) {
              const candidates = { ' ': ancestors, '>': ancestors.slice(-1), '+': before.slice(-1), '~': before }[
                combinator
              ];
              if (kind === 'b' && candidates?.includes('a') === true) found.push(`${number}`);
              html += `<i class=${kind} n=${number++}>x`;
              visit(children, [...ancestors, kind]);
              html += '</i>';
              before.push(kind);
            }
          };
          visit(trees, []);
          const config = { selector: `.a ${combinator} .b`, output: 'attribute', attribute: 'n', separator: ',' };
          assert.equal(resultOf(slug, html, config), found.join(','));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'a long flat page is searched in linear time': () => {
      const list = (length: number) => `<ul>${filled('<li class=a>item number <b>one</b>\n', length)}</ul>`;
      for (const selector of ['li + li', 'li:nth-child(2n)', 'li:has(b)', 'li:contains("number")', 'ul li b']) {
        assertLinear(list, (html) => assert.ok(resultOf(slug, html, { selector }).length > html.length / 100));
      }
    },
  },
} satisfies ToolCases;

interface Tree {
  readonly kind: string;
  readonly children: Tree[];
}
