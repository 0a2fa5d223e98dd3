import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { programsElsewhere } from '#engine/catalogue/names-elsewhere.js';
import { toolDocument } from '#engine/catalogue/tool-documents.js';
import { mostResults, searchTools } from '#engine/catalogue/tool-search.js';
import { createEngine, EngineError } from '#engine/index.js';

const tools = [...(await loadCatalogue()).values()].map(toolDocument);
const { run } = createEngine();
const rows = programsElsewhere.flatMap(({ names }) => names);

/** Steps in the form of a request. */
function requested(steps: readonly unknown[]): never {
  return steps.map((step) => {
    if (typeof step === 'string') return step;
    if (Array.isArray(step)) return { toolSlug: step[0], config: step[1] };
    const group = step as { readonly steps: readonly unknown[] };
    return { ...group, steps: requested(group.steps) };
  }) as never;
}

test('every name leads to tools that exist, with options that are valid', async () => {
  const wrong: string[] = [];
  for (const [name, ...steps] of rows) {
    try {
      await run('', requested(steps));
    } catch (error) {
      // The empty text may be none that the tool reads; the workflow itself is right then.
      if (!(error instanceof EngineError) || !error.is('step-failed')) wrong.push(`${name}: ${error}`);
    }
  }
  assert.deepEqual(wrong, []);
});

