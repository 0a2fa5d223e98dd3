import type { CST, Document, YAMLError } from 'yaml';
import { ToolError } from '../../core/errors.js';
import { positionAt } from '../position.js';

/** An error in a YAML document and its offset in UTF-16 code units. */
export interface YamlProblem {
  readonly offset: number;
  readonly reason: string;
}

/**
 * Returns the first error in a document.
 *
 * This includes a tag that cannot be resolved: the library only warns of it, but the tag's meaning would be lost.
 */
export function firstProblem({ errors, warnings }: Document.Parsed): YamlProblem | undefined {
  let first: YAMLError | undefined;
  for (const problem of [...errors, ...warnings]) {
    if (problem.name === 'YAMLWarning' && problem.code !== 'TAG_RESOLVE_FAILED') continue;
    if (first === undefined || problem.pos[0] < first.pos[0]) first = problem;
  }
  return first && { offset: first.pos[0], reason: reasonOf(first) };
}

/** The tags of the core schema. */
const coreTag = /^!!(?:bool|float|int|map|null|seq|str)$/;
const longestReason = 150;

function reasonOf({ code, message }: YAMLError): string {
  switch (code) {
    case 'MULTILINE_IMPLICIT_KEY':
      return 'a key must be on one line and be followed by a colon';
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'a second ": " on this line; put a nested mapping on lines of its own, or text in quotes';
    case 'TAG_RESOLVE_FAILED': {
      const tag = shorten(message.replace(/^.*?: /, '').replace(/^tag:yaml\.org,2002:/, '!!'));
      return coreTag.test(tag) ? `the value does not fit its tag ${tag}` : `the tag ${tag} is not supported`;
    }
    default:
      if (/^Missing closing ["']quote/.test(message)) return 'the quote that opens a text is never closed';
      return message.charAt(0).toLowerCase() + shorten(message.slice(1));
  }
}

function shorten(text: string): string {
  const line = text.slice(0, longestReason + 1).replace(/\s+/g, ' ');
  return line.length > longestReason ? `${line.slice(0, longestReason)}…` : line;
}

/** Returns the error at an offset of the text, which the library may place beyond its ends. */
export function yamlError(source: string, offset: number, reason: string): ToolError {
  return ToolError.at(positionAt(source, Math.min(Math.max(offset, 0), source.length)), reason);
}

/** The directives whose document has not begun. */
export class DirectiveList {
  readonly #source: string;
  /** Their offsets, by what they declare. */
  readonly #offsets = new Map<string, number>();
  #hasUnknown = false;

  constructor(source: string) {
    this.#source = source;
  }

  /**
   * Notes a token that is a directive, or begins the document. Returns whether the parser can do without it: the
   * library warns of each unknown directive, which takes it 10 µs, and all of them mean what one means.
   *
   * @throws {ToolError} with the place of a second directive of a kind that a document has once.
   */
  isSuperfluous(token: CST.Token): boolean {
    if (token.type === 'document') {
      this.#offsets.clear();
      this.#hasUnknown = false;
    }
    if (token.type !== 'directive') return false;
    const [declared = ''] = /^%(?:TAG\s+\S+|\S+)/.exec(token.source) ?? [];
    const isUnique = /^%(?:YAML|TAG\s)/.test(declared);
    if (isUnique && this.#offsets.has(declared)) {
      throw yamlError(this.#source, token.offset, `a second directive ${declared.slice(0, 40)} for one document`);
    }
    this.#offsets.set(declared, token.offset);
    const isUnknown = !/^%(?:YAML|TAG)/.test(declared);
    const isSuperfluous = isUnknown && this.#hasUnknown;
    this.#hasUnknown ||= isUnknown;
    return isSuperfluous;
  }

  /** @throws {ToolError} with the place of a directive without a document. */
  end(): void {
    for (const offset of this.#offsets.values()) {
      throw yamlError(this.#source, offset, 'a directive needs a document after it, which starts with ---');
    }
  }
}
