import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { detectTable } from '#engine/text/detection/detect.js';
import { newFragment, readFragment } from '#gateway/console/app/views/playground/address.js';
import { sentSteps } from '#gateway/console/app/views/playground/workflow/sent-steps.js';
import {
  explicitWorkflow,
  inheritingSchema,
  inheritingWorkflow,
  plainTable,
  readTable,
  type TableForm,
  tableSummary,
} from '#gateway/console/app/views/playground/workflow/table.js';
import { newSteps, savedSteps } from '#gateway/console/app/views/playground/workflow/workflow.js';

const semicolons: TableForm = { ...plainTable, delimiter: ';' };
const bare: TableForm = { delimiter: 'tab', hasHeaders: false, quotes: 'backslash', trim: true };
const own = { delimiter: 'tab', hasHeaders: false, quotes: 'backslash', trim: true };

type Steps = Parameters<typeof newSteps>[0];
const json = 'csv-json-converter';
const tool = (toolSlug: string, config: object) => ({ toolSlug, config: { ...config } });
const cells = (config: object, ...steps: string[]) => ({ each: { csv: config as { columns: string[] } }, steps });

/** Steps, the table, and the steps as they are sent. */
const rows: readonly (readonly [name: string, form: TableForm | undefined, steps: Steps, sent: unknown])[] = [
  ['plain CSV needs no option', plainTable, ['csv-sort', cells({ columns: ['a'] }, 'trim-lines')], undefined],
  ['without a table nothing is written', undefined, ['csv-sort', json], undefined],
  ['a tool', bare, [tool('csv-sort', { by: ['a'] })], [tool('csv-sort', { by: ['a'], ...own })]],
  ['a tool without the option of headers', semicolons, ['csv-transpose'], [tool('csv-transpose', { delimiter: ';' })]],
  [
    'a group, and what is in it is on cells',
    semicolons,
    [cells({ columns: ['a'] }, 'csv-sort')],
    [cells({ columns: ['a'], delimiter: ';' }, 'csv-sort')],
  ],
  ['a step that says otherwise', semicolons, [tool('csv-sort', { delimiter: ',' })], undefined],
  [
    'a guessed delimiter is written as it was, and quotes as they are usual',
    bare,
    [tool('csv-sort', { delimiter: 'auto' }), 'csv-describe'],
    [
      tool('csv-sort', { delimiter: 'auto', hasHeaders: false, quotes: 'backslash', trim: true }),
      tool('csv-describe', { delimiter: 'tab', hasHeaders: false }),
    ],
  ],
  [
    'behind a conversion to JSON there is no table, and behind one back the table that it wrote',
    semicolons,
    [json, 'csv-sort', tool(json, { delimiter: '|' }), 'csv-sort'],
    [tool(json, { delimiter: ';' }), 'csv-sort', tool(json, { delimiter: '|' }), tool('csv-sort', { delimiter: '|' })],
  ],
  [
    'another delimiter',
    { ...semicolons, hasHeaders: false },
    ['csv-delimiter-converter', 'csv-sort'],
    [tool('csv-delimiter-converter', { delimiter: ';' }), tool('csv-sort', { delimiter: 'tab', hasHeaders: false })],
  ],
  [
    'tables made of something else',
    undefined,
    [tool('html-table-to-csv', { delimiter: ';' }), 'csv-sort'],
    [tool('html-table-to-csv', { delimiter: ';' }), tool('csv-sort', { delimiter: ';' })],
  ],
  ['a log as CSV has commas', semicolons, [tool('log-parser', { format: 'csv' }), 'csv-sort'], undefined],
  [
    'a group for the whole text hands on what its steps leave; one with a condition only what both ways leave',
    semicolons,
    [
      { steps: ['csv-sort', 'csv-delimiter-converter'] },
      'csv-sort',
      { when: { contains: 'x' }, steps: [tool('csv-delimiter-converter', { outputDelimiter: '|' })] },
      'csv-sort',
    ],
    [
      {
        steps: [tool('csv-sort', { delimiter: ';' }), tool('csv-delimiter-converter', { delimiter: ';' })],
      },
      tool('csv-sort', { delimiter: 'tab' }),
      {
        when: { contains: 'x' },
        steps: [tool('csv-delimiter-converter', { delimiter: 'tab', outputDelimiter: '|' })],
      },
      'csv-sort',
    ],
  ],
  [
    'directions and formats that read no table',
    semicolons,
    [
      tool(json, { direction: 'json-to-csv' }),
      tool('template-renderer', { template: 'x' }),
      tool('template-renderer', { template: 'x', data: 'csv' }),
    ],
    [
      tool(json, { direction: 'json-to-csv' }),
      tool('template-renderer', { template: 'x' }),
      tool('template-renderer', { template: 'x', data: 'csv' }),
    ],
  ],
  [
    'columns of lines, where a tab is a tab',
    semicolons,
    [tool('sort-lines', { column: 2 }), 'sort-lines', tool('extract-columns', { outputDelimiter: ',' }), 'csv-sort'],
    [
      tool('sort-lines', { column: 2, delimiter: ';' }),
      'sort-lines',
      tool('extract-columns', { delimiter: ';', outputDelimiter: ',' }),
      'csv-sort',
    ],
  ],
  [
    'steps that are off change nothing',
    semicolons,
    [{ toolSlug: json, off: true }, 'csv-sort'],
    [tool('csv-sort', { delimiter: ';' })],
  ],
];

