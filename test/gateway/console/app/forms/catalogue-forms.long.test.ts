import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { catalogueDocument } from '#engine/catalogue/tool-documents.js';
import { configProblems, problemOf } from '#gateway/console/app/forms/check.js';
import { controlOf } from '#gateway/console/app/forms/control.js';
import { writings } from '#gateway/console/app/forms/notation.js';
import { isSame, withOption } from '#gateway/console/app/forms/values.js';
import type { Tool } from '#gateway/console/app/session/tool.js';

const entries = await loadCatalogue();
const tools: readonly Tool[] = JSON.parse(JSON.stringify(catalogueDocument(entries.values()))).tools;
const options = tools.flatMap(({ slug, config }) =>
  Object.entries(config.properties).map(([name, schema]) => ({ id: `${slug}.${name}`, config, name, schema })),
);

test('the control of every option allows the default, and setting the default removes it', () => {
  for (const { id, config, name, schema } of options) {
    if (schema.default === undefined) continue;
    assert.equal(problemOf(schema, schema.default), '', id);
    assert.deepEqual(withOption(config, { [name]: 'other' }, name, structuredClone(schema.default)), {}, id);
  }
});

test('every default of every tool is read back from its notation', () => {
  for (const { id, schema } of options) {
    const control = controlOf(schema);
    if (control.kind !== 'typed' || schema.default === undefined) continue;
    const { read, write } = writings[control.notation];
    const typed = write(schema.default);
    assert.ok(isSame(typed === '' && control.notation === 'name' ? schema.default : read(typed), schema.default), id);
  }
});

test('every option has a suitable control: JSON only for records, lists of lists and JSON Schemas', () => {
  const asJson = options.filter(({ schema }) => {
    const control = controlOf(schema);
    return control.kind === 'typed' && control.notation === 'json';
  });
  for (const { id, schema } of asJson) {
    // A JSON Schema is an object or a boolean.
    const forms = schema.anyOf ?? [schema];
    assert.ok(
      forms.some(({ type }) => type === 'object' || type === 'array'),
      id,
    );
  }
});

test('the configs of all examples have no problems', () => {
  for (const { slug, config, examples } of tools) {
    for (const example of examples) assert.deepEqual([...configProblems(config, example.config ?? {})], [], slug);
  }
});

test('the gateway refuses everything that a form refuses', () => {
  const wrong: readonly unknown[] = [-1e9, 1e9, 0.5, '', 'a'.repeat(600_000), [], ['x'.repeat(10_000)], {}, 'zz', true];
  for (const { slug, config } of tools) {
    for (const [name, schema] of Object.entries(config.properties)) {
      for (const value of wrong) {
        if (problemOf(schema, value) === '') continue;
        const needed = tools.find((tool) => tool.slug === slug)?.examples.find((each) => each.config)?.config;
        const refused = entries.get(slug)?.validateConfig({ ...needed, [name]: value });
        // Not assert.ok, for which the message would be written for every value.
        if (refused === undefined) assert.fail(`${slug}.${name} = ${JSON.stringify(value)?.slice(0, 40)}`);
      }
    }
  }
});
