import type { CST } from 'yaml';
import { yamlError } from './yaml-problem.js';

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
