import { controlOf } from '../../forms/control.js';
import { labelOf } from '../../forms/label.js';
import { sentenceOf } from '../../forms/sentence.js';
import { isSame } from '../../forms/values.js';
import { type Condition, conditionKind, conditionKinds } from '../../session/group-options.js';
import type { Config, Tool } from '../../session/tool.js';
import type { GroupStep } from './workflow/workflow.js';

/** A value longer than this is cut. */
const longestValue = 24;

/** Says what a closed step does: with its options, or else the first sentence of what the tool is. */
export function stepSummary(
  { config: schema, description }: Pick<Tool, 'config' | 'description'>,
  config: Config,
): string {
  return sentenceOf(schema, config) || (/^.*?(?=[.:](?:\s|$))/s.exec(description)?.[0] ?? description);
}

/** Summarises what a closed group does, beside its parts: `if it contains "x", with else, a part that fails stays`. */
export function groupSummary({ when, else: otherwise, onError }: GroupStep): string {
  return [
    when === undefined ? '' : `if ${conditionSummary(when)}`,
    otherwise === undefined ? '' : 'with else',
    failureSummaries[onError],
  ]
    .filter((words) => words !== '')
    .join(', ');
}

const failureSummaries = {
  error: '',
  keep: 'a part that fails stays',
  mark: 'a part that fails is marked',
  blank: 'a part that fails is emptied',
  drop: 'a part that fails is removed',
} as const;

function conditionSummary(condition: Condition): string {
  const kind = conditionKind(condition);
  const value: unknown = Reflect.get(condition, kind);
  const title = conditionKinds.find(([name]) => name === kind)?.[1] ?? '';
  if (kind === 'not') return `not (${conditionSummary(value as Condition)})`;
  if (kind === 'blank') return value === true ? title : 'it is not blank';
  if (Array.isArray(value)) return value.map(conditionSummary).join(kind === 'all' ? ' and ' : ' or ');
  return `${title} ${shown(value)}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length <= longestValue ? text : `${text.slice(0, longestValue).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Which options a form changed. */
export interface OptionChange {
  /** `Changed “Write between cells”`, `Reset the options`. */
  readonly description: string;
  /** The option, if it is typed: its next change continues this one. */
  readonly typed: string | undefined;
}

/** Compares the options of a step before and after a change. */
export function optionChange(tool: Tool | undefined, before: Config, after: Config): OptionChange {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const [name, ...others] = names.filter((each) => !isSame(before[each], after[each]));
  if (name === undefined || others.length > 0) {
    const isReset = Object.keys(after).length === 0;
    return { description: isReset ? 'Reset the options' : 'Changed the options', typed: undefined };
  }
  const schema = tool?.config.properties[name];
  const kind = schema === undefined ? undefined : controlOf(schema).kind;
  const isTyped = kind === 'typed' || kind === 'number';
  return { description: `Changed “${labelOf(name, schema)}”`, typed: isTyped ? name : undefined };
}
