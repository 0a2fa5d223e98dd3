import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'html-select';
const page =
  '<!doctype html><html lang=en><body><h1 id=top>Title</h1><p class="a b">one</p><p>two <b>2</b></p><p class=b data-x="7">three</p><a href="https://x.example/">X</a><a name=n>N</a></body></html>';

function rows(selector: string, output: string) {
  return { name: selector, input: page, config: { selector }, output };
}
function refused(selector: string, reason: string) {
  return {
    name: `refused: ${selector}`,
    input: page,
    config: { selector },
    error: `selector cannot be used: ${reason}`,
  };
}

export default {
  slug,
  cases: [
    { input: '', config: { selector: 'p' }, output: '' },
    { input: 'no element', config: { selector: '*' }, output: '' },
    { input: page, error: 'steps[0].config.selector is required' },
    { input: page, config: { selector: '' }, error: 'steps[0].config.selector must be at least 1 character long' },

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

    refused('p[', 'Expected name, found the end'),
    refused('p::before', 'Pseudo-elements are not supported'),
    refused(':bogus', 'Unknown pseudo-class :bogus'),
    refused(':nth-child(x)', "n-th rule couldn't be parsed ('x')"),
    refused('a|b', 'Namespaced tag names are not supported'),
    refused('a || b', 'Column combinators are not supported'),
    refused('p,', 'Empty sub-selector'),
    refused(':not('.repeat(99), `Missing closing parenthesis in :not (${':not('.repeat(99)})`),

    // Output
    {
      name: 'text as html-to-text writes it',
      input: '<td>a<br> b<p>c</p><ul><li>d</ul><script>e</script></td>',
      config: { selector: 'td' },
      output: 'a\nb\n\nc\n\n- d',
    },
    {
      name: 'the text of a script that is asked for',
      input: '<script>a < b</script>',
      config: { selector: 'script' },
      output: 'a < b',
    },
    { name: 'an element without text is a result too', input: '<p></p><p>a', config: { selector: 'p' }, output: '\na' },
    {
      name: 'HTML with what was left out',
      input: `<DIV A='"&lt;' B><br/>x &lt; y<img src=z><script>1<2</script><p>c</DIV>`,
      config: { selector: 'div', output: 'html' },
      output: '<div a="&quot;<" b><br>x &lt; y<img src="z"><script>1<2</script><p>c</p></div>',
    },
    {
      name: 'elements inside others come twice',
      input: '<div>a<div>b</div></div>',
      config: { selector: 'div', output: 'html', separator: '|' },
      output: '<div>a<div>b</div></div>|<div>b</div>',
    },
    {
      input: page,
      config: { selector: 'p', output: 'attribute', attribute: 'CLASS', separator: ' ; ' },
      output: 'a b ; b',
    },
    { input: '<a __proto__=b>', config: { selector: 'a', output: 'attribute', attribute: '__proto__' }, output: 'b' },
    { input: '<a>', config: { selector: 'a', output: 'attribute', attribute: 'constructor' }, output: '' },
    {
      input: '<a>',
      config: { selector: 'a', output: 'attribute' },
      error: 'attribute must name the attribute to write',
    },
    { input: page, config: { selector: 'p', limit: 1 }, output: 'one' },
    {
      name: 'lone surrogates and NUL',
      input: '<p>\ud800\0\udc00',
      config: { selector: 'p' },
      output: '\ud800\0\udc00',
    },

    {
      input: '<div>'.repeat(600),
      config: { selector: 'p' },
      error: 'line 1, column 2561: elements are nested deeper than 512 levels',
    },
    {
      name: 'a short text with a long output: everything, at each of 500 levels',
      input: `${'<b>'.repeat(500)}${'a'.repeat(400_000)}`,
      config: { selector: 'b', output: 'html' },
      error: 'the output would be longer than 4000000 characters',
    },
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
