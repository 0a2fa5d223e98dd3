/** The parts of JSON Schema that the catalogue uses and that TypeScript types can express. */
export interface TypedSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TypedSchema[];
  readonly items?: TypedSchema;
  readonly properties?: Readonly<Record<string, TypedSchema>>;
  readonly patternProperties?: Readonly<Record<string, TypedSchema>>;
  readonly required?: readonly string[];
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Returns the types of a schema's values; several are a union. Lists are readonly. */
export function typesOf(schema: TypedSchema): readonly string[] {
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.flatMap(typesOf))];
  if (schema.enum !== undefined) return schema.enum.map(literal);
  if (schema.const !== undefined) return [literal(schema.const)];
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return [schema.type];
    case 'integer':
    case 'number':
      return ['number'];
    case 'array':
      return [arrayType(schema)];
    case 'object':
      return [mapType(schema)];
    case undefined:
      return ['unknown'];
    default:
      throw new Error(`No type for a schema of type ${schema.type}`);
  }
}

function arrayType({ items = {}, minItems, maxItems }: TypedSchema): string {
  const types = typesOf(items);
  // A pair, not any number of strings.
  const isTuple = minItems !== undefined && minItems === maxItems && minItems <= 4;
  if (isTuple) return `readonly [${Array.from({ length: minItems }, () => types.join(' | ')).join(', ')}]`;
  const [only = ''] = types;
  const isPlain = types.length === 1 && !only.startsWith('readonly');
  return `readonly ${isPlain ? only : `(${types.join(' | ')})`}[]`;
}

/** Returns the type of a map. @throws {Error} for an object with named members: no option has one. */
function mapType({ properties = {}, patternProperties }: TypedSchema): string {
  if (Object.keys(properties).length > 0) throw new Error('Options within options have no type');
  const values = patternProperties?.['^.*$'];
  return `Readonly<Record<string, ${values === undefined ? 'unknown' : typesOf(values).join(' | ')}>>`;
}

/** Quotes a string as the formatter does. */
function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return value.includes("'") ? JSON.stringify(value) : `'${value.replaceAll('\\', '\\\\')}'`;
}
