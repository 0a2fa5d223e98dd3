import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { detectTable } from '#engine/text/detection/detect.js';
import { suggestionsFor } from '#gateway/console/engine/cleaning/suggestions.js';
import { dirtyTexts } from '../../support/dirty-texts.js';

describe('what a text can be cleaned of', () => {
  for (const [name, text, labels] of dirtyTexts) {
    test(name, () => {
      const findings = suggestionsFor(text, detectTable(text));
      assert.deepEqual(
        findings.map(({ label, action }) => `${label}: ${action}`),
        labels,
      );
      assert.equal(new Set(findings.map(({ id }) => id)).size, findings.length);
    });
  }
});
