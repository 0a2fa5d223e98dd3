import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { browserLimits } from '#engine/core/limits.js';
import { createPortableEngine, RequestRefused } from '#engine/portable-engine.js';
import { cellType } from '#gateway/console/engine/tables/column-facts.js';
import type {
  CellType,
  ShownRow,
  TableFacts,
  TableKind,
  TableOrder,
  TableSide,
} from '#gateway/console/engine/tables/messages.js';
import { answerTable, type RunSteps } from '#gateway/console/engine/tables/tables.js';

const engine = createPortableEngine({ limits: browserLimits, runStep: (_, execute) => execute(() => undefined) });
const run: RunSteps = async (steps, input) => {
  const outcome = await engine.execute('run', JSON.stringify({ input, steps }));
  if (outcome instanceof RequestRefused) return { problem: outcome.problem.sentence };
  return { text: (outcome as { readonly result: string }).result };
};

type Answer = Partial<TableFacts> & { readonly problem?: string };
const open = async (side: TableSide, text: string, kind: TableKind): Promise<Answer> =>
  await answerTable({ call: 'open', side, text, kind }, run);
const rows = async (side: TableSide, from = 0, count = 100): Promise<readonly ShownRow[]> =>
  ((await answerTable({ call: 'rows', side, from, count }, run)) as { readonly rows: readonly ShownRow[] }).rows;
const all: TableOrder = { contains: '', onlyChanged: false };
const order = async (side: TableSide, wanted: Partial<TableOrder>): Promise<readonly number[]> => {
  await answerTable({ call: 'order', side, order: { ...all, ...wanted } }, run);
  return (await rows(side)).map(({ number }) => number);
};

/** `~` before the cells of a ragged row, `–` for a cell that is not there. */
const written = (list: readonly ShownRow[]) =>
  list.map(({ cells, isRagged }) => `${isRagged ? '~' : ''}${cells.map((cell) => cell ?? '–').join('|')}`);

const csv: TableKind = { format: 'csv' };
const ndjson: TableKind = { format: 'ndjson' };

