import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findConsoleFiles } from '#gateway/console/console-files.js';
import { problemMembers } from '#gateway/core/problem-document.js';
import { type Catalogue, loadCatalogue } from '#engine/catalogue/catalogue.js';
import { createEngine } from '#engine/execute.js';
import type { OperationName } from '#engine/operations/operation.js';
import { esbuildOf } from '../../../gateway/build/esbuild.mjs';
import { TestBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));

interface Response {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

type Request = readonly [operation: OperationName, body: unknown];

/** Returns JSON without what differs from run to run. */
function withoutTimes(json: string): string {
  return json.replace(/"(processingTimeMs|ms)":[\d.e-]+/g, '"$1":0');
}

describe('the engine in a browser', { skip: unlessBrowser }, async () => {
  const service = await sharedTestGateway();
  const browser = new TestBrowser({ after });
  const names = [...(await findConsoleFiles()).keys()];
  const script = names.find((name) => /^engine-[^-]+\.js$/.test(name)) ?? '';
  const catalogue: Catalogue = await loadCatalogue();
  const engine = createEngine(catalogue);

  function onGateway([operation, body]: Request): Response {
    const json = typeof body === 'string' ? body : JSON.stringify(body);
    const { status, body: bytes, problem } = engine.execute(operation, Buffer.from(json));
    const { requestId: _, ...members } = (problem && problemMembers(problem, '')) ?? { requestId: '' };
    return { status, body: withoutTimes(problem ? JSON.stringify(members) : Buffer.from(bytes).toString()) };
  }

  async function openPage() {
    const opened = await browser.open(`${service.url}/console/`);
    const { outputFiles } = esbuildOf(project).buildSync({
      stdin: {
        contents:
          "import { localRequest } from './gateway/console/app/engine/local-engine.ts'; globalThis.localRequest = localRequest;",
        resolveDir: project,
      },
      bundle: true,
      format: 'esm',
      define: { engineScript: JSON.stringify(script) },
      tsconfigRaw: {},
      write: false,
    });
    const { page } = opened;
    page.on('console', (m) => { console.log('DIFF console', m.type(), m.text(), JSON.stringify(m.location())); });
    page.on('pageerror', (e) => { console.log('DIFF pageerror', e.name, e.message, e.stack, JSON.stringify(e)); });
    page.on('request', (r) => { if (new URL(r.url()).host === '') console.log('DIFF req', r.url(), r.resourceType()); });
    page.on('worker', (w) => { console.log('DIFF worker', w.url()); });
    await page.route('**/harness.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: Buffer.from(outputFiles[0]?.contents ?? '') }),
    );
    await page.evaluate("import('/console/assets/harness.js')");
    const inBrowser = async (requests: readonly Request[]): Promise<readonly Response[]> => {
      const responses = (await page.evaluate(
        `Promise.all(${JSON.stringify(requests)}.map(([operation, body]) => localRequest(operation, body).then(({ status, body }) => ({ status, body: JSON.stringify(body) }), (error) => ({ status: 0, body: String(error.stack) }))))`,
      )) as readonly Response[];
      return responses.map(({ status, body }) => ({ status, body: withoutTimes(body) }));
    };
    return { ...opened, inBrowser };
  }

  test('every example of every tool gives the same as on the gateway', async () => {
    const { inBrowser, close } = await openPage();
    const requests = [...catalogue.values()].flatMap(({ tool: { slug, examples } }) =>
      examples.map(({ input, config = {} }): Request => ['run', { input, steps: [{ toolSlug: slug, config }] }]),
    );
    const responses = await inBrowser(requests);
    const differing = requests.flatMap((request, index) => {
      const [expected, found] = [onGateway(request), responses[index]];
      return expected.body === found?.body ? [] : [[request, expected.body, found?.body]];
    });
    console.log('DIFF ' + differing.map((d) => `${(d[0] as any)[1].steps[0].toolSlug} ${JSON.stringify(d)}`.slice(0, 700)).join('\nDIFF '));
    assert.deepEqual(differing, []);
    await close();
  });
});
