import { Type } from '../../core/schema.js';
import { occurrences } from '../patterns/literal-search.js';
import { compilePattern, maxPatternCharacters } from '../patterns/patterns.js';
import { foldCase } from '../unicode/case-folding.js';
import { countCodePoints } from '../unicode/code-points.js';

/** What a part has to be for the steps of a group: `when`. One test, with how it compares letters. */
export type Condition =
  | { readonly contains: string; readonly caseSensitive?: boolean }
  | { readonly matches: string; readonly caseSensitive?: boolean }
  | { readonly equals: string; readonly caseSensitive?: boolean }
  | { readonly blank: boolean }
  | { readonly longerThan: number }
  | { readonly not: Condition }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

const CaseSensitive = Type.Optional(Type.Boolean({ description: 'Distinguishes upper and lower case; the default' }));
const Text = Type.String({ maxLength: 10_000 });
const Needle = Type.String({ minLength: 1, maxLength: 10_000 });

/** The conditions that have no others inside, by the member that names them. */
export const simpleConditions = {
  contains: Type.Object({ contains: Needle, caseSensitive: CaseSensitive }, { additionalProperties: false }),
  matches: Type.Object(
    { matches: Type.String({ minLength: 1, maxLength: maxPatternCharacters }), caseSensitive: CaseSensitive },
    { additionalProperties: false },
  ),
  equals: Type.Object({ equals: Text, caseSensitive: CaseSensitive }, { additionalProperties: false }),
  blank: Type.Object({ blank: Type.Boolean() }, { additionalProperties: false }),
  longerThan: Type.Object(
    { longerThan: Type.Integer({ minimum: 0, maximum: 4_000_000, description: 'In characters (code points)' }) },
    { additionalProperties: false },
  ),
};

/** Tests a part. */
export type Test = (text: string) => boolean;

/** Returns the test of a condition that was validated. It compiles patterns when it first runs. */
export function testOf(condition: Condition): Test {
  if ('not' in condition) {
    const test = testOf(condition.not);
    return (text) => !test(text);
  }
  if ('all' in condition) {
    const tests = condition.all.map(testOf);
    return (text) => tests.every((test) => test(text));
  }
  if ('any' in condition) {
    const tests = condition.any.map(testOf);
    return (text) => tests.some((test) => test(text));
  }
  if ('blank' in condition) return (text) => (text.trim() === '') === condition.blank;
  if ('longerThan' in condition) return (text) => isLongerThan(text, condition.longerThan);
  return textTest(condition);
}

type TextCondition = Extract<Condition, { readonly caseSensitive?: boolean }>;

function textTest(condition: TextCondition): Test {
  const { caseSensitive = true } = condition;
  if ('matches' in condition) {
    const flags = caseSensitive ? '' : 'i';
    return (text) => compilePattern(condition.matches, flags, 'matches').test(text);
  }
  const fold = caseSensitive ? (text: string) => text : foldCase;
  if ('equals' in condition) {
    const wanted = fold(condition.equals);
    return (text) => fold(text) === wanted;
  }
  const wanted = fold(condition.contains);
  return (text) => {
    for (const _ of occurrences(fold(text), wanted)) return true;
    return false;
  };
}

function isLongerThan(text: string, characters: number): boolean {
  if (text.length <= characters) return false;
  return text.length > 2 * characters || countCodePoints(text) > characters;
}

/** Returns whether a condition compiles a pattern. */
export function hasPattern(condition: Condition): boolean {
  if ('not' in condition) return hasPattern(condition.not);
  if ('all' in condition) return condition.all.some(hasPattern);
  if ('any' in condition) return condition.any.some(hasPattern);
  return 'matches' in condition;
}
