import assert from 'node:assert/strict';
import { after } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { createEngine } from '#engine/execute.js';
import { faultyTools, startTestGateway } from '../../support/gateway.js';
import { inheritedNames, inheritedTexts } from '../../support/inherited-names.js';
import { prototypeState } from '../../support/prototypes.js';

export const catalogue = await loadCatalogue();
const engine = createEngine(catalogue);
/** Every job runs on a thread; a small body reports from where it runs. */
export const pooled = await startTestGateway(
  { after },
  // On a busy machine a thread takes long to load the library of a tool.
  { settings: { INLINE_MAX_BYTES: '0', JOB_TIMEOUT_MS: '60000' }, toolDirectories: [toolsDirectory, faultyTools] },
);
export const key = (await pooled.key()).secret;
const threadState = async () =>
  ((await pooled.post('/v1/run', { input: '', steps: ['report-prototypes'] }, key)).json as { result: string }).result;
const before = { here: prototypeState(), there: await threadState() };
export const found = { runs: 0 };

/** The options of a tool as its examples have them, and each that takes a text with each name in its place. */
function configsOf(slug: string): string[] {
  const { tool } = catalogue.get(slug) ?? assert.fail(slug);
  const examples = tool.examples.map(({ config = {} }) => JSON.stringify(config));
  const first = tool.examples.find(({ config }) => config !== undefined)?.config ?? {};
  const changed = Object.entries(tool.config.properties).flatMap(([option, schema]) => {
    const { type } = schema as { type?: string };
    const values = inheritedNames.map((name) => JSON.stringify(name));
    if (type === 'array') return [JSON.stringify({ ...first, [option]: inheritedNames })];
    if (type === 'object')
      return [`"__proto__"`, `"constructor"`].map((name) => objectConfig(first, option, `{${name}:"toString"}`));
    return type === 'string' ? values.map((value) => objectConfig(first, option, value)) : [];
  });
  return [...new Set(['{}', ...examples, ...changed])];
}

function objectConfig(others: object, option: string, valueJson: string): string {
  const rest = Object.entries(others).filter(([name]) => name !== option);
  return `{${[...rest.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`), `${JSON.stringify(option)}:${valueJson}`].join(',')}}`;
}

/**
 * Runs a tool over texts full of inherited names, in this process and, each text with one of its configs, over HTTP.
 *
 * @param isTried - whether a text is tried with one of a number of configs, by their places.
 * @param isSent - whether texts are sent over HTTP too, for which a thread loads the tool.
 */
export async function runOverNames(
  slug: string,
  isTried: (text: number, config: number, configs: number) => boolean,
  isSent = true,
): Promise<void> {
  const configs = configsOf(slug);
  for (const [index, [what, text]] of Object.entries(inheritedTexts).entries()) {
    for (const [at, config] of configs.entries()) {
      if (!isTried(index, at, configs.length)) continue;
      const body = `{"input":${JSON.stringify(text)},"steps":[{"toolSlug":"${slug}","config":${config}}]}`;
      const { status, trace } = engine.execute('run', Buffer.from(body));
      assert.ok(status !== 500, `${what} ${config}: ${trace}`);
      found.runs++;
      // Over HTTP each text once, with one config after the other.
      if (!isSent || (at + index) % configs.length > 0) continue;
      const response = await pooled.request('POST', '/v1/run', { key, body });
      assert.equal(response.status, status, `${what} ${config}`);
      found.runs++;
    }
  }
}

/** Asserts that no prototype has changed since this module was loaded, in this process or on the thread. */
export async function assertNothingPolluted(): Promise<void> {
  assert.deepEqual(prototypeState(), before.here);
  assert.equal(await threadState(), before.there);
  assert.equal(new Map(Object.entries({})).size, 0);
}