describe('the table of a workflow', () => {
  for (const [name, form, steps, sent] of rows) {
    test(name, () => {
      const workflow = newSteps(steps);
      const explicit = explicitWorkflow(workflow, form);
      const written: unknown = JSON.parse(JSON.stringify(sentSteps(explicit).steps));
      assert.deepEqual(sortedKeys(written), sortedKeys(sent ?? sentSteps(workflow).steps));
      if (sent === undefined) assert.equal(explicit, workflow);
      // Twice changes nothing, and back again everything follows the table that did before.
      assert.equal(explicitWorkflow(explicit, form), explicit);
      assert.deepEqual(sentSteps(explicitWorkflow(inheritingWorkflow(explicit, form), form)), sentSteps(explicit));
    });
  }

  test('a form has what is taken as defaults', () => {
    const schema = { properties: { delimiter: { type: 'string', default: ',' }, by: { type: 'array' } } };
    const { delimiter, by } = inheritingSchema(schema, { delimiter: ';' }).properties;
    assert.deepEqual([delimiter?.default, delimiter?.isFromTable, by], [';', true, { type: 'array' }]);
  });

  test('a link has the steps as they are sent, and the table that they follow', () => {
    const workflow = newSteps(['csv-sort', cells({ columns: ['a'] }, 'upper-case')]);
    const fragment = newFragment(workflow, bare, 'text', '') ?? '';
    assert.match(decodeURIComponent(fragment), /"toolSlug":"csv-sort","config":\{"delimiter":"tab"/);
    const read = readFragment(fragment);
    assert.deepEqual(read.table, bare);
    assert.deepEqual(savedSteps(read.steps), savedSteps(workflow));
    assert.equal(newFragment(workflow, bare, 'text', fragment), undefined);
    assert.notEqual(newFragment(workflow, semicolons, 'text', fragment), undefined);
    // Without a step that follows it, a link has no table.
    assert.doesNotMatch(newFragment(newSteps(['upper-case']), bare, '', '') ?? '', /table=/);
    for (const broken of ['x', '%', '[]', '{"delimiter":7}', '{"delimiter":"\\""}', '{"quotes":"x"}', 'null']) {
      const { steps, table } = readFragment(`#steps=["csv-sort"]&table=${broken}`);
      assert.equal(steps.length, 1);
      assert.equal(table, broken === '[]' ? table : undefined);
    }
  });

  test('what is read from a storage is a form, or nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const form = readTable(value);
        if (form !== undefined) assert.deepEqual(readTable(form), form);
      }),
    );
  });

  test('is described, and detected in many forms', () => {
    const texts: readonly (readonly [text: string, summary: string])[] = [
      ['a,b\n1,2\n', 'CSV, commas, with a header'],
      ['a;b\r\n1;2\r\n', 'CSV, semicolons, with a header'],
      ['\ufeffsep=;\na;b,c\n1;2,3\n', 'CSV, semicolons, with a header'],
      ['1\t2\n3\t4\n', 'CSV, tabs, without a header'],
      ['ann@example.com,x\nbob@example.com,y\n', 'CSV, commas, without a header'],
      ['"a" ;"b"\n"x;y" ;"z"\n', 'CSV, semicolons, with a header, blanks around cells ignored'],
      ['a, "b"\n1, "x, y"\n', 'CSV, commas, with a header, blanks around cells ignored'],
      ['a,b\n"x \\", y",1\n', String.raw`CSV, commas, with a header, quotes as \"`],
      ['size;name\n"5"" ;x\n"6" or;y\n', 'CSV, semicolons, with a header, stray quotes'],
      ['a;b;c\n1;2;3\n1;2\n1;2;3\n1;2;3\n1;2;3\n', 'CSV, semicolons, with a header'],
    ];
    for (const [text, summary] of texts) {
      const form = detectTable(text);
      assert.equal(form && tableSummary(form), summary, text);
    }
    for (const text of ['', 'a, b, c', '{"a":1,"b":2}', 'One, two.\nThree, four.\nFive, six.\nSeven.\nEight, nine.'])
      assert.equal(detectTable(text), undefined, text);
  });
});

/** The order of options does not matter. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, member]) => [name, sortedKeys(member)]),
  );
}
