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

const html = lazyLibrary<{ Beautifier: { prototype: HtmlBeautifier } }>('js-beautify/js/src/html/beautifier.js');

let kept = false;

/**
 * Makes js-beautify leave the end tag of an inline element beside its text. If a block was inside, it wrote the tag on a
 * line of its own, and `<b><hr>a</b>b` became `a b`.
 */
export function keepInlineEnds(): void {
  if (kept) return;
  kept = true;
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
