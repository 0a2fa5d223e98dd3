import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import linearLibrary from 'js-beautify';
import { makeBeautifierLinear } from '#engine/text/code/linear-beautifier.js';
import { freshLibrary } from '../../../support/fresh-library.js';

const ownLibrary = freshLibrary<typeof import('js-beautify')>('js-beautify');
makeBeautifierLinear();

/** The layout of a library, with the options of the formatters. */
function layout(library: typeof ownLibrary, language: 'css' | 'html' | 'js', text: string): string {
  return library[language](text, {
    indent_size: 2,
    wrap_line_length: 0,
    eol: '\n',
    end_with_newline: false,
    max_preserve_newlines: language === 'html' ? 1 : 2,
    operator_position: 'preserve-newline',
  });
}

/** Pieces of each language, whatever decides how the library goes on, and long runs of what it searches through. */
const pieces = {
  css: [
    ...[
      'a',
      'b-c',
      ' ',
      '\t',
      ':',
      '::',
      ';',
      '{',
      '}',
      '(',
      ')',
      ',',
      '"',
      "'",
      '\\',
      '/*',
      '*/',
      '//',
      '$',
      '@',
      '#{',
    ],
    ...[
      '&',
      '[',
      ']',
      '=',
      '>',
      '!',
      'url(',
      '$a: ',
      '@media',
      '@font-face ',
      '@{',
      '@a: ',
      'grid-template:',
      '\n',
      '.a:b{',
    ],
    ...['x'.repeat(70), `$${'y'.repeat(70)}:`, `@${'z'.repeat(70)} `, `${'(a:b)'.repeat(50)}{`, `${'c,'.repeat(120)}{`],
    ...[`a:${'b('.repeat(101)}`, `:${')('.repeat(60)};`, '</style>', '<'],
  ],
  html: [
    ...[
      '<div>',
      '</div>',
      '<p>',
      '<b>',
      '</b>',
      '<li>',
      '<ul>',
      '</ul>',
      '<br>',
      '<td>',
      '<tr>',
      '<table>',
      '</table>',
    ],
    ...[
      '<script>',
      '</script>',
      '<style>',
      '</style>',
      'a{b:c}',
      'if(a){b()}',
      '<!--',
      '-->',
      '<pre>',
      '</pre>',
      ' ',
      '\n',
    ],
    ...['text', '<a href="x"', '>', '{{#if a}}', '{{else}}', '{{/if}}', '<?php', '?>', "'", '"', '<textarea>', '&amp;'],
  ],
  js: [
    ...[
      'a',
      ' ',
      '\n',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      ';',
      ',',
      '.',
      '=',
      '=>',
      '+',
      '++',
      '?',
      ':',
      '"',
      "'",
      '`',
      '${',
    ],
    ...[
      '/',
      '//',
      '/*',
      '*/',
      '\\',
      '1',
      '0x',
      'if',
      'else',
      'for',
      'function',
      'return',
      'do',
      'while',
      'switch',
      'case',
    ],
    ...['class', 'var', 'import', 'async', '#!', '#include', '<!--', '-->', '<a>', '@', '\u2028', 'é', '\ud800'],
  ],
};

describe('lays out what the library lays out, and the same way:', () => {
  for (const language of ['css', 'html', 'js'] as const) {
    test(language, () => {
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...pieces[language]), { maxLength: 40 }), (chosen) => {
          const text = chosen.join('').trim();
          if (text === '') return;
          assert.equal(layout(linearLibrary, language, text), layout(ownLibrary, language, text), text);
        }),
        { seed: 1, numRuns: 700 },
      );
    });
  }
});

/** Returns how many regular expressions are compiled from texts while the layout is made. */
function compilations(text: string): number {
  const own = globalThis.RegExp;
  let count = 0;
  globalThis.RegExp = new Proxy(own, {
    construct(target, [source, flags]) {
      count++;
      return new target(source, flags);
    },
  });
  try {
    layout(linearLibrary, 'html', text);
  } finally {
    globalThis.RegExp = own;
  }
  return count;
}

test('a script compiles only the pattern of its end tag', () => {
  const one = compilations('<script>a</script>');
  assert.equal(compilations('<script>a</script>'.repeat(50)) - one, 49);
});
