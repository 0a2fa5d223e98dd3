import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { engineProblem } from '#engine/core/error-table.js';
import { httpErrors } from '#gateway/core/errors.js';
import { loadedCatalogue } from '#gateway/mcp/tools/agent-catalogue.js';
import { callResult, catalogue, refusalOf, startSession } from './agent-session.js';

const { categories } = loadedCatalogue(catalogue);
const client = await startSession({ after });

const unknownOption = 'Unknown option for find-replace: repalce. Did you mean replace?';
const stepForm =
  'A step is a slug, such as "trim-lines", or a slug with options: {"toolSlug":"split-text","config":{"limit":2}}. Pass steps as a JSON array.';
const optionsOfReplace =
  'The options of find-replace are: find, replace, caseSensitive, wholeWord, occurrence, escapes.';
const describeReplace = 'Call describe_text_tool with slug "find-replace" to see its options and examples.';

const step = { step: 1, tool: 'a' };

const groupForm =
  'A group is {"each":{"csv":{"columns":["name"],"delimiter":"auto"}},"steps":["trim-lines"]}; each may also be "line", "paragraph", {"field":{"fields":[1]}}, {"json":{"path":"$.items[*].name"}} or {"match":{"pattern":"\\\\d+"}}, when {"contains":"@"} or {"matches":"^\\\\d"}, onError "keep".';
const correctGroup = 'Correct each or when of steps[0], or the text, and call run_text_workflow again.';
const table = 'name;mail\nann;a@b.c\n';
const items = '{"items":[{"name":"a","e-mail":"x"}],"n":1}';

/** A call of `run_text_workflow` with a group of one step. */
function grouped(input: string, group: object): object {
  return { input, steps: [{ ...group, steps: ['trim-lines'] }] };
}

