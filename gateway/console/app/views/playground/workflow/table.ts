import type { TableForm } from '#engine/text/detection/detected.js';
import { isSame } from '../../../forms/values.js';
import type { EachPart } from '../../../session/group-options.js';
import type { Config, ConfigSchema } from '../../../session/tool.js';
import { branchesOf, type GroupStep, isGroup, type ToolStep, type Workflow, type WorkflowStep } from './workflow.js';

export type { TableForm };

/** What a step receives: a table of this form, or a text whose form is not known. */
type Received = TableForm | undefined;

/** The options that steps and groups take from the table. */
export type TableOptions = Partial<TableForm>;

/** Plain CSV. */
export const plainTable: TableForm = { delimiter: ',', hasHeaders: true, quotes: 'strict', trim: false };
const withoutHeaders: TableForm = { ...plainTable, hasHeaders: false };

/** The tools that read a table and write one. A test compares all names here with the options of the tools. */
const tableTools: ReadonlySet<string> = new Set([
  'csv-add-column',
  'csv-column-picker',
  'csv-date-formatter',
  'csv-explode',
  'csv-fill-down',
  'csv-filter-rows',
  'csv-group-by',
  'csv-implode',
  'csv-join',
  'csv-number-formatter',
  'csv-sample',
  'csv-sort',
  'csv-transpose',
]);
/** The tools that read a table, and write something else. */
const tableReaders: ReadonlySet<string> = new Set([
  'ascii-table-generator',
  'csv-describe',
  'csv-diff',
  'csv-json-converter',
  'csv-to-html-table',
  'csv-to-markdown-table',
  'csv-to-sql',
  'csv-validator',
  'csv-delimiter-converter',
  'fixed-width-csv-converter',
  'template-renderer',
]);
/** Those of them without the option `hasHeaders`. */
const headerless: ReadonlySet<string> = new Set([
  'csv-transpose',
  'csv-delimiter-converter',
  'fixed-width-csv-converter',
]);
/** Returns the options that a tool takes from the table that it receives: those with which it reads it right. */
export function toolOptions({ toolSlug, config }: Pick<ToolStep, 'toolSlug' | 'config'>, form: Received): TableOptions {
  if (form === undefined) return {};
  const { delimiter, hasHeaders, quotes, trim } = form;
  switch (toolSlug) {
    case 'csv-json-converter':
      return config.direction === 'json-to-csv' ? {} : form;
    case 'fixed-width-csv-converter':
      return config.direction === 'to-fixed-width' ? { delimiter, quotes, trim } : {};
    case 'template-renderer':
      return config.data === 'csv' ? form : {};
    case 'extract-columns':
      return config.mode === 'chars' ? {} : { delimiter: written(delimiter) };
    case 'sort-lines':
      return Number(config.column) > 0 ? { delimiter: written(delimiter) } : {};
    default:
      if (!tableTools.has(toolSlug) && !tableReaders.has(toolSlug)) return {};
      return headerless.has(toolSlug) ? { delimiter, quotes, trim } : { delimiter, hasHeaders, quotes, trim };
  }
}

/** Returns the options that the parts of a group take from the table. */
export function partOptions(each: EachPart | undefined, form: Received): TableOptions {
  return typeof each === 'object' && 'csv' in each ? (form ?? {}) : {};
}

