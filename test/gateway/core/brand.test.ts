import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { productClaim, productName, productSentence } from '#gateway/core/brand.js';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { openApiDocument } from '#gateway/server/endpoints/openapi/document.js';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('README, the API and the console say what Textmill is in the same sentence', async () => {
  assert.ok(read('README.md').replace(/\s+/g, ' ').startsWith(`# ${productName} ${productSentence} `));
  const { info } = openApiDocument(await loadCatalogue(), '1.0.0', endpoints);
  assert.equal(info.description.split('\n')[0], productSentence);
  assert.ok(read('gateway/console/app/index.html').includes(`${productName} ${productClaim}.`));
});
