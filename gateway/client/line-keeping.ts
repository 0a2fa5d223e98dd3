/** What an option must be, as in `GET /v1/tools`: one of some values, or text that matches a pattern (flag `u`). */
export type OptionCondition = { readonly enum: readonly unknown[] } | { readonly pattern: string };

/** What several options must be, by name. */
export type OptionConditions = Readonly<Record<string, OptionCondition>>;

/** When a tool turns each line into exactly one line: always, with one of these alternatives, or never. */
export type LineKeeping = boolean | readonly OptionConditions[];

/** The part of a tool's document that decides. */
export interface LineKeepingTool {
  readonly keepsLines: LineKeeping;
  readonly config: { readonly properties?: Readonly<Record<string, { readonly default?: unknown }>> };
}

export type Options = Readonly<Record<string, unknown>>;

/**
 * Returns what must change for a tool to turn each line into exactly one line.
 *
 * @param options - as in a step: missing ones have their defaults.
 * @returns undefined if nothing must change, `never`, or the conditions that are not met: `removeBlank: false`.
 */
export function unmetConditions({ keepsLines, config }: LineKeepingTool, options: Options = {}): string | undefined {
  if (keepsLines === true) return undefined;
  if (!Array.isArray(keepsLines) || keepsLines.length === 0) return 'never';
  const { properties = {} } = config;
  const optionOf = (name: string): unknown =>
    // All objects inherit names such as toString: they are not options.
    Object.hasOwn(options, name) && options[name] !== undefined ? options[name] : properties[name]?.default;
  const alternatives = (keepsLines as readonly OptionConditions[]).map((conditions) =>
    Object.fromEntries(Object.entries(conditions).filter(([name, condition]) => !meets(optionOf(name), condition))),
  );
  // The alternative that lacks the least is most likely the intended one.
  const [nearest = {}] = alternatives.toSorted((a, b) => Object.keys(a).length - Object.keys(b).length);
  return conditionsText(nearest) || undefined;
}

function meets(value: unknown, condition: OptionCondition): boolean {
  if ('enum' in condition) return condition.enum.includes(value);
  // A newer gateway may send conditions that this client does not know.
  if (typeof condition.pattern !== 'string') return false;
  if (value === undefined) return true;
  const pattern = new RegExp(condition.pattern, 'u');
  return everyText(value, (text) => pattern.test(text));
}

/** Returns whether a value is text that passes, or an array of such values. */
function everyText(value: unknown, passes: (text: string) => boolean): boolean {
  if (Array.isArray(value)) return value.every((item) => everyText(item, passes));
  return typeof value === 'string' && passes(value);
}

/** Formats conditions: `unit: line or word, and no line end in char or prefix`. */
export function conditionsText(conditions: OptionConditions): string {
  const entries = Object.entries(conditions);
  const withoutEnds = entries.filter(([, condition]) => isWithoutLineEnds(condition)).map(([name]) => name);
  const others = entries.filter(([, condition]) => !isWithoutLineEnds(condition)).map(conditionText);
  const texts = withoutEnds.length === 0 ? others : [...others, `no line end in ${listed(withoutEnds)}`];
  return texts.join(', and ');
}

/** The pattern that most tools have. */
const withoutLineEnds = '^[^\\r\\n]*$';

/** Longer patterns are left out of messages. */
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

/** Formats a list: `a`, `a or b`, `a, b or c`. */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
