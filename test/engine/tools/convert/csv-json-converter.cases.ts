import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-json-converter';
const oneLine = { indent: 0 };
const arrays = { indent: 0, hasHeaders: false };
const typed = { indent: 0, hasHeaders: false, parseTypes: true };
const toCsv = { direction: 'json-to-csv' };
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    [
      'sep=;\na;b\n1;2',
      '[\n  {\n    "a": "1",\n    "b": "2"\n  }\n]',
      { delimiter: 'auto' },
      'the line of Excel is no record',
    ],
    ['n,t\na, "b, c"', '[{"n":"a","t":"b, c"}]', { delimiter: 'auto', ...oneLine }, 'a blank before a quote'],
    ['n,t\na, "b, c"', '[{"n":"a","t":" \\"b","column_3":" c\\""}]', oneLine, 'which is text if nothing is guessed'],
    ['["sep=;"]', 'value\n"sep=;"'],
    [
      '[["sep=;"],["a;b"]]',
      '"sep=;"\na;b',
      { direction: 'json-to-csv', hasHeaders: false },
      'a cell that is no directive',
    ],
    // Direction
    ['', '[]'],
    [' \n', '[]'],
    ['\ufeffa\n1', '[{"a":"1"}]', oneLine, 'a byte order mark is left out of CSV'],
    ['\ufeff [{"a":1}]', 'a\n1', {}, 'and of JSON'],
    ['\n\t {"a":1}', 'a\n1', {}, 'blanks before JSON'],
    ['"a"\n1', '[{"a":"1"}]', oneLine, 'JSON that is not a table is CSV for auto'],
    [
      '[section],x\n1,2',
      {
        error:
          'invalid JSON (line 1, column 2: expected a value, found "section"); set direction to "csv-to-json" if this is CSV',
      },
      {},
      'never guesses silently',
    ],
    [
      '{"a":1,}',
      { error: 'invalid JSON (line 1, column 7: a comma must not stand before "}")' },
      toCsv,
      'the error does not suggest the chosen direction',
    ],
    ['[a],b\n1,2', '[{"[a]":"1","b":"2"}]', { direction: 'csv-to-json', indent: 0 }],
    ['', { error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text)' }, toCsv],
    ['a', { error: 'steps[0].config.direction must be one of: auto, csv-to-json, json-to-csv' }, { direction: 'csv' }],

    // CSV to JSON: reading
    ['a,b\n1,2\r\n3,4\r5,6', '[["a","b"],["1","2"],["3","4"],["5","6"]]', arrays, 'LF, CRLF and CR, mixed'],
    ['a\r\n1\r\n', '[{"a":"1"}]', oneLine, 'a final line end starts no record'],
    ['\n\na\n\n1\n \n', '[{"a":"1"},{"a":" "}]', oneLine, 'empty lines are skipped, blank ones are not'],
    ['a\n""\n', '[{"a":""}]', oneLine, 'a quoted empty cell is a record'],
    [
      'a\n"x ""y"", z\r\n"',
      '[{"a":"x \\"y\\", z\\r\\n"}]',
      oneLine,
      'quotes: doubled, with line ends and delimiters inside',
    ],
    ['a\n5" disk', '[{"a":"5\\" disk"}]', oneLine, 'a quote in a bare cell is a character'],
    [
      'a,b\n1,2\r\n3,"4\n5',
      { error: 'Step 1 (csv-json-converter) failed: line 3: the quote that opens a cell here is never closed' },
      {},
      'an unclosed quote is an error with its line',
    ],
    ['a\n"1"2', { error: 'line 2: "2" follows a closing quote; a quote inside a quoted cell is written twice' }],
    ['😀\n\ud800', '[{"😀":"\\ud800"}]', oneLine, 'surrogate pairs and lone surrogates'],
    ['a\n\u0001\t\\', '[{"a":"\\u0001\\t\\\\"}]', oneLine, 'control characters and backslashes are escaped'],

    // Delimiter
    ['a\tb\n1\t2', '[{"a":"1","b":"2"}]', { delimiter: 'tab', indent: 0 }],
    ['a|b\n1|2', '[{"a":"1","b":"2"}]', { delimiter: '|', indent: 0 }],
    ['a,b;c\n1;2', '[{"a,b":"1","c":"2"}]', { delimiter: 'auto', indent: 0 }],
    ['"a,b";c\n"1,2,3";4', '[{"a,b":"1,2,3","c":"4"}]', { delimiter: 'auto', indent: 0 }, 'auto counts outside quotes'],
    [
      'a,b;c;d\n1,2;3;4',
      '[["a,b","c","d"],["1,2","3","4"]]',
      { delimiter: 'auto', ...arrays },
      'auto takes the highest constant count',
    ],
    ['a,b;c\n1,2;3', '[["a","b;c"],["1","2;3"]]', { delimiter: 'auto', ...arrays }, 'a tie goes to the comma'],
    ['[[1,2]]', '1,2', { delimiter: 'auto' }, 'auto writes commas'],
    ['[["a;b","c,d"]]', '"a;b";c,d', { delimiter: ';' }],
    ['[["a\\tb","c"]]', '"a\tb"\tc', { delimiter: 'tab' }],
    ['[["a😀b","c"]]', '"a😀b"😀c', { delimiter: '😀' }],
    ['a', { error: 'steps[0].config.delimiter must be at least 1 character long' }, { delimiter: '' }],
    ['a', { error: 'steps[0].config.delimiter must be at most 4 characters long' }, { delimiter: 'comma' }],
    ['a', { error: 'steps[0].config.delimiter must be a string' }, { delimiter: 5 }],
    [
      'a',
      { error: 'delimiter must be tab, auto, one character or up to 4 signs, without quotes and line ends' },
      { delimiter: 'ab' },
    ],
    [
      '[[1]]',
      { error: 'delimiter must be tab, auto, one character or up to 4 signs, without quotes and line ends' },
      { delimiter: '"' },
    ],
    ['a', { error: 'Unknown option for csv-json-converter: delimeter. Did you mean delimiter?' }, { delimeter: ';' }],

    // Header
    ['a,b\n', '[]', {}, 'a header without rows has no records'],
    [' a \n1', '[{" a ":"1"}]', oneLine, 'names are not trimmed'],
    ['b,b,\n1,2,3,4', '[{"b":"1","b_2":"2","column_3":"3","column_4":"4"}]', oneLine],
    ['a,a,a,a\n1,2,3,4', '[{"a":"1","a_2":"2","a_3":"3","a_4":"4"}]', oneLine],
    ['a_2,a,a,a_2\n1,2,3,4', '[{"a_2":"1","a":"2","a_3":"3","a_2_2":"4"}]', oneLine, 'a number is not given twice'],
    ['column_2,\n1,2,3', '[{"column_2":"1","column_2_2":"2","column_3":"3"}]', oneLine, 'nor is a column number'],
    [
      '__proto__,constructor,toString,__proto__\n1,2,3,4',
      '[{"__proto__":"1","constructor":"2","toString":"3","__proto___2":"4"}]',
      oneLine,
      '__proto__ and its like are ordinary names',
    ],
    ['b,2,1\nx,y,z', '[{"b":"x","2":"y","1":"z"}]', oneLine, 'names that look like numbers keep their place'],
    [
      'a,b\n1\n1,2,3,4\n1,2',
      '[{"a":"1","b":""},{"a":"1","b":"2","column_3":"3","column_4":"4"},{"a":"1","b":"2"}]',
      oneLine,
      'a short row is filled up, a long one named on its own',
    ],
    ['a\nb,c', '[["a"],["b","c"]]', arrays, 'without a header rows stay as long as they are'],
    ['a', { error: 'steps[0].config.hasHeaders must be a boolean' }, { hasHeaders: 'yes' }],

    // Types
    ['true,null,1', '[["true","null","1"]]', arrays, 'strings stay strings'],
    ['true,false,null,1.5,-3,0,0.25,1e-7', '[[true,false,null,1.5,-3,0,0.25,1e-7]]', typed],
    [
      '007,1e400,12345678901234567,10000000000000000,+1,1e5,.5,5.,0x10,1_000,NaN,Infinity,-Infinity,-, 1',
      '[["007","1e400","12345678901234567","10000000000000000","+1","1e5",".5","5.","0x10","1_000","NaN","Infinity","-Infinity","-"," 1"]]',
      typed,
      'identifiers that look like numbers stay strings',
    ],
    [
      '120.50,80,-0.00,-0,1.2E+05,1.5e3,2e-7,0.12345678901234567890',
      '[[120.50,80,-0.00,-0,1.2E+05,1.5e3,2e-7,0.12345678901234567890]]',
      typed,
      'decimals that end in zeros were strings',
    ],
    ['9007199254740991,9007199254740993,True,NULL,', '[[9007199254740991,"9007199254740993","True","NULL",""]]', typed],
    ['"1","true"', '[[1,true]]', typed, 'a quoted cell is text all the same and has types too'],

    // Layout
    ['a,b\n1,2', '[\n  [\n    "a",\n    "b"\n  ],\n  [\n    "1",\n    "2"\n  ]\n]', { hasHeaders: false }],
    ['a\n1', '[\n {\n  "a": "1"\n }\n]', { indent: 1 }],
    ['a', { error: 'steps[0].config.indent must be at most 8' }, { indent: 9 }],

    // JSON to CSV
    ['[]', ''],
    ['[{}]', ''],
    ['{}', ''],
    ['[{},{}]', '', {}, 'records without any column are not a table'],
    ['{"a":1,"b":"x"}', 'a,b\n1,x', {}, 'one object is one record'],
    [
      '[{"b":1},{"a":2,"b":3},{"c":4}]',
      'b,a,c\n1,,\n3,2,\n,,4',
      {},
      'columns are the names of all objects, first seen first',
    ],
    ['[{"b":1,"2":2,"1":3}]', 'b,2,1\n1,2,3', {}, 'numeric names keep their place'],
    ['[["a","b"],[1],[],[null,true,{"x":[1]}]]', 'a,b\n1\n\n,true,"{""x"":[1]}"', {}, 'arrays are rows as they are'],
    ['["a",1,true,"x,y"]', 'value\na\n1\ntrue\n"x,y"', {}, 'plain values are one column'],
    ['[1,2]', '1\n2', { hasHeaders: false }],
    ['[{"a":1,"b":2}]', '1,2', { hasHeaders: false }],
    ['[[1],[2]]', '1\n2', { hasHeaders: false }, 'hasHeaders takes no row from arrays'],
    [
      '[{"a":null,"b":false,"c":0,"d":""},{}]',
      'a,b,c,d\n,false,0,\n,,,',
      {},
      'null and missing are empty, false and 0 are not',
    ],
    [
      '[{"a":null},{"a":1}]',
      'a\n""\n1',
      {},
      'an empty cell alone in its record is quoted: an empty line would be no record',
    ],
    ['{"":1}', '""\n1', {}, 'and so is an empty name'],
    [
      '[12345678901234567890,1e400,1.0,-0]',
      'value\n12345678901234567890\n1e400\n1.0\n-0',
      {},
      'numbers stay as they were written',
    ],
    ['["\\u00e9\\n\\"","\\ud83d\\ude00","\\ud800"]', 'value\n"é\n"""\n😀\n\ud800', {}, 'strings become their value'],
    [
      '[["a,b","a\\"b","a\\nb","a\\rb"," a","a ","\\u00a0a","a b","a\'b","a;b"]]',
      `"a,b","a""b","a\nb","a\rb"," a","a ","\u00a0a",a b,a'b,a;b`,
      {},
      'cells are quoted where they must be',
    ],
    [
      '[{"__proto__":1,"constructor":{"prototype":2}}]',
      '__proto__,constructor.prototype\n1,2',
      {},
      '__proto__ survives the conversion to CSV',
    ],
    ['[{"a":1},{"a":2}]', 'a\r\n1\r\n2', { newline: 'crlf' }],
    ['1', { error: 'a table needs an object or an array, and this is a number' }, toCsv],
    ['"a"', { error: 'a table needs an object or an array, and this is a string' }, toCsv],
    ['null', { error: 'a table needs an object or an array, and this is null' }, toCsv],
    [
      '[{"a":1},2]',
      {
        error:
          'an array must contain only objects, only arrays or only plain values: item 1 is an object, item 2 is a number',
      },
    ],
    [
      '["a","b",[1]]',
      {
        error:
          'an array must contain only objects, only arrays or only plain values: item 1 is a string, item 3 is an array',
      },
    ],
    [
      '[[1],null]',
      {
        error:
          'an array must contain only objects, only arrays or only plain values: item 1 is an array, item 2 is null',
      },
    ],

    // Nested values
    ['{"a":{"b":{"c":1}},"d":[1,[2]]}', 'a.b.c,d.0,d.1.0\n1,1,2'],
    ['[{"a":{},"b":[]},{"a":{"c":1}}]', 'a,b,a.c\n{},[],\n,,1', {}, 'an empty object or array is not lost'],
    ['[{"a":{"b":1, "c":[1.0]}},{"a":"x"}]', 'a\n"{""b"":1,""c"":[1.0]}"\nx', { nested: 'json' }],
    ['[{"a.b":1},{"a":{"b":2}}]', 'a.b\n1\n2', {}, 'paths of the same name share a column'],
    [
      '[{"a":1},{"a.b":1,"a":{"b":2}}]',
      { error: 'record 2 has two values for the column "a.b"' },
      {},
      'but not in one record',
    ],
    [
      '{"a":1,"\\u0061":2}',
      { error: 'record 1 has two values for the column "a"' },
      {},
      'a duplicate name loses no value',
    ],
    ['{"a":{"b":1,"b":2}}', 'a\n"{""b"":1,""b"":2}"', { nested: 'json' }],
    ['{}', { error: 'steps[0].config.nested must be one of: flatten, json' }, { nested: 'flat' }],
    ['{}', { error: 'steps[0].config.newline must be one of: lf, crlf' }, { newline: 'cr' }],

    // Formulas
    [
      '[["=1","+1",-1,"@a","\\ta","\\ra","a=","\'=",""]]',
      `'=1,'+1,-1,'@a,'\ta,"'\ra",a=,'=,`,
      { escapeFormulas: true },
    ],
    ['{"=a":"=b"}', "'=a\n'=b", { escapeFormulas: true }],
    [
      '{"a":"＝1+1","b":"＋1","c":"－5","d":"＠x","e":"1＝1"}',
      "a,b,c,d,e\n'＝1+1,'＋1,'－5,'＠x,1＝1",
      { escapeFormulas: true },
      'signs of full width',
    ],
    [
      '[[-5,-1.5e3,"-2","-2+3","--1","+1",-0]]',
      "-5,-1.5e3,-2,'-2+3,'--1,'+1,-0",
      { escapeFormulas: true },
      'numbers stay',
    ],
    ['{"=a":"=b"}', '=a\n=b'],
    ['=a\n=b', '[{"=a":"=b"}]', { escapeFormulas: true, indent: 0 }],

    // Small inputs, huge outputs
    [
      `${'a,'.repeat(12_499)}a\n${'x\n'.repeat(10_000)}`,
      { error: tooLong },
      {},
      '45,000 characters that ask for 250,000,000: a header of many names',
    ],
    [`${'a'.repeat(25_000)}\n${'x\n'.repeat(10_000)}`, { error: tooLong }, {}, 'the same with one long name'],
    [
      `{"${'k'.repeat(250_000)}":[${'1,'.repeat(100_000)}1]}`,
      { error: tooLong },
      {},
      'a long name for each item of an array',
    ],
    [
      `[${Array.from({ length: 10_000 }, (_, i) => `{"${i}":1}`).join(',')}]`,
      { error: 'the table has more than 2000000 cells' },
      {},
      'a separate column for every record',
    ],
    [`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`, `${'a.'.repeat(499)}a\n1`, {}, 'deep nesting'],
    [
      `${'{"a":'.repeat(501)}1${'}'.repeat(501)}`,
      {
        error:
          'invalid JSON (line 1, column 2501: nested deeper than 500 levels); set direction to "csv-to-json" if this is CSV',
      },
    ],
    [
      '# made by hand\nname, size\n"a, 5 \n',
      '[{"name":"\\"a","size":"5"}]',
      { quotes: 'lenient', comments: '#', trim: true, indent: 0 },
      'reads quotes that are never closed, comments and blanks around cells on request',
    ],
  ],
  checks: {
    'writes JSON as JSON.stringify does': () => {
      const name = fc.oneof(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.constantFrom('__proto__', 'constructor', '1', 'toString'),
      );
      const names = fc.uniqueArray(
        name.filter((text) => !/_\d+$/.test(text)),
        { minLength: 1, maxLength: 5 },
      );
      const table = names.chain((header) => {
        const cell = fc.string({ unit: 'binary' });
        return fc.tuple(
          fc.constant(header),
          fc.array(fc.array(cell, { minLength: header.length, maxLength: header.length })),
        );
      });
      fc.assert(
        fc.property(table, fc.integer({ min: 0, max: 8 }), ([header, rows], indent) => {
          const quoted = [header, ...rows].map((cells) =>
            cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','),
          );
          const objects = rows.map((row) => ownProperties(header, row));
          const config = { indent, direction: 'csv-to-json' };
          const result = resultOf(slug, quoted.join('\r\n'), config);
          assert.deepEqual(JSON.parse(result), objects);
          if (header.some((text) => /^\d+$/.test(text))) return; // JavaScript moves such names to the front.
          assert.equal(result, JSON.stringify(objects, null, indent));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'records of text survive a round trip through CSV': () => {
      const name = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !/_\d+$/.test(text));
      const table = fc.uniqueArray(name, { minLength: 1, maxLength: 4 }).chain((header) =>
        fc.array(
          fc
            .array(fc.string({ unit: 'binary' }), { minLength: header.length, maxLength: header.length })
            .map((row) => ownProperties(header, row)),
          { minLength: 1 },
        ),
      );
      fc.assert(
        fc.property(
          table,
          fc.constantFrom(',', ';', 'tab', '|', ' ', 'a'),
          fc.constantFrom('lf', 'crlf'),
          (objects, delimiter, newline) => {
            const csv = resultOf(slug, JSON.stringify(objects), { ...toCsv, delimiter, newline });
            const json = resultOf(slug, csv, { direction: 'csv-to-json', delimiter });
            assert.deepEqual(JSON.parse(json), objects);
          },
        ),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'values with types survive a round trip through CSV': () => {
      const value = fc.oneof(
        fc.integer(),
        fc.boolean(),
        fc
          .double({ noDefaultInfinity: true, noNaN: true })
          .filter((number) => !Object.is(number, -0) && Math.abs(number) < 1e15),
        fc.constant('text'),
      );
      fc.assert(
        fc.property(
          fc.array(fc.record({ a: value, b: value }, { noNullPrototype: true }), { minLength: 1 }),
          (objects) => {
            const csv = resultOf(slug, JSON.stringify(objects), toCsv);
            assert.deepEqual(JSON.parse(resultOf(slug, csv, { parseTypes: true })), objects);
          },
        ),
        { seed: 3, numRuns: sampleSize(300) },
      );
    },
    'reads CSV as Python does': (t) => {
      const cell = fc.oneof(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', ';', '"', '\n', '\r\n', 'é', '😀'), maxLength: 5 }),
        fc.constant(''),
      );
      const cells = fc.array(cell, { minLength: 2, maxLength: 4 });
      const line = fc
        .tuple(cells, fc.boolean())
        .map(([row, quoteAll]) =>
          row.map((text) => (quoteAll || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(','),
        );
      const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
      const texts = fc.sample(text, { seed: 4, numRuns: sampleSize(200) });
      const { status, error, stdout } = spawnSync('python3', ['-c', pythonReader], { input: JSON.stringify(texts) });
      if (error !== undefined) return t.skip('python3 is not installed');
      assert.equal(status, 0);
      const expected = JSON.parse(stdout.toString()) as string[][][];
      for (const [i, text] of texts.entries()) {
        const records = JSON.parse(resultOf(slug, text, { ...arrays, direction: 'csv-to-json' })) as string[][];
        assert.deepEqual(records, expected[i], text);
      }
    },
    'hostile texts give a result or an error': () => {
      const pieces = ['"', ',', '\n', 'a,', 'a\n', '[', '{"":', '[[],', '\ud800'];
      for (const piece of pieces) {
        const text = piece.repeat(500_000 / piece.length);
        for (const delimiter of [',', 'auto']) {
          const result = runTool(slug, text, { delimiter });
          assert.ok(
            typeof result === 'string' || result.error.startsWith('Step 1 (csv-json-converter) failed: '),
            piece,
          );
        }
      }
    },
  },
} satisfies ToolCases;

/** Reads a JSON array of texts and writes the records of each; empty lines are records without cells there. */
const pythonReader = `
import csv, json, sys
texts = json.load(sys.stdin)
print(json.dumps([[r for r in csv.reader(t.splitlines(True), strict=True) if r] for t in texts]))
`;

/** An object whose own properties these are, `__proto__` included. */
function ownProperties(names: readonly string[], values: readonly string[]): object {
  const object = {};
  names.forEach((name, i) => {
    Object.defineProperty(object, name, { value: values[i], enumerable: true, writable: true, configurable: true });
  });
  return object;
}
