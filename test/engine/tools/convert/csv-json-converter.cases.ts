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
    // Direction
    { input: '', output: '[]' },
    { input: ' \n', output: '[]' },
    { name: 'a byte order mark is left out of CSV', input: '\ufeffa\n1', config: oneLine, output: '[{"a":"1"}]' },
    { name: 'and of JSON', input: '\ufeff [{"a":1}]', output: 'a\n1' },
    { name: 'blanks before JSON', input: '\n\t {"a":1}', output: 'a\n1' },
    { name: 'JSON that is not a table is CSV for auto', input: '"a"\n1', config: oneLine, output: '[{"a":"1"}]' },
    {
      name: 'never guesses silently',
      input: '[section],x\n1,2',
      error:
        'invalid JSON (line 1, column 2: expected a value, found "section"); set direction to "csv-to-json" if this is CSV',
    },
    {
      name: 'the error does not suggest the chosen direction',
      input: '{"a":1,}',
      config: toCsv,
      error: 'invalid JSON (line 1, column 7: a comma must not stand before "}")',
    },
    { input: '[a],b\n1,2', config: { direction: 'csv-to-json', indent: 0 }, output: '[{"[a]":"1","b":"2"}]' },
    {
      input: '',
      config: toCsv,
      error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text)',
    },
    {
      input: 'a',
      config: { direction: 'csv' },
      error: 'steps[0].config.direction must be one of: auto, csv-to-json, json-to-csv',
    },

    // CSV to JSON: reading
    {
      name: 'LF, CRLF and CR, mixed',
      input: 'a,b\n1,2\r\n3,4\r5,6',
      config: arrays,
      output: '[["a","b"],["1","2"],["3","4"],["5","6"]]',
    },
    { name: 'a final line end starts no record', input: 'a\r\n1\r\n', config: oneLine, output: '[{"a":"1"}]' },
    {
      name: 'empty lines are skipped, blank ones are not',
      input: '\n\na\n\n1\n \n',
      config: oneLine,
      output: '[{"a":"1"},{"a":" "}]',
    },
    { name: 'a quoted empty cell is a record', input: 'a\n""\n', config: oneLine, output: '[{"a":""}]' },
    {
      name: 'quotes: doubled, with line ends and delimiters inside',
      input: 'a\n"x ""y"", z\r\n"',
      config: oneLine,
      output: '[{"a":"x \\"y\\", z\\r\\n"}]',
    },
    {
      name: 'a quote in a bare cell is a character',
      input: 'a\n5" disk',
      config: oneLine,
      output: '[{"a":"5\\" disk"}]',
    },
    {
      name: 'an unclosed quote is an error with its line',
      input: 'a,b\n1,2\r\n3,"4\n5',
      error: 'Step 1 (csv-json-converter) failed: line 3: the quote that opens a cell here is never closed',
    },
    { input: 'a\n"1"2', error: 'line 2: "2" follows a closing quote; a quote inside a quoted cell is written twice' },
    { name: 'surrogate pairs and lone surrogates', input: '😀\n\ud800', config: oneLine, output: '[{"😀":"\\ud800"}]' },
    {
      name: 'control characters and backslashes are escaped',
      input: 'a\n\u0001\t\\',
      config: oneLine,
      output: '[{"a":"\\u0001\\t\\\\"}]',
    },

    // Delimiter
    { input: 'a\tb\n1\t2', config: { delimiter: 'tab', indent: 0 }, output: '[{"a":"1","b":"2"}]' },
    { input: 'a|b\n1|2', config: { delimiter: '|', indent: 0 }, output: '[{"a":"1","b":"2"}]' },
    { input: 'a,b;c\n1;2', config: { delimiter: 'auto', indent: 0 }, output: '[{"a,b":"1","c":"2"}]' },
    {
      name: 'auto counts outside quotes',
      input: '"a,b";c\n"1,2,3";4',
      config: { delimiter: 'auto', indent: 0 },
      output: '[{"a,b":"1,2,3","c":"4"}]',
    },
    {
      name: 'auto takes the highest constant count',
      input: 'a,b;c;d\n1,2;3;4',
      config: { delimiter: 'auto', ...arrays },
      output: '[["a,b","c","d"],["1,2","3","4"]]',
    },
    {
      name: 'a tie goes to the comma',
      input: 'a,b;c\n1,2;3',
      config: { delimiter: 'auto', ...arrays },
      output: '[["a","b;c"],["1","2;3"]]',
    },
    { name: 'auto writes commas', input: '[[1,2]]', config: { delimiter: 'auto' }, output: '1,2' },
    { input: '[["a;b","c,d"]]', config: { delimiter: ';' }, output: '"a;b";c,d' },
    { input: '[["a\\tb","c"]]', config: { delimiter: 'tab' }, output: '"a\tb"\tc' },
    { input: '[["a😀b","c"]]', config: { delimiter: '😀' }, output: '"a😀b"😀c' },
    { input: 'a', config: { delimiter: '' }, error: 'steps[0].config.delimiter must be at least 1 character long' },
    {
      input: 'a',
      config: { delimiter: 'comma' },
      error: 'steps[0].config.delimiter must be at most 4 characters long',
    },
    { input: 'a', config: { delimiter: 5 }, error: 'steps[0].config.delimiter must be a string' },
    {
      input: 'a',
      config: { delimiter: '||' },
      error: 'delimiter must be tab, auto, or one character that is neither a quote nor a line end',
    },
    {
      input: '[[1]]',
      config: { delimiter: '"' },
      error: 'delimiter must be tab, auto, or one character that is neither a quote nor a line end',
    },
    {
      input: 'a',
      config: { delimeter: ';' },
      error: 'Unknown option for csv-json-converter: delimeter. Did you mean delimiter?',
    },

    // Header
    { name: 'a header without rows has no records', input: 'a,b\n', output: '[]' },
    { name: 'names are not trimmed', input: ' a \n1', config: oneLine, output: '[{" a ":"1"}]' },
    { input: 'b,b,\n1,2,3,4', config: oneLine, output: '[{"b":"1","b_2":"2","column_3":"3","column_4":"4"}]' },
    { input: 'a,a,a,a\n1,2,3,4', config: oneLine, output: '[{"a":"1","a_2":"2","a_3":"3","a_4":"4"}]' },
    {
      name: 'a number is not given twice',
      input: 'a_2,a,a,a_2\n1,2,3,4',
      config: oneLine,
      output: '[{"a_2":"1","a":"2","a_3":"3","a_2_2":"4"}]',
    },
    {
      name: 'nor is a column number',
      input: 'column_2,\n1,2,3',
      config: oneLine,
      output: '[{"column_2":"1","column_2_2":"2","column_3":"3"}]',
    },
    {
      name: '__proto__ and its like are ordinary names',
      input: '__proto__,constructor,toString,__proto__\n1,2,3,4',
      config: oneLine,
      output: '[{"__proto__":"1","constructor":"2","toString":"3","__proto___2":"4"}]',
    },
    {
      name: 'names that look like numbers keep their place',
      input: 'b,2,1\nx,y,z',
      config: oneLine,
      output: '[{"b":"x","2":"y","1":"z"}]',
    },
    {
      name: 'a short row is filled up, a long one named on its own',
      input: 'a,b\n1\n1,2,3,4\n1,2',
      config: oneLine,
      output: '[{"a":"1","b":""},{"a":"1","b":"2","column_3":"3","column_4":"4"},{"a":"1","b":"2"}]',
    },
    {
      name: 'without a header rows stay as long as they are',
      input: 'a\nb,c',
      config: arrays,
      output: '[["a"],["b","c"]]',
    },
    { input: 'a', config: { hasHeaders: 'yes' }, error: 'steps[0].config.hasHeaders must be a boolean' },

    // Types
    { name: 'strings stay strings', input: 'true,null,1', config: arrays, output: '[["true","null","1"]]' },
    { input: 'true,false,null,1.5,-3,0,0.25,1e-7', config: typed, output: '[[true,false,null,1.5,-3,0,0.25,1e-7]]' },
    {
      name: 'identifiers that look like numbers stay strings',
      input: '007,1e400,12345678901234567,10000000000000000,+1,1e5,.5,5.,0x10,1_000,NaN,Infinity,-Infinity,-, 1',
      config: typed,
      output:
        '[["007","1e400","12345678901234567","10000000000000000","+1","1e5",".5","5.","0x10","1_000","NaN","Infinity","-Infinity","-"," 1"]]',
    },
    {
      name: 'decimals that end in zeros were strings',
      input: '120.50,80,-0.00,-0,1.2E+05,1.5e3,2e-7,0.12345678901234567890',
      config: typed,
      output: '[[120.50,80,-0.00,-0,1.2E+05,1.5e3,2e-7,0.12345678901234567890]]',
    },
    {
      input: '9007199254740991,9007199254740993,True,NULL,',
      config: typed,
      output: '[[9007199254740991,"9007199254740993","True","NULL",""]]',
    },
    {
      name: 'a quoted cell is text all the same and has types too',
      input: '"1","true"',
      config: typed,
      output: '[[1,true]]',
    },

    // Layout
    {
      input: 'a,b\n1,2',
      config: { hasHeaders: false },
      output: '[\n  [\n    "a",\n    "b"\n  ],\n  [\n    "1",\n    "2"\n  ]\n]',
    },
    { input: 'a\n1', config: { indent: 1 }, output: '[\n {\n  "a": "1"\n }\n]' },
    { input: 'a', config: { indent: 9 }, error: 'steps[0].config.indent must be at most 8' },

    // JSON to CSV
    { input: '[]', output: '' },
    { input: '[{}]', output: '' },
    { input: '{}', output: '' },
    { name: 'records without any column are not a table', input: '[{},{}]', output: '' },
    { name: 'one object is one record', input: '{"a":1,"b":"x"}', output: 'a,b\n1,x' },
    {
      name: 'columns are the names of all objects, first seen first',
      input: '[{"b":1},{"a":2,"b":3},{"c":4}]',
      output: 'b,a,c\n1,,\n3,2,\n,,4',
    },
    { name: 'numeric names keep their place', input: '[{"b":1,"2":2,"1":3}]', output: 'b,2,1\n1,2,3' },
    {
      name: 'arrays are rows as they are',
      input: '[["a","b"],[1],[],[null,true,{"x":[1]}]]',
      output: 'a,b\n1\n\n,true,"{""x"":[1]}"',
    },
    { name: 'plain values are one column', input: '["a",1,true,"x,y"]', output: 'value\na\n1\ntrue\n"x,y"' },
    { input: '[1,2]', config: { hasHeaders: false }, output: '1\n2' },
    { input: '[{"a":1,"b":2}]', config: { hasHeaders: false }, output: '1,2' },
    { name: 'hasHeaders takes no row from arrays', input: '[[1],[2]]', config: { hasHeaders: false }, output: '1\n2' },
    {
      name: 'null and missing are empty, false and 0 are not',
      input: '[{"a":null,"b":false,"c":0,"d":""},{}]',
      output: 'a,b,c,d\n,false,0,\n,,,',
    },
    {
      name: 'an empty cell alone in its record is quoted: an empty line would be no record',
      input: '[{"a":null},{"a":1}]',
      output: 'a\n""\n1',
    },
    { name: 'and so is an empty name', input: '{"":1}', output: '""\n1' },
    {
      name: 'numbers stay as they were written',
      input: '[12345678901234567890,1e400,1.0,-0]',
      output: 'value\n12345678901234567890\n1e400\n1.0\n-0',
    },
    {
      name: 'strings become their value',
      input: '["\\u00e9\\n\\"","\\ud83d\\ude00","\\ud800"]',
      output: 'value\n"é\n"""\n😀\n\ud800',
    },
    {
      name: 'cells are quoted where they must be',
      input: '[["a,b","a\\"b","a\\nb","a\\rb"," a","a ","\\u00a0a","a b","a\'b","a;b"]]',
      output: `"a,b","a""b","a\nb","a\rb"," a","a ","\u00a0a",a b,a'b,a;b`,
    },
    {
      name: '__proto__ survives the conversion to CSV',
      input: '[{"__proto__":1,"constructor":{"prototype":2}}]',
      output: '__proto__,constructor.prototype\n1,2',
    },
    { input: '[{"a":1},{"a":2}]', config: { newline: 'crlf' }, output: 'a\r\n1\r\n2' },
    { input: '1', config: toCsv, error: 'a table needs an object or an array, and this is a number' },
    { input: '"a"', config: toCsv, error: 'a table needs an object or an array, and this is a string' },
    { input: 'null', config: toCsv, error: 'a table needs an object or an array, and this is null' },
    {
      input: '[{"a":1},2]',
      error:
        'an array must contain only objects, only arrays or only plain values: item 1 is an object, item 2 is a number',
    },
    {
      input: '["a","b",[1]]',
      error:
        'an array must contain only objects, only arrays or only plain values: item 1 is a string, item 3 is an array',
    },
    {
      input: '[[1],null]',
      error: 'an array must contain only objects, only arrays or only plain values: item 1 is an array, item 2 is null',
    },

    // Nested values
    { input: '{"a":{"b":{"c":1}},"d":[1,[2]]}', output: 'a.b.c,d.0,d.1.0\n1,1,2' },
    {
      name: 'an empty object or array is not lost',
      input: '[{"a":{},"b":[]},{"a":{"c":1}}]',
      output: 'a,b,a.c\n{},[],\n,,1',
    },
    {
      input: '[{"a":{"b":1, "c":[1.0]}},{"a":"x"}]',
      config: { nested: 'json' },
      output: 'a\n"{""b"":1,""c"":[1.0]}"\nx',
    },
    { name: 'paths of the same name share a column', input: '[{"a.b":1},{"a":{"b":2}}]', output: 'a.b\n1\n2' },
    {
      name: 'but not in one record',
      input: '[{"a":1},{"a.b":1,"a":{"b":2}}]',
      error: 'record 2 has two values for the column "a.b"',
    },
    {
      name: 'a duplicate name loses no value',
      input: '{"a":1,"\\u0061":2}',
      error: 'record 1 has two values for the column "a"',
    },
    { input: '{"a":{"b":1,"b":2}}', config: { nested: 'json' }, output: 'a\n"{""b"":1,""b"":2}"' },
    { input: '{}', config: { nested: 'flat' }, error: 'steps[0].config.nested must be one of: flatten, json' },
    { input: '{}', config: { newline: 'cr' }, error: 'steps[0].config.newline must be one of: lf, crlf' },

    // Formulas
    {
      input: '[["=1","+1",-1,"@a","\\ta","\\ra","a=","\'=",""]]',
      config: { escapeFormulas: true },
      output: `'=1,'+1,'-1,'@a,'\ta,"'\ra",a=,'=,`,
    },
    { input: '{"=a":"=b"}', config: { escapeFormulas: true }, output: "'=a\n'=b" },
    { input: '{"=a":"=b"}', output: '=a\n=b' },
    { input: '=a\n=b', config: { escapeFormulas: true, indent: 0 }, output: '[{"=a":"=b"}]' },

    // Small inputs, huge outputs
    {
      name: '45,000 characters that ask for 250,000,000: a header of many names',
      input: `${'a,'.repeat(12_499)}a\n${'x\n'.repeat(10_000)}`,
      error: tooLong,
    },
    { name: 'the same with one long name', input: `${'a'.repeat(25_000)}\n${'x\n'.repeat(10_000)}`, error: tooLong },
    {
      name: 'a long name for each item of an array',
      input: `{"${'k'.repeat(250_000)}":[${'1,'.repeat(100_000)}1]}`,
      error: tooLong,
    },
    {
      name: 'a separate column for every record',
      input: `[${Array.from({ length: 10_000 }, (_, i) => `{"${i}":1}`).join(',')}]`,
      error: 'the table has more than 2000000 cells',
    },
    { name: 'deep nesting', input: `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`, output: `${'a.'.repeat(499)}a\n1` },
    {
      input: `${'{"a":'.repeat(501)}1${'}'.repeat(501)}`,
      error:
        'invalid JSON (line 1, column 2501: nested deeper than 500 levels); set direction to "csv-to-json" if this is CSV',
    },
    {
      name: 'reads quotes that are never closed, comments and blanks around cells on request',
      input: '# made by hand\nname, size\n"a, 5 \n',
      config: { quotes: 'lenient', comments: '#', trim: true, indent: 0 },
      output: '[{"name":"\\"a","size":"5"}]',
    },
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
          const answer = runTool(slug, text, { delimiter });
          assert.ok(
            typeof answer === 'string' || answer.error.startsWith('Step 1 (csv-json-converter) failed: '),
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
