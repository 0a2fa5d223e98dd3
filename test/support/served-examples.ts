import assert from 'node:assert/strict';
import { sendRequest } from './gateway.js';

interface ToolDocument {
  readonly slug: string;
  readonly examples: readonly { readonly input: string; readonly config?: object; readonly output: string }[];
}

/** Runs the first example of every tool by requests to a gateway, which loads the library of each. */
export async function assertServesExamples(url: string, key: string): Promise<void> {
  const { json } = await sendRequest(`${url}/v1/tools`, 'GET', {});
  const { tools } = json as { tools: readonly ToolDocument[] };
  assert.ok(tools.length > 100);
  for (const { slug } of tools) {
    const { json: document } = await sendRequest(`${url}/v1/tools/${slug}`, 'GET', {});
    const [example] = (document as ToolDocument).examples;
    assert.ok(example !== undefined, slug);
    const steps = [{ toolSlug: slug, ...(example.config === undefined ? {} : { config: example.config }) }];
    const response = await sendRequest(`${url}/v1/run`, 'POST', { key, body: { input: example.input, steps } });
    assert.equal((response.json as { result: string }).result, example.output, slug);
  }
}
