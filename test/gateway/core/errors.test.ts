import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { errorTable } from '#gateway/core/errors.js';
import { acceptsProblem, problemMembers } from '#gateway/core/problem-document.js';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { allErrors, errorList } from '#gateway/server/endpoints/openapi/error-list.js';
import { detailMembers } from '#gateway/server/endpoints/openapi/problem-schema.js';

test('codes are kebab-case, and every code has an explanation', () => {
  for (const code of Object.keys(errorTable)) assert.match(code, /^[a-z]+(?:-[a-z]+)*$/);
  assert.deepEqual(
    errorList(endpoints).map(({ code }) => code),
    Object.keys(errorTable),
  );
});

test('each detail is documented, and none has the name of a standard member', () => {
  const standard = new Set(['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId']);
  for (const { problem } of allErrors(endpoints)) {
    for (const name of Object.keys(problem.details)) {
      assert.ok(!standard.has(name) && name in detailMembers, `${problem.code}: ${name}`);
    }
    const members = problemMembers(problem, 'r1');
    assert.deepEqual({ ...members, ...problem.details }, members);
  }
});

describe('only clients that name problem+json get it', () => {
  for (const [accept, expected] of [
    ['', false],
    ['*/*', false],
    ['application/*', false],
    ['application/json', false],
    ['application/problem+json', true],
    ['Application/Problem+JSON', true],
    ['application/json, application/problem+json;q=0.1', true],
    ['application/problem+json ; charset=utf-8 ; Q=0.001', true],
    ['application/problem+json;q=1.000', true],
    ['application/problem+json;q=0', false],
    ['application/problem+json;q=0.000', false],
    ['application/problem+json;q=2', false],
    ['application/problem+json;q=', false],
    ['application/problem+json2', false],
    ['text/plain;a="application/problem+json"', false],
  ] as const) {
    test(JSON.stringify(accept), () => assert.equal(acceptsProblem(accept), expected));
  }
});

test('no source outside the tables contains a message', () => {
  const project = fileURLToPath(new URL('../../../', import.meta.url));
  const tables = [
    'engine/core/error-table.ts',
    'gateway/core/errors.ts',
    'gateway/server/endpoints/openapi/bad-requests.ts',
  ];
  const fixed = Object.values(errorTable)
    .filter(({ sentence }) => sentence.length === 0)
    .map(({ title }) => title);
  // The fixed parts of messages with variable parts.
  const fragments = [
    ...[
      'Unknown field: ',
      'Unknown option for',
      'Did you mean',
      'Provide only one of',
      'Too many (?:steps|URLs|lines)',
    ],
    ...['Input too large', '\\) failed: ', 'would be longer than', 'takes at most \\$', 'took (?:longer|more) than'],
  ];
  const quoted = fixed.map((sentence) => `['"\`/^]${sentence}['"\`$/|]`);
  const known = new RegExp([...quoted, ...fragments].join('|'));
  const found = ['engine', 'workers', 'gateway'].flatMap((folder) =>
    readdirSync(`${project}${folder}`, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((name) => /\.tsx?$/.test(name) && !tables.includes(name))
      .flatMap((name) => {
        const code = readFileSync(`${project}${name}`, 'utf8').replace(/\/\*\*.*?\*\/|^\s*\/\/[^\n]*$/gms, '');
        return code
          .split('\n')
          .filter((line) => known.test(line))
          .map((line) => `${name}: ${line.trim()}`);
      }),
  );
  assert.deepEqual(found, []);
});
