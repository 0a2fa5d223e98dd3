import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { keySnippets, requestSnippets, workflowSnippets } from '#gateway/console/app/session/request-snippets.js';
import { sharedTestGateway, type TestGateway } from '../../../../support/gateway.js';
import { type ProgramResult, runProgram, unlessInstalled } from '../../../../support/program.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const loader = new URL('../../../../../gateway/build/typescript.mjs', import.meta.url).href;

/** Texts that could break a shell, a heredoc, a regular expression or a template. */
const awkward = `it's "$KEY" \`id\` $(id) \\n \${x}\r\n\t\u2028 é 漢 😀 \ud800\nJSON\n  "name": 1, %s !x`;

/** Shortens a long text to its digest, so that failures stay readable. */
function shown(text: unknown): string {
  const written = JSON.stringify(text);
  return written.length < 1_000 ? written : createHash('sha256').update(written).digest('hex');
}

describe('a request to copy', () => {
  let service: TestGateway;
  let key: string;
  before(async () => {
    service = await sharedTestGateway();
    key = (await service.key()).secret;
  });

  const requests: Record<string, { path: string; body: object; result: string; expected: string }> = {
    'a workflow': {
      path: '/v1/run',
      body: { input: awkward, steps: ['upper-case', { toolSlug: 'lower-case', config: {} }] },
      result: 'result',
      expected: awkward.toLowerCase(),
    },
    'lines with options': {
      path: '/v1/sort-dedupe',
      body: { input: awkward, trimLines: false, dropBlank: false, dedupe: false, sort: false, direction: 'desc' },
      result: 'output',
      expected: awkward.replaceAll('\r\n', '\n'),
    },
    'more than an argument of a command holds': {
      path: '/v1/run',
      body: { input: `${awkward} ${'漢'.repeat(200_000)}`, steps: ['upper-case'] },
      result: 'result',
      expected: `${awkward} ${'漢'.repeat(200_000)}`.toUpperCase(),
    },
  };

  for (const [name, { path, body, result, expected }] of Object.entries(requests)) {
    const snippets = () => requestSnippets(path, body, service.url);
    const shownResult = ({ status, stdout, stderr }: ProgramResult) => {
      assert.equal(status, 0, stderr);
      return shown((JSON.parse(stdout) as Record<string, unknown>)[result]);
    };

    test(`as curl: ${name}`, { skip: unlessInstalled('curl') }, async (t) => {
      const folder = temporaryFolder(t);
      writeFileSync(join(folder, 'key-header'), `x-api-key: ${key}\n`);
      const shell = await runProgram('sh', [], { cwd: folder, input: snippets().curl });
      assert.equal(shownResult(shell), shown(expected));
    });

    test(`as TypeScript: ${name}`, async (t) => {
      const file = join(temporaryFolder(t), 'request.mts');
      // The snippet prints the response for people. Here it is parsed again.
      writeFileSync(file, snippets().typescript.replace(/await response\.json\(\)\);\n$/, 'await response.text());\n'));
      const node = await runProgram(process.execPath, ['--import', loader, file], { environment: { KEY: key } });
      assert.equal(shownResult(node), shown(expected));
    });

    test(`as JSON: ${name}`, async () => {
      const { status, json } = await service.post(path, snippets().json, key);
      assert.equal(status, 200);
      assert.equal(shown((json as Record<string, unknown>)[result]), shown(expected));
    });
  }

  test('as TypeScript it reports the response to a refused request', async (t) => {
    const file = join(temporaryFolder(t), 'request.mts');
    writeFileSync(file, requestSnippets('/v1/run', { input: '', steps: [] }, service.url).typescript);
    const { status, stderr } = await runProgram(process.execPath, ['--import', loader, file], {
      environment: { KEY: key },
    });
    assert.equal(status, 1);
    assert.match(stderr, /400 \{"error":"No steps provided"\}/);
  });
});

describe('a workflow to copy', () => {
  const group = { each: { csv: { columns: ["it's", 2], delimiter: '\t' } }, onError: 'keep', steps: ['upper-case'] };
  const steps = [group, { toolSlug: 'find-replace', config: { find: '$x `id`\nJSON\n', replace: '' } }];

  test('for the command line has the steps in a file', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'text.txt'), '');
    const script = `textmill() { cat "$3"; }\n${workflowSnippets(steps, '').command}cat result.txt\n`;
    const { status, stdout, stderr } = await runProgram('sh', ['-c', script], { cwd: folder });
    assert.equal(status, 0, stderr);
    assert.deepEqual(JSON.parse(stdout), steps);
  });

  test('for the client runs it', async (t) => {
    const folder = temporaryFolder(t);
    const service = await sharedTestGateway();
    writeFileSync(join(folder, 'text.txt'), "it's\tb\na\tb\n");
    const client = new URL('../../../../../gateway/client/index.ts', import.meta.url).href;
    const file = join(folder, 'workflow.mts');
    writeFileSync(file, workflowSnippets(steps, service.url).client.replace('textmill-client', client));
    const environment = { KEY: (await service.key()).secret };
    const { status, stdout, stderr } = await runProgram(process.execPath, ['--import', loader, file], {
      cwd: folder,
      environment,
    });
    assert.equal(status, 0, stderr);
    assert.equal(stdout, "it's\tb\nA\tB\n\n");
  });
});

describe('the first request with a new key', () => {
  test('as curl, which has it in no argument', { skip: unlessInstalled('curl') }, async (t) => {
    const service = await sharedTestGateway();
    const { curl } = keySnippets((await service.key()).secret, service.url);
    const { status, stdout, stderr } = await runProgram('sh', ['-c', curl], { cwd: temporaryFolder(t) });
    assert.equal(status, 0, stderr);
    assert.equal((JSON.parse(stdout) as { readonly result: string }).result, 'IT WORKS');
    assert.doesNotMatch(curl.slice(curl.indexOf('curl')), /svc_/);
  });

  test('with the client', async (t) => {
    const service = await sharedTestGateway();
    const client = new URL('../../../../../gateway/client/index.ts', import.meta.url).href;
    const file = join(temporaryFolder(t), 'first.mts');
    writeFileSync(
      file,
      keySnippets((await service.key()).secret, service.url).client.replace('textmill/client', client),
    );
    const { status, stdout, stderr } = await runProgram(process.execPath, ['--import', loader, file]);
    assert.equal(status, 0, stderr);
    assert.equal(stdout, 'IT WORKS\n');
  });
});

test('no other snippet contains a key, or makes it an argument of a program', () => {
  const { curl, typescript } = requestSnippets('/v1/run', { input: '' }, 'http://127.0.0.1:8080');
  assert.match(curl, / -H @key-header /);
  assert.match(typescript, /'x-api-key': process\.env\.KEY \?\? ''/);
});

test('as TypeScript a body has plain names where possible', () => {
  const body = JSON.parse('{"input": "\\"a\\": 1", "steps": [{"config": {"a-b": 1, "__proto__": {"c": 2}}}]}');
  const { typescript } = requestSnippets('/v1/run', body, 'http://127.0.0.1:8080');
  const [, literal = ''] = /JSON\.stringify\((.*?)\),\n/s.exec(typescript) ?? [];
  assert.equal(JSON.stringify(new Function(`return ${literal}`)()), JSON.stringify(body));
  assert.match(literal, /^ {4}steps: \[$/m);
  assert.match(literal, /"a-b": 1/);
});
