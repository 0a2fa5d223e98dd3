import { LRUCache } from 'lru-cache';
import { LazyCatalogue, type OwnToolSource } from './catalogue/lazy-catalogue.js';
import { toolDocument } from './catalogue/tool-documents.js';
import { mostResults, searchTools } from './catalogue/tool-search.js';
import { engineProblem } from './core/error-table.js';
import { RequestError, unknownTool } from './core/errors.js';
import { LoadError } from './core/load-error.js';
import { WorkBudget } from './core/work-budget.js';
import { type Engine, EngineError, type Tools } from './library.js';
import type { OperationName, Plan } from './operations/operation.js';
import { InvalidToolError } from './own-tools/invalid-tool.js';
import { folderSource } from './own-tools/load-tools.js';
import { givenTool } from './own-tools/own-tool.js';
import type { OwnTool } from './own-tools/tool-definition.js';
import { checkRequest, executePlan, type Members, planRequest } from './parsed-requests.js';
import type { RunManyResult, RunResult, SanitizeResult, SortDedupeResult, ToolDocument } from './types.js';

/** Most remembered workflows: the next call with the same steps neither validates nor compiles them. */
const mostPlans = 100;
/** Longest workflow that is remembered, in characters of JSON. */
const longestRemembered = 10_000;

/** Returns an engine with its modules loaded. @param own - tools that are not Textmill's, with slugs of their own. */
export function loadedEngine(own: readonly OwnTool[]): Engine {
  const catalogue = new LazyCatalogue();
  const isBuiltIn = (slug: string): boolean => catalogue.isBuiltIn(slug);
  const sourceOf = (tool: OwnTool): OwnToolSource =>
    folderSource(tool) ?? { slug: tool.slug, load: async () => givenTool(tool, isBuiltIn) };
  catalogue.useOwn(own.map(sourceOf));
  const plans = new LRUCache<string, Plan>({ max: mostPlans });

  const planOf = async (name: OperationName, request: Members): Promise<Plan> => {
    checkRequest(name, request);
    return planRequest(name, request, catalogue);
  };

  const planOfSteps = async (request: object): Promise<Plan> => {
    const key = written(request);
    const known = plans.get(key);
    if (known !== undefined) return known;
    // A copy: what is validated gets its defaults, and is frozen.
    const plan = await planOf('run', { ...(JSON.parse(key) as Members), input: '' });
    if (plan.isForOtherTexts && key.length <= longestRemembered) plans.set(key, plan);
    return plan;
  };

  const budget = WorkBudget.unlimited();
  const execute = async (name: OperationName, request: object): Promise<object> =>
    executePlan(name, await planOf(name, copied(request)), undefined, budget);

  return {
    tools: toolsOf(catalogue),
    run: (input, steps, more = {}) =>
      refusing(async () => {
        checkText(input);
        return executePlan('run', await planOfSteps({ ...more, steps }), input, budget) as RunResult;
      }),
    runMany: (inputs, steps, more = {}) =>
      refusing(async () => (await execute('run', { ...more, inputs: inputs ?? null, steps })) as RunManyResult),
    sanitize: (urls, more = {}) =>
      refusing(async () => (await execute('sanitize', { ...more, urls })) as SanitizeResult),
    sortDedupe: (lines, more = {}) =>
      refusing(async () => (await execute('sort-dedupe', { ...more, lines })) as SortDedupeResult),
  };
}

/** Returns a copy as a request has it, without what is undefined. */
function copied(request: object): Members {
  return JSON.parse(written(request)) as Members;
}

/** Returns a request as JSON. @throws {RequestError} if a value refers to itself, or is a BigInt. */
function written(request: object): string {
  try {
    return JSON.stringify(request);
  } catch (error) {
    const path = Object.keys(request).find((name) => !isJson((request as Members)[name])) ?? 'steps';
    const reason = `must be JSON: ${(error as Error).message.split('\n', 1)[0]}`;
    throw new RequestError(engineProblem('invalid-value', { path, reason, rule: 'type' }));
  }
}

function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

function checkText(input: unknown): void {
  if (typeof input === 'string') return;
  throw new RequestError(engineProblem('invalid-value', { path: 'input', reason: 'must be a string', rule: 'type' }));
}

/** Rejects with an {@link EngineError}, as the API responds: a bug of the engine has a code, too. */
async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidToolError) throw error;
    if (error instanceof RequestError) throw new EngineError(error.problem, undefined);
    const problem = engineProblem('internal-error');
    const sentence = error instanceof LoadError ? error.message : problem.sentence;
    throw new EngineError({ ...problem, sentence }, error);
  }
}

function toolsOf(catalogue: LazyCatalogue): Tools {
  let documents: Promise<readonly ToolDocument[]> | undefined;
  const all = async (): Promise<readonly ToolDocument[]> => {
    const slugs = [...catalogue.keys()];
    await catalogue.load(slugs);
    return slugs.map((slug) => documentOf(slug, catalogue));
  };
  return {
    slugs: [...catalogue.keys()].sort(),
    async search(question, limit = mostResults) {
      documents ??= all();
      return searchTools((await documents) as readonly SearchedDocument[], question).slice(0, limit);
    },
    describe: (slug) =>
      refusing(async () => {
        await catalogue.load([slug]);
        return documentOf(slug, catalogue);
      }),
  };
}

type SearchedDocument = Parameters<typeof searchTools>[0] extends Iterable<infer Tool> ? Tool & ToolDocument : never;

function documentOf(slug: string, catalogue: LazyCatalogue): ToolDocument {
  const entry = catalogue.get(slug);
  if (entry === undefined) throw unknownTool(slug, catalogue.keys());
  const { config, ...rest } = toolDocument(entry);
  return { ...rest, config: { ...config } };
}
