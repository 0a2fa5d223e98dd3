import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '../../../engine/catalogue/catalogue.js';
import { toolDocument } from '../../../engine/catalogue/tool-documents.js';
import { searchTools } from '../../../engine/catalogue/tool-search.js';
import { type EverydayRequests, everydayRequests, heldOutRequests } from '../../gateway/mcp/everyday-requests.js';

const catalogue = await loadCatalogue();
const tools = [...catalogue.values()].map(toolDocument);

/** Returns the requests that have no accepted tool among the first three results. */
function missed(requests: EverydayRequests): string[] {
  const isFound = (request: string, slugs: readonly string[]) =>
    searchTools(tools, request)
      .slice(0, 3)
      .some(({ slug }) => slugs.includes(slug));
  return requests.filter(([request, ...slugs]) => !isFound(request, slugs)).map(([request]) => request);
}

test('of 40 everyday requests, at least 38 find a tool among the first three results', () => {
  assert.equal(everydayRequests.length, 40);
  assert.ok(missed(everydayRequests).length <= 2, missed(everydayRequests).join('\n'));
});

test('of 20 held-out everyday requests, at least half do', () => {
  assert.equal(heldOutRequests.length, 20);
  assert.ok(missed(heldOutRequests).length <= 10, missed(heldOutRequests).join('\n'));
});

test('every accepted tool exists', () => {
  for (const [, ...slugs] of [...everydayRequests, ...heldOutRequests]) {
    for (const slug of slugs) assert.ok(catalogue.has(slug), slug);
  }
});
