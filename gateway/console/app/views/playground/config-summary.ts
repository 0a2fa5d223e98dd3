import { controlOf } from '../../forms/control.js';
import { labelOf } from '../../forms/label.js';
import { isSame } from '../../forms/values.js';
import { type Condition, conditionKind, conditionKinds } from '../../session/group-options.js';
import type { Config, Tool } from '../../session/tool.js';
import type { GroupStep } from './workflow/workflow.js';

/** A value longer than this is cut. */
const longestValue = 24;

/** Summarises the options of a closed step: `delimiter ";", has headers off`. '' if all have their defaults. */
export function configSummary(config: Config): string {
  return Object.entries(config)
    .map(([name, value]) => `${wordsOf(name)} ${shown(value)}`)
    .join(', ');
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

/** `hasHeaders` → `has headers`. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text = JSON.stringify(value) ?? '';
  return text.length <= longestValue ? text : `${text.slice(0, longestValue).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Which options a form changed. */
export interface OptionChange {
  /** `Changed Delimiter`, `Reset the options`. */
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
  return { description: `Changed ${labelOf(name)}`, typed: isTyped ? name : undefined };
}
