import type { Alias, Document, Node, Pair, Scalar, ScalarTag, YAMLMap, YAMLSeq } from 'yaml';
import type { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { maxYamlDepth } from '../../core/limits.js';
import { withoutStackTraces } from '../../core/stack-traces.js';
import { decodeJsonString, type JsonMember, type JsonNode } from '../json/json-tree.js';
import { DirectiveList, firstProblem, yamlError } from './yaml-problems.js';

const yaml = lazyLibrary<typeof import('yaml')>('yaml');

/** The most members that merge keys may read: a chain of mappings that merge one another would be quadratic. */
const maxMergedMembers = 1_000_000;

export interface YamlReading {
  /** Sorts the members of every mapping by name, by UTF-16 code units. */
  readonly sortKeys: boolean;
  /** Rejects a second document. */
  readonly single: boolean;
}

/**
 * Reads YAML 1.2 (core schema) as JSON values, one for each document.
 *
 * Numbers keep all their digits; keys become text. An alias shares the value of its anchor instead of copying it, so
 * the result may expand to far more text than the input: the writer counts it. `<<` merges mappings as in YAML 1.1,
 * because common files rely on it.
 *
 * @throws {ToolError} with line and column: syntax errors, tags outside the core schema, keys that are collections or
 *   duplicates, aliases without an anchor or inside it, `.inf` and `.nan`, collections nested deeper than
 *   {@link maxYamlDepth}.
 */
export function readYaml(text: string, { sortKeys, single }: YamlReading): JsonNode[] {
  // Inside scalars every line break is a line feed (YAML 1.2.2, section 5.4).
  const source = text.replace(/\r\n?/g, '\n');
  const values: JsonNode[] = [];
  for (const document of documentsOf(source)) {
    if (isNoDocument(document)) continue;
    if (single && values.length === 1) {
      throw yamlError(source, document.range[0], 'a second document starts here; set multiDocs to true to read all');
    }
    const problem = firstProblem(document);
    if (problem !== undefined) throw yamlError(source, problem.offset, problem.reason);
    values.push(new ValueBuilder(source, sortKeys).build(document.contents, 0));
  }
  return values;
}

/** Tests for what the library reads before a `...` that ends no document: YAML 1.2.2, section 9.1.3, has none there. */
function isNoDocument({ contents, directives, errors }: Document.Parsed): boolean {
  if (!yaml().isScalar(contents) || directives.docStart || errors.length > 0) return false;
  const { range, anchor, tag } = contents;
  return range[0] === range[1] && anchor === undefined && tag === undefined;
}

/** Unexpected tokens of a document that are reported to it. Only the first problem counts. */
const mostUnexpected = 100;
/** The tokens after which another document begins, or has begun. */
const ends: ReadonlySet<string> = new Set(['document', 'doc-end', 'directive']);

/** `!!float 1`: the library knows only floating-point numbers with a point or an exponent (YAML 1.2.2, section 10.2.1.4). */
const wholeFloat: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  test: /^[-+]?[0-9]+$/,
  resolve: Number,
};

