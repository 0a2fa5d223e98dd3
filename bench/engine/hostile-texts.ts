/** Pieces whose repetition is a hostile text: each one is the worst case of some parser, search or pattern. */
export const hostilePieces: readonly string[] = [
  'a',
  ' ',
  '\n',
  '\r',
  '\t',
  '\0',
  '0',
  '9.',
  '-',
  '.',
  ',',
  ';',
  ':',
  '"',
  "'",
  '`',
  '\\',
  '/',
  '|',
  '*',
  '#',
  '@',
  '%',
  '%e2',
  '&',
  '&amp',
  '$',
  '~',
  '=',
  '+',
  '_',
  '!',
  '(',
  '()',
  '[',
  '[](',
  '{',
  '{"a":',
  '{{#a}}',
  '}',
  '<',
  '<a>',
  '<!--',
  '<a b="',
  '<p a>',
  '<script>a</script>',
  '<style>a{}</style>',
  '@import "a";',
  '</a>',
  '> ',
  '- ',
  '|-|\n',
  '[1,',
  '"a" ',
  '"a":1,',
  'a: ',
  '- - ',
  '&a [*a]',
  '[[a]]\n',
  'a=b&',
  'a[b]=1&',
  'a,"b"\n',
  'a b ',
  'a@b.',
  'http://a.',
  'www.a.',
  '1.1.1.',
  '::1 ',
  '+1 555 ',
  '1,000.',
  '2026-11-21 ',
  'xn--a.',
  '\u0301',
  'a\u0301\u0323',
  '\u200d',
  '👩‍👩‍👧',
  '🇩🇪',
  '\ud800',
  '\udc00',
  '\ufdfa',
  '\u0390',
  'ß',
  'İ',
  '漢',
  '\u202e',
  '\ufeff',
  '\u001b[',
  '\u001b]0;',
  'Ã©',
  '/*',
  '//',
  "'''",
  '$$',
  '--',
  'SELECT (',
  'a{',
  'function(){',
  '`${',
  '/a/',
  'eyJ.',
  '.-',
  'MMMM ',
  '=3D',
];

/** Pairs of opening and closing brackets. */
const brackets: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
  ['{"a":', '}'],
  ['<a>', '</a>'],
  ['<div>', '</div>'],
  ['“', '”'],
];

/** A long repetition that a pattern matches to its end, and one character that does not match. */
const mismatches: readonly (readonly [string, string])[] = [
  ['a', '!'],
  [' ', 'x'],
  ['0', 'x'],
  ['a.', '!'],
  ['a-', '@'],
  ['"', 'x'],
  ['*', 'x'],
  ['\n', 'x'],
  ['a ', '\0'],
  ['é', '!'],
];

const lineEnds = ['\n', '\r', '\r\n', '\n\r', '\v', '\f', '\x85', '\u2028', '\u2029'];

/**
 * Returns integers below 2^31, the same on every machine: the minimal standard generator of Park and Miller.
 *
 * @param seed - from 1 to 2^31 - 2.
 */
export function* randomNumbers(seed = 1): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

const filled = (length: number, piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** A text, and what it is made of. */
export interface HostileText {
  readonly name: string;
  readonly text: string;
}

/** Yields texts of exactly this many UTF-16 code units, without repetition. */
function* shapedTexts(length: number): Generator<HostileText> {
  const random = randomNumbers();
  const units = (below: number) => Array.from({ length }, () => (random.next().value >>> 7) % below);
  const ofUnits = (codes: readonly number[]) => codes.map((code) => String.fromCharCode(code)).join('');
  yield { name: 'random bytes as Latin-1', text: ofUnits(units(0x100)) };
  yield { name: 'random UTF-16 code units', text: ofUnits(units(0x10000)) };
  yield { name: 'random surrogates', text: ofUnits(units(0x800).map((code) => 0xd800 + code)) };
  yield { name: 'one line of words', text: filled(length, 'The quick brown fox jumps over the lazy dog, ') };
  yield { name: 'one line of random letters', text: ofUnits(units(26).map((code) => 0x61 + code)) };
  yield { name: 'line ends of all kinds', text: filled(length, lineEnds.join('')) };
  for (const end of lineEnds) yield { name: `line ends ${JSON.stringify(end)}`, text: filled(length, end) };
  for (const [open, close] of brackets) {
    const depth = Math.floor(length / (open.length + close.length));
    yield { name: `${open} within ${open}`, text: open.repeat(depth) + close.repeat(depth) };
  }
  for (const [piece, end] of mismatches) {
    yield { name: `${JSON.stringify(piece)} up to ${JSON.stringify(end)}`, text: filled(length - 1, piece) + end };
  }
}

/**
 * Yields hostile texts of about this many UTF-16 code units: each piece repeated, random mixtures of the pieces, nested
 * brackets, repetitions that end in a mismatch, only line ends, and random data that is not text.
 */
export function* hostileTexts(length: number): Generator<HostileText> {
  for (const piece of hostilePieces) {
    yield { name: JSON.stringify(piece), text: filled(length, piece) };
  }
  const random = randomNumbers();
  for (let mixture = 1; mixture <= 3; mixture++) {
    let text = '';
    while (text.length < length) {
      text += hostilePieces[random.next().value % hostilePieces.length];
    }
    yield { name: `mixture ${mixture}`, text: text.slice(0, length) };
  }
  yield* shapedTexts(length);
}