describe('reading a text as a table', () => {
  const tables: readonly [
    what: string,
    text: string,
    kind: TableKind,
    header: string,
    rows: readonly string[],
    delimiter?: string,
  ][] = [
    ['commas', 'a,b\n1,2\n', csv, 'a|b', ['1|2'], ','],
    ['semicolons behind a line that names them', '\ufeffsep=;\r\na;b\r\n1;2', csv, 'a|b', ['1|2'], ';'],
    ['tabs', 'a\tb\n1\t2', csv, 'a|b', ['1|2'], 'tab'],
    ['pipes', 'a|b\n1|2', csv, 'a|b', ['1|2'], '|'],
    ['quotes with a line break', 'a,b\n"x\ny, ""z""",2', csv, 'a|b', ['x\ny, "z"|2'], ','],
    ['rows of other lengths', 'a,b\n1\n1,2\n1,2,3', csv, 'a|b|', ['~1|–|–', '1|2|–', '~1|2|3'], ','],
    ['no header', '1,2\n3,4', csv, '|', ['1|2', '3|4'], ','],
    ['a header that is settled', '1,2\n3,4', { format: 'csv', dialect: { hasHeaders: true } }, '1|2', ['3|4'], ','],
    [
      'a delimiter that is settled',
      'a;b,c\n1;2,3',
      { format: 'csv', dialect: { delimiter: ';' } },
      'a|b,c',
      ['1|2,3'],
      ';',
    ],
    ['blanks around quotes', 'a, "b"\n1, "2, 3"', csv, 'a|b', ['1|2, 3'], 'auto'],
    ['quotes that are not closed', 'a,b\n1,"x\n2,y', csv, 'a|b', ['1|"x', '2|y'], ','],
    ['backslashes', 'a,b\n1,"x\\"y"', { format: 'csv', dialect: { quotes: 'backslash' } }, 'a|b', ['1|x"y'], ','],
    ['a name that occurs twice', 'a,a\n1,2', csv, 'a|a', ['1|2'], ','],
    [
      'JSON lines',
      '{"a":1.50,"b":{"c":null}}\n\n{"d e":[1, 2]}\nbroken',
      ndjson,
      'a|b.c|d e',
      ['1.50||–', '–|–|[1,2]', 'broken|–|–'],
    ],
    ['a JSON list', '[{"a":"x"},{"a":"\\u0041","b":{}}]', { format: 'json' }, 'a|b', ['x|–', 'A|{}']],
    ['Markdown', 'Text\n\n| a | b |\n|---|---|\n| 1 \\| 2 | x |', { format: 'markdown' }, 'a|b', ['1 | 2|x']],
    [
      'a log',
      'level=info msg="two words"\nlevel=error',
      { format: 'log', log: 'logfmt' },
      'level|msg',
      ['info|two words', 'error|'],
    ],
  ];
  for (const [what, text, kind, header, expected, delimiter] of tables) {
    test(what, async () => {
      const { columns = [], dialect, rows: count, problem } = await open('in', text, kind);
      assert.equal(problem, undefined);
      assert.equal(columns.map(({ name }) => name).join('|'), header);
      assert.equal(count, expected.length);
      assert.deepEqual(written(await rows('in')), expected);
      if (delimiter !== undefined) assert.equal(dialect?.delimiter, delimiter);
    });
  }

  test('steps name columns, which are alone with their name, by it, others by number; JSON has paths', async () => {
    const named = async (text: string, kind: TableKind) =>
      ((await open('in', text, kind)).columns ?? []).map(({ column, path }) => path ?? column);
    assert.deepEqual(await named('a,b,,b\n1,2,3,4', csv), ['a', 2, 3, 4]);
    assert.deepEqual(await named('{"a":{"it\'s":1}}', ndjson), ["$.a['it\\'s']"]);
    assert.deepEqual(await named('[{"a":1}]', { format: 'json' }), ['$[*].a']);
  });

  const problems: readonly [text: string, kind: TableKind, problem: RegExp][] = [
    ['{"a":1}', { format: 'json' }, /no array/],
    ['[{"a":1},2]', { format: 'json' }, /^item 2 of the array is no object/],
    ['[{', { format: 'json' }, /line 1/],
    ['a,b\n1,"x', { format: 'csv', dialect: { quotes: 'strict' } }, /never closed/],
    ['no table', { format: 'markdown' }, /no Markdown table/],
  ];
  for (const [text, kind, problem] of problems) {
    test(`refuses ${JSON.stringify(text)}`, async () => {
      assert.match((await open('in', text, kind)).problem ?? '', problem);
    });
  }
});

