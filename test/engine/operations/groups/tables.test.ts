import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { runRequest } from '../../../support/run-request.js';
import { sampleSize } from '../../../support/sample-size.js';

interface Cell {
  readonly text: string;
  readonly quoted: boolean;
}

interface Table {
  readonly mark: string;
  readonly delimiter: string;
  readonly rows: readonly { readonly cells: readonly Cell[]; readonly end: string; readonly before: string }[];
}

const contents = [
  'a',
  'b c',
  '',
  ' ',
  'x"y',
  '"',
  ',',
  ';',
  '||',
  '|',
  '\t',
  '\n',
  '\r\n',
  'é',
  '12',
  '#',
  '\ud83d',
  'sep=;',
];
const cell = fc.record({
  text: fc.array(fc.constantFrom(...contents), { maxLength: 3 }).map((parts) => parts.join('')),
  quoted: fc.boolean(),
});

const table: fc.Arbitrary<Table> = fc.record({
  mark: fc.constantFrom('', '\ufeff'),
  delimiter: fc.constantFrom(',', ';', '\t', '|', '||'),
  rows: fc.array(
    fc.record({
      cells: fc.array(cell, { minLength: 2, maxLength: 4 }),
      end: fc.constantFrom('\n', '\r\n', '\r'),
      before: fc.constantFrom('', '', '', '\n', '\r\n'),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});

/** Writes a cell as RFC 4180 has it: in quotes if it has to be. */
function written({ text, quoted }: Cell, delimiter: string): string {
  return quoted || needsQuotes(text, delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}

function needsQuotes(text: string, delimiter: string): boolean {
  return (text + delimiter).indexOf(delimiter) < text.length || /["\r\n]/.test(text);
}

function textOf({ mark, delimiter, rows }: Table, isFinal: boolean): string {
  const lines = rows.map(({ cells, before, end }, index) => {
    const isLast = index === rows.length - 1 && !isFinal;
    return before + cells.map((one) => written(one, delimiter)).join(delimiter) + (isLast ? '' : end);
  });
  return mark + lines.join('');
}

/** Two lines of a table must not be one line end, and its first line must not name a delimiter. */
function isReadable({ rows }: Table): boolean {
  const first = rows[0]?.cells.map(({ text }) => text).join('') ?? '';
  return (
    !first.includes('sep=') && !rows.some(({ end }, index) => end === '\r' && rows[index + 1]?.before.startsWith('\n'))
  );
}

const widthOf = ({ rows }: Table) => Math.min(...rows.map(({ cells }) => cells.length));

describe('cells of a table', () => {
  test('the steps get the cells of the columns; everything else stays byte for byte', () => {
    fc.assert(
      fc.property(
        table.filter(isReadable),
        fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 }),
        fc.boolean(),
        fc.constantFrom('', '>', '"', ',', '\n'),
        (made, wanted, isFinal, suffix) => {
          const columns = wanted.filter((column) => column <= widthOf(made));
          fc.pre(columns.length > 0);
          const changed = {
            ...made,
            rows: made.rows.map((row) => ({
              ...row,
              cells: row.cells.map(({ text, quoted }, index) =>
                columns.includes(index + 1)
                  ? { text: text + suffix, quoted: quoted || needsQuotes(text, made.delimiter) }
                  : { text, quoted },
              ),
            })),
          };
          const csv = { columns, delimiter: made.delimiter === '\t' ? 'tab' : made.delimiter, hasHeaders: false };
          const steps = [{ each: { csv }, steps: [{ toolSlug: 'insert-text', config: { text: suffix, at: 'end' } }] }];
          const response = runRequest({ input: textOf(made, isFinal), steps });
          assert.equal(response.result, textOf(changed, isFinal), response.error);
        },
      ),
      { seed: 7, numRuns: sampleSize(10_000) },
    );
  });

  const upper = ['upper-case'];
  const cases: readonly (readonly [input: string, csv: object, expected: string, title: string, onError?: string])[] = [
    [
      'name;x\nann;1\n',
      { columns: ['name'], delimiter: ';' },
      'name;x\nANN;1\n',
      'a column by its name; the header stays',
    ],
    ['name;x\nann;1\n', { columns: ['name'], delimiter: 'auto' }, 'name;x\nANN;1\n', 'a delimiter that is detected'],
    [
      'sep=;\nname;x\nann;b\n',
      { columns: [2], delimiter: 'auto' },
      'sep=;\nname;x\nann;B\n',
      'behind a line that names it',
    ],
    ['sep=;\nn;x\nann,b;c\n', { columns: [1], delimiter: 'auto' }, 'sep=;\nn;x\nANN,B;c\n', 'so nothing is guessed'],
    ['a,b\n"x", y \n', { columns: [1, 2], trim: true }, 'a,b\n"X", Y \n', 'blanks around cells stay'],
    ['a,b\n"x" ,y\n', { columns: [1], delimiter: 'auto' }, 'a,b\n"X" ,y\n', 'so do those behind a quote'],
    ['n, t\nx, "b, c"\n', { columns: [2], delimiter: 'auto' }, 'n, t\nx, "B, C"\n', 'so do those before a quote'],
    ['n,t\nx, "b\n', { columns: [2], delimiter: 'auto' }, 'n,t\nx," ""B"\n', 'a quote behind a blank that is none'],
    ['a\n# x\nb\n', { columns: [1], comments: '#' }, 'a\n# x\nB\n', 'comments are no rows'],
    ['a,b\n"x\\"y",z\n', { columns: [1], quotes: 'backslash' }, 'a,b\n"X\\"Y",z\n', 'escapes with a backslash'],
    ['a,b\n\\N,z\n', { columns: [1], quotes: 'backslash' }, 'a,b\n\\N,z\n', 'NULL stays'],
    [
      'a,b\n"x"y",z\n',
      { columns: [1], quotes: 'lenient' },
      'a,b\n"X""Y",z\n',
      'a lenient cell is written as it has to be',
    ],
    ['a,b\n"x,z\n', { columns: [1], quotes: 'none' }, 'a,b\n"X,z\n', 'quotes that mean nothing'],
    ['', { columns: ['name'] }, '', 'an empty text has no columns to miss'],
    ['a,b\nx\ny,z\n', { columns: ['a'] }, 'a,b\nX\nY,z\n', 'rows without another column'],
    ['a,b\nx\ny,z\n', { columns: ['b'] }, 'a,b\nx\ny,Z\n', 'a row without the column, kept', 'keep'],
    ['a,b\nx\ny,z\n', { columns: ['b'] }, 'a,b\ny,Z\n', 'a row without the column, dropped', 'drop'],
    ['a,b\ny,z\r\nx', { columns: ['b'] }, 'a,b\ny,Z', 'no final line end appears', 'drop'],
    [
      'a,b\n1,2\\\r\nx',
      { columns: ['b'], quotes: 'backslash' },
      'a,b\n1,2\\\r',
      'an escaped carriage return belongs to its cell',
      'drop',
    ],
    ['a,b\n1,2\\\\\r\nx', { columns: ['b'], quotes: 'backslash' }, 'a,b\n1,2\\\\', 'an escaped backslash', 'drop'],
    [
      'a,b\nx\ny,z\n',
      { columns: ['b'] },
      'a,b\nx\ny,Z\n',
      'nothing can be written in a cell that is not there',
      'mark',
    ],
  ];
  for (const [input, csv, expected, title, onError] of cases) {
    test(title, () => {
      const step = { each: { csv }, steps: upper, ...(onError !== undefined && { onError }) };
      const { result, error } = runRequest({ input, steps: [step] });
      assert.equal(result, expected, error);
    });
  }

  const append = (text: string) => [{ toolSlug: 'insert-text', config: { text, at: 'end' } }];
  const replaced = (text: string) => [{ toolSlug: 'regex-replace', config: { pattern: '^.*$', replacement: text } }];
  const unwritable: readonly (readonly [input: string, csv: object, steps: object[], error: string])[] = [
    ['h,i\na,b\n', { columns: [1], quotes: 'none', comments: '#' }, replaced('#a'), 'the cell cannot be written'],
    ['h\na\n', { columns: [1], quotes: 'none' }, replaced(''), 'the cell cannot be written'],
    ['h,i\na,b\n', { columns: [1], quotes: 'none', trim: true }, append(' '), 'the cell cannot be written'],
    [
      's,n\n"5,x\n6,y\n',
      { columns: [2], quotes: 'lenient' },
      append(', ok'),
      'the cell needs quotes, and a quote before',
    ],
    ['s,n\n"5,x\n6,y\n', { columns: [2], quotes: 'lenient' }, append('"'), 'the cell needs quotes, and a quote before'],
  ];
  for (const [input, csv, steps, error] of unwritable) {
    test(`a cell that would be read as something else fails: ${JSON.stringify([input, csv])}`, () => {
      assert.ok(runRequest({ input, steps: [{ each: { csv }, steps }] }).error?.includes(error));
      const { result, meta } = runRequest({ input, steps: [{ each: { csv }, steps, onError: 'keep' }] });
      assert.equal(result, input);
      const failed = meta?.failed as { readonly count: number };
      assert.notEqual(failed.count, 0);
    });
  }

  test('a mark that cannot be written leaves the cell', () => {
    const csv = { columns: [1], quotes: 'none', delimiter: ':' };
    const { result, error } = runRequest({
      input: 'h:i\na:b\n',
      steps: [{ each: { csv }, onError: 'mark', steps: ['json-minifier'] }],
    });
    assert.equal(result, 'h:i\na:b\n', error);
  });

  test('an escaped line end or delimiter goes with its cell', () => {
    const csv = { columns: [1], quotes: 'backslash', trim: true };
    const steps = [{ each: { csv }, steps: replaced('X') }];
    assert.equal(runRequest({ input: 'h,i\na\\\n,b\n', steps }).result, 'h,i\nX,b\n');
  });

  const reread: readonly (readonly [input: string, csv: object, text: string, expected: string])[] = [
    ['a\nb\n', {}, 'sep=;', '"sep=;"\n"sep=;"\n'],
    ['a\nb\n', {}, 'sep=.', '"sep=."\n"sep=."\n'],
    ['a;b\n', {}, 'sep=', '"sep=";b\n'],
    ['a,b\nc,d\n', {}, 'x;y;z', '"x;y;z",b\n"x;y;z",d\n'],
    ['a,b\nc,d\n', { columns: [2] }, 'x;y;z', 'a,"x;y;z"\nc,"x;y;z"\n'],
    ['a;b\nc;d\n', { columns: [2] }, 'x\ty\tz', 'a;"x\ty\tz"\nc;"x\ty\tz"\n'],
  ];
  for (const [input, csv, text, expected] of reread) {
    test(`the next step reads the same cells: ${JSON.stringify(expected)}`, () => {
      const options = { delimiter: 'auto', hasHeaders: false };
      const [column] = 'columns' in csv ? [2] : [1];
      const group = { each: { csv: { columns: [1], ...options, ...csv } }, steps: replaced(text) };
      assert.equal(runRequest({ input, steps: [group] }).result, expected);
      const pick = { toolSlug: 'csv-json-converter', config: { ...options, direction: 'csv-to-json' } };
      const { result, error } = runRequest({ input, steps: [group, pick] });
      const records = JSON.parse(result ?? error ?? '') as string[][];
      assert.deepEqual(
        records.map((cells) => cells[column - 1]),
        Array(input.trimEnd().split('\n').length).fill(text),
      );
    });
  }

  const refusals: readonly (readonly [input: string, csv: object, error: string])[] = [
    ['name\nx', { columns: ['nmae'] }, 'Step 1: there is no column "nmae". Did you mean "name"?'],
    ['name\nx', { columns: ['address'] }, 'Step 1: there is no column "address"; the columns are "name"'],
    ['a,a\n1,2', { columns: ['a'] }, 'Step 1: several columns are called "a"; use a number'],
    ['a,b\n1,2', { columns: [3] }, 'Step 1: there is no column 3; there are 2, counted from 1'],
    ['1,2\n1', { columns: [3], hasHeaders: false }, 'Step 1: there is no column 3; there are 2, counted from 1'],
    [
      'a,b\n1,2',
      { columns: ['a'], hasHeaders: false },
      'Step 1: "a" is a name, and with hasHeaders false columns have numbers',
    ],
    ['a,b\n1\n', { columns: ['b'] }, 'Step 1 failed at line 2: the row has 1 cell, so it has no column 2'],
    ['a\n"1\n', { columns: ['a'] }, 'Step 1: line 2: the quote that opens a cell here is never closed'],
    [
      'a,b\n1,2',
      { columns: ['a'], delimiter: ';;;;;' },
      'steps[0].each.csv.delimiter must be at most 4 characters long',
    ],
    ['a', { columns: [] }, 'steps[0].each.csv.columns must have at least 1 item'],
    ['a', { columns: ['a'], delimeter: ';' }, 'Unknown field: steps[0].each.csv.delimeter. Did you mean delimiter?'],
  ];
  for (const [input, csv, expected] of refusals) {
    test(expected, () => assert.equal(runRequest({ input, steps: [{ each: { csv }, steps: upper }] }).error, expected));
  }

  test('a cell that cannot be written is a failure of its part', () => {
    const csv = { columns: ['b'], quotes: 'none' };
    const steps = [{ each: { csv }, steps: [{ toolSlug: 'insert-text', config: { text: ',', at: 'end' } }] }];
    assert.equal(
      runRequest({ input: 'a,b\n1,2\n', steps }).error,
      'Step 1 failed at line 2: the cell cannot be written with quotes none',
    );
    const dropped = runRequest({ input: 'a,b\n1,2\n', steps: [{ ...steps[0], onError: 'drop' }] });
    assert.equal(dropped.result, 'a,b\n');
  });
});
