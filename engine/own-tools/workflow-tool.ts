import type { CatalogueEntry, ToolSource } from '../catalogue/catalogue.js';
import { OutputTooLongError, RequestError, shortName, ToolError } from '../core/errors.js';
import { maxOutputCharacters } from '../core/limits.js';
import type { LineKeeping } from '../core/line-keeping.js';
import { Type } from '../core/schema.js';
import type { OutputLimit, ToolExample } from '../core/tool.js';
import { lazyValidator } from '../core/validation.js';
import { WorkBudget } from '../core/work-budget.js';
import type { RequestedStep } from '../operations/requested-step.js';
import { StepList } from '../operations/step-request.js';
import { runSteps } from '../operations/steps.js';
import {
  compileWorkflow,
  isLineAfterLine,
  isLineByLine,
  isToolStep,
  slugsIn,
  stepCost,
  type Workflow,
} from '../operations/workflow.js';
import { InvalidToolError } from './invalid-tool.js';
import { checkDeclaration, isObject, ownEntry } from './own-tool.js';

/** What the file of a workflow tool says. */
export interface WorkflowDefinition {
  readonly title: string;
  readonly description: string;
  /** A JSON Schema of type object. */
  readonly options: {
    readonly properties: Readonly<Record<string, OptionSchema>>;
    readonly required?: readonly string[];
  };
  /** Strings in it may have `{{option}}`. */
  readonly steps: readonly RequestedStep[];
  readonly examples: readonly ToolExample<Record<string, unknown>>[];
}

interface OptionSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
}

const members: ReadonlySet<string> = new Set(['title', 'description', 'options', 'steps', 'examples']);
const noOptions = { type: 'object', properties: {} };
const validateSteps = lazyValidator(Type.Object({ steps: StepList }));

/** `{{name}}`; with a backslash before it, it stays without the backslash. */
const placeholder = /(\\?)\{\{([^{}]*)\}\}/g;
const onlyPlaceholder = /^\{\{([^{}]*)\}\}$/;

/**
 * Checks what a file says, without the tools that it names.
 *
 * @throws {InvalidToolError}
 */
export function workflowDefinition(value: unknown): WorkflowDefinition {
  if (!isObject(value)) throw new InvalidToolError('the file must have an object');
  for (const name of Object.keys(value)) {
    if (!members.has(name)) throw new InvalidToolError('is unknown', shortName(name));
  }
  const { title, description, options = noOptions, steps, examples } = value;
  checkDeclaration({ title, description, options, examples }, 'options');
  if (steps === undefined) throw new InvalidToolError('is missing', 'steps');
  const problem = validateSteps({ steps: structuredClone(steps) });
  if (problem !== undefined) {
    const { path } = problem.details;
    throw new InvalidToolError(withoutPath(problem.sentence, path), path);
  }
  const definition = { title, description, options, steps, examples } as WorkflowDefinition;
  checkPlaceholders(definition);
  return definition;
}

function withoutPath(sentence: string, path: string): string {
  return sentence.startsWith(`${path} `) ? sentence.slice(path.length + 1) : `is invalid: ${sentence}`;
}

function checkPlaceholders({ options, steps }: WorkflowDefinition): void {
  const { properties, required = [] } = options;
  const used = new Set<string>();
  visit(steps, 'steps', (text, path) => {
    for (const [, backslash, name = ''] of text.matchAll(placeholder)) {
      if (backslash !== '') continue;
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (schema === undefined) {
        throw new InvalidToolError(`has {{${shortName(name)}}}, which is no option; \\{{ is a text`, path);
      }
      if (path.endsWith('.toolSlug') || /^steps(?:\[\d+\]|\.steps|\.else)*$/.test(path)) {
        throw new InvalidToolError('names a tool, which no option can choose', path);
      }
      if (!onlyPlaceholder.test(text) && !isScalar(schema)) {
        throw new InvalidToolError(
          `has {{${name}}} beside other text, and the option is no text, number or boolean`,
          path,
        );
      }
      used.add(name);
    }
  });
  for (const [name, schema] of Object.entries(properties)) {
    const path = `options.properties.${name}`;
    if (!used.has(name)) throw new InvalidToolError('is not used in steps', path);
    if (schema.default === undefined && !required.includes(name)) {
      throw new InvalidToolError('must have a default, or be in required', path);
    }
  }
}

function isScalar({ type, enum: values }: OptionSchema): boolean {
  if (values !== undefined) return values.every((value) => typeof value !== 'object');
  return ['string', 'number', 'integer', 'boolean'].includes(String(type));
}

