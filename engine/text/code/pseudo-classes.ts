import { lazyLibrary } from '../../core/lazy-library.js';

interface InputScanner {
  readonly __input: string;
  readonly __position: number;
  lookBack(text: string): boolean;
}

const scanners = lazyLibrary<{ InputScanner: { prototype: InputScanner } }>('js-beautify/js/src/core/inputscanner.js');

let kept = false;

/**
 * Makes js-beautify keep white space of any kind before the colon of a pseudo-class. It kept a blank only, but a line end
 * is a descendant combinator as well: `a` and `:hover` in the next line became `a:hover`.
 */
export function keepPseudoClasses(): void {
  if (kept) return;
  kept = true;
  const { prototype } = scanners().InputScanner;
  const { lookBack } = prototype;
  // It asks for a blank nowhere else.
  prototype.lookBack = function (text) {
    return text === ' ' ? /\s/.test(this.__input.charAt(this.__position - 2)) : lookBack.call(this, text);
  };
}
