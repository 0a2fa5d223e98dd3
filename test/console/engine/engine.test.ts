import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { measuredCosts } from '#engine/catalogue/measured-costs.js';
import { createEngine } from '#engine/execute.js';
import type { OperationName } from '#engine/operations/operation.js';
import { findConsoleFiles } from '#gateway/console/console-files.js';
import { problemMembers } from '#gateway/core/problem-document.js';
import { esbuildOf } from '../../../gateway/build/esbuild.mjs';
import { toolSources } from '../../../gateway/build/tool-modules.mjs';
import listed from '../../fixtures/browser-tables.json' with { type: 'json' };
import { TestBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));

interface Response {
  readonly status: number;
  /** JSON; a message if the request was rejected. */
  readonly body: string;
}

type Request = readonly [operation: OperationName, body: unknown];

/** Bundles modules that the page of a test imports. */
function bundled(contents: string, script: string): Buffer {
  const { outputFiles } = esbuildOf(project).buildSync({
    stdin: { contents, resolveDir: project, loader: 'ts' },
    define: { engineScript: JSON.stringify(script) },
    bundle: true,
    format: 'esm',
    tsconfigRaw: {},
    write: false,
  });
  return Buffer.from(outputFiles[0]?.contents ?? '');
}

/** Returns JSON without what differs from run to run. */
function withoutTimes(json: string): string {
  return json.replace(/"(processingTimeMs|ms)":[\d.e-]+/g, '"$1":0');
}

/** Stops a request, so that the next one gets a new worker. */
const endWorker =
  "const end = new AbortController(); const last = outcome(local.localRequest('run', {}, { signal: end.signal })); end.abort(); return last;";

/** What differs between versions of Unicode, languages and time zones, by the names of the tables. Runs on both sides. */
const tablesScript = `(() => {
  const characters = [];
  for (let code = 0; code < 0x33500; code++) if (code < 0xd800 || code > 0xdfff) characters.push(String.fromCodePoint(code));
  const changed = (change) => characters.map((each) => [each, change(each)]).filter(([each, other]) => each !== other);
  const properties = 'L M N P S Z C Lu Ll Nd Cn Alphabetic Emoji Emoji_Presentation Extended_Pictographic Cased ID_Start Default_Ignorable_Code_Point Script=Han Script=Latin'.split(' ');
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const ordered = characters.filter((each) => /[\\p{L}\\p{N}\\p{P}\\p{S}\\p{M}]/u.test(each) && !/[\\p{Script=Han}\\p{Script=Hangul}]/u.test(each));
  const days = Array.from({ length: 136 }, (_, index) => Date.UTC(1970 + (index >> 1), (index % 2) * 6, 15));
  const offsets = (timeZone) => {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', year: 'numeric' });
    return timeZone + days.map((day) => format.format(day)).join();
  };
  const tables = {
    properties: properties.map((name) => characters.filter((each) => new RegExp('\\\\p{' + name + '}', 'u').test(each)).join('')),
    case: [changed((each) => each.toUpperCase()), changed((each) => each.toLowerCase()), changed((each) => each.toLocaleUpperCase('tr'))],
    normalization: ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => changed((each) => each.normalize(form))),
    graphemes: ordered.filter((each) => [...graphemes.segment('a' + each)].length === 1),
    order: [...ordered].sort(new Intl.Collator('en').compare),
    currencies: Intl.supportedValuesOf('currency'),
    'time zones': Intl.supportedValuesOf('timeZone').map(offsets),
  };
  const digest = (text) => { let hash = 7; for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0; return hash; };
  return Object.entries(tables).map(([name, table]) => [name, digest(JSON.stringify(table))]);
})()`;

