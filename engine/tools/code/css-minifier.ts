import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { replaceMatches } from '../../text/replacement.js';
import { checkCssDepth, countImportantComments, stripCss } from './css-minifier/css-tokens.js';
import { csso, type StyleSheet } from './css-minifier/csso.js';
import {
  atRulesWithMeaning,
  hasAtRules,
  hideImports,
  keepTimelineRanges,
  keepUnits,
} from './css-minifier/protected-parts.js';
import { limitRestructuring } from './css-minifier/restructuring.js';

export default defineTool({
  slug: 'css-minifier',
  title: 'CSS minifier',
  description:
    'Makes a style sheet shorter: removes white space, comments and empty rules, and writes colours, zeros and numbers shorter. If it contains something that cannot be parsed or would get lost, such as nested rules, (width >= 400px) or empty keyframes, only white space and comments are removed, so that nothing is lost. Files named by @import are not read.',
  config: Type.Object({
    restructure: Type.Boolean({
      default: false,
      description:
        'Also merges and moves rules and declarations. May change the result where rules have equal specificity. Refused where thousands of rules would have to be compared with each other, as by 2,000 names of elements, and with more than 50,000 rules and declarations',
    }),
    keepComments: Type.Enum(['important', 'none'], {
      default: 'important',
      description:
        'important keeps comments that start with /*!, such as licences; with one inside a rule, only white space and other comments are removed. none removes all',
    }),
  }),
  examples: [
    {
      input: '/* Links */\na {\n  color: #ff0000;\n  margin: 0px 0.50em;\n}\n\nb {}\n',
      output: 'a{color:red;margin:0 .5em}',
    },
    {
      input: 'a { color: red }\nb { color: red }',
      config: { restructure: true },
      output: 'a,b{color:red}',
    },
    { input: '/*! MIT */ a { b: c }', config: { keepComments: 'none' }, output: 'a{b:c}' },
    {
      input: '.card {\n  color: #ff0000; /* nested */\n  & .title {\n    margin: 0px;\n  }\n}',
      output: '.card{color:#ff0000;& .title{margin:0px}}',
    },
  ],
  // Nodes of the syntax tree: 268 bytes were measured for `a{b:c}` with restructure.
  heapBytesPerCharacter: 300,
  run(input, { restructure, keepComments }) {
    checkCssDepth(input);
    const important = keepComments === 'important';
    const compressed = compress(input, restructure, important);
    if (compressed === undefined) return stripCss(input, important);
    return isAscii(input) ? asciiCss(compressed) : compressed;
  },
});

/** The library drops what it cannot read, up to the whole rule around it. */
class Unreadable extends Error {}

/** Returns the compressed CSS; undefined if something would get lost. */
function compress(css: string, restructure: boolean, important: boolean): string | undefined {
  const { syntax } = csso();
  const sheet = read(css);
  if (sheet === undefined || (important && losesComments(css, sheet))) return undefined;
  const rules = atRulesWithMeaning(sheet);
  if (rules === undefined || !keepTimelineRanges(sheet)) return undefined;
  const showImports = hideImports(sheet);
  if (showImports === undefined) return undefined;
  keepUnits(sheet);
  if (restructure) limitRestructuring(sheet);
  const { ast } = syntax.compress(sheet, { restructure, comments: important ? 'exclamation' : false });
  showImports();
  // The library drops some at-rules that it parses but does not know: an import after a layer, media without a query.
  return hasAtRules(ast, rules) ? syntax.generate(ast) : undefined;
}

function read(css: string): StyleSheet | undefined {
  try {
    return csso().syntax.parse(css, {
      onParseError() {
        // At the first one: thousands of them take the parser many seconds.
        throw new Unreadable();
      },
    });
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** Tests whether there are comments to keep where the parser skips them: inside rules, unless in a custom property. */
function losesComments(css: string, sheet: StyleSheet): boolean {
  const count = countImportantComments(css);
  if (count === 0) return false;
  let read = 0;
  csso().syntax.walk(sheet, (node) => {
    if (node.type === 'Comment') read++;
    else if (node.type === 'Raw') read += countImportantComments(node.value);
  });
  return read < count;
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** Writes characters as escapes that the library decoded. A style sheet in ASCII needs no charset. */
function asciiCss(css: string): string {
  return replaceMatches(css, /([^\0-\x7f])([\da-f\s]?)/giu, (_, character: string, next: string) => {
    const code = character.codePointAt(0)?.toString(16) ?? '';
    return `\\${code}${next === '' ? '' : ` ${next}`}`;
  });
}
