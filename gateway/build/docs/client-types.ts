import { readFileSync } from 'node:fs';
import type { Catalogue } from '#engine/catalogue/catalogue.js';
import { requestSchemas } from '#engine/execute.js';
import type { OperationName } from '#engine/operations/operation.js';
import { groupChoices } from '#engine/operations/step-request.js';
import { type OptionSchema, optionFacts } from '#gateway/console/option-facts.js';

/** The file of the types of options, generated from the engine's schemas. */
export const clientTypesFile = new URL('../../../engine/tool-types.ts', import.meta.url);

/** Returns the content of {@link clientTypesFile}. @throws {Error} of the system if it cannot be read. */
export function readClientTypes(): string {
  return readFileSync(clientTypesFile, 'utf8');
}

const head = "// Generated from the engine's schemas by npm run docs; a test fails if it is out of date.\n";
const width = 120;
/** The subject of a request, which is the first argument of the client's methods. */
const subjects: ReadonlySet<string> = new Set(['url', 'urls', 'input', 'lines']);

/** Returns the current content of the file, formatted like the project's sources. */
export function renewedClientTypes(catalogue: Catalogue): string {
  return [
    head,
    toolConfigs(catalogue),
    eachPart(),
    condition(),
    requestOptions('sanitize', 'SanitizeOptions', 'What `sanitize` removes and keeps.'),
    requestOptions('sort-dedupe', 'SortDedupeOptions', 'What `sortDedupe` does with the lines.'),
  ].join('\n');
}

function toolConfigs(catalogue: Catalogue): string {
  const tools = [...catalogue.values()].map(({ tool }) => {
    const { properties, required } = tool.config as unknown as OptionsSchema;
    return `${comment(tool.description, '  ')}  ${name(tool.slug)}: {\n${members(properties, required, '    ')}  };\n`;
  });
  return `/** The options of each tool. */\nexport interface ToolConfigs {\n${tools.join('')}}\n`;
}

const { namedParts, optionedParts, simpleConditions } = groupChoices;

function eachPart(): string {
  const names = namedParts.map((part) => `'${part}'`);
  const objects = Object.entries(optionedParts).map(([part, schema]) => {
    const { properties, required } = schema as unknown as OptionsSchema;
    return `{\n      readonly ${part}: {\n${members(properties, required, '        ')}      };\n    }`;
  });
  return `/** The parts of a text that the steps of a group get. */\nexport type EachPart =\n${union([...names, ...objects])}`;
}

function condition(): string {
  const simple = Object.values(simpleConditions).map((schema) => {
    const { properties, required } = schema as unknown as OptionsSchema;
    return `{\n${members(properties, required, '      ')}    }`;
  });
  const combined = [
    'readonly not: Condition',
    'readonly all: readonly Condition[]',
    'readonly any: readonly Condition[]',
  ];
  const all = [...simple, ...combined.map((member) => `{ ${member} }`)];
  return `/** What a part has to be for the steps of a group. */\nexport type Condition =\n${union(all)}`;
}

function union(types: readonly string[]): string {
  return `${types.map((type) => `  | ${type}`).join('\n')};\n`;
}

function requestOptions(operation: OperationName, type: string, description: string): string {
  const { properties } = requestSchemas.get(operation) as unknown as OptionsSchema;
  const options = Object.entries(properties).filter(([option]) => !subjects.has(option));
  return `/** ${description} */\nexport interface ${type} {\n${members(Object.fromEntries(options), [], '  ')}}\n`;
}

type OptionsSchema = {
  readonly properties: Readonly<Record<string, OptionSchema & TypedSchema>>;
  readonly required?: readonly string[];
};

function members(properties: OptionsSchema['properties'], required: readonly string[] = [], indent: string): string {
  // An empty interface would accept any option.
  if (Object.keys(properties).length === 0) return `${indent}readonly [option: string]: never;\n`;
  return Object.entries(properties)
    .map(([option, schema]) => {
      const mark = required.includes(option) ? '' : '?';
      return `${documentation(schema, indent)}${member(`readonly ${name(option)}${mark}:`, typesOf(schema), indent)}`;
    })
    .join('');
}

/** Writes a union that does not fit on the line with one type per line, also within a list. */
function member(head: string, types: readonly string[], indent: string): string {
  const union = types.join(' | ');
  const line = `${indent}${head} ${union};`;
  if (line.length <= width) return `${line}\n`;
  const broken = (list: readonly string[]) => list.map((type) => `\n${indent}  | ${type}`).join('');
  const [, items] = /^readonly \((.*)\)\[\]$/.exec(union) ?? [];
  if (items === undefined) return `${indent}${head}${broken(types)};\n`;
  return `${indent}${head} readonly (${broken(items.split(' | '))}\n${indent})[];\n`;
}

/** Describes an option as in the reference: its effect, its constraints, and its default. */
function documentation(schema: OptionSchema, indent: string): string {
  const { type, description, fallback } = optionFacts(schema);
  const sentence = /[.!?]$/.test(description) ? description : `${description}.`;
  const bounds = /\d/.test(type) && schema.enum === undefined ? ` ${capitalised(type)}.` : '';
  return comment(`${sentence}${bounds}${fallback === undefined ? '' : ` Default: ${fallback}.`}`, indent);
}

function comment(text: string, indent: string): string {
  const safe = text.replaceAll('*/', '*\\/').replaceAll('\n', ' ');
  const line = `${indent}/** ${safe} */`;
  if (line.length <= width) return `${line}\n`;
  return `${indent}/**\n${folded(safe, width - indent.length - 3, `${indent} * `)}${indent} */\n`;
}

function folded(text: string, room: number, indent: string): string {
  const lines = [''];
  // No line begins with @: that would be a tag.
  for (const word of text.split(/ (?!@)/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `${indent}${line}\n`).join('');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function name(text: string): string {
  return /^[a-z_$][\w$]*$/i.test(text) ? text : `'${text}'`;
}

/** The parts of JSON Schema that the catalogue uses and that TypeScript types can express. */
interface TypedSchema {
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
function typesOf(schema: TypedSchema): readonly string[] {
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
