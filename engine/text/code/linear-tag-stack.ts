import { lazyLibrary } from '../../core/lazy-library.js';

/** An open element. */
interface TagFrame {
  readonly parent: TagFrame | null;
  readonly tag: string;
}

/** The open elements of js-beautify. */
interface TagStack {
  readonly _current_frame: TagFrame | null;
  record_tag(token: object): void;
  _get_frame(tags: readonly string[], stops?: readonly string[]): TagFrame | null;
}

interface HtmlBeautifier {
  readonly _tag_stack: TagStack;
  beautify(): string;
}

const html = lazyLibrary<{ Beautifier: new (text: string, options: object) => HtmlBeautifier }>(
  'js-beautify/js/src/html/beautifier.js',
);

/** The open elements once more, so that the innermost one of a name is found without a walk through all of them. */
class OpenElements {
  /** By depth, 0 for the outermost. Those deeper than the current one are closed. */
  readonly #frames: TagFrame[] = [];
  readonly #depths = new Map<TagFrame, number>();
  /** By name, outermost first; the last ones may be closed. */
  readonly #named = new Map<string, TagFrame[]>();

  add(frame: TagFrame): void {
    const depth = frame.parent === null ? 0 : this.#depthOf(frame.parent) + 1;
    for (const closed of this.#frames.splice(depth)) this.#depths.delete(closed);
    this.#frames.push(frame);
    this.#depths.set(frame, depth);
    const named = this.#named.get(frame.tag);
    if (named === undefined) this.#named.set(frame.tag, [frame]);
    else named.push(frame);
  }

  /** Returns the depth of the innermost open element with one of the names; -1 if there is none. */
  innermost(names: readonly string[], current: TagFrame): number {
    const deepest = this.#depthOf(current);
    return Math.max(-1, ...names.map((name) => this.#innermostOf(name, deepest)));
  }

  at(depth: number): TagFrame | null {
    return this.#frames[depth] ?? null;
  }

  #innermostOf(name: string, deepest: number): number {
    const named = this.#named.get(name) ?? [];
    for (let last = named.at(-1); last !== undefined; last = named.at(-1)) {
      const depth = this.#depthOf(last);
      if (depth !== -1 && depth <= deepest) return depth;
      // Closed elements are not opened again.
      named.pop();
    }
    return -1;
  }

  #depthOf(frame: TagFrame): number {
    return this.#depths.get(frame) ?? -1;
  }
}

let linear = false;

/**
 * Makes js-beautify find the element that an end tag closes in constant time. It walks through all open elements, so
 * 66,000 elements and end tags without a partner took 5 s.
 */
export function makeTagStackLinear(): void {
  if (linear) return;
  linear = true;
  // The library does not export the stack; a run leaves one behind.
  const beautifier = new (html().Beautifier)('<a>', {});
  beautifier.beautify();
  const prototype = Object.getPrototypeOf(beautifier._tag_stack) as TagStack;
  const record = prototype.record_tag;
  const elementsOf = new WeakMap<TagStack, OpenElements>();
  prototype.record_tag = function (token) {
    record.call(this, token);
    const elements = elementsOf.get(this) ?? new OpenElements();
    elementsOf.set(this, elements);
    if (this._current_frame !== null) elements.add(this._current_frame);
  };
  prototype._get_frame = function (tags, stops = []) {
    const { _current_frame: current } = this;
    const elements = elementsOf.get(this);
    if (current === null || elements === undefined) return null;
    const depth = elements.innermost(tags, current);
    return depth < elements.innermost(stops, current) ? null : elements.at(depth);
  };
}
