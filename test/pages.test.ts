import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { pageParts as benchmarkParts } from '../bench/page-parts.js';
import { joinedParts, partOf, withParts } from '../gateway/boot/docs/page.js';
import { pageParts } from '../gateway/boot/docs/page-parts.js';
import { httpErrors } from '../gateway/core/errors.js';
import { pageParts as testParts } from './support/page-parts.js';
import { anchorsOf, handWrittenOf, pagePaths, project, proseOf, readPage } from './support/pages.js';

const pages = pagePaths();
const parts = joinedParts([await pageParts(), benchmarkParts(), await testParts()]);
const longest = { 'README.md': 200, others: 250 };
/** Names of files outside the checkout: builds, screenshots, settings of other programs, and an example of a new tool. */
const absent = /^(dist|test\/screenshots|\.[a-z]+)(\/|$)|\/shout\./;

/** The paths of project files that a page names in inline code, such as `workers/pool.ts` or `workers/`. */
function namedFiles(page: string): string[] {
  const names = [
    ...proseOf(page).matchAll(
      /`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|md|json|sql|service|yml|sh|conf|cfg)|(?:[\w.-]+\/)+)`/g,
    ),
  ];
  return names.map(([, name = '']) => name);
}

test('there is a page for the project and for each of its main folders', () => {
  for (const folder of ['', 'engine/', 'workers/', 'gateway/', 'bench/', 'test/']) {
    assert.ok(pages.includes(`${folder}README.md`), folder);
  }
});

for (const path of pages) {
  const page = readPage(path);

  describe(path, () => {
    test('its generated parts are up to date (npm run docs)', () => {
      // Not assert.equal: this sentence is more useful than the difference of two pages.
      assert.ok(page === withParts(page, parts[path] ?? {}), `${path} is out of date: npm run docs`);
    });

    test('its links lead to files and headings that exist', () => {
      for (const [, target = ''] of proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [file = '', anchor] = target.split('#');
        const linked = file === '' ? path : normalize(join(dirname(path), file));
        assert.ok(existsSync(join(project, linked)), target);
        if (anchor === undefined) continue;
        const headings = statSync(join(project, linked)).isDirectory() ? new Set() : anchorsOf(readPage(linked));
        assert.ok(headings.has(anchor), target);
      }
    });

    test('the files that it names exist', () => {
      for (const name of namedFiles(page)) {
        const candidates = [normalize(join(dirname(path), name)), normalize(name)];
        if (candidates.some((candidate) => absent.test(candidate))) continue;
        // A name without a folder may be that of any file, such as one of the operator.
        if (!name.includes('/')) continue;
        assert.ok(
          candidates.some((candidate) => existsSync(join(project, candidate))),
          name,
        );
      }
    });

    test('is short enough to read', { skip: path === 'CHANGELOG.md' && 'the list of changes may be long' }, () => {
      const lines = handWrittenOf(page).split('\n').length - 1;
      const most = path === 'README.md' ? longest['README.md'] : longest.others;
      assert.ok(lines <= most, `${lines} lines, more than ${most}`);
    });
  });
}

test('the drawing of the pipeline has exactly the errors of the gateway', () => {
  const drawing = partOf(readPage('gateway/README.md'), 'pipeline');
  const drawn = [...drawing.matchAll(/(\d{3}) ([A-Z][^\n]*)$/gm)].map(([line]) => line);
  const known = Object.values(httpErrors).map(({ status, sentence }) => `${status} ${sentence}`);
  assert.deepEqual([...new Set(drawn)].toSorted(), [...new Set(known)].toSorted());
});