/** Returns the options of a tool, with those that it takes from the table as defaults: what differs, the step says itself. */
export function inheritingSchema(schema: ConfigSchema, taken: TableOptions): ConfigSchema {
  const properties = Object.entries(schema.properties).map(([name, option]) =>
    name in taken
      ? ([name, { ...option, default: taken[name as keyof TableForm], isFromTable: true }] as const)
      : ([name, option] as const),
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Returns whether a step reads a table. */
export function readsTable(step: WorkflowStep): boolean {
  return Object.keys(isGroup(step) ? partOptions(step.each, plainTable) : toolOptions(step, plainTable)).length > 0;
}

/** As it stands in the text. */
function written(delimiter: string): string {
  return delimiter === 'tab' ? '\t' : delimiter;
}

/** What a tool does without an option. */
function toolDefaults(toolSlug: string): Config {
  if (toolSlug === 'csv-delimiter-converter') return { ...plainTable, delimiter: 'auto' };
  return toolSlug === 'extract-columns' || toolSlug === 'sort-lines' ? { delimiter: '\t' } : { ...plainTable };
}

/** Returns what the step after a tool receives. */
function afterTool({ toolSlug, config }: ToolStep, form: Received): Received {
  const options: Config = { ...toolDefaults(toolSlug), ...toolOptions({ toolSlug, config }, form), ...config };
  // What is not read with a delimiter is written with commas.
  const rewritten = (delimiter: unknown, hasHeaders = options.hasHeaders !== false): TableForm => ({
    ...(hasHeaders ? plainTable : withoutHeaders),
    delimiter: delimiter === 'auto' ? ',' : String(delimiter),
  });
  const read = options.delimiter === 'auto' ? form?.delimiter : options.delimiter;
  if (tableTools.has(toolSlug)) return form && rewritten(read, headerless.has(toolSlug) ? form.hasHeaders : undefined);
  switch (toolSlug) {
    case 'csv-delimiter-converter':
      return rewritten(config.outputDelimiter ?? 'tab', form?.hasHeaders ?? true);
    case 'csv-json-converter': {
      const isFromJson =
        config.direction === 'json-to-csv' || (config.direction !== 'csv-to-json' && form === undefined);
      return isFromJson ? rewritten(options.delimiter) : undefined;
    }
    case 'csv-describe':
    case 'csv-diff':
      return form && config.format === 'csv' ? rewritten(read, true) : undefined;
    case 'csv-validator':
      return config.failOnInvalid === true ? form : undefined;
    case 'html-table-to-csv':
      return config.format === 'json' ? undefined : rewritten(config.delimiter ?? ',', true);
    case 'markdown-table-to-csv':
      return rewritten(config.delimiter ?? ',', true);
    case 'fixed-width-csv-converter':
      return config.direction === 'to-fixed-width' ? undefined : rewritten(config.delimiter ?? ',', true);
    case 'log-parser':
      return config.format === 'csv' ? rewritten(',', true) : undefined;
    case 'extract-columns': {
      const between = config.outputDelimiter ?? options.delimiter;
      return form && config.mode !== 'chars'
        ? { ...form, delimiter: between === '\t' ? 'tab' : String(between) }
        : undefined;
    }
    default:
      return tableReaders.has(toolSlug) || toolSlug === 'list-json-converter' ? undefined : form;
  }
}

/** Returns what the step after a group receives. The text between parts stays, and with it the form of a table. */
function afterGroup(group: GroupStep, form: Received): Received {
  if (group.each !== undefined) return form;
  const [taken, other] = [group.steps, group.when === undefined ? group.steps : (group.else ?? [])].map((steps) =>
    steps.reduce((received, step) => after(step, received), form),
  );
  return isSame(taken, other) ? taken : undefined;
}

function after(step: WorkflowStep, form: Received): Received {
  if (step.off) return form;
  return isGroup(step) ? afterGroup(step, form) : afterTool(step, form);
}

/**
 * Calls a function for each step with the form of the table that it receives, in reading order. Steps on parts of a text
 * receive none.
 */
export function eachReceived(
  workflow: Workflow,
  form: Received,
  visit: (step: WorkflowStep, form: Received) => void,
): Received {
  let received = form;
  for (const step of workflow) {
    visit(step, received);
    if (isGroup(step)) {
      const inner = step.each === undefined ? received : undefined;
      for (const [, steps] of branchesOf(step)) eachReceived(steps, inner, visit);
    }
    received = after(step, received);
  }
  return received;
}

/** Where steps that clean belong, and the table that they receive there. */
export interface CleaningPlace {
  readonly index: number;
  readonly form: Received;
}

/**
 * Returns where steps that clean a text belong: at the end, or before the step that makes something else of it.
 *
 * @param changesForm - whether a step makes something else of a text that is no table.
 */
export function cleaningPlace(
  workflow: Workflow,
  form: Received,
  changesForm: (step: WorkflowStep) => boolean,
): CleaningPlace {
  let received = form;
  for (const [index, step] of workflow.entries()) {
    const next = after(step, received);
    const isLost = received === undefined ? changesForm(step) : next === undefined;
    if (!step.off && isLost) return { index, form: received };
    received = next;
  }
  return { index: workflow.length, form: received };
}

/**
 * Writes what steps and groups take from the table into their options, as the gateway needs it. What they say otherwise
 * stays, and what is a default is left out. The ids stay; so does the workflow itself if nothing is to be written.
 *
 * @param form - of the text in; undefined if it is no table.
 */
export function explicitWorkflow(workflow: Workflow, form: Received): Workflow {
  return rewrittenWorkflow(workflow, form, (config, taken, usual) => {
    const missing = Object.entries(taken).filter(
      ([name, value]) => !Object.hasOwn(config, name) && !isSame(value, usual[name]),
    );
    return missing.length === 0 ? config : { ...config, ...Object.fromEntries(missing) };
  });
}

/** Removes the options that are as {@link explicitWorkflow} would write them: these steps follow the table from now on. */
export function inheritingWorkflow(workflow: Workflow, form: Received): Workflow {
  return rewrittenWorkflow(workflow, form, (config, taken) => {
    const own = Object.entries(config).filter(
      ([name, value]) => !(name in taken && isSame(value, taken[name as keyof TableForm])),
    );
    return own.length === Object.keys(config).length ? config : Object.fromEntries(own);
  });
}

type Rewrite = (config: Config, taken: TableOptions, usual: Config) => Config;

function rewrittenWorkflow(workflow: Workflow, form: Received, rewrite: Rewrite): Workflow {
  let received = form;
  let isChanged = false;
  const steps = workflow.map((step) => {
    const next = isGroup(step) ? rewrittenGroup(step, received, rewrite) : rewrittenTool(step, received, rewrite);
    isChanged ||= next !== step;
    received = after(step, received);
    return next;
  });
  return isChanged ? steps : workflow;
}

function rewrittenTool(step: ToolStep, form: Received, rewrite: Rewrite): ToolStep {
  const config = rewrite(step.config, toolOptions(step, form), toolDefaults(step.toolSlug));
  return config === step.config ? step : { ...step, config };
}

function rewrittenGroup(group: GroupStep, form: Received, rewrite: Rewrite): GroupStep {
  const inner = group.each === undefined ? form : undefined;
  const steps = rewrittenWorkflow(group.steps, inner, rewrite);
  const otherwise = group.else && rewrittenWorkflow(group.else, inner, rewrite);
  const { each } = group;
  let parts = each;
  if (typeof each === 'object' && 'csv' in each) {
    const { csv } = each;
    const config = rewrite(csv as unknown as Config, partOptions(each, form), { ...plainTable });
    if (config !== (csv as unknown as Config)) parts = { csv: config } as unknown as EachPart;
  }
  if (parts === each && steps === group.steps && otherwise === group.else) return group;
  return { ...group, each: parts, steps, else: otherwise };
}

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  tab: 'tabs',
  '|': 'pipes',
};

/** Names a delimiter in a sentence: `commas`. */
export function delimiterName(delimiter: string): string {
  return delimiterNames[delimiter] ?? `“${delimiter}”`;
}

/** Describes a table: `CSV, semicolons, with a header`. */
export function tableSummary({ delimiter, hasHeaders, quotes, trim }: TableForm): string {
  return [
    'CSV',
    delimiterName(delimiter),
    hasHeaders ? 'with a header' : 'without a header',
    { strict: '', lenient: 'stray quotes', none: 'no quotes', backslash: String.raw`quotes as \"` }[quotes],
    trim ? 'blanks around cells ignored' : '',
  ]
    .filter((words) => words !== '')
    .join(', ');
}

/** Returns the form that a link or a storage has. @returns undefined if it has none. */
export function readTable(value: unknown): TableForm | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { delimiter, hasHeaders, quotes, trim } = { ...plainTable, ...value };
  const isForm =
    typeof delimiter === 'string' &&
    /^(?:tab|[^"\r\n]{1,4})$/u.test(delimiter) &&
    typeof hasHeaders === 'boolean' &&
    typeof trim === 'boolean' &&
    ['strict', 'lenient', 'none', 'backslash'].includes(quotes);
  return isForm ? { delimiter, hasHeaders, quotes, trim } : undefined;
}

/** Returns the members of a form that differ from plain CSV. */
export function shortTable(form: TableForm): TableOptions {
  return Object.fromEntries(
    Object.entries(form).filter(([name, value]) => value !== plainTable[name as keyof TableForm]),
  );
}
