/** What an option has to be, as `GET /v1/tools` says it: one of some values, or text that matches a pattern (flag `u`). */
export type OptionCondition = { readonly enum: readonly unknown[] } | { readonly pattern: string };

/** What several options have to be, by their names. */
export type OptionConditions = Readonly<Record<string, OptionCondition>>;

/** With which options a tool makes exactly one line of each line: all, those of one of the alternatives, or none. */
export type LineKeeping = boolean | readonly OptionConditions[];

/** Of a tool's document, what decides. */
export interface LineKeepingTool {
  readonly keepsLines: LineKeeping;
  readonly config: { readonly properties?: Readonly<Record<string, { readonly default?: unknown }>> };
}

export type Options = Readonly<Record<string, unknown>>;

/**
 * What would have to be different for a tool to make exactly one line of each line.
 *
 * @param options - as in a step: those that are left out have their defaults.
 * @returns undefined if it does, `never`, or the conditions that are not met: `removeEmpty: false`.
 */
export function unmetConditions({ keepsLines, config }: LineKeepingTool, options: Options = {}): string | undefined {
  if (keepsLines === true) return undefined;
  if (!Array.isArray(keepsLines) || keepsLines.length === 0) return 'never';
  const { properties = {} } = config;
  const optionOf = (name: string): unknown =>
    // A name such as toString is no option because all objects have one.
    Object.hasOwn(options, name) && options[name] !== undefined ? options[name] : properties[name]?.default;
  const alternatives = (keepsLines as readonly OptionConditions[]).map((conditions) =>
    Object.fromEntries(Object.entries(conditions).filter(([name, condition]) => !meets(optionOf(name), condition))),
  );
  // The alternative that the least is missing for is the one that was most likely meant.
  const [nearest = {}] = alternatives.toSorted((a, b) => Object.keys(a).length - Object.keys(b).length);
  return conditionsText(nearest) || undefined;
}

function meets(value: unknown, condition: OptionCondition): boolean {
  if ('enum' in condition) return condition.enum.includes(value);
  // A later gateway may say what this client does not understand.
  if (typeof condition.pattern !== 'string') return false;
  if (value === undefined) return true;
  const pattern = new RegExp(condition.pattern, 'u');
  return everyText(value, (text) => pattern.test(text));
}

/** Whether a value is text, or an array of such values, of which each passes. */
function everyText(value: unknown, passes: (text: string) => boolean): boolean {
  if (Array.isArray(value)) return value.every((item) => everyText(item, passes));
  return typeof value === 'string' && passes(value);
}

/** Conditions in words: `unit: line or word, and no line end in char or prefix`. */
export function conditionsText(conditions: OptionConditions): string {
  const entries = Object.entries(conditions);
  const withoutEnds = entries.filter(([, condition]) => isWithoutLineEnds(condition)).map(([name]) => name);
  const others = entries.filter(([, condition]) => !isWithoutLineEnds(condition)).map(conditionText);
  const texts = withoutEnds.length === 0 ? others : [...others, `no line end in ${listed(withoutEnds)}`];
  return texts.join(', and ');
}

/** What most patterns say. */
const withoutLineEnds = '^[^\\r\\n]*$';

/** Longer patterns help nobody in a sentence. */
const longestShown = 60;

function conditionText([name, condition]: [string, OptionCondition]): string {
  if ('enum' in condition) return `${name}: ${listed(condition.enum.map(String))}`;
  if (typeof condition.pattern !== 'string') return `${name} as keepsLines of the tool describes`;
  if (condition.pattern.length > longestShown) return `${name} of the form that keepsLines of the tool describes`;
  return `${name} matching ${condition.pattern}`;
}

function isWithoutLineEnds(condition: OptionCondition): boolean {
  return 'pattern' in condition && condition.pattern === withoutLineEnds;
}

/** `a`, `a or b`, `a, b or c`. */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