describe('a refused call gets a hint', () => {
  for (const [name, args, expected] of [
    [
      'run_text_workflow',
      grouped(table, { each: { csv: { columns: ['name'] } } }),
      `Step 1: there is no column "name"; the columns are "name;mail". ${correctGroup} With "delimiter":"auto" csv finds the delimiter.`,
    ],
    [
      'run_text_workflow',
      grouped(table, { each: { csv: { columns: ['nmae'], delimiter: 'auto' } } }),
      `Step 1: there is no column "nmae". Did you mean "name"? ${correctGroup}`,
    ],
    [
      'run_text_workflow',
      grouped(table, { each: { csv: 'name' } }),
      `steps[0].each.csv must be an object. ${groupForm}`,
    ],
    [
      'run_text_workflow',
      grouped(table, { each: 'lines' }),
      `steps[0].each must be line, paragraph, or an object with csv, field, json or match. Did you mean "line"? ${groupForm}`,
    ],
    [
      'run_text_workflow',
      grouped(table, { each: 'line', when: { contain: '@' } }),
      `Unknown field: steps[0].when.contain. Did you mean contains? ${groupForm}`,
    ],
    [
      'run_text_workflow',
      { input: '', steps: [{ toolSlug: 'trim-lines', each: 'line' }] },
      `Unknown field: steps[0].each. ${groupForm}`,
    ],
    [
      'run_text_workflow',
      grouped(`${items}\n${items}`, { each: { json: { path: '$.n' } } }),
      `Step 1: line 2, column 1: expected the end of the text, found "{". ${correctGroup} With "lines":true json reads each line by itself.`,
    ],
    [
      'run_text_workflow',
      grouped(items, { each: { json: { path: '$.m' } } }),
      `Step 1: there is nothing at $.m. Did you mean $.n? ${correctGroup}`,
    ],
    [
      'run_text_workflow',
      grouped(items, { each: { json: { path: '$.article.title' } } }),
      `Step 1: there is nothing at $.article.title; the text has $.items[*].name, $.items[*]["e-mail"], $.n. ${correctGroup}`,
    ],
    [
      'run_text_workflow',
      { steps: ['trim-lines'] },
      'input is required. The arguments of run_text_workflow are: input, steps, workflow, validate, input_id, resultOffset, resultLimit.',
    ],
    ['run_text_workflow', { input: '' }, `steps is required. ${stepForm}`],
    ['run_text_workflow', { input: '', steps: [] }, `No steps provided. ${stepForm}`],
    ['run_text_workflow', { input: '', steps: '["trim-lines"]' }, `steps must be an array. ${stepForm}`],
    [
      'run_text_workflow',
      { input: '', steps: [{ toolSlug: 'trim-lines', side: 'end' }] },
      `Unknown field: steps[0].side. ${stepForm}`,
    ],
    [
      'run_text_workflow',
      { input: '', steps: ['uppercase'] },
      'Unknown tool: uppercase. Did you mean upper-case? Call list_text_tools to find tools.',
    ],
    [
      'run_text_workflow',
      { input: '', steps: ['word_count'] },
      'Unknown tool: word_count. Call list_text_tools with query "word count" to find one.',
    ],
    ['describe_text_tool', { slug: '…' }, 'Unknown tool: … Call list_text_tools to find tools.'],
    [
      'run_text_workflow',
      { input: '', steps: ['sanitize_urls'] },
      'Unknown tool: sanitize_urls. sanitize_urls is not a text tool: call it by its own name, as you called this one.',
    ],
    [
      'sort_dedupe_lines',
      { lines: 'b' },
      'lines must be an array. Pass lines as a JSON array of texts, or one text with a line for each as input.',
    ],
    ['sort_dedupe_lines', { input: ['b'] }, 'input must be a string. Pass an array as lines.'],
    ['sanitize_urls', { input: ['b'] }, 'input must be a string. Pass an array as urls.'],
    ['run_text_workflow', { input: ['b'], steps: [] }, 'input must be a string. Join the lines with line breaks.'],
    ['run_text_workflow', { input: 1, steps: [] }, 'input must be a string. Pass the text itself as a JSON string.'],
    [
      'run_text_workflow',
      { input: '', steps: [{ toolSlug: 'find-replace', config: { find: 'a', repalce: '' } }] },
      `${unknownOption} ${optionsOfReplace} ${describeReplace}`,
    ],
    [
      'run_text_workflow',
      { input: '', steps: ['trim-lines', { toolSlug: 'find-replace', config: { find: 1 } }] },
      `steps[1].config.find must be a string. ${describeReplace}`,
    ],
    [
      'run_text_workflow',
      { input: '', steps: ['find-replace'] },
      `steps[0].config.find is required. ${describeReplace}`,
    ],
    [
      'run_text_workflow',
      { input: '', steps: Array(26).fill('trim-lines') },
      'Too many steps: 26 (maximum 25). Run the first steps, then the others on the result.',
    ],
    [
      'run_text_workflow',
      { input: '', steps: ['trim-lines'], text: '' },
      'Unknown option for run_text_workflow: text. The arguments of run_text_workflow are: input, steps, workflow, validate, input_id, resultOffset, resultLimit.',
    ],
    [
      'run_text_workflow',
      { input: 'a', steps: ['trim-lines'], resultOffset: 1 },
      'resultOffset must be less than 1, the number of characters in the result. Leave resultOffset out for the first page.',
    ],
    ['run_text_workflow', { input: '', steps: [{ config: 1 }] }, `steps[0].toolSlug is required. ${stepForm}`],
    [
      'run_text_workflow',
      { input: '', steps: [{ toolSlug: 1, config: 1 }] },
      `steps[0].toolSlug must be a string. ${stepForm}`,
    ],
    [
      'run_text_workflow',
      { input: '', steps: [{ toolSlug: 'find-replace', config: 1 }] },
      `steps[0].config must be an object. ${describeReplace}`,
    ],
    [
      'run_text_workflow',
      { input: '', steps: ['trim-lines'], resultOffset: 9 },
      'resultOffset must be 0: the result is empty. Leave resultOffset out for the first page.',
    ],
    [
      'run_text_workflow',
      { input: 'a', steps: ['trim-lines'], resultLimit: 200_001 },
      'resultLimit must be at most 200000. Correct it and call run_text_workflow again.',
    ],
    [
      'describe_text_tool',
      { slug: 'uppercase' },
      'Unknown tool: uppercase. Did you mean upper-case? Call list_text_tools to find tools.',
    ],
    ['describe_text_tool', {}, 'slug is required. The arguments of describe_text_tool are: slug.'],
    ['list_text_tools', { limit: 51 }, 'limit must be at most 50. Correct it and call list_text_tools again.'],
    [
      'list_text_tools',
      { category: 'csv' },
      `category must be one of: ${categories.join(', ')}. Correct it and call list_text_tools again.`,
    ],
    [
      'sanitize_urls',
      { urls: [' '] },
      'No URLs provided. The arguments of sanitize_urls are: urls, url, input, keepParams, extraParams, ignoreCase, profile, affiliateTags, fragment, normalize, unwrap, explain, input_id, resultOffset, resultLimit.',
    ],
    [
      'sanitize_urls',
      { urls: Array(501).fill('a') },
      'Too many URLs: 501 (maximum 500). Split the list, and call once for each piece.',
    ],
    ['sanitize_urls', { url: 'a', input: 'b' }, 'Provide only one of urls, url, input. Leave the others out.'],
    [
      'sort_dedupe_lines',
      { lines: ['a'], trimlines: true },
      'Unknown option for sort_dedupe_lines: trimlines. Did you mean trimLines? The arguments of sort_dedupe_lines are: lines, input, trimLines, dropBlank, dedupe, ignoreCase, sort, direction, input_id, resultOffset, resultLimit.',
    ],
    [
      'sort_dedupe_lines',
      { lines: Array(5001).fill('a') },
      'Too many lines: 5001 (maximum 5000). Run the steps ["dedupe-sort"] with run_text_workflow: it takes any number of lines.',
    ],
    [
      'sort_dedupe_lines',
      { input: 'a'.repeat(1_000_001) },
      'Input too large: 1000001 characters (maximum 1000000). Split the text at a line end, call once for each piece, and once again for the joined results.',
    ],
  ] as const) {
    test(`${expected.slice(0, 70)}…`, async () => {
      assert.equal(await refusalOf(client, name, args), expected);
    });
  }

  for (const [option, meant] of [
    ['replacement', 'replace'],
    ['search', 'find'],
    ['ignoreCase', 'caseSensitive'],
    ['case_sensitive', 'caseSensitive'],
    ['colour', undefined],
  ] as const) {
    test(`the option ${option} of find-replace: the known ones, and ${meant ?? 'no suggestion'}`, async () => {
      const steps = [{ toolSlug: 'find-replace', config: { find: 'a', [option]: 'b' } }];
      const suggestion = meant === undefined ? '.' : `. Did you mean ${meant}?`;
      assert.equal(
        await refusalOf(client, 'run_text_workflow', { input: 'a', steps }),
        `Unknown option for find-replace: ${option}${suggestion} ${optionsOfReplace} ${describeReplace}`,
      );
    });
  }

  for (const [slug, config, input, remedy] of [
    ['json-formatter', {}, "{a: 'b',}", 'json-repair'],
    ['json-yaml-converter', { direction: 'json-to-yaml' }, '{a', 'json-repair'],
    ['json-path', { path: '$.a' }, 'Here is the JSON: {"a":1}', 'extract-json'],
    ['regex-replace', { pattern: '(?<=\\$)\\d+' }, '$12', '\\(\\\\\\$\\)\\\\d\\+ with \\$1'],
    ['filter-lines', { match: 'regex', pattern: '^(?!a)' }, 'a', 'filter-lines with invert'],
    ['extract-matches', { pattern: '(.)\\1' }, 'aa', 'Write out what may repeat'],
  ] as const) {
    test(`${slug} on ${input}: what to do instead`, async () => {
      const steps = [{ toolSlug: slug, config }];
      const refusal = await refusalOf(client, 'run_text_workflow', { input, steps });
      assert.match(refusal, new RegExp(`^Step 1 \\(${slug}\\) failed: .*${remedy}`));
    });
  }

  test('what is suggested instead of look-behind works', async () => {
    const config = { pattern: '(\\$)\\d+', replacement: '$1#' };
    const steps = [{ toolSlug: 'regex-replace', config }];
    const { result } = await callResult(client, 'run_text_workflow', { input: '$12 34', steps });
    assert.equal(result, '$# 34');
  });

  test('a failed step is named with the reason', async () => {
    const steps = ['trim-lines', { toolSlug: 'csv-json-converter', config: { direction: 'csv-to-json' } }];
    assert.match(
      await refusalOf(client, 'run_text_workflow', { input: 'a\n"b', steps }),
      /^Step 2 \(csv-json-converter\) failed: .+[.?!] Correct the text or the options of step 2\. Call describe_text_tool with slug "csv-json-converter"/,
    );
  });

  for (const [problem, message, advice] of [
    [
      httpErrors['server-busy'],
      'Server busy',
      'Nothing is wrong with the call: wait a few seconds, then make it again.',
    ],
    [
      httpErrors['rate-limited'],
      'Rate limit exceeded',
      'Nothing is wrong with the call: wait a few seconds, then make it again.',
    ],
    [
      engineProblem('step-wall-clock-limit', { ...step, limit: 5_000 }),
      'Step 1 (a) failed: took longer than 5000 ms',
      'Send less text at a time, or a simpler pattern.',
    ],
    [
      engineProblem('step-time-limit', { ...step, limit: 5_000 }),
      'Step 1 (a) failed: took more than 5000 ms of processor time',
      'Send less text at a time, or a simpler pattern.',
    ],
    [
      engineProblem('step-memory-limit', { ...step, limit: 512 }),
      'Step 1 (a) failed: needed more than 512 MB of memory; use a shorter text or fewer steps',
      'Send less text at a time.',
    ],
    [
      engineProblem('step-text-too-long', { ...step, length: 2_000_000, limit: 1_000_000 }),
      'Step 1 (a) failed: the text has 2000000 characters, and this tool takes at most 1000000',
      'Send less text at a time.',
    ],
    [httpErrors['job-time-limit'], 'Processing time limit exceeded', 'Send less text at a time, or fewer steps.'],
    [
      httpErrors['internal-error'],
      'Internal server error',
      'This is a fault of Textmill, not of the call: do not make the same call again.',
    ],
  ] as const) {
    test(message, async (t) => {
      const engine = { account: 'own', execute: async () => ({ kind: 'refused', problem }) as const };
      const refusing = await startSession(t, { engine });
      assert.equal(await refusalOf(refusing, 'sanitize_urls', { url: 'a' }), `${message}. ${advice}`);
    });
  }
});

