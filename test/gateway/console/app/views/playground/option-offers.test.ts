import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createEngine } from '#engine/create-engine.js';
import type { Config } from '#gateway/console/app/session/tool.js';
import { dateFormatsOf, offersFor } from '#gateway/console/app/views/playground/option-offers.js';

const engine = createEngine();

describe('the formats of dates that are offered read these dates', () => {
  const cases: readonly (readonly [value: string, formats: readonly string[]])[] = [
    ['2026-11-29', ['iso']],
    ['2026-11-29T09:05:00Z', ['iso']],
    ['1795943100', ['unix']],
    ['1795943100000', ['unix-ms']],
    ['29.11.2026', ['d.M.yyyy']],
    ['1/2/26', ['d/M/yy', 'M/d/yy']],
    ['11/29/2026 9:05 PM', ['M/d/yyyy h:mm a']],
    ['2026/1/2 09:05:30', ['yyyy/M/d H:mm:ss']],
    ['5 Jan 2026', ['d MMM yyyy']],
    ['January 5, 2026', ['MMMM d, yyyy']],
    ['5-Jan-26', ['d-MMM-yy']],
    ['32/13/2026', []],
    ['soon', []],
    ['', []],
  ];
  for (const [value, formats] of cases) {
    test(`“${value}”`, async () => {
      const found = dateFormatsOf([value]).map((offer) => offer.value);
      assert.deepEqual(found, formats);
      for (const format of found) {
        const step = { toolSlug: 'date-formatter', config: { inputFormats: [String(format)] } } as const;
        assert.match((await engine.run(value, [step])).result, /^\d{4}-\d\d-\d\d$/, String(format));
      }
    });
  }
});

test('offers are those of the text, of its delimiter, and of the chosen columns', () => {
  const csv = 'id;due;paid\n1;29.11.2026;2026-11-30\n2;1/2/2026;\n';
  const offered = (kind: string, text: string, config: Config = {}, description = '') =>
    offersFor({ words: { '?': kind }, description }, text, config).map(({ value }) => value);
  assert.deepEqual(offered('columns', csv), ['id', 'due', 'paid']);
  assert.deepEqual(offered('columns', csv, { hasHeaders: false }), [1, 2, 3]);
  assert.deepEqual(offered('columns', 'no table'), []);
  assert.deepEqual(offered('other-columns', '', { other: 'a,b\n1,2\n' }), ['a', 'b']);
  assert.deepEqual(offered('dates', csv, { columns: ['due'] }), ['d.M.yyyy', 'd/M/yyyy', 'M/d/yyyy']);
  assert.deepEqual(offered('dates', csv, { column: 3 }), ['iso']);
  assert.deepEqual(offered('paths', '[{"a":{"b":1}}]'), ['$[*].a.b']);
  assert.deepEqual(offered('names', '[{"a":{"b":1},"c":[2]}]'), ['a.b', 'c']);
  assert.deepEqual(offered('delimiters', '', {}, 'or auto'), [',', ';', 'tab', '|', 'auto']);
  assert.deepEqual(offered('delimiters', ''), [',', ';', 'tab', '|']);
  assert.deepEqual(offered('nothing', csv), []);
});
