import { type ExactNumbers, isMultipleOf, partsOf } from './exact-numbers.js';

/** A check of our own among the keywords of a schema, as the validator calls it. */
export interface Refinement {
  readonly check: (value: unknown) => boolean;
  /** Returns the keyword and the message of a violation, separated by a colon. */
  readonly error: () => string;
}

/** Returns the check of a keyword, with the message for values that fail it. */
export function refinement(keyword: string, check: (value: unknown) => boolean, message: string): Refinement {
  return { check, error: () => `${keyword}:${message}` };
}

/** What a number of the value, compared with that of the keyword, has to be. */
const limits: Readonly<Record<string, readonly [sign: string, allows: (order: number) => boolean]>> = {
  minimum: ['>=', (order) => order >= 0],
  maximum: ['<=', (order) => order <= 0],
  exclusiveMinimum: ['>', (order) => order > 0],
  exclusiveMaximum: ['<', (order) => order < 0],
};

/**
 * Takes the keywords about numbers out of a schema that the validator does not check exactly, and returns checks that
 * do. `multipleOf` is always one of them: the validator has 6493998.5 for no multiple of 1.1.
 *
 * @param numbers - undefined if all numbers of the value fit a double: then only `multipleOf` is replaced.
 */
export function replaceNumberKeywords(members: Map<string, unknown>, numbers: ExactNumbers | undefined): Refinement[] {
  const refinements: Refinement[] = [];
  const divisor = members.get('multipleOf');
  if (typeof divisor === 'number' && divisor > 0) {
    members.delete('multipleOf');
    const unit = partsOf(String(divisor));
    const isInteger = Number.isSafeInteger(divisor);
    const check = (value: unknown) => {
      if (typeof value !== 'number') return true;
      if (isInteger && Number.isSafeInteger(value)) return value % divisor === 0;
      return isMultipleOf(partsOf(numbers?.sourceOf(value) ?? String(value)), unit);
    };
    refinements.push(refinement('multipleOf', check, `must be multiple of ${divisor}`));
  }
  if (numbers === undefined) return refinements;
  for (const [keyword, [sign, allows]] of Object.entries(limits)) {
    const limit = members.get(keyword);
    if (typeof limit !== 'number') continue;
    members.delete(keyword);
    const check = (value: unknown) => typeof value !== 'number' || allows(numbers.compare(value, limit));
    refinements.push(refinement(keyword, check, `must be ${sign} ${limit}`));
  }
  if (members.has('const')) {
    const allowed = members.get('const');
    members.delete('const');
    const check = (value: unknown) => isSame(value, allowed, numbers);
    refinements.push(refinement('const', check, 'must be equal to constant'));
  }
  const choices = members.get('enum');
  if (Array.isArray(choices)) {
    members.delete('enum');
    const check = (value: unknown) => choices.some((choice) => isSame(value, choice, numbers));
    refinements.push(refinement('enum', check, 'must be equal to one of the allowed values'));
  }
  return refinements;
}

/** Returns whether a value equals one of the schema. Recursion is safe: the depth of both is bounded. */
function isSame(value: unknown, ofSchema: unknown, numbers: ExactNumbers): boolean {
  if (typeof value === 'number' && typeof ofSchema === 'number') return numbers.compare(value, ofSchema) === 0;
  if (typeof value !== 'object' || typeof ofSchema !== 'object' || value === null || ofSchema === null) {
    return value === ofSchema;
  }
  if (Array.isArray(value) !== Array.isArray(ofSchema)) return false;
  const [members, others] = [Object.entries(value), new Map(Object.entries(ofSchema))];
  return (
    members.length === others.size &&
    members.every(([name, member]) => others.has(name) && isSame(member, others.get(name), numbers))
  );
}
