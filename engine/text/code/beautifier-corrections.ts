import { lazyLibrary } from '../../core/lazy-library.js';

/** A tag or text as it was read. */
interface RawToken {
  readonly type: string;
  readonly newlines: number;
  readonly whitespace_before: string;
}

interface Tag {
  readonly tag_name: string;
  readonly is_end_tag: boolean;
  readonly is_inline_element: boolean;
  multiline_content: boolean;
}

/** An open element, with its start tag. */
interface TagFrame {
  readonly parser_token: Tag | null;
}

interface HtmlBeautifier {
  readonly _tag_stack: { _get_frame(names: readonly string[]): TagFrame | null };
  _set_tag_position(printer: object, raw: RawToken, tag: Tag, lastTag: Tag, last: RawToken): void;
}

interface CssBeautifier {
  readonly _input: { readonly __input: string; hasNext(): boolean };
  eatString(ends: string): string;
}

interface InputScanner {
  readonly __input: string;
  readonly __position: number;
  lookBack(text: string): boolean;
}

const html = lazyLibrary<{ Beautifier: { prototype: HtmlBeautifier } }>('js-beautify/js/src/html/beautifier.js');
const css = lazyLibrary<{ Beautifier: { prototype: CssBeautifier } }>('js-beautify/js/src/css/beautifier.js');
const scanners = lazyLibrary<{ InputScanner: { prototype: InputScanner } }>('js-beautify/js/src/core/inputscanner.js');

let corrected = false;

/** Corrects where js-beautify changes what code means: the ends of inline elements, pseudo-classes, a last backslash. */
export function correctBeautifier(): void {
  if (corrected) return;
  corrected = true;
  keepInlineEnds();
  keepPseudoClasses();
  keepLastBackslash();
}

/**
 * Makes js-beautify leave the end tag of an inline element beside its text. If a block was inside, it wrote the tag on a
 * line of its own, and `<b><hr>a</b>b` became `a b`.
 */
function keepInlineEnds(): void {
  const { prototype } = html().Beautifier;
  const setPosition = prototype._set_tag_position;
  prototype._set_tag_position = function (printer, raw, tag, lastTag, last) {
    if (tag.is_end_tag && tag.is_inline_element && isBesideText(raw, lastTag, last)) {
      const start = this._tag_stack._get_frame([tag.tag_name])?.parser_token;
      if (start) start.multiline_content = false;
    }
    setPosition.call(this, printer, raw, tag, lastTag, last);
  };
}

function isBesideText(raw: RawToken, lastTag: Tag, last: RawToken): boolean {
  if (raw.newlines > 0 || raw.whitespace_before !== '') return false;
  return last.type !== 'TK_TAG_CLOSE' || lastTag.is_inline_element;
}

/**
 * Makes js-beautify keep white space of any kind before the colon of a pseudo-class. It kept a blank only, but a line end
 * is a descendant combinator as well: `a` and `:hover` in the next line became `a:hover`.
 */
function keepPseudoClasses(): void {
  const { prototype } = scanners().InputScanner;
  const { lookBack } = prototype;
  // It asks for a blank nowhere else.
  prototype.lookBack = function (text) {
    return text === ' ' ? /\s/.test(this.__input.charAt(this.__position - 2)) : lookBack.call(this, text);
  };
}

/** What the library writes for the character after a last backslash. */
const missing = 'null';

/** Makes js-beautify end a style sheet in a string or URL with its backslash. It wrote `null` after it. */
function keepLastBackslash(): void {
  const { prototype } = css().Beautifier;
  const { eatString } = prototype;
  prototype.eatString = function (ends) {
    const eaten = eatString.call(this, ends);
    const isMissing = !this._input.hasNext() && this._input.__input.endsWith('\\') && eaten.endsWith(missing);
    return isMissing ? eaten.slice(0, -missing.length) : eaten;
  };
}
