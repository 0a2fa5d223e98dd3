import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unmetConditions } from '#gateway/client/line-keeping.js';
import { clientCases } from '../../support/client-cases.js';

const config = { properties: clientCases.optionsOfTool };

describe('whether a tool keeps the number of lines', () => {
  for (const [name, keepsLines, options, unmet] of clientCases.lineKeeping) {
    test(name, () => assert.equal(unmetConditions({ keepsLines, config }, options), unmet ?? undefined));
  }

  test('an option that is undefined has its default', () => {
    const keepsLines = [{ mode: { enum: ['a'] } }];
    assert.equal(unmetConditions({ keepsLines, config }, { mode: undefined }), undefined);
  });

  test('a gateway without keepsLines counts as never', () => {
    const tool = { config: {} } as unknown as Parameters<typeof unmetConditions>[0];
    assert.equal(unmetConditions(tool), 'never');
  });
});
