import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { pageParts as benchmarkParts } from '#bench/page-parts.js';
import { joinedParts, partOf, withParts } from '#gateway/build/docs/page.js';
import { pageParts } from '#gateway/build/docs/page-parts.js';
import { type HttpErrorCode, httpErrors } from '#gateway/core/errors.js';
import { type Refusal, refusalErrors } from '#gateway/server/telemetry/request-record.js';
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

describe('the drawing of the pipeline', () => {
  const shown = (code: HttpErrorCode) => `${httpErrors[code].status} ${httpErrors[code].sentence}`;

  /** The errors in the drawing with their stages, in order; a line without a stage of its own belongs to the last one. */
  const drawn: { readonly stage: string; readonly error: string }[] = [];
  for (const line of partOf(readPage('gateway/README.md'), 'pipeline').split('\n')) {
    const [, stage, error] = /^ *(?:[│├└]─?)? *(?:(\S.*?) \.+ )?(\d{3} [A-Z].*)$/.exec(line) ?? [];
    if (error !== undefined) drawn.push({ stage: stage ?? drawn.at(-1)?.stage ?? '', error });
  }

  /** The errors that the code of a folder can respond with, in the order of the code. */
  function errorsIn(file: string, begin: string, end?: string): string[] {
    const source = readFileSync(join(project, file), 'utf8');
    assert.ok(source.includes(begin) && source.includes(end ?? begin), 'the marks of the part are there');
    const part = source
      .slice(source.indexOf(begin), end === undefined ? undefined : source.indexOf(end))
      .replaceAll('error(unsupported', "error('unsupported-content-type', 'unsupported-content-encoding'")
      .replaceAll('lookUpFailed(', "refuse('store-unavailable', ");
    const calls = [...part.matchAll(/\b(?:error|forbidden|refuse)\(([^;]*)/g)].map(([, given = '']) => given);
    const names = calls.flatMap((given) => [...given.matchAll(/'([a-z-]+)'/g)].map(([, name = '']) => name));
    return (
      names
        .filter((name, index) => name !== names[index - 1])
        .map((name) => (name in refusalErrors ? refusalErrors[name as Refusal] : (name as HttpErrorCode)))
        // A bug is no stage.
        .filter((code) => code in httpErrors && code !== 'internal-error')
        .map(shown)
    );
  }

  test('has exactly the errors of the gateway', () => {
    const known = (Object.keys(httpErrors) as HttpErrorCode[]).map(shown);
    assert.deepEqual([...new Set(drawn.map(({ error }) => error))].toSorted(), [...new Set(known)].toSorted());
  });

  const stages = drawn.map(({ stage }) => stage);
  const ofToken = stages.indexOf('or admin token');
  const ofHost = stages.indexOf('host, for agents');

  test('has the stages of a request with a key in the order of server/pipeline/pipeline.ts', () => {
    const withKey = [
      ...drawn.slice(stages.indexOf('route and method'), ofToken),
      ...drawn.slice(ofHost, stages.lastIndexOf('stopping') + 1),
    ];
    const errors = errorsIn('gateway/server/pipeline/pipeline.ts', 'function handle(', '/** Probes ');
    assert.deepEqual(
      withKey.map(({ error }) => error),
      errors,
    );
  });

  test('has the errors of admin tokens and sessions that server/pipeline/administration.ts has', () => {
    const errors = errorsIn('gateway/server/pipeline/administration.ts', '#isOperator(response: ', '#handle(\n');
    assert.deepEqual(
      drawn
        .slice(ofToken, ofHost)
        .map(({ error }) => error)
        .toSorted(),
      errors.toSorted(),
    );
  });
});
