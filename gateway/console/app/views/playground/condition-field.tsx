import { Field } from '../../parts/field.js';
import {
  type Condition,
  type ConditionKind,
  conditionKind,
  conditionKinds,
  maxConditionDepth,
} from '../../session/group-options.js';
import { configureGroup } from './cards-store.js';
import type { GroupStep } from './workflow/workflow.js';

/** Which parts run through the steps of a group, and whether it has steps for the others. */
export function ConditionField({ group }: { readonly group: GroupStep }) {
  const { when, else: otherwise } = group;
  return (
    <fieldset class="condition-field">
      <legend>Which parts</legend>
      <ConditionForm
        condition={when}
        depth={0}
        label="Condition"
        onChange={(next, typed) => configureGroup(group, 'the condition', { when: next }, typed)}
      />
      {(when !== undefined || otherwise !== undefined) && (
        <label class="check">
          <input
            type="checkbox"
            checked={otherwise !== undefined}
            onChange={({ currentTarget }) =>
              configureGroup(group, 'the branch else', { else: currentTarget.checked ? [] : undefined })
            }
          />
          Other steps for the other parts
        </label>
      )}
    </fieldset>
  );
}

interface ConditionFormProps {
  /** Undefined if all parts run. */
  readonly condition: Condition | undefined;
  /** How many conditions are around it. */
  readonly depth: number;
  readonly label: string;
  /** @param typed - the field that is typed in, if any. */
  readonly onChange: (condition: Condition | undefined, typed?: string) => void;
}

/** The value of the choice of no condition. */
const none = '';

function ConditionForm({ condition, depth, label, onChange }: ConditionFormProps) {
  const kind = condition === undefined ? none : conditionKind(condition);
  const isLast = depth === maxConditionDepth - 1;
  return (
    <div class="condition">
      <select
        aria-label={label}
        value={condition !== undefined && 'blank' in condition && !condition.blank ? 'filled' : kind}
        onChange={({ currentTarget }) => onChange(newCondition(currentTarget.value, condition))}
      >
        {depth === 0 && <option value={none}>All parts</option>}
        {conditionKinds.flatMap(([value, title]) => [
          !(isLast && isCombined(value)) && (
            <option key={value} value={value}>
              {depth === 0 ? `Only if ${title}` : title}
            </option>
          ),
          value === 'blank' && (
            <option key="filled" value="filled">
              {depth === 0 ? 'Only if it is not blank' : 'it is not blank'}
            </option>
          ),
        ])}
      </select>
      {condition !== undefined && <ConditionValue {...{ condition, depth, label, onChange }} />}
    </div>
  );
}

function ConditionValue({ condition, depth, label, onChange }: ConditionFormProps & { readonly condition: Condition }) {
  if ('blank' in condition) return null;
  if ('longerThan' in condition) {
    return (
      <Field label="Characters">
        {(ids) => (
          <input
            {...ids}
            type="number"
            min="0"
            value={condition.longerThan}
            onInput={({ currentTarget: { valueAsNumber } }) =>
              !Number.isNaN(valueAsNumber) && onChange({ longerThan: Math.trunc(valueAsNumber) }, label)
            }
          />
        )}
      </Field>
    );
  }
  if ('not' in condition) {
    return <ConditionForm {...inner(condition.not, depth, `${label}: not`, (not) => not && onChange({ not }))} />;
  }
  if ('all' in condition || 'any' in condition) {
    const [name, list] = 'all' in condition ? (['all', condition.all] as const) : (['any', condition.any] as const);
    const change = (conditions: readonly Condition[], typed?: string) =>
      onChange({ [name]: conditions } as unknown as Condition, typed);
    return (
      <>
        {list.map((one, index) => (
          <div key={index} class="condition-one">
            <ConditionForm
              {...inner(
                one,
                depth,
                `${label} ${index + 1}`,
                (next, typed) => next && change(list.with(index, next), typed),
              )}
            />
            <button type="button" class="button quiet" onClick={() => change(list.toSpliced(index, 1))}>
              Remove<span class="off-screen"> {`${label} ${index + 1}`}</span>
            </button>
          </div>
        ))}
        <button
          type="button"
          class="button"
          disabled={list.length >= maxConditions}
          onClick={() => change([...list, { contains: '' }])}
        >
          Add a condition
        </button>
      </>
    );
  }
  return <TextCondition {...{ condition, label, onChange }} />;
}

/** The most conditions in a list. */
const maxConditions = 25;

function inner(
  condition: Condition,
  depth: number,
  label: string,
  onChange: ConditionFormProps['onChange'],
): ConditionFormProps {
  return { condition, depth: depth + 1, label, onChange };
}

interface TextConditionProps {
  readonly condition: Extract<Condition, { readonly caseSensitive?: boolean }>;
  readonly label: string;
  readonly onChange: ConditionFormProps['onChange'];
}

function TextCondition({ condition, label, onChange }: TextConditionProps) {
  const { caseSensitive, ...rest } = condition;
  const [[kind, text] = ['', '']] = Object.entries(rest);
  return (
    <>
      <input
        class={kind === 'matches' ? 'code' : undefined}
        aria-label={kind === 'matches' ? `${label}: pattern` : `${label}: text`}
        placeholder={kind === 'matches' ? 'Pattern (RE2)' : 'Text'}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) =>
          onChange({ ...condition, [kind]: currentTarget.value } as unknown as Condition, label)
        }
      />
      <label class="check">
        <input
          type="checkbox"
          checked={caseSensitive !== false}
          onChange={({ currentTarget }) =>
            onChange({ ...rest, ...(!currentTarget.checked && { caseSensitive: false }) } as unknown as Condition)
          }
        />
        Upper and lower case differ
      </label>
    </>
  );
}

function isCombined(kind: ConditionKind): boolean {
  return kind === 'not' || kind === 'all' || kind === 'any';
}

/** Returns a condition of another kind, which keeps the text or the conditions inside. */
function newCondition(kind: string, before: Condition | undefined): Condition | undefined {
  const [text = ''] = before === undefined ? [] : Object.values(before).filter((value) => typeof value === 'string');
  const list = before === undefined ? [] : 'all' in before ? before.all : 'any' in before ? before.any : [before];
  switch (kind as ConditionKind | 'filled' | '') {
    case 'contains':
    case 'equals':
    case 'matches':
      return { [kind]: text } as unknown as Condition;
    case 'blank':
      return { blank: true };
    case 'filled':
      return { blank: false };
    case 'longerThan':
      return { longerThan: 80 };
    case 'not':
      return { not: list[0] ?? { contains: '' } };
    case 'all':
    case 'any':
      return { [kind]: list.length === 0 ? [{ contains: '' }] : list } as unknown as Condition;
    default:
      return undefined;
  }
}