describe('what a column has', () => {
  const types: Readonly<Record<CellType, readonly string[]>> = {
    number: [
      '1',
      '-1',
      '1.5',
      '1,5',
      '1,234.50',
      '1.234,50',
      '1 234',
      '$5',
      '5 €',
      'EUR 5',
      '(5)',
      '50%',
      '1e-7',
      '.5',
      '−3',
      '0.10',
    ],
    date: [
      '2026-11-29',
      '2026-11-29T10:00:00Z',
      '29.11.2026',
      '1/2/2026',
      '29/11/26',
      '2026/1/2',
      '3 Sept 2026',
      'Sep 3, 2026',
      '29.11.2026 10:30',
      '11/29/2026, 9:05 PM',
    ],
    mail: ['ada@example.com', ' Ada.L+x@mail.example.org ', 'a@ä.example'],
    URL: ['https://example.com/a?b=1', 'http://a', 'www.example.com/x'],
    'yes/no': ['true', 'No', 'y'],
    text: ['007', '+49 30 1234', '12-34', 'abc', 'a@b', 'a.b', '1 a', '1,2,3', '-', '$', '12:30', 'Note: x'],
    empty: ['', '  ', '\t'],
  };
  for (const [type, cells] of Object.entries(types)) {
    test(`${type}: ${cells.join(' ')}`, () => {
      assert.deepEqual(
        cells.filter((cell) => cellType(cell) !== type),
        [],
      );
    });
  }

  test('types and how often, formats of dates, what lists are separated with, missing cells', async () => {
    const { columns = [] } = await open('in', 'n,d,t\n1,13/2/2026,a; b\n2,1/2/2026 9:30,c; d\nx,2026-01-02\n', csv);
    assert.deepEqual(
      columns.map(({ types }) => types),
      [
        [
          ['number', 2],
          ['text', 1],
        ],
        [['date', 3]],
        [['text', 2]],
      ],
    );
    assert.deepEqual(columns[1]?.dateFormats, ['d/M/yyyy', 'd/M/yyyy H:mm', 'iso']);
    assert.deepEqual(
      columns.map(({ separator, missing }) => [separator, missing]),
      [
        ['', 0],
        ['', 0],
        [';', 1],
      ],
    );
  });

  test('numbers have decimal commas if one of them must, and none cannot', async () => {
    const cases: readonly [cells: readonly string[], expected: boolean][] = [
      [['1.263,36', '5'], true],
      [['€ 7,5', '1.200', '-0,25 EUR'], true],
      [['1,200', '3'], false],
      [['1,200.5', '3'], false],
      [['7,5', '7.5'], false],
      [['1,250,000', '1.5e3'], false],
    ];
    for (const [cells, expected] of cases) {
      const { columns = [] } = await open('in', `a;n\n${cells.map((cell) => `x;${cell}`).join('\n')}`, csv);
      assert.equal(columns[1]?.isWithDecimalCommas, expected, cells.join(' '));
    }
  });

  test('dates with slashes have the month first if one of them must, and none cannot', async () => {
    const { columns = [] } = await open('in', 'a,d\n1,1/2/2026\n2,1/13/2026', csv);
    assert.deepEqual(columns[1]?.dateFormats, ['M/d/yyyy']);
  });
});

describe('sorting and filtering to look', () => {
  test('numbers with decimal commas have points between thousands', async () => {
    await open('in', 'a;n\n1;1.263\n2;997,76\n3;1.263,36\n', csv);
    assert.deepEqual(await order('in', { sort: { column: 1, direction: 'asc' } }), [2, 1, 3]);
  });

  const text = 'n,v\nb10,"1,200"\nb2,5\n,-3\nB1,(4)\na,"7,5"\nc,\n';
  const orders: readonly [what: string, order: Partial<TableOrder>, rows: readonly number[]][] = [
    ['all', {}, [1, 2, 3, 4, 5, 6]],
    ['text in natural order, blank cells last', { sort: { column: 0, direction: 'asc' } }, [5, 4, 2, 1, 6, 3]],
    ['the other way round', { sort: { column: 0, direction: 'desc' } }, [6, 1, 2, 4, 5, 3]],
    ['numbers by value', { sort: { column: 1, direction: 'asc' } }, [4, 3, 2, 5, 1, 6]],
    ['any column', { contains: 'B' }, [1, 2, 4]],
    ['one column', { contains: '1', column: 1 }, [1]],
    ['both', { contains: 'b', sort: { column: 1, direction: 'desc' } }, [1, 2, 4]],
  ];
  for (const [what, wanted, expected] of orders) {
    test(what, async () => {
      await open('in', text, csv);
      assert.deepEqual(await order('in', wanted), expected);
    });
  }
});

test('dates are sorted by time, in any form', async () => {
  await open('in', 'a,d\n1,13/2/2026\n2,1/3/2026\n3,2025-12-31\n4,1 Mar 2026 3:05 PM\n5,2026/2/13\n', csv);
  assert.deepEqual(await order('in', { sort: { column: 1, direction: 'asc' } }), [3, 1, 5, 2, 4]);
});

