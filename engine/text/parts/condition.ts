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

/** The test of a condition. */
export interface PartTest {
  /** How many times it reads a text at most. */
  readonly readings: number;
  /** Whether it has a pattern. */
  readonly hasPattern: boolean;
  /** Compiles its patterns. @throws {ToolError} for one that is wrong. */
  prepare(): void;
  /** Tests a part. */
  passes(text: string): boolean;
}

/** Returns the test of a condition that was validated. */
export function testOf(condition: Condition): PartTest {
  if ('not' in condition) {
    const test = testOf(condition.not);
    return { ...test, passes: (text) => !test.passes(text) };
  }
  if ('all' in condition) {
    const tests = condition.all.map(testOf);
    return { ...joint(tests), passes: (text) => tests.every((test) => test.passes(text)) };
  }
  if ('any' in condition) {
    const tests = condition.any.map(testOf);
    return { ...joint(tests), passes: (text) => tests.some((test) => test.passes(text)) };
  }
  if ('blank' in condition) return plainTest((text) => (text.trim() === '') === condition.blank);
  if ('longerThan' in condition) return plainTest((text) => isLongerThan(text, condition.longerThan));
  return textTest(condition);
}

function plainTest(passes: (text: string) => boolean, readings = 1): PartTest {
  return { readings, hasPattern: false, prepare: () => undefined, passes };
}

function joint(tests: readonly PartTest[]): Omit<PartTest, 'passes'> {
  return {
    readings: tests.reduce((sum, { readings }) => sum + readings, 0),
    hasPattern: tests.some(({ hasPattern }) => hasPattern),
    prepare() {
      for (const test of tests) test.prepare();
    },
  };
}

type TextCondition = Extract<Condition, { readonly caseSensitive?: boolean }>;

/** To fold case takes much longer than to read. */
const readingsToFold = 10;

function textTest(condition: TextCondition): PartTest {
  const { caseSensitive = true } = condition;
  if ('matches' in condition) {
    const pattern = () => compilePattern(condition.matches, caseSensitive ? '' : 'i', 'matches');
    return { readings: 1, hasPattern: true, prepare: () => void pattern(), passes: (text) => pattern().test(text) };
  }
  const fold = caseSensitive ? (text: string) => text : foldCase;
  const readings = caseSensitive ? 1 : readingsToFold;
  if ('equals' in condition) {
    const wanted = fold(condition.equals);
    return plainTest((text) => fold(text) === wanted, readings);
  }
  const wanted = fold(condition.contains);
  return plainTest((text) => {
    for (const _ of occurrences(fold(text), wanted)) return true;
    return false;
  }, readings);
}

function isLongerThan(text: string, characters: number): boolean {
  if (text.length <= characters) return false;
  return text.length > 2 * characters || countCodePoints(text) > characters;
}
