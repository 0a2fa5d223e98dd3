import type { OutputLimit } from '../../../core/tool.js';
import { quotedJson } from '../../../text/json/json-records.js';
import type { JsonShape } from './json-shape.js';

export interface TypeScriptStyle {
  readonly rootName: string;
  /** Whether objects are declared as interfaces or as type aliases. */
  readonly style: 'interface' | 'type';
  /** Whether members that some objects at a place lack are marked with `?`. */
  readonly optional: boolean;
}

/**
 * Declares TypeScript types for a shape: one for each object, named after the member that contains it, starting with
 * the root. Objects with the same name and the same members share a type.
 *
 * @throws {OutputTooLongError} as soon as the declarations exceed the limit.
 */
export function typeScriptTypes(root: JsonShape, style: TypeScriptStyle, limit: OutputLimit): string {
  return new Declarations(style, limit).of(root);
}

/** Names with another meaning in TypeScript. */
const takenNames = `Array Boolean Date Error Function JSON Map Math Number Object Promise Proxy
  Record RegExp Set String Symbol Partial Pick Omit Required Readonly`.split(/\s+/);

/** Names that a type cannot have: ECMAScript's reserved words, and TypeScript's built-in types. */
const reservedWords = new Set(
  `any bigint boolean never number object string symbol undefined unknown void
  await break case catch class const continue debugger default delete do else
  enum export extends false finally for function if import in instanceof new
  null return super switch this throw true try typeof var while with yield
  implements interface let package private protected public static type`.split(/\s+/),
);

/** Returns whether a type can have this name. */
export function isTypeName(name: string): boolean {
  return isIdentifier(name) && !reservedWords.has(name);
}

const longestName = 60;

class Declarations {
  readonly #style: TypeScriptStyle;
  readonly #limit: OutputLimit;
  /** The declarations in their order; empty where an earlier type was reused. */
  readonly #texts: string[] = [];
  /** The names of the types, by requested name and body. */
  readonly #known = new Map<string, string>();
  /** The used names, each with the last number appended to it. */
  readonly #names = new Map<string, number>();
  #length = 0;

  constructor(style: TypeScriptStyle, limit: OutputLimit) {
    this.#style = style;
    this.#limit = limit;
    for (const name of takenNames) this.#names.set(name, 1);
  }

  of(root: JsonShape): string {
    const { rootName } = this.#style;
    this.#names.set(rootName, 1);
    const isObject = root.objects > 0 && root.plain.size === 0 && root.items === undefined;
    if (isObject && root.members?.size !== 0) this.#declare(root, rootName, rootName);
    else {
      const place = this.#reserve();
      this.#write(place, `export type ${rootName} = ${this.#typeOf(root, `${rootName}Item`)};`);
    }
    return this.#texts.filter((text) => text !== '').join('\n\n');
  }

  /** Returns the type of a shape. @param name - the name for a type that must be declared. */
  #typeOf(shape: JsonShape, name: string): string {
    return this.#alternatives(shape, name).join(' | ');
  }

  #alternatives(shape: JsonShape, name: string): string[] {
    const types: string[] = [];
    for (const kind of ['string', 'number', 'boolean'] as const) if (shape.plain.has(kind)) types.push(kind);
    if (shape.members?.size === 0) types.push('Record<string, never>');
    else if (shape.members !== undefined) types.push(this.#declare(shape, name));
    if (shape.items !== undefined) types.push(arrayOf(this.#alternatives(shape.items, name)));
    if (shape.plain.has('null')) types.push('null');
    return types.length === 0 ? ['unknown'] : types;
  }

  /** Declares a type. @returns its name. */
  #declare(shape: JsonShape, wanted: string, given?: string): string {
    const place = this.#reserve();
    const body = this.#bodyOf(shape);
    const key = `${wanted} ${body}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const name = given ?? this.#nameFor(wanted);
    this.#known.set(key, name);
    const isInterface = this.#style.style === 'interface';
    this.#write(place, isInterface ? `export interface ${name} ${body}` : `export type ${name} = ${body};`);
    return name;
  }

  #bodyOf(shape: JsonShape): string {
    let body = '{\n';
    for (const [name, member] of shape.members ?? []) {
      const mark = this.#style.optional && member.count < shape.objects ? '?' : '';
      const type = this.#typeOf(member.shape, wantedName(name, member.shape));
      body += `  ${isIdentifier(name) ? name : quotedJson(name)}${mark}: ${type};\n`;
    }
    return `${body}}`;
  }

  #nameFor(wanted: string): string {
    let name = wanted;
    let number = this.#names.get(wanted) ?? 0;
    while (this.#names.has(name)) name = `${wanted}${++number}`;
    if (number > 0) this.#names.set(wanted, number);
    this.#names.set(name, 1);
    return name;
  }

  #reserve(): number {
    return this.#texts.push('') - 1;
  }

  #write(place: number, text: string): void {
    this.#length += text.length;
    this.#limit.check(this.#length);
    this.#texts[place] = text;
  }
}

function arrayOf(alternatives: readonly string[]): string {
  const type = alternatives.join(' | ');
  return alternatives.length > 1 ? `(${type})[]` : `${type}[]`;
}

function isIdentifier(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);
}

/** Returns the name for the type of a member's objects. */
function wantedName(name: string, { members, items }: JsonShape): string {
  if (members === undefined && items === undefined) return '';
  return members === undefined ? `${typeName(name)}Item` : typeName(name);
}

/** Converts a name to Pascal case: `user_id` to `UserId`. */
function typeName(name: string): string {
  const words = name.slice(0, longestName).match(/[\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}]+/gu) ?? [];
  const joined = words.map((word) => word.replace(/^./u, (first) => first.toUpperCase())).join('');
  if (joined === '') return 'Value';
  return /^\p{ID_Start}/u.test(joined) ? joined : `_${joined}`;
}
