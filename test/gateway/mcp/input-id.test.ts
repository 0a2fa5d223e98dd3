import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createLazyEngine } from '#engine/lazy-engine.js';
import { inProcessEngine } from '#gateway/mcp/in-process-engine.js';
import { TextStore } from '#gateway/mcp/tools/text-store.js';
import { sharedTestGateway, startTestGateway } from '../../support/gateway.js';
import { ManualClock } from '../../support/manual-clock.js';
import { callResult, refusalOf, startSession } from './agent-session.js';

const client = await startSession({ after }, { exposed: ['upper-case'] });
const run = (args: object) => callResult(client, 'run_text_workflow', args);
const forgotten = /^Unknown input_id: [\w-]+\. Texts are kept for an hour .*: send the text again as input\.$/;

describe('input_id', () => {
  test('of a result runs other steps on the same text', async () => {
    const { input_id } = await run({ input: 'b\na', steps: ['sort-lines'] });
    const again = await run({ input_id, steps: ['upper-case'] });
    assert.deepEqual([again.result, again.input_id], ['B\nA', input_id]);
  });

  test('takes the result of the last call', async () => {
    const { result_id } = await run({ input: 'b\na', steps: ['sort-lines'] });
    assert.equal((await run({ input_id: result_id, steps: ['upper-case'] })).result, 'A\nB');
  });

  test('takes a result or a text from one tool to another', async () => {
    const urls = { urls: ['https://b.example/?gclid=1', 'https://a.example/'] };
    const { result_id: cleaned, input_id } = await callResult(client, 'sanitize_urls', urls);
    assert.equal(input_id, undefined, 'a list is not one text');
    const { result_id: sorted } = await callResult(client, 'sort_dedupe_lines', { input_id: cleaned });
    const { result } = await callResult(client, 'upper-case', { input_id: sorted });
    assert.equal(result, 'HTTPS://A.EXAMPLE/\nHTTPS://B.EXAMPLE/');
  });

  test('takes the whole of a result that came in pages', async () => {
    const input = 'ab\n'.repeat(20_000);
    const { input_id, result_id, truncated } = await run({ input, steps: ['upper-case'] });
    assert.equal(truncated, true);
    const { result } = await run({ input_id: result_id, steps: [{ toolSlug: 'text-counter', config: {} }] });
    const { result: ofInput } = await run({ input_id, steps: [{ toolSlug: 'text-counter', config: {} }] });
    assert.equal(result, ofInput);
    const next = await run({ input_id, steps: ['upper-case'], resultOffset: 20_000 });
    assert.equal(next.result, input.toUpperCase().slice(20_000, 40_000));
    assert.equal(next.result_id, undefined, 'the first page has named the result');
  });

  test('in addition to input is refused', async () => {
    const { input_id } = await run({ input: 'a', steps: ['upper-case'] });
    assert.equal(
      await refusalOf(client, 'run_text_workflow', { input: 'a', input_id, steps: ['upper-case'] }),
      'Provide only one of input, input_id. Leave the others out.',
    );
  });

  test('that is unknown is refused, and the hint says to send the text', async () => {
    for (const [name, rest] of [
      ['run_text_workflow', { steps: ['upper-case'] }],
      ['sort_dedupe_lines', {}],
      ['sanitize_urls', {}],
      ['upper-case', {}],
    ] as const) {
      assert.match(await refusalOf(client, name, { input_id: 'AAAAAAAAAAAA', ...rest }), forgotten);
    }
  });

  test('is refused after an hour', async (t) => {
    const clock = new ManualClock();
    const session = await startSession(t, { texts: new TextStore({ clock, maxBytes: 8_000_000 }) });
    const { input_id } = await callResult(session, 'run_text_workflow', { input: 'a', steps: ['upper-case'] });
    clock.advance(3_600_000);
    assert.match(await refusalOf(session, 'run_text_workflow', { input_id, steps: ['upper-case'] }), forgotten);
  });

  test('of another account is unknown', async (t) => {
    const texts = new TextStore({ clock: new ManualClock(), maxBytes: 8_000_000 });
    const inProcess = inProcessEngine(createLazyEngine(), () => {});
    const [own, foreign] = await Promise.all(
      ['own', 'foreign'].map((account) => startSession(t, { texts, engine: { ...inProcess, account } })),
    );
    assert.ok(own && foreign);
    const { result_id } = await callResult(own, 'run_text_workflow', { input: 'a', steps: ['upper-case'] });
    const args = { input_id: result_id, steps: ['lower-case'] };
    assert.match(await refusalOf(foreign, 'run_text_workflow', args), forgotten);
    assert.equal((await callResult(own, 'run_text_workflow', args)).result, 'a');
  });

  test('is named in the refusal of a long text, so that the corrected call need not send it again', async () => {
    const input = `${' '.repeat(600)}a`;
    const refusal = await refusalOf(client, 'run_text_workflow', { input, steps: ['uppercase'] });
    const [, input_id] = /The text is kept: pass input_id "([\w-]{12})" in place of input\.$/.exec(refusal) ?? [];
    assert.equal((await run({ input_id, steps: ['trim-text', 'upper-case'] })).result, 'A');
  });
});

test('over HTTP, a text is kept for the account of the key, and for no other', async () => {
  const gateway = await sharedTestGateway();
  const { key, secret } = await gateway.key();
  const { secret: ofSameAccount } = await gateway.key({ accountId: key.accountId });
  const { secret: ofAnother } = await gateway.key();
  const call = async (by: string, args: object): Promise<{ readonly isError?: boolean; readonly text: string }> => {
    const params = { name: 'run_text_workflow', arguments: args };
    const { json } = await gateway.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, by);
    const { result } = json as { result: { isError?: boolean; content: readonly { readonly text: string }[] } };
    return { ...(result.isError && { isError: true }), text: result.content[0]?.text ?? '' };
  };
  const { text } = await call(secret, { input: 'b\na', steps: ['sort-lines'] });
  const { result_id: id } = JSON.parse(text);
  const args = { input_id: id, steps: ['upper-case'] };
  assert.equal(JSON.parse((await call(ofSameAccount, args)).text).result, 'A\nB');
  const refused = await call(ofAnother, args);
  assert.equal(refused.isError, true);
  assert.match(refused.text, forgotten);
});

test('with MCP_TEXT_MB=0 nothing is kept, and the results have no ids', async (t) => {
  const gateway = await startTestGateway(t, { settings: { MCP_TEXT_MB: '0' } });
  const params = { name: 'run_text_workflow', arguments: { input: 'a', steps: ['upper-case'] } };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const { json } = await gateway.post('/mcp', message, (await gateway.key()).secret);
  const { result } = json as { result: { content: readonly { readonly text: string }[] } };
  const { meta: _, ...rest } = JSON.parse(result.content[0]?.text ?? '');
  assert.deepEqual(rest, { result: 'A', truncated: false });
});
