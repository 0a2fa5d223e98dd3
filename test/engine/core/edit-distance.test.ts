import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolFiles, toolsDirectory } from '#engine/catalogue/tool-files.js';
import { editDistance, foldedName, nearestName } from '#engine/core/edit-distance.js';
import { SeededRandom } from '#engine/text/seeded-random.js';
import { threadMs } from '../../support/processor-time.js';

const slugs = toolFiles(toolsDirectory).map(({ slug }) => slug);

const foldedNames = new Map(slugs.map((slug) => [slug, foldedName(slug)]));

/** Compares all names, as the documentation of {@link nearestName} has it. */
function nearestOfAll(written: string, names: readonly string[]): string | undefined {
  const folded = foldedName(written);
  const distances = names.map((name) => editDistance(folded, foldedNames.get(name) ?? '', { swaps: true }));
  const isNear = (_: string, index: number) =>
    (distances[index] ?? 0) <= Math.max(1, Math.floor((names[index] ?? '').length / 3));
  const near = names.filter(isNear);
  const distanceOf = (name: string) => distances[names.indexOf(name)] ?? 0;
  return near.reduce<string | undefined>(
    (best, name) => (best === undefined || distanceOf(name) < distanceOf(best) ? name : best),
    undefined,
  );
}

test('the nearest name is the first of the smallest distance among those that are near enough', () => {
  const random = new SeededRandom('names');
  const letters = 'abcdefghijklmnopqrstuvwxyz-';
  const letter = () => letters[random.below(letters.length)] ?? '';
  let found = 0;
  for (let round = 0; round < 300; round++) {
    const written = [...(slugs[random.below(slugs.length)] ?? '')];
    for (let edits = random.below(6); edits > 0; edits--) {
      const at = random.below(written.length + 1);
      written.splice(at, random.below(2), ...Array.from({ length: random.below(3) }, letter));
    }
    const nearest = nearestName(written.join(''), slugs);
    assert.equal(nearest, nearestOfAll(written.join(''), slugs), written.join(''));
    if (nearest !== undefined) found++;
  }
  assert.ok(found > 100 && found < 300, `${found} found`);
});

test('a nearer name that is too short to be meant hides no other', () => {
  assert.equal(nearestName('abcdefgh', ['abcde', 'abcdefghijkl']), 'abcdefghijkl');
  assert.equal(nearestName('abcdefgh', ['abcde']), undefined);
});

test('names that are much shorter or longer are not compared: the event loop refuses unknown tools itself', () => {
  const written = 'sort-the-lines-of-the-text-and-remove-duplicates';
  const timeOf = (find: typeof nearestOfAll) => {
    assert.equal(find(written, slugs), undefined);
    const start = threadMs();
    for (let time = 0; time < 50; time++) find(written, slugs);
    return threadMs() - start;
  };
  const all = timeOf(nearestOfAll);
  const ours = timeOf(nearestName);
  assert.ok(ours < all / 4, `${ours} ms, and ${all} ms with all names`);
});