/** Bounds the depth during tokenizing: the library composes nodes by recursion. */
function* documentsOf(source: string): Generator<Document.Parsed> {
  const { Composer, Lexer, Parser } = yaml();
  const parser = new Parser();
  const composer = new Composer({
    schema: 'core',
    customTags: (tags) => [...tags, wholeFloat],
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const directives = new DirectiveList(source);
  let unexpected = 0;
  for (const lexeme of new Lexer().lex(source)) {
    for (const token of parser.next(lexeme)) {
      if (directives.isSuperfluous(token)) continue;
      unexpected = token.type === 'error' ? unexpected + 1 : ends.has(token.type) ? 0 : unexpected;
      if (token.type === 'error' && unexpected > mostUnexpected) continue;
      yield* withoutStackTraces(() => [...composer.next(token)]);
    }
    // The stack has the document at the bottom, then the open collections; the last entry may be a scalar.
    const deepest = parser.stack[maxYamlDepth + 1];
    if (deepest !== undefined && 'items' in deepest) throw tooDeep(source, deepest.offset);
  }
  for (const token of parser.end()) {
    if (!directives.isSuperfluous(token)) yield* withoutStackTraces(() => [...composer.next(token)]);
  }
  yield* withoutStackTraces(() => [...composer.end()]);
  directives.end();
}

interface Anchored {
  readonly value: JsonNode;
  /** The number of levels of collections in the value. */
  readonly height: number;
}

/** Builds the value of one document. */
class ValueBuilder {
  readonly #source: string;
  readonly #sortKeys: boolean;
  /** The anchors so far; undefined while the anchored node is being built. */
  readonly #anchors = new Map<string, Anchored | undefined>();
  #deepest = 0;
  #mergedMembers = 0;

  constructor(source: string, sortKeys: boolean) {
    this.#source = source;
    this.#sortKeys = sortKeys;
  }

  /** @param depth - the number of collections around the node. */
  build(node: Node | null, depth: number): JsonNode {
    const { isAlias } = yaml();
    if (node === null) return 'null';
    if (isAlias(node)) return this.#resolve(node, depth);
    const { anchor } = node as Scalar | YAMLMap | YAMLSeq;
    if (anchor === undefined) return this.#value(node, depth);
    const outer = this.#deepest;
    this.#deepest = depth;
    this.#anchors.set(anchor, undefined);
    const value = this.#value(node, depth);
    this.#anchors.set(anchor, { value, height: this.#deepest - depth });
    this.#deepest = Math.max(outer, this.#deepest);
    return value;
  }

  #value(node: Node, depth: number): JsonNode {
    const { isMap, isSeq } = yaml();
    if (isMap(node)) {
      this.#reach(depth + 1, node);
      return this.#object(node.items as Pair<Node, Node | null>[], depth + 1);
    }
    if (isSeq(node)) {
      this.#reach(depth + 1, node);
      return node.items.map((item) => this.build(item as Node, depth + 1));
    }
    return this.#scalar(node as Scalar);
  }

  #reach(depth: number, node: Node): void {
    if (depth > maxYamlDepth) throw tooDeep(this.#source, startOf(node));
    this.#deepest = Math.max(this.#deepest, depth);
  }

  #resolve(alias: Alias, depth: number): JsonNode {
    const name = sentenceName(alias.source);
    if (!this.#anchors.has(alias.source)) throw this.#error(alias, `no anchor &${name} comes before the alias`);
    const anchored = this.#anchors.get(alias.source);
    if (anchored === undefined) throw this.#error(alias, `the alias *${name} is inside the node that it refers to`);
    this.#reach(depth + anchored.height, alias);
    return anchored.value;
  }

  #scalar(scalar: Scalar): string {
    const { value } = scalar;
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value !== 'number') return String(value);
    const number = jsonNumber(scalar.source ?? String(value));
    if (number === undefined) {
      throw this.#error(
        scalar,
        `JSON has no number for ${sentenceName(scalar.source ?? '')}; quote it to keep it as text`,
      );
    }
    return number;
  }

  #object(pairs: readonly Pair<Node, Node | null>[], depth: number): JsonNode {
    const { isSeq } = yaml();
    const members = new Map<string, JsonMember>();
    const own = new Set<string>();
    for (const { key, value } of pairs) {
      const name = this.#name(key, depth);
      if (isMergeKey(key)) {
        // The members of a merged mapping become siblings of this mapping's members, so they are not one level deeper.
        this.#merge(this.build(value, depth - (isSeq(value) ? 2 : 1)), members, value ?? key);
        continue;
      }
      const built = this.build(value, depth);
      if (own.has(name)) throw this.#error(key, `the key "${sentenceName(name)}" occurs twice in one mapping`);
      own.add(name);
      members.set(name, { key: JSON.stringify(name), value: built });
    }
    if (!this.#sortKeys) return { members: [...members.values()] };
    const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : 1));
    return { members: sorted.map(([, member]) => member) };
  }

  #name(key: Node | null, depth: number): string {
    const { isScalar } = yaml();
    if (key === null) return '';
    const built = this.build(key, depth);
    if (typeof built !== 'string') throw this.#error(key, 'a key must be text, and this is a collection');
    if (built.startsWith('"')) return decodeJsonString(built);
    return isScalar(key) ? (key.source ?? built) : built;
  }

  /** Adds the members that do not exist yet: the mapping's own members win, then earlier merged ones. */
  #merge(value: JsonNode, members: Map<string, JsonMember>, place: Node): void {
    for (const source of Array.isArray(value) ? value : [value]) {
      if (typeof source === 'string' || Array.isArray(source)) {
        throw this.#error(place, 'the merge key << needs a mapping or a list of mappings');
      }
      this.#mergedMembers += source.members.length;
      if (this.#mergedMembers > maxMergedMembers) {
        throw this.#error(place, `merge keys (<<) add more than ${maxMergedMembers} members`);
      }
      for (const member of source.members) {
        const name = decodeJsonString(member.key);
        if (!members.has(name)) members.set(name, member);
      }
    }
  }

  #error(node: Node, reason: string): ToolError {
    return yamlError(this.#source, startOf(node), reason);
  }
}

function isMergeKey(key: Node | null): boolean {
  const { isScalar } = yaml();
  return isScalar(key) && key.type === 'PLAIN' && key.source === '<<' && key.tag === undefined;
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

function sentenceName(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}

function tooDeep(source: string, offset: number): ToolError {
  return yamlError(source, offset, `nested deeper than ${maxYamlDepth} levels`);
}

const decimal = /^([-+]?)(\d*)(\.\d*)?([eE][-+]?\d+)?$/;

/**
 * Returns the JSON number for a number of YAML's core schema. It does not go through floating point, so every digit
 * stays.
 *
 * @param source - as written: `0x1F`, `0o17`, `+007`, `.5`, `1.`, `1e3`.
 * @returns undefined for infinities and "not a number".
 */
function jsonNumber(source: string): string | undefined {
  if (/^0[xo]/.test(source)) return BigInt(source).toString();
  const parts = decimal.exec(source);
  if (parts === null) return undefined;
  const [, sign = '', integer = '', fraction = '', exponent = ''] = parts;
  const digits = integer.replace(/^0+(?=\d)/, '');
  return (sign === '-' ? '-' : '') + (digits === '' ? '0' : digits) + (fraction === '.' ? '' : fraction) + exponent;
}
