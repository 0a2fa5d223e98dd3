import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { noteRun, runHistory, withRun } from '#gateway/console/app/views/playground/recipes/recipes-store.js';
import { newGroup, newStep } from '#gateway/console/app/views/playground/workflow/workflow.js';
import { secretOptions } from '#gateway/core/stored-workflow.js';

const steps = (...slugs: string[]) => slugs.map((toolSlug) => ({ toolSlug }));

describe('the history of runs', () => {
  test('keeps a workflow once, at its latest stage, the latest first', () => {
    let runs: ReturnType<typeof withRun> = withRun([], steps('a'));
    runs = withRun(runs, steps('a', 'b'));
    runs = withRun(runs, [{ toolSlug: 'a' }, { toolSlug: 'b', config: { x: 1 } }]);
    assert.deepEqual(runs, [[{ toolSlug: 'a' }, { toolSlug: 'b', config: { x: 1 } }]]);
    runs = withRun(withRun(runs, steps('c')), steps('d', 'e'));
    assert.deepEqual(
      runs.map((run) => run.map((step) => 'toolSlug' in step && step.toolSlug).join()),
      ['d,e', 'c', 'a,b'],
    );
  });

  test('takes a group around steps for a later stage', () => {
    const grouped = [{ each: 'line' as const, steps: steps('a', 'b') }];
    assert.deepEqual(withRun([steps('a')], grouped), [grouped]);
    assert.deepEqual(withRun([grouped], steps('c')), [steps('c'), grouped]);
  });

  test('moves a workflow that is run again to the front', () => {
    const runs = withRun([steps('c', 'd'), steps('c'), steps('a')], steps('c'));
    assert.deepEqual(runs, [steps('c'), steps('c', 'd'), steps('a')]);
  });

  test('has the last 50, and none with a secret or a long text in its options', () => {
    noteRun([newStep('hmac-text', { key: 'secret' })]);
    noteRun([newGroup({ each: 'line', steps: [newStep('hmac-text', { key: 'secret' })] })]);
    noteRun([newStep('text-diff', { other: 'x'.repeat(5_000) })]);
    assert.equal(runHistory.value.length, 0);
    for (let index = 0; index < 60; index++) noteRun([newStep(`tool-${index}`)]);
    assert.equal(runHistory.value.length, 50);
    assert.deepEqual(runHistory.value[0]?.[0], { toolSlug: 'tool-59', config: {} });
  });

  test('knows every option of the catalogue that takes a secret', async () => {
    const secrets = new Set<string>();
    for (const { tool } of (await loadCatalogue()).values()) {
      for (const name of Object.keys(tool.config.properties)) {
        if (/^(?:key|secret|salt|password|passphrase|token)$|(?:Secret|Token|Password)$/.test(name)) secrets.add(name);
      }
    }
    assert.deepEqual(secrets, secretOptions);
  });
});
