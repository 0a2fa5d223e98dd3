import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  fileNameOf,
  readRecipes,
  recipeFile,
  recipesFile,
} from '#gateway/console/app/views/playground/recipes/recipe.js';
import { templates } from '#gateway/console/app/views/playground/recipes/templates.js';
import {
  newGroup,
  newStep,
  newSteps,
  openedSteps,
  savedSteps,
} from '#gateway/console/app/views/playground/workflow/workflow.js';
import { runCommand } from '../../../../../../support/command-line.js';
import { runOperation } from '../../../../../../support/operations.js';
import { temporaryFolder } from '../../../../../../support/temporary-folder.js';

const recipe = {
  name: 'Shout',
  steps: savedSteps([
    newStep('trim-lines', { removeBlank: true }),
    newStep('reverse-text', {}, true),
    newStep('upper-case'),
  ]),
};

/** What templates say of parts of their examples that fail. */
const failed: Readonly<Record<string, string>> = {
  'Clean a CSV': 'Step 4 (phone-formatter) failed at line 5: not a valid phone number\n',
};

describe('the file of a recipe', () => {
  test('is what textmill run --steps reads: without the steps that are switched off', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, fileNameOf(recipe.name)), recipeFile(recipe));
    assert.deepEqual(await runCommand(['run', '--steps', 'shout.json'], { folder, input: ' a \n\nb' }), {
      code: 0,
      stdout: 'A\nB',
      stderr: '',
    });
  });

  test('keeps groups, without what is switched off and groups that are empty', async (t) => {
    const folder = temporaryFolder(t);
    const each = { csv: { columns: ['a'] } };
    const steps = savedSteps([
      newGroup({ each, steps: [newStep('upper-case'), newStep('reverse-text', {}, true)] }),
      newGroup({ each: 'line', steps: [newGroup({ steps: [] })] }),
      newGroup({ each, when: { contains: 'x' }, steps: [], else: [newStep('reverse-text')] }),
    ]);
    writeFileSync(join(folder, 'groups.json'), recipeFile({ name: 'Groups', steps }));
    assert.deepEqual(await runCommand(['run', '--steps', 'groups.json'], { folder, input: 'a,b\nxy,z\n' }), {
      code: 0,
      stdout: 'a,b\nYX,z\n',
      stderr: '',
    });
    const [read] = readRecipes(recipesFile([{ name: 'Groups', steps }]), 'x');
    assert.deepEqual(savedSteps(openedSteps(read?.steps ?? [])), steps);
  });

  test('is refused with groups that are none', () => {
    for (const group of [
      { each: 'word', steps: [] },
      { each: { csv: {}, line: {} }, steps: [] },
      { when: { contains: 1 }, steps: [] },
      { when: { all: [{ not: { blank: true }, any: [] }] }, steps: [] },
      { onError: 'ignore', steps: [] },
      { steps: ['upper-case', 1] },
      { steps: [{ steps: [{ steps: [{ steps: [] }] }] }] },
    ]) {
      assert.throws(() => readRecipes(JSON.stringify([group]), 'x'), /not a list of steps/, JSON.stringify(group));
    }
  });

  test('runs every template on the command line as the gateway does', async (t) => {
    const folder = temporaryFolder(t);
    for (const { name, input, steps } of templates) {
      writeFileSync(join(folder, fileNameOf(name)), recipeFile({ name, steps: savedSteps(newSteps(steps)) }));
      const { code, stdout, stderr } = await runCommand(['run', '--steps', fileNameOf(name)], { folder, input });
      assert.deepEqual([code, stderr], [0, failed[name] ?? ''], name);
      assert.equal(stdout, (runOperation('run', { input, steps }) as { readonly result: string }).result, name);
    }
  });

  test('is read again, under the name of the file', () => {
    const [read] = readRecipes(recipeFile(recipe), 'shout');
    assert.deepEqual(read, {
      name: 'shout',
      steps: [{ toolSlug: 'trim-lines', config: { removeBlank: true } }, { toolSlug: 'upper-case' }],
    });
    assert.deepEqual(readRecipes('{"input": "a", "steps": ["upper-case"]}', 'body'), [
      { name: 'body', steps: [{ toolSlug: 'upper-case' }] },
    ]);
  });

  test('of all recipes has their names and what is switched off', () => {
    const all = readRecipes(recipesFile([recipe, { name: '__proto__', steps: [{ toolSlug: 'upper-case' }] }]), 'x');
    assert.deepEqual(
      all.map(({ name, steps }) => [name, steps.map((step) => ['toolSlug' in step && step.toolSlug, step.off])]),
      [
        [
          'Shout',
          [
            ['trim-lines', undefined],
            ['reverse-text', true],
            ['upper-case', undefined],
          ],
        ],
        ['__proto__', [['upper-case', undefined]]],
      ],
    );
  });

  test('is refused with a reason if it is something else', () => {
    for (const [text, message] of [
      ['a,b', 'This file cannot be imported: it is not JSON.'],
      ['7', 'This file cannot be imported: it is not a list of steps.'],
      ['[]', 'This file cannot be imported: it has no steps.'],
      ['["upper-case", 7]', 'This file cannot be imported: it is not a list of steps.'],
      [JSON.stringify(Array(26).fill('upper-case')), 'This file cannot be imported: it is not a list of steps.'],
      ['{"recipes": []}', 'The file has no recipes.'],
      ['{"recipes": [{"name": "a", "steps": ["a"]}, 1]}', 'This file cannot be imported: recipe 2: it is not a list'],
      [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'This file cannot be imported'],
    ] as const) {
      assert.throws(
        () => readRecipes(text, 'x'),
        (error: Error) => error.message.startsWith(message),
        text.slice(0, 40),
      );
    }
  });

  test('has a name that every system takes', () => {
    assert.equal(fileNameOf('Clean a CSV: <now>/../é'), 'clean-a-csv-now-é.json');
    assert.equal(fileNameOf('***'), 'recipe.json');
  });
});