describe('the engine in a browser', { skip: unlessBrowser }, async () => {
  const service = await sharedTestGateway();
  const browser = new TestBrowser({ after });
  const names = [...(await findConsoleFiles()).keys()];
  const script = names.find((name) => /^engine-[^-]+\.js$/.test(name)) ?? '';
  const harness = bundled(
    "export * from './gateway/console/app/engine/local-engine.ts'; export * from './gateway/console/app/engine/browser-tables.ts';",
    script,
  );
  const catalogue = await loadCatalogue();
  const engine = createEngine(catalogue);
  const tools = Array.from(catalogue.values(), ({ tool }) => tool);
  const examplesOf = ({ slug, examples }: (typeof tools)[number]) =>
    examples.map(({ input, config = {} }): Request => ['run', { input, steps: [{ toolSlug: slug, config }] }]);

  function onGateway([operation, body]: Request): Response {
    const json = typeof body === 'string' ? body : JSON.stringify(body);
    const { status, body: bytes, problem } = engine.execute(operation, Buffer.from(json));
    const found = problem && JSON.stringify({ ...problemMembers(problem, ''), requestId: undefined });
    return { status, body: withoutTimes(found ?? Buffer.from(bytes).toString()) };
  }

  async function openPage() {
    const opened = await browser.open(`${service.url}/console/tools`);
    const { page } = opened;
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url().replace(/^.*\//, '')));
    await page.route('**/harness.js', (route) => route.fulfill({ contentType: 'text/javascript', body: harness }));
    /** Runs a script in the page, which has the exports of the modules as `local`, and `outcome`. */
    const evaluate = <Value>(source: string): Promise<Value> =>
      page.evaluate(`import('/console/assets/harness.js').then(async (local) => {
        const outcome = (promise) => promise.then(
          ({ status, body }) => ({ status, body: JSON.stringify(body) }),
          (error) => ({ status: 0, body: error.name + ': ' + error.message }));
        ${source} })`) as Promise<Value>;
    const inBrowser = async (requests: readonly Request[]): Promise<readonly Response[]> => {
      const source = `return Promise.all(${JSON.stringify(requests)}.map((each) => outcome(local.localRequest(...each))));`;
      const responses = await evaluate<readonly Response[]>(source);
      return responses.map(({ status, body }) => ({ status, body: withoutTimes(body) }));
    };
    return { ...opened, requested, evaluate, inBrowser };
  }

  async function isSame(requests: readonly Request[], page: Awaited<ReturnType<typeof openPage>>) {
    const responses = await page.inBrowser(requests);
    for (const [index, request] of requests.entries())
      assert.deepEqual(responses[index], onGateway(request), JSON.stringify(request).slice(0, 500));
  }

  test('every example of every tool gives the same as on the gateway', async () => {
    const opened = await openPage();
    const unlisted = tools.filter(({ slug }) => !(listed.examples as readonly string[]).includes(slug));
    await isSame(unlisted.flatMap(examplesOf), opened);
    assert.deepEqual([...opened.hosts], [new URL(service.url).host]);
    await opened.close();
  });

  test('a tool with a library gives the same in a new worker, which has no library yet', async () => {
    const opened = await openPage();
    const withLibrary = tools.filter(({ slug }) => ['library', 'pattern'].includes(String(measuredCosts[slug])));
    assert.ok(withLibrary.length > 50);
    for (const tool of withLibrary) {
      await isSame(examplesOf(tool).slice(-2), opened);
      await opened.evaluate(endWorker);
    }
    await opened.close();
  });

  test('groups, traces, several texts, lists and errors are the same, too', async () => {
    const opened = await openPage();
    const csv = 'name,age\n ada ,36\n bob,x\n';
    const mark = { each: { column: 'age' }, steps: [{ toolSlug: 'math-evaluator' }], onError: 'mark' };
    const run = (steps: unknown, more: object = {}): Request => ['run', { input: csv, steps, ...more }];
    await isSame(
      [
        run([{ each: 'line', when: { contains: 'a' }, steps: ['trim-lines', 'upper-case'], else: ['lower-case'] }]),
        run([mark, 'trim-lines'], { trace: true }),
        run([{ each: 'line', steps: ['json-formatter'], onError: 'error' }], { trace: true }),
        run(['upper-case', 'json-formatter'], { trace: true }),
        run(['trim-lines'], { input: undefined, inputs: ['a ', { id: 'x', input: ' b' }] }),
        run(['json-minifier'], { input: undefined, inputs: ['{}', '{'], onError: 'report' }),
        run(['json-minifier'], { input: undefined, inputs: ['{}', '{'], onError: 'error' }),
        ...[
          [],
          {},
          ['trim-line'],
          [{ toolSlug: 'csv-sort', config: { colum: 1 } }],
          [1],
          [{ each: 'row', steps: [] }],
        ].map((steps) => run(steps)),
        run([{ toolSlug: 'head-lines', config: { count: -1 } }]),
        run([{ toolSlug: 'regex-replace', config: { pattern: '(', replacement: '' } }]),
        run([{ toolSlug: 'json-schema-validator', config: { schema: { type: 'strin' } } }], { input: '{}' }),
        run(['trim-lines'], { colour: 'red' }),
        run(Array(26).fill('trim-lines')),
        ...['', '{', '[]', '1', '\ufeff{}', '{"input":1}', { input: csv }].map((body): Request => ['run', body]),
        ...[
          { urls: ['https://a.example/?utm_source=b&c=d', 'x'], explain: true },
          { input: ' https://a.example/?fbclid=b\n\nhttps://b.example/?ref=c&gclid=d', profile: 'careful' },
          ...[{}, { urls: [1] }, { urls: ['a'], url: 'b' }, { url: 'https://www.google.com/url?q=https://c.example/' }],
        ].map((body): Request => ['sanitize', body]),
        ...[
          { lines: ['b', ' a', 'b', '10', '9'], natural: true },
          { input: 'ä\nz\na\r\nA\n', dedupe: false, direction: 'desc', caseSensitive: false },
          ...[{ lines: [] }, { input: 'a', lines: ['b'] }, { input: 'a', direction: 'up' }],
        ].map((body): Request => ['sort-dedupe', body]),
      ],
      opened,
    );
    await opened.close();
  });

  test('nothing is loaded before it is needed, and no library before a tool calls it', async () => {
    const { requested, inBrowser, close } = await openPage();
    const loaded = () => requested.filter((name) => name.startsWith('engine-'));
    await inBrowser([]);
    assert.deepEqual(loaded(), []);
    await inBrowser([['run', { input: ' a', steps: ['trim-lines'] }]]);
    assert.ok(loaded().some((name) => name.startsWith('engine-trim-lines-')));
    await inBrowser([['run', { input: 'a b', steps: ['text-counter'] }]]);
    const isLibrary = (name: string) => /^engine-(?:o200k|cl100k|luxon|yaml|re2js|terser)/.test(name);
    assert.deepEqual(loaded().filter(isLibrary), []);
    await inBrowser([['run', { input: 'a: 1', steps: ['json-yaml-converter'] }]]);
    assert.deepEqual(
      loaded()
        .filter(isLibrary)
        .map((name) => name.slice(7, 11)),
      ['yaml'],
    );
    await close();
  });

  test('a text may have 5,000,000 characters, and lists are as long', async () => {
    const { evaluate, close } = await openPage();
    const lengths = await evaluate<unknown>(`
      const text = 'Grüße an alle 12345\\n'.repeat(250_000);
      const long = await local.localRequest('run', { input: text, steps: ['sort-lines', 'markdown-to-text', 'upper-case'] });
      const longer = await local.localRequest('run', { input: text + 'a', steps: ['upper-case'] });
      const lines = await local.localRequest('sort-dedupe', { input: 'b\\na\\n'.repeat(200_000), dedupe: false });
      const urls = await local.localRequest('sanitize', { urls: Array(50_000).fill('https://a.example/?utm_source=b') });
      return [long.status, long.body.meta?.inputLength ?? long.body.detail, longer.body.detail, lines.body.lines, urls.body.count];`);
    const refusal = 'Input too large: 5000001 characters (maximum 5000000)';
    assert.deepEqual(lengths, [200, 5_000_000, refusal, 400_000, 50_000]);
    await close();
  });

  test('steps that take long are told, and can be stopped; what waits goes on', async () => {
    const { evaluate, close } = await openPage();
    const [told, stopped, waited, refused, next] = await evaluate<readonly [readonly object[], ...Response[]]>(`
      const input = Array.from({ length: 300_000 }, (_, i) => 'line ' + (i * 7919) % 1_000_003).join('\\n');
      const steps = ['sort-lines', { toolSlug: 'sort-lines', config: { order: 'desc' } }, 'sort-lines'];
      const told = [];
      await local.localRequest('run', { input, steps }, { onProgress: ({ step, of }) => told.push({ step, of }) });
      const [first, third] = [new AbortController(), new AbortController()];
      const sent = [
        local.localRequest('run', { input, steps: Array(25).fill('cluster-values') }, { signal: first.signal, onProgress: () => first.abort() }),
        local.localRequest('run', { input: ' a', steps: ['trim-text'] }),
        local.localRequest('run', { input: ' b', steps: ['trim-text'] }, { signal: third.signal }),
      ].map(outcome);
      third.abort();
      const responses = await Promise.all(sent);
      return [told, ...responses, await outcome(local.localRequest('run', { input: ' c', steps: ['trim-text'] }))];`);
    assert.deepEqual(told.at(-1), { step: 3, of: 3 });
    assert.match(stopped?.body ?? '', /^AbortError/);
    assert.match(refused?.body ?? '', /^AbortError/);
    assert.match(waited?.body ?? '', /"result":"a"/);
    assert.match(next?.body ?? '', /"result":"c"/);
    await close();
  });

  test('a part that cannot be loaded is an error, and the next request tries again', async () => {
    const { page, evaluate, inBrowser, close } = await openPage();
    const request: Request = ['run', { input: 'a', steps: ['upper-case'] }];
    await page.route('**/engine-upper-case-*', (route) => route.abort());
    const [failed] = await inBrowser([request]);
    assert.match(failed?.body ?? '', /^LocalEngineError: Textmill cannot run this in the browser\. Cannot load /);
    await page.unroute('**/engine-upper-case-*');
    assert.deepEqual((await inBrowser([request]))[0], onGateway(request));
    await page.route(`**/${script}`, (route) => route.abort());
    await evaluate(endWorker);
    const [dead] = await inBrowser([request]);
    assert.match(dead?.body ?? '', /^LocalEngineError: .*check the connection/);
    await close(/ERR_FAILED/);
  });

  test('the worker can send nothing, and makes no code from texts', async () => {
    const { page, inBrowser, close } = await openPage();
    await inBrowser([['run', { input: 'a', steps: ['upper-case'] }]]);
    const [worker] = page.workers();
    // In a timer: what a debugger evaluates may make code.
    const attempts = ["fetch('/v1/tools')", 'new Promise((resolve) => setTimeout(() => resolve(makeCode())))'];
    const refused = await worker?.evaluate(
      `{ const makeCode = () => { try { new Function('1'); } catch (error) { return Promise.reject(error); } };
      Promise.all([${attempts}].map((each) => each.then(() => 'done', (error) => error.name))) }`,
    );
    assert.deepEqual(refused, ['TypeError', 'EvalError']);
    await close(/Content Security Policy/);
  });

  test('its tables differ from those of Node.js only where the page says so', async () => {
    const { page, evaluate, close } = await openPage();
    const theirs = new Map((await page.evaluate(tablesScript)) as [string, number][]);
    const ours = runInThisContext(tablesScript) as [string, number][];
    const differing = ours.filter(([name, digest]) => theirs.get(name) !== digest).map(([name]) => name);
    assert.deepEqual(
      differing.filter((name) => !listed.tables.includes(name)),
      [],
    );
    assert.equal(await evaluate('return local.browserUnicode();'), process.versions.unicode);
    await close();
  });

  test('the page knows which tools use zones and currencies', async () => {
    const { metafile } = esbuildOf(project).buildSync({
      absWorkingDir: project,
      entryPoints: toolSources(project).map((tool) => `engine/tools/${tool}.ts`),
      ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', packages: 'external', outdir: 'none' },
      ...{ write: false, metafile: true, tsconfigRaw: {} },
    });
    const usersOf = (module: string) =>
      toolSources(project)
        .filter((tool) => {
          const reached = new Set([`engine/tools/${tool}.ts`]);
          for (const file of reached)
            for (const { path, external } of metafile.inputs[file]?.imports ?? []) if (!external) reached.add(path);
          return reached.has(module);
        })
        .map((tool) => tool.replace(/^.*\//, ''))
        .sort();
    const { evaluate, close } = await openPage();
    const [zones, currencies] = await evaluate<string[][]>(
      'return [[...local.toolsWithZones], [...local.toolsWithCurrencies]];',
    );
    assert.deepEqual(zones, usersOf('engine/text/dates/luxon.ts'));
    assert.deepEqual(currencies, usersOf('engine/text/numbers/money.ts'));
    await close();
  });
});
