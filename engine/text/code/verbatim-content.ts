import { lazyLibrary } from '../../core/lazy-library.js';

interface Token {
  readonly type: string;
  readonly text: string;
  readonly next: Token | null;
  /** Of the end of a tag: its start. */
  readonly opened?: Token | null;
}

interface HtmlTokenizer {
  readonly _patterns: { readonly whitespace: { newline_count: number; whitespace_before_token: string } };
  _get_next_token(previous: Token, open: Token | null): Token;
  _readWhitespace(): void;
}

const tokenizers = lazyLibrary<{ Tokenizer: { prototype: HtmlTokenizer } }>('js-beautify/js/src/html/tokenizer.js');

let verbatim = false;

/**
 * Makes js-beautify keep the white space at the start of what it leaves as it is: `pre`, `textarea`, and scripts and
 * styles in languages that it does not know. It changed the lines before the first character, so Python lost the
 * indentation of its first line, and a `textarea` could lose its first line.
 */
export function keepVerbatimContent(): void {
  if (verbatim) return;
  verbatim = true;
  const { prototype } = tokenizers().Tokenizer;
  const { _get_next_token: next, _readWhitespace: readWhitespace } = prototype;
  const before = new WeakMap<HtmlTokenizer, Token>();
  prototype._get_next_token = function (previous, open) {
    before.set(this, previous);
    return next.call(this, previous, open);
  };
  prototype._readWhitespace = function () {
    const previous = before.get(this);
    if (previous === undefined || !startsVerbatim(previous)) {
      readWhitespace.call(this);
      return;
    }
    this._patterns.whitespace.newline_count = 0;
    this._patterns.whitespace.whitespace_before_token = '';
  };
}

/** The types of scripts and styles that the library lays out. */
const knownTypes =
  /text\/css|module|importmap|(?:text|application|dojo)\/(?:x-)?(?:javascript|ecmascript|jscript|livescript|(?:ld\+)?json|method|aspect|html)/;

function startsVerbatim({ type, text, opened }: Token): boolean {
  if (type !== 'TK_TAG_CLOSE' || text.startsWith('/') || !opened?.text.startsWith('<')) return false;
  const name = opened.text.slice(1).toLowerCase();
  if (name === 'pre' || name === 'textarea') return true;
  if (name !== 'script' && name !== 'style') return false;
  const language = typeAttribute(opened);
  return language !== '' && !knownTypes.test(language);
}

/** Returns the value of `type` without its quotes. */
function typeAttribute(tag: Token): string {
  for (let token = tag.next; token !== null && token.type !== 'TK_TAG_CLOSE'; token = token.next) {
    if (token.type !== 'TK_ATTRIBUTE' || token.text !== 'type') continue;
    const value = token.next?.type === 'TK_EQUALS' ? token.next.next : null;
    return value?.type === 'TK_VALUE' ? value.text.replace(/^["']|["']$/g, '') : '';
  }
  return '';
}
