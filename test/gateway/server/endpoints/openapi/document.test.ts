import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { type EngineErrorCode, engineErrors, engineProblem } from '#engine/core/error-table.js';
import { shortReason, unknownOption, unknownTool } from '#engine/core/errors.js';
import type { Problem } from '#engine/core/problem.js';
import { httpErrors } from '#gateway/core/errors.js';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { openApiDocument } from '#gateway/server/endpoints/openapi/document.js';
import { plainInput } from '#gateway/server/endpoints/openapi/schemas.js';
import { shortDocument } from '#gateway/server/endpoints/openapi/short-document.js';
import type { OpenApiDocument } from '#gateway/server/endpoints/openapi/types.js';
import { RouteTable } from '#gateway/server/pipeline/route-table.js';
import { DocumentCheck } from '../../../../support/openapi.js';

const catalogue = await loadCatalogue();
const document = openApiDocument(catalogue, '1.4.0', endpoints);
const { schemas, responses } = document.components;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

const short = shortDocument(document) as OpenApiDocument;

for (const [name, each] of Object.entries({ short, full: document })) {
  test(`the ${name} one is valid OpenAPI 3.1, and all its references resolve`, async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(each) as object as Record<string, unknown>);
    assert.deepEqual([valid, errors, validator.version], [true, undefined, '3.1']);
    const { missing, unused } = referencesOf(each);
    // No endpoint has the errors of unknown paths and methods.
    assert.deepEqual({ missing, unused }, { missing: [], unused: ['responses/MethodNotAllowed'] });
  });
}

describe('the short one', () => {
  test('has less than 250 KB, and each example once', () => {
    const text = JSON.stringify(short);
    assert.ok(text.length < 250_000, `${text.length} characters`);
    const examples = Object.values((short.components as { examples?: object }).examples ?? {}).map((value) =>
      JSON.stringify(value),
    );
    assert.equal(new Set(examples).size, examples.length);
    assert.ok(examples.length > 50);
  });

  test('has all paths, methods, tools and other schemas', () => {
    for (const [path, { head: _, ...methods }] of Object.entries(document.paths))
      assert.deepEqual(
        Object.keys(short.paths[path] ?? {}).filter((name) => name !== 'parameters'),
        Object.keys(methods),
      );
    assert.deepEqual(short.components.schemas.ToolSlug, schemas.ToolSlug);
    const lost = Object.keys(schemas).filter((name) => short.components.schemas[name] === undefined);
    assert.equal(lost.length, 2 * catalogue.size, lost.join(' '));
  });

  test('accepts the examples of all tools, and no step that is none', () => {
    const check = new DocumentCheck(short);
    for (const { tool } of catalogue.values()) {
      const steps = tool.examples.map(({ config = {} }) => ({ toolSlug: tool.slug, config }));
      assert.ok(check.allowsBody('POST', '/v1/run', { input: '', steps }), tool.slug);
    }
    for (const step of [{ toolSlug: 'no-tool' }, { toolSlug: 'trim-lines', options: {} }, { config: {} }])
      assert.ok(!check.allowsBody('POST', '/v1/run', { input: '', steps: [step] }), JSON.stringify(step));
  });
});

describe('the paths and methods are those of the route table', () => {
  const { resources } = new RouteTable(endpoints);
  for (const { route, methods } of resources) {
    test(route.path, () => {
      const documented = Object.keys(document.paths[route.path] ?? {}).map((method) => method.toUpperCase());
      assert.deepEqual(documented.toSorted(), methods.toSorted());
    });
  }

  test('documents no path outside the table', () => {
    assert.deepEqual(
      Object.keys(document.paths),
      resources.map(({ route }) => route.path),
    );
  });
});

test('every operation has a unique id that is a valid method name', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[a-z][a-zA-Z]+$/);
});

describe('every error of the gateway is in the response of its status, with its cause', () => {
  for (const { code, status, sentence } of Object.values(httpErrors)) {
    test(`${status} ${sentence}`, () => {
      const stating = Object.entries(responses).filter(([, { content = {} }]) =>
        examplesOf(content).some(({ error }) => error === sentence),
      );
      assert.notEqual(stating.length, 0);
      const references = new Set(stating.map(([name]) => `#/components/responses/${name}`));
      const statuses = operations.flatMap(({ operation }) =>
        Object.entries(operation.responses).filter(
          ([, response]) => '$ref' in response && references.has(response.$ref),
        ),
      );
      for (const [documented] of statuses) assert.equal(Number(documented), status);
      assert.ok(statuses.length > 0 || code === 'method-not-allowed');
      for (const [, { description }] of stating) assert.match(description, new RegExp(`- \`${sentence}\`: \\S`));
    });
  }
});

