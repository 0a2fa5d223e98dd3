import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createEngine, type Step } from '#engine/index.js';
import { detectTable } from '#engine/text/detection/detect.js';
import type { WrittenStep } from '#gateway/console/app/session/workflow-address.js';
import { sentSteps } from '#gateway/console/app/views/playground/workflow/sent-steps.js';
import { explicitWorkflow } from '#gateway/console/app/views/playground/workflow/table.js';
import { newSteps } from '#gateway/console/app/views/playground/workflow/workflow.js';
import { suggestionsFor } from '#gateway/console/engine/cleaning/suggestions.js';
import { dirtyTexts } from '../../support/dirty-texts.js';

const engine = createEngine();

describe('each suggestion cures what it names', () => {
  for (const [name, text] of dirtyTexts) {
    const table = detectTable(text);
    for (const { id, label, action, steps } of suggestionsFor(text, table)) {
      test(`${name}: ${label}: ${action}`, async () => {
        const workflow = explicitWorkflow(newSteps(steps as readonly WrittenStep[]), table);
        const { result } = await engine.run(text, sentSteps(workflow).steps as Step[]);
        assert.deepEqual(
          suggestionsFor(result, detectTable(result)).filter((left) => left.id === id),
          [],
        );
        assert.notEqual(result, text);
      });
    }
  }
});
