import { CsvCutter, type CsvOptions, CsvParts } from './csv-parts.js';
import { JsonCutter, type JsonOptions, JsonParts } from './json-parts.js';
import { FieldCutter, type FieldOptions, FieldParts, lineCutter, paragraphCutter } from './line-parts.js';
import { MatchCutter, type MatchOptions, MatchParts } from './match-parts.js';
import type { PartCutter } from './parts.js';

/** What becomes of a part whose steps fail: the words that the option `invalid` of tools has. */
export const onErrorChoices = ['error', 'keep', 'drop', 'blank', 'mark'] as const;

export type OnError = (typeof onErrorChoices)[number];

/** The kinds of parts that have a name only. */
export const namedParts = ['line', 'paragraph'] as const;

/** The kinds of parts that have options, with the schemas of these. */
export const optionedParts = { csv: CsvParts, field: FieldParts, json: JsonParts, match: MatchParts };

/** Which parts of a text the steps of a group get: `each`. */
export type EachPart =
  | (typeof namedParts)[number]
  | { readonly csv: CsvOptions }
  | { readonly field: FieldOptions }
  | { readonly json: JsonOptions }
  | { readonly match: MatchOptions };

/** Returns the cutter of parts that were validated. */
export function partCutter(each: EachPart): PartCutter {
  if (each === 'line') return lineCutter;
  if (each === 'paragraph') return paragraphCutter;
  if ('csv' in each) return new CsvCutter(each.csv);
  if ('field' in each) return new FieldCutter(each.field);
  return 'json' in each ? new JsonCutter(each.json) : new MatchCutter(each.match);
}

/** Whether a library finds the parts, or a pattern of the user. */
export function isCutByLibrary(each: EachPart | undefined): boolean {
  return typeof each === 'object' && ('json' in each || 'match' in each);
}

/** Whether the parts of a line depend on that line only. */
export function isCutByLines(each: EachPart | undefined): boolean {
  if (typeof each !== 'object') return each === 'line';
  return 'field' in each || ('json' in each && each.json.lines === true);
}