describe('a group that has nothing to do is told of', () => {
  for (const [input, each, reason] of [
    [table, { match: { pattern: 'zzz' } }, 'the pattern matches nothing'],
    ['', 'line', 'the text is blank'],
    ['name\n', { csv: { columns: ['name'] } }, 'there is no row behind the header'],
    ['', { csv: { columns: [1], hasHeaders: false } }, 'there is no row'],
    [items, { json: { path: '$.items[*].nme' } }, 'there is nothing at $.items[*].nme. Did you mean $.items[*].name?'],
    [
      `\n${items}\n${items}`,
      { json: { path: '$.rows[*]', lines: true } },
      'there is nothing at $.rows[*]; the text has $.items[*].name, $.items[*]["e-mail"], $.n',
    ],
    ['[]', { json: { path: '$[*]' } }, 'there is nothing at $[*]'],
  ] as const) {
    test(reason, async () => {
      const { result, meta } = await callResult(client, 'run_text_workflow', grouped(input, { each }));
      assert.equal(result, input);
      assert.deepEqual((meta as { notes?: unknown }).notes, [`steps[0] did nothing: ${reason}`]);
    });
  }

  test('one that has something to do is not', async () => {
    const { meta } = await callResult(client, 'run_text_workflow', grouped('a', { each: 'line' }));
    assert.equal('notes' in (meta as object), false);
  });
});
