import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { RequestFailure } from '#gateway/console/app/session/request.js';
import { stepProblem } from '#gateway/console/app/views/playground/step-problem.js';
import { newStep, requestSteps, type Workflow } from '#gateway/console/app/views/playground/workflow/workflow.js';
import { sharedTestGateway, type TestGateway } from '../../../../../support/gateway.js';

const json = { 'content-type': 'application/json' };

describe('the step that an error is about', () => {
  let service: TestGateway;
  let secret: string;
  before(async () => {
    service = await sharedTestGateway();
    secret = (await service.key()).secret;
  });

  /** Sends a workflow to the gateway, and returns the problem of its error: the index of the step, and the texts. */
  async function problemOf(workflow: Workflow, input = '') {
    const body = JSON.stringify({ input, steps: requestSteps(workflow) });
    const headers = { ...json, 'x-api-key': secret, accept: 'application/problem+json' };
    const response = await fetch(`${service.url}/v1/run`, { method: 'POST', headers, body });
    const { status, detail, ...details } = (await response.json()) as { status: number; detail: string };
    assert.equal(status, 400);
    const failure = new RequestFailure(status, detail, { details });
    const { id, ...reported } = stepProblem(failure, workflow) ?? { id: 0, detail };
    return { index: workflow.findIndex((step) => step.id === id), ...reported };
  }

  const off = () => newStep('upper-case', {}, true);

  test('a failed step', async () => {
    const reported = await problemOf([off(), newStep('trim-lines'), off(), newStep('json-formatter')], '{');
    assert.equal(reported.index, 3);
    assert.equal('option' in reported && reported.option, '');
    assert.match('sentence' in reported ? reported.sentence : '', /^(?!Step).*\S/);
  });

  test('an invalid option', async () => {
    const reported = await problemOf([
      newStep('trim-lines'),
      off(),
      newStep('csv-json-converter', { hasHeaders: 'x' }),
    ]);
    assert.deepEqual(reported, {
      index: 2,
      option: 'hasHeaders',
      message: 'Must be a boolean',
      sentence: 'hasHeaders must be a boolean',
    });
  });

  test('an invalid value inside an option', async () => {
    const reported = await problemOf([off(), newStep('title-case-converter', { smallWords: ['a', 1] })]);
    const sentence = 'smallWords[1] must be a string';
    assert.deepEqual(reported, { index: 1, option: 'smallWords', message: sentence, sentence });
  });

  test('an unknown option', async () => {
    const steps = [newStep('csv-json-converter'), newStep('csv-json-converter', { delimeter: ';' })];
    const reported = await problemOf(steps);
    const sentence = 'Unknown option for csv-json-converter: delimeter. Did you mean delimiter?';
    assert.deepEqual(reported, { index: 1, option: '', message: '', sentence });
  });

  test('an unknown tool, with a name of any length', async () => {
    for (const slug of ['uppercase', 'x'.repeat(300)]) {
      const reported = await problemOf([off(), newStep('trim-lines'), newStep(slug)]);
      assert.equal(reported.index, 2);
    }
  });

  test('an error that is about no step', () => {
    for (const details of [{}, { step: 7, tool: 'x', reason: 'y' }, { path: 'steps[9]', reason: 'must be a string' }]) {
      const failure = new RequestFailure(400, 'a sentence', { details });
      assert.equal(stepProblem(failure, [newStep('trim-lines')]), undefined);
    }
  });
});
