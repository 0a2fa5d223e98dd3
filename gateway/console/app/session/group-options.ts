import type { Condition, EachPart } from '#engine/tool-types.js';
import type { GroupStep } from '#engine/types.js';
import type { Config, ConfigSchema, OptionSchema } from './tool.js';

export type { Condition, EachPart };

/** What becomes of a part whose steps fail. */
export type OnError = NonNullable<GroupStep['onError']>;

/** What a group does with the text: its parts, which of them, and what becomes of those that fail. */
export interface GroupOptions {
  /** Undefined if the whole text is the only part. */
  readonly each?: EachPart | undefined;
  readonly when?: Condition | undefined;
  readonly onError?: Exclude<OnError, 'error'>;
}

/** The kinds of parts: `text` is the whole text. */
export type PartKind = 'text' | 'line' | 'paragraph' | OptionedKind;

/** The kinds of parts that have options. */
export type OptionedKind = 'csv' | 'field' | 'json' | 'match';

/** The kinds of parts in their order on the screen. */
export const partKinds: readonly (readonly [kind: PartKind, title: string])[] = [
  ['csv', 'Cells of CSV columns'],
  ['json', 'Values in JSON'],
  ['line', 'Each line'],
  ['field', 'Fields of each line'],
  ['match', 'Matches of a pattern'],
  ['paragraph', 'Each paragraph'],
  ['text', 'The whole text'],
];

const names = {
  anyOf: [
    { type: 'string', maxLength: 1_000 },
    { type: 'integer', minimum: 1 },
  ],
};
const off: OptionSchema = { type: 'boolean', default: false };

/** The options of parts in the words of the screen. A test compares them with those of the engine. */
export const partSchemas: Readonly<Record<OptionedKind, ConfigSchema>> = {
  csv: {
    required: ['columns'],
    properties: {
      columns: { type: 'array', items: names, minItems: 1, maxItems: 100 },
      delimiter: {
        type: 'string',
        title: 'Cells are separated by',
        default: ',',
        minLength: 1,
        maxLength: 4,
        description: 'Or tab, or auto',
      },
      quotes: {
        enum: ['strict', 'lenient', 'none', 'backslash'],
        title: 'Quotes in the CSV',
        words: {
          strict: 'Must be closed',
          lenient: 'May be part of a cell',
          none: 'Are plain characters',
          backslash: 'As MySQL writes them',
        },
        default: 'strict',
      },
      comments: { type: 'string', title: 'Skip lines that start with', default: '', maxLength: 10 },
      hasHeaders: { type: 'boolean', title: 'First row has the column names', default: true },
      trim: { ...off, title: 'Remove blanks around cells' },
    },
  },
  field: {
    required: ['fields'],
    properties: {
      fields: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 100 },
      separator: {
        type: 'string',
        title: 'Fields are separated by',
        minLength: 1,
        maxLength: 100,
        description: 'Runs of white space if empty',
      },
    },
  },
  json: {
    required: ['path'],
    properties: {
      path: { type: 'string', minLength: 1, maxLength: 1_000, description: 'A JSONPath, such as $.items[*].name' },
      lines: { ...off, title: 'Each line is a JSON text of its own' },
    },
  },
  match: {
    required: ['pattern'],
    properties: {
      pattern: {
        type: 'string',
        title: 'Find the pattern',
        minLength: 1,
        maxLength: 2_000,
        description: 'A regular expression (RE2)',
      },
      flags: {
        type: 'string',
        title: 'Flags of the pattern',
        default: '',
        maxLength: 3,
        pattern: '^[ims]*$',
        description: 'Any of i, m, s',
      },
      group: {
        title: 'Take the group',
        anyOf: [
          { type: 'string', minLength: 1, maxLength: 100 },
          { type: 'integer', minimum: 0 },
        ],
      },
    },
  },
};

/** What becomes of a part that fails, in the order of the screen. */
export const failureChoices: readonly (readonly [choice: OnError, title: string])[] = [
  ['error', 'Stop with an error'],
  ['keep', 'Leave the part as it is'],
  ['mark', 'Write “invalid:” before it'],
  ['blank', 'Empty the part'],
  ['drop', 'Remove its row, line or member'],
];

/** The conditions: the member that names each, and its title. */
export const conditionKinds = [
  ['contains', 'it contains'],
  ['equals', 'it equals'],
  ['matches', 'it matches'],
  ['blank', 'it is blank'],
  ['longerThan', 'it is longer than'],
  ['not', 'not'],
  ['all', 'all of'],
  ['any', 'any of'],
] as const;

export type ConditionKind = (typeof conditionKinds)[number][0];

/** Deepest nesting of conditions. */
export const maxConditionDepth = 5;

