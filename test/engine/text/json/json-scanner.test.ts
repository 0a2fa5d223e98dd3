import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { maxJsonDepth } from '#engine/core/limits.js';
import { JsonScanner, type JsonScannerOptions, JsonSyntaxError } from '#engine/text/json/json-scanner.js';

/** The tokens of a text: brackets, and names and scalars with their source. */
function tokens(text: string, options?: JsonScannerOptions): string[] {
  const scanner = new JsonScanner(text, options);
  const found: string[] = [];
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    found.push(token === 'key' || token === 'scalar' ? text.slice(scanner.start, scanner.end) : token);
  }
  return found;
}

/** Returns the error of a text; '' if it is JSON. */
function problem(text: string, options?: JsonScannerOptions): string {
  try {
    tokens(text, options);
    return '';
  } catch (error) {
    assert.ok(error instanceof JsonSyntaxError, String(error));
    return error.message;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('tokens keep their source', () => {
  assert.deepEqual(tokens(' {"a\\u0041" : [1e400, -0.0 ,"\\ud800"],"":{}} '), [
    ...['{', '"a\\u0041"', '[', '1e400', '-0.0', '"\\ud800"', ']', '""', '{', '}', '}'],
  ]);
  assert.deepEqual(tokens('\ufeffnull'), ['null']);
});

test('an error has its position', () => {
  try {
    tokens('[1,\n  x]');
    assert.fail('the text is not JSON');
  } catch (error) {
    assert.ok(error instanceof JsonSyntaxError);
    assert.deepEqual(error.place, { line: 2, column: 3 });
  }
});

describe('refused texts, and their errors', () => {
  const rows: [text: string, message: string][] = [
    ['', 'line 1, column 1: expected a value, found the end of the text'],
    ['\ufeff', 'line 1, column 2: expected a value, found the end of the text'],
    ['\n\n  ', 'line 3, column 3: expected a value, found the end of the text'],
    ['undefined', 'line 1, column 1: expected a value, found "undefined"'],
    ['NaN', 'line 1, column 1: expected a value, found "NaN"'],
    ["['a']", `line 1, column 2: expected a value, found "'"`],
    ['tru', 'line 1, column 1: expected a value, found "tru"'],
    ['truey', 'line 1, column 5: expected the end of the text, found "y"'],
    ['\u00a01', 'line 1, column 1: expected a value, found U+00A0'],
    ['+1', 'line 1, column 1: expected a value, found "+"'],
    ['.5', 'line 1, column 1: expected a value, found "."'],
    ['-', 'line 1, column 2: expected a digit after the minus sign, found the end of the text'],
    ['-a', 'line 1, column 2: expected a digit after the minus sign, found "a"'],
    ['1.', 'line 1, column 3: expected a digit after the decimal point, found the end of the text'],
    ['1.e1', 'line 1, column 3: expected a digit after the decimal point, found "e1"'],
    ['[1e+]', 'line 1, column 5: expected a digit after the "e" of a number, found "]"'],
    ['-012', 'line 1, column 1: a number must not start with 0'],
    ['0x10', 'line 1, column 2: expected the end of the text, found "x10"'],
    ['1 2', 'line 1, column 3: expected the end of the text, found "2"'],
    ['{}}', 'line 1, column 3: expected the end of the text, found "}"'],
    ['[', 'line 1, column 2: expected a value, found the end of the text'],
    ['[1', 'line 1, column 3: expected a comma or "]", found the end of the text'],
    ['[1}', 'line 1, column 3: expected a comma or "]", found "}"'],
    ['[1 2]', 'line 1, column 4: expected a comma or "]", found "2"'],
    ['[1,]', 'line 1, column 3: a comma must not stand before "]"'],
    ['[,1]', 'line 1, column 2: expected a value, found ","'],
    ['{"a":1,}', 'line 1, column 7: a comma must not stand before "}"'],
    ['{"a":1', 'line 1, column 7: expected a comma or "}", found the end of the text'],
    ['{a:1}', 'line 1, column 2: expected a property name in double quotes, found "a"'],
    ['{1:1}', 'line 1, column 2: expected a property name in double quotes, found "1"'],
    ['{"a"}', 'line 1, column 5: expected ":" after the property name, found "}"'],
    ['{"a":}', 'line 1, column 6: expected a value, found "}"'],
    ['{"a":1,,}', 'line 1, column 8: expected a property name in double quotes, found ","'],
    ['"abc', 'line 1, column 1: the string that starts here is not closed on its line'],
    ['"ab\\', 'line 1, column 1: the string that starts here is not closed on its line'],
    ['["a\nb"]', 'line 1, column 2: the string that starts here is not closed on its line'],
    ['"a\tb"', 'line 1, column 3: U+0009 must be written as an escape in a string'],
    ['"a\\x"', 'line 1, column 3: a backslash must not stand before "x"'],
    ['"\\u12g4"', 'line 1, column 2: expected four hexadecimal digits after \\u'],
    ['"\\u12', 'line 1, column 2: expected four hexadecimal digits after \\u'],
    ['1 // one', 'line 1, column 3: expected the end of the text, found a comment'],
    ['[\n/* none */]', 'line 2, column 1: expected a value, found a comment'],
  ];
  for (const [text, message] of rows) {
    test(JSON.stringify(text), () => {
      assert.ok(!isJson(text));
      assert.equal(problem(text), message);
    });
  }
});

describe('comments', () => {
  const allowed = { allowComments: true };
  test('are allowed wherever white space is', () => {
    const text = '/*a*/{//b\n"c"/***/:/*/*/1//d\r,"e":[/**/]}//f';
    assert.deepEqual(tokens(text, allowed), ['{', '"c"', '1', '"e"', '[', ']', '}']);
  });
  test('are not comments inside a string', () => assert.deepEqual(tokens('"/*//*/"', allowed), ['"/*//*/"']));
  const rows: [text: string, message: string][] = [
    ['[1 /* one ]', 'line 1, column 4: the comment that starts here is not closed'],
    ['/*/', 'line 1, column 1: the comment that starts here is not closed'],
    ['1 / 2', 'line 1, column 4: expected "//" or "/*" to start a comment, found U+0020'],
    ['# 1', 'line 1, column 1: expected a value, found "#"'],
    ['1/', 'line 1, column 3: expected "//" or "/*" to start a comment, found the end of the text'],
  ];
  for (const [text, message] of rows) {
    test(JSON.stringify(text), () => assert.equal(problem(text, allowed), message));
  }
});

test('500 levels pass, 501 do not', () => {
  assert.equal(problem('['.repeat(maxJsonDepth) + ']'.repeat(maxJsonDepth)), '');
  assert.equal(problem('['.repeat(maxJsonDepth + 1)), 'line 1, column 501: nested deeper than 500 levels');
  assert.equal(problem('{"a":'.repeat(500_000)), 'line 1, column 2501: nested deeper than 500 levels');
});

describe('agrees with JSON.parse', () => {
  test('on JSON with one changed character', () => {
    const spoilt = fc.tuple(fc.json(), fc.nat(), fc.constantFrom(...'{}[],:"\\ \n\t0123456789.eE+-tfnu\0\u00a0\ud800'));
    fc.assert(
      fc.property(spoilt, fc.constantFrom('replace', 'insert', 'delete'), ([json, at, character], how) => {
        const offset = at % (json.length + 1);
        const rest = json.slice(how === 'insert' ? offset : offset + 1);
        const text = json.slice(0, offset) + (how === 'delete' ? '' : character) + rest;
        assert.equal(problem(text) === '', isJson(text), JSON.stringify(text));
      }),
      { seed: 1, numRuns: 3000 },
    );
  });

  test('on random pieces of JSON', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '\\u00e9',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'null',
      ' ',
      '\n',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        assert.equal(problem(text) === '', isJson(text), JSON.stringify(text));
      }),
      { seed: 2, numRuns: 20_000 },
    );
  });
});