/** What the programs themselves write. */
const cases: readonly (readonly [name: string, input: string, output: string])[] = [
  ['sort', 'b\na\nB\n', 'B\na\nb\n'],
  ['sort -u', 'b\na\nb\n', 'a\nb\n'],
  ['sort -n', '10\n9\n', '9\n10\n'],
  ['sort -r', 'a\nb\n', 'b\na\n'],
  ['sort -h', '2K\n1M\n3\n', '3\n2K\n1M\n'],
  ['sort -V', 'a-1.10\na-1.9\n', 'a-1.9\na-1.10\n'],
  ['uniq', 'a\na\nb\na\n', 'a\nb\na\n'],
  ['uniq -c', 'b\na\nb\n', '2\tb\n1\ta\n'],
  ['uniq -d', 'a\na\nb\n', 'a\n'],
  ['uniq -u', 'a\na\nb\n', 'b\n'],
  ['cut', 'a,b,c\nd\n', 'b\nd\n'],
  ['cut -c', 'abcdefghijklm\n', 'abcdefghij\n'],
  ["awk '{print $2}'", 'a  b c\n d e\n', 'b\ne\n'],
  ["awk '{s+=$1} END {print s}'", '1\n2.5\n', '3.5'],
  ['tr', 'a-z\n', 'A-Z\n'],
  ['tr -d', 'a1b2\n', 'ab\n'],
  ['tr -s', 'a   b\n', 'a b\n'],
  ['wc -l', 'a\nb\n', '2'],
  ['wc -c', 'é\n', '3'],
  ['head -n -3', 'a\nb\nc\nd\n', 'a\n'],
  ['tail -n +2', 'a\nb\nc\n', 'b\nc\n'],
  ['tac', 'a\nb\n', 'b\na\n'],
  ['rev', 'ab\ncd\n', 'ba\ndc\n'],
  ['nl', 'a\nb\n', '     1\ta\n     2\tb\n'],
  ['cat -s', 'a\n\n\n\nb\n', 'a\n\nb\n'],
  ['expand', 'a\tb\n', 'a       b\n'],
  ['comm', 'a\nb\n===\nb\nc\n', 'b\n'],
  ['comm -23', 'a\nb\n===\nb\nc\n', 'a\n'],
  ['join', '1 a\n2 b\n===\n2 x\n', '2 b x\n'],
  ['paste -s', 'a\nb\n', 'a,b'],
  ['base64', 'hello\n', 'aGVsbG8K'],
  ['base64 -d', 'aGVsbG8K', 'hello\n'],
  ['sha256sum', 'hello\n', '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03'],
  ['md5sum', 'hello\n', 'b1946ac92492d2347c6235b4d2611184'],
  ['cksum', 'hello\n', '3015617425'],
  ['grep', 'an error\nfine\nERROR\n', 'an error\n'],
  ['grep -v', 'debug 1\nb\n', 'b\n'],
  ['grep -o', 'a1b22\n', '1\n22'],
  ['sed', 'old\n', 'nelw\n'],
  ["sed 's/#.*//'", 'a # b\nc\n', 'a \nc\n'],
  ['sed y/abc/xyz/', 'cab\n', 'zxy\n'],
  ['dos2unix', 'a\r\nb\r\n', 'a\nb\n'],
  ['jq -c', '{ "a": [1, 2] }', '{"a":[1,2]}'],
  ['jq -S', '{"b":1,"a":2}', '{\n  "a": 2,\n  "b": 1\n}'],
  ["jq '.[] | select(.age > 30)'", '{"items":[{"age":31},{"age":3}]}', '[\n  {\n    "age": 31\n  }\n]'],
  ["jq 'del(.a)'", '{"a":1,"b":2}', '{\n  "b": 2\n}'],
  ['csvcut', 'id,name,age\n1,Ann,30\n', 'name,age\nAnn,30\n'],
  ['csvgrep', 'id,name\n1,Ann\n2,Bob\n', 'id,name\n1,Ann\n'],
  ['csvjoin', 'id,name\n1,Ann\n===\nid,age\n1,30\n', 'id,name,age\n1,Ann,30\n'],
  ['csvsort -r', 'name\nAnn\nBob\n', 'name\nBob\nAnn\n'],
  ['csvcut -n', 'id,name\n1,Ann\n', '1. id\n2. name\n'],
  ['mlr nest', 'id,name\n1,a;b\n', 'id,name\n1,a\n1,b\n'],
  ['mlr nest --implode', 'id,name\n1,a\n1,b\n', 'id,name\n1,a;b\n'],
  ['mlr fill-down', 'a,b\n1,2\n,3\n', 'a,b\n1,2\n1,3\n'],
  ['mlr fill-empty', 'id,name\n1,\n2,b\n', 'id,name\n1,N/A\n2,b\n'],
  ['mlr case -u', 'id,name\n1,ann\n', 'id,name\n1,ANN\n'],
  ['mlr count-distinct', 'name\na\nb\na\n', 'name,count\na,2\nb,1\n'],
  ['mlr top', 'name,amount\na,1\nb,3\n', 'name,amount\nb,3\n'],
  ['mlr sec2gmt', 'time\n1500000000\n', 'time\n2017-07-14T02:40:00Z\n'],
  ['From Base64', 'aGk=', 'hi'],
  ['To Hex', 'hi', '68 69'],
  ['From Binary', '01101000 01101001', 'hi'],
  ['To Charcode', 'hé', '104 233'],
  ['Atbash Cipher', 'Hello', 'Svool'],
  ['Find / Replace', 'old gold', 'new gnew'],
  ['Luhn Checksum', '7992739871', '3'],
  ['Set Union', 'a\n===\nb', 'a\nb'],
  ['Subsection', 'a1b', 'A1B'],
  ['Remove line numbers', '1. a\n2. b\n', 'a\nb\n'],
  ['Fang URL', 'hxxps[://]example[.]com', 'https://example.com'],
  ['TOML to YAML', 'a = 1\n', 'a: 1'],
];
test('what a name leads to gives what the program gives', async () => {
  const wrong: unknown[] = [];
  for (const [name, input, output] of cases) {
    const row = rows.find(([names]) => names.split('; ').includes(name));
    assert.ok(row, name);
    const result = await run(input, requested(row.slice(1))).then(({ result }) => result, String);
    if (result !== output) wrong.push([name, result, output]);
  }
  assert.deepEqual(wrong, []);
});

test('every name finds its tool on the first page', () => {
  const missed = rows.flatMap(([names, ...steps]) => {
    const wanted = JSON.stringify(steps);
    return names.split('; ').filter(
      (name) =>
        !searchTools(tools, name)
          .slice(0, mostResults)
          .some(({ slug }) => wanted.includes(`"${slug}"`)),
    );
  });
  assert.deepEqual(missed, []);
});