function visit(value: unknown, path: string, onText: (text: string, path: string) => void): void {
  if (typeof value === 'string') onText(value, path);
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`, onText);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) visit(member, `${path}.${name}`, onText);
}

/** Returns the steps with the values of the options. */
function filled(value: unknown, options: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'string') return filledText(value, options);
  if (Array.isArray(value)) return value.map((item) => filled(item, options));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, options)]));
}

function filledText(text: string, options: Readonly<Record<string, unknown>>): unknown {
  const [, only] = onlyPlaceholder.exec(text) ?? [];
  if (only !== undefined) return structuredClone(options[only]);
  return text.replace(placeholder, (whole, backslash: string, name: string) =>
    backslash !== '' ? whole.slice(1) : String(options[name]),
  );
}

/** Returns the identifiers of the tools that a workflow tool needs. */
export function toolsNeeded({ steps }: WorkflowDefinition): readonly string[] {
  return slugsIn(steps);
}

/**
 * Returns the entry of a workflow tool.
 *
 * @param tools - with the tools that it needs loaded.
 * @throws {InvalidToolError} if the steps are invalid with the options of its first example.
 */
export function workflowEntry(slug: string, definition: WorkflowDefinition, tools: ToolSource): CatalogueEntry {
  const { title, description, options, examples } = definition;
  const workflows = new Workflows(definition, tools);
  const declared = {
    slug,
    title,
    description,
    examples,
    config: structuredClone(options),
    run: (input: string, config: object, limit: OutputLimit) => workflows.run(input, config, limit),
    lineByLine: (config: object) => workflows.of(config).steps.every((step) => isToolStep(step) && isLineByLine(step)),
    eachLineAlone: (config: object) =>
      workflows.of(config).steps.every((step) => isToolStep(step) && isLineAfterLine(step)),
    inner: {
      problemWith: (config: unknown) => workflows.problemWith(config as object),
      costWith: (config: unknown) => costOf(workflows.of(config as object)),
    },
  };
  const { validateConfig } = ownEntry(declared);
  const config = structuredClone(examples[0]?.config ?? {});
  const problem = validateConfig(config, 'examples[0].config');
  if (problem !== undefined) throw new InvalidToolError(problem.sentence);
  const invalid = workflows.refusal(config);
  if (invalid !== undefined) {
    const { path } = invalid.problem.details as { readonly path?: string };
    const at = path ?? 'steps';
    throw new InvalidToolError(
      path === undefined ? `are invalid: ${invalid.message}` : withoutPath(invalid.message, at),
      at,
    );
  }
  return ownEntry({ ...declared, keepsLines: keepsLines(definition, workflows.of(config)) });
}

/** A step whose options decide may keep lines with some options of the tool and not with others. */
function keepsLines({ steps: requested }: WorkflowDefinition, { steps }: Workflow): LineKeeping {
  return steps.every((step, index) => {
    if (!isToolStep(step) || !step.keepsLines) return false;
    return step.tool.keepsLines === true || !JSON.stringify(requested[index]).includes('{{');
  });
}

/** Lengths between which costs are taken as linear, in UTF-16 code units. */
const [noText, longText] = [0, 1_000_000];

function costOf({ steps }: Workflow): { readonly fixed: number; readonly perThousand: number } {
  const costAt = (length: number): number => steps.reduce((sum, step) => sum + stepCost(step, length, 1), 0);
  const fixed = costAt(noText);
  return { fixed, perThousand: fixed === Number.POSITIVE_INFINITY ? 0 : (costAt(longText) - fixed) / 1_000 };
}

/** The steps of a tool with different options. Those of a request are one object, which is frozen. */
class Workflows {
  readonly #definition: WorkflowDefinition;
  readonly #tools: ToolSource;
  readonly #compiled = new WeakMap<object, Workflow | RequestError>();

  constructor(definition: WorkflowDefinition, tools: ToolSource) {
    this.#definition = definition;
    this.#tools = tools;
  }

  /** Returns why the steps are invalid with some options. */
  refusal(config: object): RequestError | undefined {
    const compiled = this.#compile(config);
    return compiled instanceof RequestError ? compiled : undefined;
  }

  problemWith(config: object): string | undefined {
    const refusal = this.refusal(config);
    return refusal && `does not fit the tool's steps: ${refusal.message}`;
  }

  of(config: object): Workflow {
    const compiled = this.#compile(config);
    if (compiled instanceof RequestError) throw compiled;
    return compiled;
  }

  run(input: string, config: object, limit: OutputLimit): string {
    const { steps } = this.of(config);
    const budget = limit.budget ?? WorkBudget.unlimited({ maxOutput: maxOutputCharacters });
    try {
      return runSteps(steps, input, budget.inside());
    } catch (error) {
      throw error instanceof RequestError ? asToolError(error) : error;
    }
  }

  #compile(config: object): Workflow | RequestError {
    const known = this.#compiled.get(config);
    if (known !== undefined) return known;
    const steps = filled(this.#definition.steps, config as Record<string, unknown>) as readonly RequestedStep[];
    const compiled = this.#try(steps);
    this.#compiled.set(config, compiled);
    return compiled;
  }

  #try(steps: readonly RequestedStep[]): Workflow | RequestError {
    try {
      return compileWorkflow(steps, this.#tools);
    } catch (error) {
      if (error instanceof RequestError) return error;
      throw error;
    }
  }
}

/** Returns the failure of a step inside as that of the tool. A place is one in its text only if the first step failed. */
function asToolError({ problem }: RequestError): ToolError {
  const { step, part, line, column, limit } = problem.details as Readonly<Record<string, number | undefined>>;
  if (problem.code === 'step-output-too-long' && limit !== undefined) return new OutputTooLongError(limit);
  const sentence = problem.sentence.charAt(0).toLowerCase() + problem.sentence.slice(1);
  const isPlaced = step === 1 && part === undefined && line !== undefined;
  return isPlaced
    ? new ToolError(sentence, { line, ...(column !== undefined && { column }) })
    : new ToolError(sentence);
}
