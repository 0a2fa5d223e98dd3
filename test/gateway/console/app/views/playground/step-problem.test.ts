import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { RequestFailure } from '#gateway/console/app/session/request.js';
import { stepProblem } from '#gateway/console/app/views/playground/step-problem.js';
import { sentSteps } from '#gateway/console/app/views/playground/workflow/sent-steps.js';
import { allSteps, newGroup, newStep, type Workflow } from '#gateway/console/app/views/playground/workflow/workflow.js';
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
    const body = JSON.stringify({ input, steps: sentSteps(workflow).steps });
    const headers = { ...json, 'x-api-key': secret, accept: 'application/problem+json' };
    const response = await fetch(`${service.url}/v1/run`, { method: 'POST', headers, body });
    const { status, detail, ...details } = (await response.json()) as { status: number; detail: string };
    assert.equal(status, 400);
    const failure = new RequestFailure(status, detail, { details });
    const { id, ...reported } = stepProblem(failure, sentSteps(workflow)) ?? { id: 0, detail };
    return { index: allSteps(workflow).findIndex((step) => step.id === id), ...reported };
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

  test('a step in a group, a group whose parts are not there, and one with an invalid option', async () => {
    const group = (each: object, ...steps: Workflow) => newGroup({ each: each as { csv: { columns: [] } }, steps });
    const csv = (...columns: string[]) => ({ csv: { columns } });
    const inner = group(csv('a'), off(), newStep('trim-lines'), newStep('json-formatter'));
    assert.equal((await problemOf([newGroup({ steps: [off()] }), inner], 'a\n{\n')).index, 5);
    assert.deepEqual(await problemOf([off(), group(csv('b'), newStep('trim-lines'))], 'bb,c\n'), {
      index: 1,
      option: '',
      message: '',
      sentence: 'there is no column "b". Did you mean "bb"?',
    });
    const { index, option } = { option: '', ...(await problemOf([group(csv(), newStep('trim-lines'))])) };
    assert.deepEqual([index, option], [0, 'columns']);
    const nested = newGroup({ steps: [newGroup({ when: { longerThan: -1 }, steps: [newStep('trim-lines')] })] });
    const problem = { sentence: '', ...(await problemOf([nested])) };
    assert.equal(problem.index, 1);
    assert.match(problem.sentence, /^The condition\.longerThan /);
  });

  test('an error that is about no step', () => {
    for (const details of [{}, { step: 7, tool: 'x', reason: 'y' }, { path: 'steps[9]', reason: 'must be a string' }]) {
      const failure = new RequestFailure(400, 'a sentence', { details });
      assert.equal(stepProblem(failure, sentSteps([newStep('trim-lines')])), undefined);
    }
  });
});