/** Returns the kind of parts. */
export function kindOf(each: EachPart | undefined): PartKind {
  if (each === undefined) return 'text';
  return typeof each === 'string' ? each : (Object.keys(each)[0] as OptionedKind);
}

/** Returns the options of parts; none for a kind without. */
export function partConfig(each: EachPart | undefined): Config {
  return typeof each === 'object' ? (Object.values(each)[0] as Config) : {};
}

/** Returns parts of a kind with options. */
export function eachOf(kind: PartKind, config: Config): EachPart | undefined {
  if (kind === 'text') return undefined;
  return kind === 'line' || kind === 'paragraph' ? kind : ({ [kind]: config } as unknown as EachPart);
}

/** Returns the kind of a condition. */
export function conditionKind(condition: Condition): ConditionKind {
  const [kind] = conditionKinds.find(([name]) => Object.hasOwn(condition, name)) ?? ['contains'];
  return kind;
}

/** Returns what a group needs; '' if it has all. */
export function groupProblem({ each, when }: Pick<GroupOptions, 'each' | 'when'>): string {
  const { columns, fields, path, pattern } = partConfig(each);
  if (Array.isArray(columns) && columns.length === 0) return 'Choose a column.';
  if (Array.isArray(fields) && fields.length === 0) return 'Choose a field.';
  if (path === '') return 'Choose a path.';
  if (pattern === '') return 'Write a pattern.';
  return when !== undefined && isUnfinished(when) ? 'Complete the condition.' : '';
}

function isUnfinished(condition: Condition): boolean {
  const kind = conditionKind(condition);
  const value: unknown = Reflect.get(condition, kind);
  if (kind === 'contains' || kind === 'matches') return value === '';
  if (kind === 'not') return isUnfinished(value as Condition);
  return Array.isArray(value) && (value.length === 0 || value.some(isUnfinished));
}

/** The most characters of a name or path to show. */
const longest = 60;

/** Names the parts: `Column name`, `Values at $.items[*].name`, `Each line`. */
export function partsName(each: EachPart | undefined): string {
  const { columns, fields, path, pattern } = partConfig(each);
  const named = (noun: string, list: unknown) => {
    const items = Array.isArray(list) ? list.map((item) => String(item)) : [];
    return items.length === 0 ? '' : `${noun}${items.length === 1 ? '' : 's'} ${items.join(', ')}`;
  };
  const name =
    named('Column', columns) ||
    named('Field', fields) ||
    (typeof path === 'string' && path !== '' && `Values at ${path}`) ||
    (typeof pattern === 'string' && pattern !== '' && `Matches of ${pattern}`) ||
    (partKinds.find(([kind]) => kind === kindOf(each))?.[1] ?? '');
  return name.length > longest ? `${name.slice(0, longest)}…` : name;
}

/** Reads the options of a group of an address, a file or a request. @returns undefined if they are none. */
export function readGroupOptions(group: Readonly<Record<string, unknown>>): GroupOptions | undefined {
  const { each, when, onError } = group;
  if (each !== undefined && !isEach(each)) return undefined;
  if (when !== undefined && !isCondition(when)) return undefined;
  if (onError !== undefined && !failureChoices.some(([choice]) => choice === onError)) return undefined;
  return {
    ...(each !== undefined && { each }),
    ...(when !== undefined && { when }),
    ...(onError !== undefined && onError !== 'error' && { onError: onError as Exclude<OnError, 'error'> }),
  };
}

function isEach(each: unknown): each is EachPart {
  if (each === 'line' || each === 'paragraph') return true;
  const [[kind, config] = [], ...others] = isRecord(each) ? Object.entries(each) : [];
  return kind !== undefined && Object.hasOwn(partSchemas, kind) && isRecord(config) && others.length === 0;
}

function isCondition(condition: unknown, depth = 0): condition is Condition {
  if (!isRecord(condition) || depth >= maxConditionDepth) return false;
  const { caseSensitive, ...rest } = condition;
  const [[kind, value] = ['', undefined], ...others] = Object.entries(rest);
  if (others.length > 0 || !['boolean', 'undefined'].includes(typeof caseSensitive)) return false;
  switch (kind as ConditionKind | '') {
    case 'contains':
    case 'equals':
    case 'matches':
      return typeof value === 'string';
    case 'blank':
      return typeof value === 'boolean';
    case 'longerThan':
      return typeof value === 'number';
    case 'not':
      return isCondition(value, depth + 1);
    case 'all':
    case 'any':
      return Array.isArray(value) && value.every((inner) => isCondition(inner, depth + 1));
    default:
      return false;
  }
}

/** Returns whether a value is an object with members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
