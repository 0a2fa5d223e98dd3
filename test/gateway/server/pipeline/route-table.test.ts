import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenRoute } from '#gateway/server/pipeline/route.js';
import { RouteTable } from '#gateway/server/pipeline/route-table.js';

const route = (path: string, label = path, alsoAt: readonly string[] = []): OpenRoute<undefined> => ({
  access: 'page',
  path,
  label,
  alsoAt,
  methods: { GET: () => {} },
});
const table = new RouteTable<undefined>([
  route('/keys', 'keys', ['/all-keys']),
  route('/keys/{id}', 'key'),
  route('/keys/{id}/label', 'label'),
  route('/keys/latest', 'latest'),
]);
const found = (path: string) => {
  const { resource, parameters } = table.find(path) ?? {};
  return resource && [resource.label, { ...parameters }];
};

test('a path is compared exactly, and a parameter is any non-empty segment', () => {
  assert.deepEqual(found('/keys'), ['keys', {}]);
  assert.deepEqual(found('/all-keys'), ['keys', {}]);
  assert.deepEqual(found('/keys/a%2Fb'), ['key', { id: 'a%2Fb' }]);
  assert.deepEqual(found('/keys/__proto__/label'), ['label', { id: '__proto__' }]);
  for (const path of ['', '/', '/Keys', '/keys/', '/keys//label', '/keys/a/', '/keys/a/labels', '/keys/a/label/']) {
    assert.equal(found(path), undefined, path);
  }
});

test('a path without parameters wins', () => {
  assert.deepEqual(found('/keys/latest'), ['latest', {}]);
});

test('paths and labels are unique', () => {
  assert.throws(() => new RouteTable([route('/a', 'a'), route('/a', 'b')]), /path \/a/);
  assert.throws(() => new RouteTable([route('/a/{b}', 'a'), route('/a/{c}', 'b')]), /path \/a\/\{c\}/);
  assert.throws(() => new RouteTable([route('/a', 'a'), route('/b', 'a')]), /label a/);
  assert.throws(() => new RouteTable([route('/a', 'none')]), /label none/);
});
