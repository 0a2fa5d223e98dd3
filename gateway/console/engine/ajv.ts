/** A schema, or a part of one. */
type Schema = Readonly<Record<string, unknown>>;

/** What validation.ts reads of ajv's errors. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  /** The value of the keyword. */
  readonly schema: unknown;
  readonly message: string;
}

/** Where a schema applies. */
interface Place {
  readonly path: string;
  /** Below `anyOf`, `not` and `if`, where no defaults are filled in. */
  readonly isTried: boolean;
}

type CheckFunction = (schema: Schema, data: unknown, place: Place) => boolean;

/** Keywords that look at one type of data: data of other types is valid. */
type TypedGroup = 'number' | 'string' | 'array' | 'object';

const typesOfJson: Readonly<Record<string, (data: unknown) => boolean>> = {
  string: (data) => typeof data === 'string',
  number: (data) => Number.isFinite(data),
  integer: (data) => Number.isInteger(data),
  boolean: (data) => typeof data === 'boolean',
  null: (data) => data === null,
  array: Array.isArray,
  object: isObject,
};

/** The keywords in the order in which ajv checks them. */
const keywordsOf = {
  any: ['$ref', '$recursiveRef', '$dynamicRef', 'const', 'enum', 'not', 'anyOf', 'allOf', 'if'],
  number: ['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum', 'multipleOf'],
  string: ['maxLength', 'minLength', 'pattern'],
  array: ['maxItems', 'minItems', 'items', 'uniqueItems'],
  object: [
    'maxProperties',
    'minProperties',
    'required',
    'propertyNames',
    'additionalProperties',
    'properties',
    'patternProperties',
  ],
} as const;

const groups = Object.keys(keywordsOf) as (keyof typeof keywordsOf)[];

/**
 * Stands for ajv in browsers, whose policy forbids the code that ajv generates: it interprets schemas, with the errors that
 * ajv stops at, in the same words and order. It knows the keywords of tools, requests and meta-schemas. Defaults are filled
 * in, as with `useDefaults`.
 */
export class Ajv {
  errors: readonly SchemaError[] | null = null;
  readonly #fillsIn: boolean;
  #found: SchemaError[] = [];
  /** The schema that `#` means. */
  #root: Schema = {};
  /** What it refers to by other names. */
  #others: ReadonlyMap<string, Schema> = new Map();
  #isDistinct: (items: readonly unknown[]) => boolean = () => true;

  constructor({ useDefaults = false }: { readonly useDefaults?: boolean } = {}) {
    this.#fillsIn = useDefaults;
  }

  compile(schema: object): ((data: unknown) => boolean) & { errors?: readonly SchemaError[] | null } {
    const validate: ReturnType<Ajv['compile']> = (data) => {
      const isValid = this.#validate(schema as Schema, data);
      validate.errors = this.errors;
      return isValid;
    };
    return validate;
  }

  removeKeyword(_name: 'uniqueItems'): void {}

  addKeyword({ validate }: { validate(mustDiffer: boolean, items: readonly unknown[]): boolean }): void {
    this.#isDistinct = (items) => validate(true, items);
  }

  /** Checks a schema against a meta-schema. @param metaSchemas - the first, and those that it refers to by their `$id`. */
  protected validateAgainst([meta = {}, ...others]: readonly Schema[], schema: unknown): boolean {
    this.#others = new Map(others.map((other) => [String(other.$id).replace(/^.*\/(?=meta\/)/, ''), other]));
    return this.#validate(meta, schema);
  }

