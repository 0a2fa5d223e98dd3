import { OptionsForm } from '../../forms/options-form.js';
import { Field } from '../../parts/field.js';
import {
  eachOf,
  failureChoices,
  groupProblem,
  kindOf,
  type OnError,
  type OptionedKind,
  type PartKind,
  partConfig,
  partKinds,
  partSchemas,
} from '../../session/group-options.js';
import type { Config, ConfigSchema } from '../../session/tool.js';
import { configureGroup, quietSteps } from './cards-store.js';
import { ConditionField } from './condition-field.js';
import { PartChooser } from './part-chooser.js';
import { tableIn } from './part-offers.js';
import { textBefore } from './run-store.js';
import type { StepProblem } from './step-problem.js';
import { receivedTables } from './table-store.js';
import { inheritingSchema, partOptions, type TableOptions } from './workflow/table.js';
import type { GroupStep } from './workflow/workflow.js';

export interface GroupOptionsProps {
  readonly group: GroupStep;
  /** How many groups are around it. */
  readonly depth: number;
  /** The gateway's problem with it. */
  readonly problem: StepProblem | undefined;
}

/** The option of each kind that says which parts, and that the text makes offers for. */
const chosenOptions = { csv: 'columns', field: 'fields', json: 'path' } as const;

/** What a group does with the text: its parts, which of them, and what becomes of those that fail. */
export function GroupOptionsForm({ group, depth, problem }: GroupOptionsProps) {
  const kind = kindOf(group.each);
  // The parts of a group inside are of a part that the page does not know.
  const text = depth === 0 ? textBefore(group) : '';
  const isQuiet = quietSteps.value.has(group.id);
  const config = partConfig(group.each);
  const taken = partOptions(group.each, receivedTables.value.get(group.id));
  const change = (next: Config, typed?: string) =>
    configureGroup(group, 'the parts', { each: eachOf(kind, next) }, typed);
  return (
    <div class="group-options">
      <Field label="Parts">
        {(ids) => (
          <select
            {...ids}
            data-first
            value={kind}
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.value as PartKind;
              configureGroup(group, 'the parts', {
                each: eachOf(chosen, newConfig(chosen, text, receivedTables.value.has(group.id))),
              });
            }}
          >
            {partKinds.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      {kind in chosenOptions && (
        <PartChooser kind={kind as keyof typeof chosenOptions} {...{ config, taken, text }} onChange={change} />
      )}
      {!isQuiet && groupProblem(group) !== '' && <p class="hint wrong">{groupProblem(group)}</p>}
      {kind in partSchemas && (
        <PartOptions {...{ kind: kind as OptionedKind, config, taken, problem, isQuiet, change }} />
      )}
      <ConditionField group={group} />
      <Field label="If a part fails">
        {(ids) => (
          <select
            {...ids}
            value={group.onError}
            onChange={({ currentTarget }) =>
              configureGroup(group, 'what becomes of parts that fail', { onError: currentTarget.value as OnError })
            }
          >
            {failureChoices.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

/** Returns the options of a kind before anything is chosen. The delimiter is that of the text, unless the table has it. */
function newConfig(kind: PartKind, text: string, isInTable: boolean): Config {
  if (kind === 'csv') {
    const { delimiter } = tableIn(text, {});
    return { columns: [], ...(!isInTable && delimiter !== ',' && { delimiter }) };
  }
  if (kind === 'field') return { fields: [] };
  if (kind === 'json') return { path: '' };
  return kind === 'match' ? { pattern: '' } : {};
}

interface PartOptionsProps {
  readonly kind: OptionedKind;
  readonly config: Config;
  readonly taken: TableOptions;
  readonly problem: StepProblem | undefined;
  readonly isQuiet: boolean;
  readonly change: (config: Config, typed?: string) => void;
}

/** The other options of the parts, closed for CSV, which has many. */
function PartOptions({ kind, config, taken, problem, isQuiet, change }: PartOptionsProps) {
  const { [kind]: schema } = partSchemas;
  const chosen = kind === 'match' ? undefined : chosenOptions[kind];
  const rest = without(schema, chosen);
  const form = (
    <OptionsForm
      schema={inheritingSchema(rest, taken)}
      value={Object.fromEntries(Object.entries(config).filter(([name]) => name !== chosen))}
      problems={new Map(problem === undefined || problem.option === '' ? [] : [[problem.option, problem.message]])}
      isQuiet={isQuiet}
      onChange={(next) => {
        const kept = chosen === undefined ? next : { [chosen]: config[chosen], ...next };
        // A pattern that was deleted is still a pattern.
        change(kind === 'match' ? { pattern: '', ...kept } : kept, `${kind} options`);
      }}
    />
  );
  if (kind !== 'csv') return form;
  return (
    <details class="more-options">
      <summary>How the CSV is written</summary>
      {form}
    </details>
  );
}

function without({ properties }: ConfigSchema, name: string | undefined): ConfigSchema {
  return { properties: Object.fromEntries(Object.entries(properties).filter(([each]) => each !== name)) };
}
