import { nearestName } from '../core/edit-distance.js';
import { RequestError, requestError, shortName, unknownField } from '../core/errors.js';
import { type TSchema, Type } from '../core/schema.js';
import { lazyValidator, type SchemaProblem, type Validator } from '../core/validation.js';
import { simpleConditions } from '../text/parts/condition.js';
import { namedParts, onErrorChoices, optionedParts } from '../text/parts/part-cutter.js';
import { isGroup, type RequestedGroup } from './requested-step.js';
import { PlainStep } from './step-request.js';

const validateTool = lazyValidator(PlainStep);

const members = {
  steps: Type.Array(Type.Unknown(), { minItems: 1 }),
  each: Type.Optional(Type.Unknown()),
  when: Type.Optional(Type.Unknown()),
  else: Type.Optional(Type.Array(Type.Unknown(), { minItems: 1 })),
  onError: Type.Optional(Type.Enum([...onErrorChoices])),
};

const validateGroup = lazyValidator(Type.Object(members, { additionalProperties: false }));

/**
 * Validates a group, but not the groups inside.
 *
 * @throws {RequestError} for the first error, with the name that was likely meant.
 */
export function checkedGroup(group: RequestedGroup, path: string): void {
  check(validateGroup(group, path), Object.keys(members), onErrorChoices, group.onError);
  for (const [name, steps] of [['steps', group.steps] as const, ['else', group.else ?? []] as const]) {
    for (const [index, step] of steps.entries()) {
      if (!isGroup(step)) check(validateTool(step, `${path}.${name}[${index}]`));
    }
  }
  if (group.each !== undefined) checkEach(group.each, `${path}.each`);
  if (group.when !== undefined) checkCondition(group.when, `${path}.when`, 0);
  else if (group.else !== undefined) {
    throw requestError('invalid-value', { path: `${path}.else`, reason: 'needs when', rule: 'dependentRequired' });
  }
}

const eachNames = [...namedParts, ...Object.keys(optionedParts)];
const validators = new Map<string, Validator>(
  Object.entries(optionedParts).map(([name, schema]) => [name, lazyValidator(schema)]),
);

function checkEach(each: unknown, path: string): void {
  if (typeof each === 'string') {
    if ((namedParts as readonly string[]).includes(each)) return;
    throw notOneOf(path, `must be line, paragraph, or an object with csv, field, json or match`, each, eachNames);
  }
  const name = onlyMember(each, path, Object.keys(optionedParts), 'must be line, paragraph, or an object with one of');
  const { properties } = optionedParts[name as keyof typeof optionedParts] as { properties: object };
  check(validators.get(name)?.((each as Record<string, unknown>)[name], `${path}.${name}`), Object.keys(properties));
}

const conditionNames = [...Object.keys(simpleConditions), 'not', 'all', 'any'];
const conditionValidators = new Map<string, Validator>(
  Object.entries(simpleConditions).map(([name, schema]) => [name, lazyValidator(schema as TSchema)]),
);
/** Deepest nesting of conditions, and most in a list. */
const maxConditionDepth = 5;
const maxConditions = 25;

function checkCondition(condition: unknown, path: string, depth: number): void {
  if (depth === maxConditionDepth) throw requestError('nested-too-deep', { path, limit: maxConditionDepth });
  const reason = 'must be an object with one of';
  const names = Object.keys(Object(condition)).filter((name) => name !== 'caseSensitive');
  const name = onlyMember(condition, path, conditionNames, reason, names);
  const value = (condition as Record<string, unknown>)[name];
  const validate = conditionValidators.get(name);
  if (validate !== undefined) {
    const { properties } = simpleConditions[name as keyof typeof simpleConditions];
    check(validate(condition, path), Object.keys(properties));
    return;
  }
  if ('caseSensitive' in (condition as object)) {
    throw requestError('unknown-field', { path: `${path}.caseSensitive`, field: 'caseSensitive' });
  }
  if (name === 'not') {
    checkCondition(value, `${path}.not`, depth + 1);
    return;
  }
  if (!Array.isArray(value) || value.length === 0 || value.length > maxConditions) {
    const wanted = `must be an array of 1 to ${maxConditions} conditions`;
    throw requestError('invalid-value', { path: `${path}.${name}`, reason: wanted, rule: 'type' });
  }
  for (const [index, inner] of value.entries()) checkCondition(inner, `${path}.${name}[${index}]`, depth + 1);
}

/**
 * Returns the one member of an object that says what it is.
 *
 * @throws {RequestError} if it is no object, or has another member or several.
 */
function onlyMember(
  value: unknown,
  path: string,
  known: readonly string[],
  reason: string,
  names = Object.keys(Object(value)),
): string {
  const [name, second] = names;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || name === undefined) {
    throw requestError('invalid-value', { path, reason: `${reason}: ${known.join(', ')}`, rule: 'type' });
  }
  const unknown = names.find((one) => !known.includes(one));
  if (unknown !== undefined) throw unknownField(`${path}.${shortName(unknown)}`, unknown, known);
  if (second === undefined) return name;
  throw requestError('invalid-value', {
    path,
    reason: `must have only one of ${names.join(', ')}`,
    rule: 'maxProperties',
  });
}

/** @throws {RequestError} for a problem, with the name or value that was likely meant. */
function check(
  problem: SchemaProblem | undefined,
  names: readonly string[] = [],
  values: readonly string[] = [],
  value?: unknown,
): void {
  if (problem === undefined) return;
  if (problem.code === 'unknown-field') {
    throw unknownField(problem.details.path, problem.details.field, names);
  }
  if (problem.code === 'invalid-value' && problem.details.rule === 'enum' && typeof value === 'string') {
    throw notOneOf(problem.details.path, problem.details.reason, value, values);
  }
  throw new RequestError(problem);
}

function notOneOf(path: string, reason: string, value: string, known: readonly string[]): RequestError {
  const suggestion = nearestName(value, known);
  return requestError('invalid-value', {
    path,
    reason,
    rule: 'enum',
    ...(suggestion !== undefined && { suggestion }),
  });
}