/** Errors whose message starts with a variable part. */
const sentencesThatBeginWithAField = new Set(['nested-too-deep', 'missing-field', 'invalid-value']);
const invalidPlan = engineProblem('invalid-value', { path: 'plan', reason: 'must be one of: pro', rule: 'enum' });

describe('every message of the engine is in the 400 response of the operations that return it', () => {
  const check = new DocumentCheck(document);
  const step = { step: 12, tool: 'trim-lines' };
  const lists = ['BadSanitize', 'BadSortDedupe'];
  const keys = ['BadNewKey', 'BadKeyChange'];
  const all = Object.keys(engineErrors) as EngineErrorCode[];
  const cases: Readonly<Record<EngineErrorCode, readonly [given: Problem, ...by: string[]]>> = {
    'invalid-json': [engineProblem('invalid-json'), 'BadRun', ...lists, ...keys],
    'not-an-object': [engineProblem('not-an-object'), 'BadRun', ...lists, ...keys],
    'internal-error': [engineProblem('internal-error'), 'Internal'],
    'no-inputs': [engineProblem('no-inputs'), 'BadRun'],
    'no-urls': [engineProblem('no-urls'), 'BadSanitize'],
    'no-lines': [engineProblem('no-lines'), 'BadSortDedupe'],
    'no-steps': [engineProblem('no-steps'), 'BadRun'],
    'only-one-of': [engineProblem('only-one-of', { fields: ['lines', 'input'] }), 'BadSortDedupe'],
    'too-many-steps': [engineProblem('too-many-steps', { count: 99, limit: 25 }), 'BadRun'],
    'too-many-inputs': [engineProblem('too-many-inputs', { count: 5_001, limit: 5_000 }), 'BadRun'],
    'too-many-urls': [engineProblem('too-many-urls', { count: 501, limit: 500 }), 'BadSanitize'],
    'too-many-lines': [engineProblem('too-many-lines', { count: 9_999, limit: 5_000 }), 'BadSortDedupe'],
    'input-too-large': [engineProblem('input-too-large', { length: 1_000_001, limit: 1_000_000 }), ...lists],
    'group-failed': [engineProblem('group-failed', { step: 1, part: 2, line: 2, reason: 'no cell' }), 'BadRun'],
    'step-output-too-long': [engineProblem('step-output-too-long', { ...step, limit: 1_000 }), 'BadRun'],
    'step-text-too-long': [engineProblem('step-text-too-long', { ...step, length: 1_001, limit: 1_000 }), 'BadRun'],
    'step-time-limit': [engineProblem('step-time-limit', { ...step, limit: 5_000 }), 'BadRun'],
    'step-memory-limit': [engineProblem('step-memory-limit', { ...step, limit: 512 }), 'BadRun'],
    'step-nested-too-deep': [engineProblem('step-nested-too-deep', step), 'BadRun'],
    'memory-limit': [engineProblem('memory-limit', { limit: 512 }), 'BadRun', ...lists],
    'step-wall-clock-limit': [engineProblem('step-wall-clock-limit', { ...step, limit: 20_000 })],
    'part-out-of-range': [engineProblem('part-out-of-range', { path: 'resultOffset', total: 0, unit: 'URLs' })],
    'unknown-workflow': [engineProblem('unknown-workflow', { workflow: 'a' }), 'BadRun'],
    'unknown-tool': [unknownTool('a\nb', ['ab'], 1).problem, 'BadRun'],
    'unknown-option': [unknownOption('trim-lines', 'x'.repeat(1_000), []).problem, 'BadRun'],
    'unknown-field': [engineProblem('unknown-field', { path: '', field: '' }), ...lists, 'BadNewKey'],
    'missing-field': [engineProblem('missing-field', { path: 'input' }), 'BadRun', 'BadNewKey'],
    'invalid-value': [invalidPlan, 'BadRun', ...lists, ...keys],
    'nested-too-deep': [engineProblem('nested-too-deep', { path: 'steps[0].config', limit: 1_000 }), 'BadRun'],
    'step-failed': [engineProblem('step-failed', { ...step, reason: shortReason('x'.repeat(2_000)) }), 'BadRun'],
  };

  test('each code is tested', () => assert.deepEqual(Object.keys(cases).toSorted(), all.toSorted()));

  for (const [kind, [problem, ...names]] of Object.entries(cases)) {
    const { sentence } = problem;
    for (const name of names) {
      test(`${kind}: ${name}`, () => {
        check.shared(name, {
          status: 400,
          headers: new Headers({ 'x-request-id': 'x', 'content-type': 'application/json' }),
          bytes: Buffer.from(JSON.stringify({ error: sentence })),
        });
        const beginning = sentence.slice(0, 5);
        const described = responses[name]?.description.split('\n').some((line) => line.startsWith(`- \`${beginning}`));
        assert.ok(described || sentencesThatBeginWithAField.has(kind), responses[name]?.description);
      });
    }
  }

  test('no other text is allowed: neither other words nor more words', () => {
    const headers = new Headers({ 'x-request-id': 'x', 'content-type': 'application/json' });
    for (const [name, body] of [
      ['BadRun', { error: 'Something else' }],
      ['BadRun', { error: 'Invalid JSON body.' }],
      ['BadSanitize', { error: 'No lines provided' }],
      ['RateLimited', { error: 'Rate limit exceeded', limit: 1 }],
      ['RateLimited', {}],
    ] as const) {
      assert.throws(() => check.shared(name, { status: 400, headers, bytes: Buffer.from(JSON.stringify(body)) }), name);
    }
  });
});

