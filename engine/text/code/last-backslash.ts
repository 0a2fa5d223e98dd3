import { lazyLibrary } from '../../core/lazy-library.js';

interface CssBeautifier {
  readonly _input: { readonly __input: string; hasNext(): boolean };
  eatString(ends: string): string;
}

const css = lazyLibrary<{ Beautifier: { prototype: CssBeautifier } }>('js-beautify/js/src/css/beautifier.js');

/** What the library writes for the character after a last backslash. */
const missing = 'null';

let kept = false;

/** Makes js-beautify end a style sheet in a string or URL with its backslash. It wrote `null` after it. */
export function keepLastBackslash(): void {
  if (kept) return;
  kept = true;
  const { prototype } = css().Beautifier;
  const { eatString } = prototype;
  prototype.eatString = function (ends) {
    const eaten = eatString.call(this, ends);
    const isMissing = !this._input.hasNext() && this._input.__input.endsWith('\\') && eaten.endsWith(missing);
    return isMissing ? eaten.slice(0, -missing.length) : eaten;
  };
}
