/**
 * What an option has to be. `enum`: one of these values. `pattern`: a regular expression of ECMAScript, to be read with
 * the flag `u`, that the string matches, or every string in the array however deep; an option that is left out and has no
 * default has no string that could fail to.
 */
export type OptionCondition = { readonly enum: readonly unknown[] } | { readonly pattern: string };

/** What several options have to be, by their names. */
export type OptionConditions = Readonly<Record<string, OptionCondition>>;

/**
 * With which options a tool makes exactly one line of each line, by itself: with all (`true`), with those that meet all
 * conditions of one of the alternatives, or never (`false`). Data, so that a client can judge a workflow before it sends it.
 *
 * Precisely, for rows x1 … xn without `\r` and `\n`: `run("x1\n…xn\n") = "y1\n…yn\n"` where no yi has a `\r` or `\n`,
 * `run("xi\n") = "yi\n"`, and `run("xi") = "yi"` unless xi is empty; or the text is refused, and so is the text of one of
 * its rows alone. The limits on time and on the length of the output are not looked at.
 */
export type LineKeeping = boolean | readonly OptionConditions[];

/** For an option that is written into the text. */
export const withoutLineEnds: OptionCondition = { pattern: '^[^\\r\\n]*$' };

/** For the option `invalid` of tools that convert line by line: all but `drop`. */
export const invalidLinesStay: OptionCondition = { enum: ['error', 'keep', 'blank', 'mark'] };

/** Returns whether a tool makes one line of each line with these options, which have their defaults. */
export function keepsLinesWith(keepsLines: LineKeeping, config: Readonly<Record<string, unknown>>): boolean {
  if (typeof keepsLines === 'boolean') return keepsLines;
  return keepsLines.some((conditions) =>
    Object.entries(conditions).every(([name, condition]) => meets(config[name], condition)),
  );
}

function meets(value: unknown, condition: OptionCondition): boolean {
  if ('enum' in condition) return condition.enum.includes(value);
  if (value === undefined) return true;
  const pattern = new RegExp(condition.pattern, 'u');
  const passes = (part: unknown): boolean =>
    Array.isArray(part) ? part.every(passes) : typeof part === 'string' && pattern.test(part);
  return passes(value);
}