describe('a client knows the options of each tool', () => {
  test('a step is one of the tools of the catalogue, each with its own config', () => {
    const steps = (schemas.ToolStep?.oneOf ?? []).map(({ $ref = '' }) => schemas[$ref.split('/').at(-1) ?? '']);
    const slugs = steps.map((step) => step?.properties?.toolSlug?.const);
    assert.deepEqual(slugs.toSorted(), [...catalogue.keys()]);
    for (const step of steps) {
      const { tool } = catalogue.get(String(step?.properties?.toolSlug?.const)) ?? {};
      const config = schemas[step?.properties?.config?.$ref?.split('/').at(-1) ?? ''];
      assert.deepEqual(Object.keys(config?.properties ?? {}), Object.keys(tool?.config.properties ?? {}));
      assert.deepEqual(config?.required, tool?.config.required);
      assert.deepEqual(step?.['x-examples'], tool?.examples);
    }
    assert.deepEqual(plainInput(schemas.TrimLinesConfig?.properties?.side ?? {}).enum, ['both', 'start', 'end']);
  });

  test('a tool needs only its identifier unless an option is required', () => {
    const alone = schemas.PlainStep?.enum ?? [];
    for (const { tool } of catalogue.values()) {
      assert.equal(alone.includes(tool.slug), tool.config.required === undefined, tool.slug);
    }
  });

  test('the worked examples of all tools are valid', () => {
    const check = new DocumentCheck(document);
    for (const { tool } of catalogue.values()) {
      for (const { input, config } of tool.examples) {
        const step = config === undefined ? tool.slug : { toolSlug: tool.slug, config };
        assert.ok(
          check.allowsBody('POST', '/v1/run', { input, steps: [step] }),
          `${tool.slug} ${JSON.stringify(step)}`,
        );
      }
    }
  });
});

/** Returns the references that lead nowhere, and the components that nothing refers to. */
function referencesOf(given: OpenApiDocument): { missing: string[]; unused: string[] } {
  const references = new Set(
    [...JSON.stringify(given).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  );
  const there = Object.entries(given.components).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => `${kind}/${name}`),
  );
  return {
    missing: [...references].filter((reference) => !there.includes(reference)),
    unused: there.filter((name) => !references.has(name) && !name.startsWith('securitySchemes/')),
  };
}

function examplesOf(content: NonNullable<(typeof responses)[string]['content']>): { error?: string }[] {
  return Object.values(content).flatMap(({ examples = {} }) =>
    Object.values(examples).map(({ value }) => value as { error?: string }),
  );
}