  #validate(schema: Schema, data: unknown): boolean {
    this.#root = schema;
    this.#found = [];
    const isValid = this.#check(schema, data, { path: '', isTried: false });
    this.errors = isValid ? null : this.#found;
    return isValid;
  }

  readonly #check: CheckFunction = (schema, data, place) => {
    if (typeof schema === 'boolean')
      return schema || this.#fail('false schema', schema, place, 'boolean schema is false');
    const { type } = schema as { readonly type?: string | readonly string[] };
    const types = type === undefined ? [] : typeof type === 'string' ? [type] : type;
    const hasType = types.length === 0 || types.some((name) => typesOfJson[name]?.(data) === true);
    const [only = ''] = types;
    // A single type is checked with the keywords that it has.
    const laterGroup = types.length === 1 && hasKeyword(schema, only) ? groupOf(only) : undefined;
    const failsByType = (): boolean => this.#fail('type', type, place, `must be ${type}`, { type });
    let isValid = hasType || laterGroup !== undefined || failsByType();
    // Where another branch may be valid, ajv adds the errors of the first keywords to that of the type.
    if (!isValid && !place.isTried) return false;
    for (const group of groups) {
      const keywords = keywordsOf[group].filter((keyword) => schema[keyword] !== undefined);
      if (keywords.length === 0) continue;
      if (group === 'any' || typesOfJson[group]?.(data) === true) {
        if (group === 'object' && this.#fillsIn && !place.isTried) fillIn(schema, data as Record<string, unknown>);
        isValid = keywords.every((keyword) => this.#passes(keyword, schema, data, place)) && isValid;
      } else if (group === laterGroup) isValid = failsByType();
      if (!isValid) return false;
    }
    return isValid;
  };

  /** Adds an error. @returns false */
  #fail(keyword: string, schema: unknown, { path }: Place, message: string, params: object = {}): boolean {
    this.#found.push({ keyword, instancePath: path, params, schema, message });
    return false;
  }

  /** Checks without leaving errors. */
  #isValid(schema: unknown, data: unknown, { path }: Place): boolean {
    const { length } = this.#found;
    const isValid = this.#check(schema as Schema, data, { path, isTried: true });
    this.#found.length = length;
    return isValid;
  }

  #passes(keyword: string, schema: Schema, data: unknown, place: Place): boolean {
    const value = schema[keyword];
    const limit = value as number;
    const fails = (message: string, params?: object): boolean => this.#fail(keyword, value, place, message, params);
    const within = (isWithin: boolean, message: string): boolean => isWithin || fails(message, { limit });
    const text = (): number => Array.from(data as string).length;
    const items = data as readonly unknown[];
    const members = data as Readonly<Record<string, unknown>>;
    switch (keyword) {
      case 'maximum':
        return within((data as number) <= limit, `must be <= ${limit}`);
      case 'minimum':
        return within((data as number) >= limit, `must be >= ${limit}`);
      case 'exclusiveMaximum':
        return within((data as number) < limit, `must be < ${limit}`);
      case 'exclusiveMinimum':
        return within((data as number) > limit, `must be > ${limit}`);
      case 'multipleOf':
        return Number.isInteger((data as number) / limit) || fails(`must be multiple of ${limit}`);
      case 'maxLength':
        return within((data as string).length <= limit || text() <= limit, tooMany(limit, 'characters'));
      case 'minLength':
        return within((data as string).length >= 2 * limit || text() >= limit, tooFew(limit, 'characters'));
      case 'pattern':
        return (
          new RegExp(String(value), 'u').test(data as string) ||
          fails(`must match pattern "${value}"`, { pattern: value })
        );
      case 'maxItems':
        return within(items.length <= limit, tooMany(limit, 'items'));
      case 'minItems':
        return within(items.length >= limit, tooFew(limit, 'items'));
      case 'maxProperties':
        return within(Object.keys(members).length <= limit, tooMany(limit, 'properties'));
      case 'minProperties':
        return within(Object.keys(members).length >= limit, tooFew(limit, 'properties'));
      case 'uniqueItems':
        return value === false || this.#isDistinct(items) || fails('must not have duplicate items');
      case 'const':
        return isEqual(data, value) || fails('must be equal to constant');
      case 'enum':
        return (
          (value as readonly unknown[]).some((each) => isEqual(data, each)) ||
          fails('must be equal to one of the allowed values')
        );
      case 'not':
        return !this.#isValid(value, data, place) || fails('must NOT be valid');
      case 'anyOf':
        return this.#anyOf(value as readonly Schema[], data, place) || fails('must match a schema in anyOf');
      case 'allOf':
        return (value as readonly Schema[]).every((each) => this.#check(each, data, place));
      case 'if': {
        // ajv also tells which one a condition chose, sometimes, and validation.ts leaves that out.
        const chosen = schema[this.#isValid(value, data, place) ? 'then' : 'else'] as Schema | undefined;
        return chosen === undefined || this.#check(chosen, data, place);
      }
      case '$ref':
      case '$recursiveRef':
      case '$dynamicRef':
        return this.#check(this.#referred(String(value), schema), data, place);
      case 'items':
        return items.every((item, index) => this.#check(value as Schema, item, inside(place, index)));
      case 'required': {
        const missing = (value as readonly string[]).find((name) => members[name] === undefined);
        return missing === undefined || fails(`must have required property '${missing}'`, { missingProperty: missing });
      }
      case 'propertyNames':
        return Object.keys(members).every((name) => this.#check(value as Schema, name, place));
      case 'properties':
        return Object.entries(value as Schema).every(
          ([name, each]) =>
            members[name] === undefined || this.#check(each as Schema, members[name], inside(place, name)),
        );
      case 'patternProperties':
        return Object.entries(value as Schema).every(([pattern, each]) => {
          const expression = new RegExp(pattern, 'u');
          return Object.keys(members).every(
            (name) => !expression.test(name) || this.#check(each as Schema, members[name], inside(place, name)),
          );
        });
      default:
        return this.#additional(schema, members, place);
    }
  }

  #anyOf(branches: readonly Schema[], data: unknown, { path }: Place): boolean {
    const { length } = this.#found;
    const isValid = branches.some((branch) => this.#check(branch, data, { path, isTried: true }));
    if (isValid) this.#found.length = length;
    return isValid;
  }

  #additional(schema: Schema, members: Readonly<Record<string, unknown>>, place: Place): boolean {
    const { additionalProperties: value, properties = {}, patternProperties = {} } = schema;
    if (value === true) return true;
    const patterns = Object.keys(patternProperties as Schema).map((pattern) => new RegExp(pattern, 'u'));
    return Object.keys(members).every((name) => {
      if (Object.hasOwn(properties as Schema, name) || patterns.some((pattern) => pattern.test(name))) return true;
      if (value !== false) return this.#check(value as Schema, members[name], inside(place, name));
      return this.#fail('additionalProperties', value, place, 'must NOT have additional properties', {
        additionalProperty: name,
      });
    });
  }

  /** What a reference of a meta-schema means: all of it, one of its parts, or another of the same draft. */
  #referred(reference: string, schema: Schema): Schema {
    const other = this.#others.get(reference);
    if (other !== undefined) return other;
    const [, , name = ''] = /#\/(\$defs|definitions)\/(.*)/.exec(reference) ?? [];
    if (name === '') return this.#root;
    const owner = [this.#root, ...this.#others.values()].find((each) => definitionsOf(each)[name] !== undefined);
    const found = owner && definitionsOf(owner)[name];
    if (found === undefined) throw new Error(`${reference} of ${JSON.stringify(schema)} is unknown`);
    return found;
  }
}

