import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { Type } from '../../core/schema.js';
import type { OutputLimit } from '../../core/tool.js';
import { splitLines } from '../lines/lines.js';
import { correctBeautifier } from './beautifier-corrections.js';
import { applyLayout, hideFromBeautifier } from './javascript-layout.js';
import { makeBeautifierLinear } from './linear-beautifier.js';
import { keepVerbatimContent } from './verbatim-content.js';

const jsBeautify = lazyLibrary<Beautifiers>('js-beautify');
const scripts = lazyLibrary<PartBeautifiers>('js-beautify/js/src/javascript/beautifier.js');
const styles = lazyLibrary<PartBeautifiers>('js-beautify/js/src/css/beautifier.js');
const outputModule = lazyLibrary<{ Output: { prototype: Output } }>('js-beautify/js/src/core/output.js');

const htmlOptions = lazyLibrary<{ Options: new () => { inline: readonly string[] } }>(
  'js-beautify/js/src/html/options.js',
);

type Language = 'js' | 'css' | 'html';

interface LibraryOptions {
  readonly eol?: string;
  readonly [name: string]: unknown;
}

type Layout = (text: string, options: LibraryOptions) => string;

interface Beautifiers extends Readonly<Record<'js' | 'css', Layout>> {
  /** Lays out a page, its scripts by `js` and its styles by `css`, which get the same options each time. */
  html(text: string, options: LibraryOptions, js: Layout, css: Layout): string;
}

/** A script or style, and the options for it. */
interface PartBeautifier {
  readonly _source_text: string;
  readonly _options: { keep_array_indentation?: boolean };
  beautify(): string;
}

interface PartBeautifiers {
  readonly Beautifier: new (text: string, options: LibraryOptions) => PartBeautifier;
}

/** The state of the library when it is about to join its lines. */
interface Output {
  readonly __lines: readonly Line[];
  get_indent_size(indent: number, column: number): number;
  get_code(eol: string): string;
}

interface Line {
  readonly __items: readonly string[];
  readonly __indent_count: number;
  readonly __alignment_count: number;
}

/** The indentation option of the formatters. */
export const Indent = Type.Integer({
  default: 2,
  minimum: 1,
  maximum: 8,
  description: 'Spaces per level of indentation',
});

export interface Beautification {
  readonly indent: number;
  /** The line length at which to wrap where possible; 0 for never. */
  readonly wrap?: number;
}

/**
 * Lays out code. Keeps the text's line ends, a final line end, and at most one empty line between two lines.
 *
 * No formatter with a parser: Prettier 3.10 refuses code with errors and changes quotes and semicolons, is asynchronous,
 * takes 2.5 to 3.9 s and 230 to 280 MB for 500,000 characters (this 0.5 to 1.1 s), and fails at 300 levels. Biome as
 * WebAssembly is a package of 44 MB; dprint's instance is dead for every text after one that is nested too deeply.
 *
 * @throws {OutputTooLongError} before the lines are joined: `{` 5,000 times makes 50 MB of indentation.
 * @throws {ToolError} if the code is nested too deeply.
 */
export function beautify(
  language: Language,
  text: string,
  { indent, wrap = 0 }: Beautification,
  limit: OutputLimit,
): string {
  // The library would put blanks before the first line in front of every line.
  const code = text.trimStart();
  if (code === '') return '';
  const { lineEnd, final } = splitLines(text);
  makeBeautifierLinear();
  keepVerbatimContent();
  correctBeautifier();
  measureOutput();
  currentLimit = limit;
  try {
    return layouts[language](code, {
      indent_size: indent,
      wrap_line_length: wrap,
      eol: lineEnd,
      end_with_newline: final,
      // In HTML this option counts empty lines, elsewhere line ends.
      max_preserve_newlines: language === 'html' ? 1 : 2,
      // Where an operator begins a line, semicolon insertion may depend on it.
      operator_position: 'preserve-newline',
      ...(language === 'html' && { inline: inlineElements() }),
    });
  } catch (error) {
    if (error instanceof RangeError) throw new ToolError('the code is nested too deeply');
    throw error;
  } finally {
    currentLimit = undefined;
  }
}

const layouts: Readonly<Record<Language, Layout>> = {
  js: (code, options) => layOutScript(code, options, jsBeautify().js),
  css: (text, options) => jsBeautify().css(text, options),
  html(text, options) {
    const script = layoutOfParts(scripts());
    return jsBeautify().html(text, options, (code, own) => layOutScript(code, own, script), layoutOfParts(styles()));
  },
};

/** Lays out a script as the library does, and so that it stays the same program; if it cannot, as it was written. */
function layOutScript(code: string, options: LibraryOptions, layOut: Layout): string {
  const hidden = hideFromBeautifier(code);
  if (hidden === undefined) return code;
  const layout = layOut(hidden, options);
  return applyLayout(code, hidden, layout, options.eol ?? '\n', currentLimit) ?? code;
}

/**
 * Returns what lays out the parts of one page. The library reads the options for each part, though they are the same:
 * of a page with 27,000 tiny scripts, a fifth of the time.
 */
function layoutOfParts({ Beautifier }: PartBeautifiers): Layout {
  let unused: PartBeautifier | undefined;
  return (text, options) => {
    unused ??= new Beautifier('', options);
    // A comment in the part before may have changed it: `beautify preserve:start`.
    unused._options.keep_array_indentation = false;
    const copy: PartBeautifier = Object.create(Beautifier.prototype);
    return Object.assign(copy, unused, { _source_text: text }).beautify();
  };
}

/** Elements inside a line that the library would put on lines of their own, which shows as spaces around them. */
const moreInlineElements = ['font', 'marquee', 'nobr', 'picture', 'slot'];
let inline: string[] | undefined;

function inlineElements(): string[] {
  inline ??= [...new (htmlOptions().Options)().inline, ...moreInlineElements];
  return inline;
}

/** The limit of the current run. There is never more than one run, because each is synchronous. */
let currentLimit: OutputLimit | undefined;
let measured = false;

/** Makes the library measure its lines before it joins them; it has no limit itself. */
function measureOutput(): void {
  if (measured) return;
  measured = true;
  const { prototype } = outputModule().Output;
  const join = prototype.get_code;
  prototype.get_code = function (eol) {
    let length = 0;
    for (const { __items, __indent_count, __alignment_count } of this.__lines) {
      if (__items.length > 0) length += Math.max(0, this.get_indent_size(__indent_count, __alignment_count));
      for (const item of __items) length += item.length;
      length += eol.length;
    }
    // There is one line end less than lines, unless the text ends with one. Trimming at the end comes later.
    currentLimit?.check(length - eol.length);
    return join.call(this, eol);
  };
}
