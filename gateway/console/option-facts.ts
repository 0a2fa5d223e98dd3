/** The facts about an option, from its JSON schema. */
export interface OptionFacts {
  /** `whole number, 0 to 10`, `one of both, start, end`. */
  readonly type: string;
  readonly description: string;
  /** The default as JSON; undefined without one. */
  readonly fallback: string | undefined;
}

/** The used part of an option's JSON schema. */
export interface OptionSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly OptionSchema[];
  readonly items?: OptionSchema | readonly OptionSchema[];
  readonly properties?: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  /** What it is called on the screen. */
  readonly title?: string;
  /** What its values are called there; see `tool-words.ts`. */
  readonly words?: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** @param schema - the JSON schema of one option. */
export function optionFacts(schema: OptionSchema): OptionFacts {
  return {
    type: typeOf(schema),
    description: schema.description ?? '',
    fallback: schema.default === undefined ? undefined : JSON.stringify(schema.default),
  };
}

function typeOf(schema: OptionSchema): string {
  // The name of a schema that is documented elsewhere.
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(', or ');
  if (schema.enum !== undefined) return `one of ${schema.enum.map(display).join(', ')}`;
  if (schema.const !== undefined) return display(schema.const);
  if (typeof schema.type === 'object') return schema.type.map((type) => typeOf({ ...schema, type })).join(' or ');
  switch (schema.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `whole number${range(schema.minimum, schema.maximum, '')}`;
    case 'number':
      return `number${range(schema.minimum, schema.maximum, '')}`;
    case 'string':
      return `text${range(schema.minLength, schema.maxLength, ' characters')}`;
    case 'array':
      return listType(schema);
    default:
      return schema.type ?? 'any JSON value';
  }
}

function listType({ items, minItems, maxItems }: OptionSchema): string {
  const bounds = range(minItems, maxItems, ' items');
  if (items === undefined) return `list${bounds}`;
  const each = 'length' in items ? items.map(typeOf).join('; ') : typeOf(items);
  return `list${bounds} (each: ${each})`;
}

function range(minimum: number | undefined, maximum: number | undefined, unit: string): string {
  const number = (value: number) => value.toLocaleString('en-GB');
  if (minimum === maximum && minimum !== undefined) return `, exactly ${number(minimum)}${unit}`;
  if (minimum !== undefined && maximum !== undefined) return `, ${number(minimum)} to ${number(maximum)}${unit}`;
  if (maximum !== undefined) return `, up to ${number(maximum)}${unit}`;
  return minimum === undefined ? '' : `, ${number(minimum)} or more${unit}`;
}

function display(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