function definitionsOf({ $defs, definitions }: Schema): Readonly<Record<string, Schema>> {
  return ($defs ?? definitions ?? {}) as Readonly<Record<string, Schema>>;
}

function groupOf(type: string): TypedGroup | undefined {
  const group = type === 'integer' ? undefined : type;
  return group === 'number' || group === 'string' || group === 'array' || group === 'object' ? group : undefined;
}

function hasKeyword(schema: Schema, type: string): boolean {
  const group = groupOf(type);
  return group !== undefined && keywordsOf[group].some((keyword) => schema[keyword] !== undefined);
}

function fillIn({ properties = {} }: Schema, data: Record<string, unknown>): void {
  for (const [name, schema] of Object.entries(properties as Readonly<Record<string, Schema>>)) {
    if (data[name] === undefined && schema.default !== undefined) data[name] = structuredClone(schema.default);
  }
}

function inside({ path, isTried }: Place, name: string | number): Place {
  return { path: `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`, isTried };
}

function isObject(data: unknown): boolean {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [members, others] = [one as Schema, other as Schema];
  const names = Object.keys(members);
  return (
    names.length === Object.keys(others).length &&
    names.every((name) => Object.hasOwn(others, name) && isEqual(members[name], others[name]))
  );
}

function tooMany(limit: number, what: string): string {
  return `must NOT have more than ${limit} ${what}`;
}

function tooFew(limit: number, what: string): string {
  return `must NOT have fewer than ${limit} ${what}`;
}
