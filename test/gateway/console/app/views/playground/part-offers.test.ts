import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { simpleConditions } from '#engine/text/parts/condition.js';
import { onErrorChoices, optionedParts } from '#engine/text/parts/part-cutter.js';
import { conditionKinds, failureChoices, partSchemas } from '#gateway/console/app/session/group-options.js';
import { eachFor, fieldsIn, pathsIn, tableIn } from '#gateway/console/app/views/playground/part-offers.js';

const offered = (offers: readonly { readonly value: unknown; readonly example: string }[]) =>
  offers.map(({ value, example }) => [value, example]);

describe('the options of a group on the screen', () => {
  test('are those of the engine, with their defaults and bounds', () => {
    const shape = ({ type, enum: values, default: fallback, minLength, maxLength, pattern, items }: Schema) => ({
      ...{ type, values, fallback, minLength, maxLength, pattern },
      ofItems: items?.type,
    });
    type Schema = {
      readonly type?: string;
      readonly enum?: readonly unknown[];
      readonly default?: unknown;
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly pattern?: string;
      readonly items?: { readonly type?: string };
    };
    for (const [kind, { properties }] of Object.entries(optionedParts)) {
      const own = partSchemas[kind as keyof typeof partSchemas].properties as Record<string, Schema>;
      assert.deepEqual(new Set(Object.keys(own)), new Set(Object.keys(properties)), kind);
      for (const [name, schema] of Object.entries(properties as unknown as Record<string, Schema>)) {
        const { fallback: ownFallback, ...rest } = shape(own[name] ?? {});
        const { fallback, ...wanted } = shape(schema);
        // The engine says of what may be left out, not what it is then.
        assert.equal(ownFallback, fallback ?? (schema.type === 'boolean' ? false : undefined), `${kind}.${name}`);
        if (!['columns', 'fields', 'group'].includes(name)) assert.deepEqual(rest, wanted, `${kind}.${name}`);
      }
    }
  });

  test('have all conditions, and all that can become of a part that fails', () => {
    const conditions = [...Object.keys(simpleConditions), 'not', 'all', 'any'];
    assert.deepEqual(new Set(conditionKinds.map(([kind]) => kind as string)), new Set(conditions));
    assert.deepEqual(new Set(failureChoices.map(([choice]) => choice)), new Set(onErrorChoices));
  });
});

describe('the columns of a text', () => {
  test('have their names, and an example from the rows', () => {
    const { delimiter, columns, isTable } = tableIn('name;mail\r\n;a@b\r\n"lee; bob";c@d\r\n', {});
    assert.deepEqual([delimiter, isTable], [';', true]);
    assert.deepEqual(offered(columns), [
      ['name', 'lee; bob'],
      ['mail', 'a@b'],
    ]);
  });

  test('have numbers where names are missing, repeated, or no names', () => {
    assert.deepEqual(offered(tableIn('a,,a,b\n1,2,3,4\n', {}).columns), [
      [1, '1'],
      [2, '2'],
      [3, '3'],
      ['b', '4'],
    ]);
    const wide = Array.from({ length: 300 }, (_, index) => `c${index}`).join();
    assert.deepEqual(tableIn(`${wide}\n`, {}).columns.at(-1), { value: 'c299', example: '' });
    assert.deepEqual(offered(tableIn('x,y\n', { hasHeaders: false }).columns), [
      [1, 'x'],
      [2, 'y'],
    ]);
  });

  for (const [what, text, config, delimiter, names] of [
    ['tabs', 'a\tb,c\n1\t2\n', {}, 'tab', ['a', 'b,c']],
    ['pipes', 'a|b\n1|2\n', {}, '|', ['a', 'b']],
    ['rows of different lengths', 'a;b;c\n1;2\n3;4;5;6\n', {}, ';', ['a', 'b', 'c']],
    ['decimal commas', 'a;b\n1,5;2,5\n3,5;4,5\n', {}, ';', ['a', 'b']],
    ['the delimiter that is set', 'a;b,c\n1;2,3\n', { delimiter: ',' }, ',', ['a;b', 'c']],
    ['a line sep=', '\ufeffsep=;\na;b\n1;2\n', { delimiter: 'auto' }, ';', ['a', 'b']],
    ['comments and blanks', '#x,y\n a , b \n', { comments: '#', trim: true }, ',', ['a', 'b']],
  ] as const) {
    test(`are found with ${what}`, () => {
      const found = tableIn(text, config);
      assert.deepEqual([found.delimiter, found.columns.map(({ value }) => value)], [delimiter, names]);
    });
  }

  test('of a quote that is not closed are those before it', () => {
    assert.deepEqual(
      tableIn('a,b\n"1,2\n', {}).columns.map(({ value }) => value),
      ['a', 'b'],
    );
    assert.deepEqual(tableIn('', {}).columns, []);
  });
});

describe('the values of a JSON text', () => {
  test('have paths, with arrays as [*]', () => {
    const text = JSON.stringify({ 'a b': { "it's": 1 }, items: [{ name: '' }, { name: 'Ann', tags: ['x', 'y'] }] });
    assert.deepEqual(offered(pathsIn(text).offers), [
      ["$['a b']['it\\'s']", '1'],
      ['$.items[*].name', 'Ann'],
      ['$.items[*].tags[*]', 'x'],
    ]);
  });

  test('are those of the first lines if each line is a text of its own', () => {
    const { offers, lines } = pathsIn('{"a":1}\n{"b":null}\n{');
    assert.deepEqual(
      [lines, offered(offers)],
      [
        true,
        [
          ['$.a', '1'],
          ['$.b', ''],
        ],
      ],
    );
  });

  test('are none in other texts', () => {
    for (const text of ['', 'a,b', '"a"', '1', '[', '{"a":']) assert.deepEqual(pathsIn(text).offers, [], text);
  });
});

test('fields are numbered, with those of the first line as examples', () => {
  assert.deepEqual(offered(fieldsIn('\n  a   b\nc\n', undefined)), [
    [1, 'a'],
    [2, 'b'],
  ]);
  assert.deepEqual(offered(fieldsIn('a:b c', ':')), [
    [1, 'a'],
    [2, 'b c'],
  ]);
  assert.deepEqual(fieldsIn(' \n', undefined), []);
});

for (const [text, each] of [
  ['a;b\n1;2\n', { csv: { columns: [], delimiter: ';' } }],
  ['a,b\n1,2\n', { csv: { columns: [] } }],
  ['[{"a":1}]', { json: { path: '' } }],
  ['{"a":1}\n{"a":2}', { json: { path: '', lines: true } }],
  ['one\ntwo\n', 'line'],
  ['', 'line'],
] as const) {
  test(`a new group for ${JSON.stringify(text)} is for ${JSON.stringify(each)}`, () => {
    assert.deepEqual(eachFor(text, false), each);
  });
}

test('a new group for a text that is a table takes its delimiter from there', () => {
  assert.deepEqual(eachFor('a;b\n1;2\n', true), { csv: { columns: [] } });
});
