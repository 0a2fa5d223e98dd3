import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { browserLimits } from '#engine/core/limits.js';
import { createPortableEngine, RequestRefused } from '#engine/portable-engine.js';
import { columnActions } from '#gateway/console/app/views/playground/grid/column-steps.js';
import { tableKind } from '#gateway/console/app/views/playground/grid/table-kind.js';
import type { TableFacts } from '#gateway/console/engine/tables/messages.js';
import { answerTable, type RunSteps } from '#gateway/console/engine/tables/tables.js';

const engine = createPortableEngine({ limits: browserLimits, runStep: (_, execute) => execute(() => undefined) });
const run: RunSteps = async (steps, input) => {
  const outcome = await engine.execute('run', JSON.stringify({ input, steps }));
  if (outcome instanceof RequestRefused) return { problem: outcome.problem.sentence };
  return { text: (outcome as { readonly result: string }).result };
};

describe('the steps of a column’s menu', () => {
  /** Runs an action on a text. */
  async function done(text: string, column: number, label: string): Promise<string> {
    const kind = tableKind(text) ?? { format: 'csv' };
    const facts = (await answerTable({ call: 'open', side: 'in', text, kind }, run)) as TableFacts;
    const actions = columnActions(facts.columns[column] ?? assert.fail(), { kind, dialect: facts.dialect });
    const action = actions.find((one) => one.label === label);
    assert.ok(action !== undefined, `${label} is among ${actions.map((one) => one.label).join('; ')}`);
    const outcome = await run(action.steps as readonly object[], text);
    return 'text' in outcome ? outcome.text : outcome.problem;
  }
  const shop = 'id;name;mail\n1; Ada ;ADA@X.example\n2;bob;bob@x.example\n3;;bob@x.example\n';
  const lines = '{"a":" x ","p":{"d":"1/13/2026"},"n":5,"t":["u","v"]}\n{"a":"y","p":{"d":"2/1/2026"},"n":40,"t":[]}\n';
  const list = '[{"a":" x ","n":1},{"a":"y","n":2}]';
  const cases: readonly [text: string, column: number, label: string, output: string | RegExp][] = [
    [shop, 1, 'Trim blanks', shop.replace(' Ada ', 'Ada')],
    [shop, 1, 'lower case', shop.replace('Ada', 'ada')],
    [shop, 1, 'UPPER CASE', shop.replace('Ada', 'ADA').replace('bob', 'BOB')],
    [shop, 1, 'Title Case', shop.replace(';bob', ';Bob')],
    [shop, 1, 'Redact: mask all', shop.replace('Ada', '***').replace(';bob;', ';***;')],
    [shop, 2, 'Redact: personal data', shop.replaceAll(/\w+@[\w.]+/gi, '[EMAIL]')],
    [shop, 2, 'Normalize the addresses', shop.replace('ADA@X', 'ada@x')],
    [shop, 2, 'Remove rows that repeat it', 'id;name;mail\n1;" Ada ";ADA@X.example\n2;bob;bob@x.example\n'],
    [
      shop,
      0,
      'Sort rows, descending',
      'id;name;mail\n3;;bob@x.example\n2;bob;bob@x.example\n1;" Ada ";ADA@X.example\n',
    ],
    [shop, 1, 'Sort rows, ascending', /^id;name;mail\n1;" Ada "/],
    [shop, 1, 'Fill blank cells from above', /3;bob;bob@x.example\n$/],
    ['a,b,n\n1,"x; y",1\n2,"z; w",2\n', 1, 'Split into rows at “;”', 'a,b,n\n1,x,1\n1,y,1\n2,z,2\n2,w,2\n'],
    ['a,b,n\n1,x y,1.5\n2,z,20\n', 2, 'Format the numbers', 'a,b,n\n1,x y,1.50\n2,z,20.00\n'],
    ['a;n\n1;997,76\n2;1.263,36\n3;1.200\n', 1, 'Sort rows, ascending', 'a;n\n1;997,76\n3;1.200\n2;1.263,36\n'],
    ['a;n\n1;997,5\n2;1.263,36\n', 1, 'Format the numbers', 'a;n\n1;997.50\n2;1263.36\n'],
    ['a,n\n1,"1,250"\n2,1.5\n', 1, 'Sort rows, ascending', 'a,n\n2,1.5\n1,"1,250"\n'],
    ['a,d\n1,1/13/2026\n2,2/1/2026\n', 1, 'Format the dates', 'a,d\n1,2026-01-13\n2,2026-02-01\n'],
    [
      'a,d\n1,2.1.2026\n2,1.2.2026\n3,3.1.2025\n',
      1,
      'Sort rows, ascending',
      'a,d\n3,3.1.2025\n1,2.1.2026\n2,1.2.2026\n',
    ],
    ['a,d\n1,2.1.2026\n2,2026-01-01\n', 1, 'Sort rows as text, ascending', 'a,d\n1,2.1.2026\n2,2026-01-01\n'],
    ['a,d\n1,29.11.2026 9:30\n', 1, 'Format the dates', 'a,d\n1,2026-11-29\n'],
    ['a,b\n1,https://x.example/?utm_source=y\n', 1, 'Clean the addresses', 'a,b\n1,https://x.example/\n'],
    ['a,b\nx  y,1\n', 0, 'Join runs of blanks', 'a,b\nx y,1\n'],
    ['a, "b"\n1, "X, Y"\n', 1, 'lower case', 'a, "b"\n1, "x, y"\n'],
    ['1,A\n2,B\n', 1, 'lower case', '1,a\n2,b\n'],
    ['a,b,c\n1,2,X\n3\n4,5,Y\n6,7,Z\n', 2, 'lower case', 'a,b,c\n1,2,x\n3\n4,5,y\n6,7,z\n'],
    [lines, 0, 'Trim blanks', lines.replace(' x ', 'x')],
    [lines, 1, 'Format the dates', lines.replace('1/13/2026', '2026-01-13').replace('2/1/2026', '2026-02-01')],
    [lines, 2, 'Format the numbers', lines.replace('"n":5', '"n":"5.00"').replace('40', '"40.00"')],
    [lines, 2, 'Sort rows, descending, as CSV', /^a,p\.d,n,.*\ny,2\/1\/2026,40,/],
    [lines, 3, 'Fill blank cells from above, as CSV', /^a,p,n,t\n/],
    [list, 0, 'UPPER CASE', list.replace('x', 'X').replace('y', 'Y')],
    [list, 1, 'Sort rows, descending, as CSV', 'a,n\ny,2\n" x ",1'],
    ['| a | b |\n|---|---|\n| X | 2 |', 0, 'lower case, as CSV', 'a,b\nx,2'],
    ['level=INFO msg=b\nlevel=WARN msg=a\n', 1, 'Sort rows, ascending, as CSV', 'level,msg\nWARN,a\nINFO,b'],
  ];
  for (const [text, column, label, output] of cases) {
    test(`${label}, of ${JSON.stringify(text.slice(0, 20))}`, async () => {
      const found = await done(text, column, label);
      if (typeof output === 'string') assert.equal(found, output);
      else assert.match(found, output);
    });
  }
});