describe('what a workflow changed', () => {
  /** Rows of the table out: `new`, or changed cells with what they were; and the counts. */
  async function changes(before: string, after: string, kind = csv, afterKind = kind) {
    await answerTable({ call: 'close', side: 'out' }, run);
    await open('in', before, kind);
    const facts = await open('out', after, afterKind);
    const marks = (await rows('out')).map(({ isNew, before }) =>
      isNew
        ? 'new'
        : Object.entries(before)
            .map(([at, was]) => `${at}:${was}`)
            .join(),
    );
    const { cells, newRows, removedRows, removedColumns = [] } = facts.changes ?? {};
    return {
      marks,
      counts: [cells, newRows, removedRows],
      removedColumns,
      columns: (facts.columns ?? []).filter(({ isNew }) => isNew).map(({ name }) => name),
    };
  }
  const none = { removedColumns: [], columns: [] };
  const cases: readonly [
    what: string,
    before: string,
    after: string,
    expected: Partial<Awaited<ReturnType<typeof changes>>>,
  ][] = [
    ['nothing', 'a,b\n1,x\n2,y', 'a,b\n1,x\n2,y', { marks: ['', ''], counts: [0, 0, 0], ...none }],
    ['cells', 'a,b\n1, x\n2,Y', 'a,b\n1,x\n2,y', { marks: ['1: x', '1:Y'], counts: [2, 0, 0], ...none }],
    ['another order', 'a,b\n1,x\n2,y\n3,z', 'a,b\n3,z\n1,X\n2,y', { marks: ['', '1:x', ''], counts: [1, 0, 0] }],
    ['rows removed', 'a,b\n1,x\n1,X\n2,y', 'a,b\n1,x\n2,Y', { marks: ['', '1:y'], counts: [1, 0, 1] }],
    ['rows added', 'a,b\n1,x\n2,y', 'a,b\n1,x\n9,q\n2,y', { marks: ['', 'new', ''], counts: [0, 1, 0] }],
    [
      'columns added and removed',
      'a,b\n1,x\n2,y',
      'a,c,d\n1,5,6\n2,5,6',
      { marks: ['', ''], counts: [0, 0, 0], removedColumns: ['b'], columns: ['c', 'd'] },
    ],
    ['columns in another order', 'a,b\n1,x', 'b,a\ny,1', { marks: ['0:x'], counts: [1, 0, 0], ...none }],
    ['a column with another name', 'a,b\n1,x', 'a,c\n1,y', { marks: ['1:x'], counts: [1, 0, 0], ...none }],
    ['a delimiter', 'a,b\n1,x', 'a;b\n1;x', { marks: [''], counts: [0, 0, 0], ...none }],
  ];
  for (const [what, before, after, expected] of cases) {
    test(what, async () => {
      const found = await changes(before, after);
      assert.deepEqual({ ...found, ...expected }, found);
    });
  }

  test('CSV and the JSON lines that it became are compared', async () => {
    const found = await changes('a,b\n1,x\n2,y', '{"a":"1","b":"X"}\n{"a":"2","b":"y"}', csv, ndjson);
    assert.deepEqual(
      [found.marks, found.counts],
      [
        ['1:x', ''],
        [1, 0, 0],
      ],
    );
  });

  test('rows that changed can be shown alone', async () => {
    await changes('a,b\n1,x\n2,y\n3,z', 'a,b\n1,x\n2,Y\n3,z\n4,q');
    assert.deepEqual(await order('out', { onlyChanged: true }), [2, 4]);
  });
});

test('the difference of two texts is kept, and read in pieces', async () => {
  const facts = await answerTable({ call: 'compare', before: 'a b c\nx\n', after: 'a B c\nx\n' }, run);
  assert.deepEqual(facts, { deleted: 1, inserted: 1, isRough: false, rows: 3 });
  const { rows: lines } = (await answerTable({ call: 'lines', from: 0, count: 1 }, run)) as {
    readonly rows: readonly object[];
  };
  assert.deepEqual(lines, [
    {
      kind: 'delete',
      oldNumber: 1,
      newNumber: undefined,
      parts: [
        { text: 'a ', isChanged: false },
        { text: 'b', isChanged: true },
        { text: ' c', isChanged: false },
      ],
    },
  ]);
});
