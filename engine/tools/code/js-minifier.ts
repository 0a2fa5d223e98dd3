import type { MinifyOptions } from 'terser';
import { ToolError } from '../../errors.js';
import { lazyLibrary } from '../../lazy-library.js';
import { Type } from '../../schema.js';
import { checkBracketDepth } from '../../text/bracket-depth.js';
import { describeCharacter, placeOf } from '../../text/position.js';
import { defineTool } from '../../tool.js';

const terser = lazyLibrary<typeof import('terser')>('terser');

export default defineTool({
  slug: 'js-minifier',
  title: 'JavaScript minifier',
  description:
    'Takes white space and comments out of JavaScript, scripts and modules alike, and on request shortens names and statements. Licence comments stay: those with @license, @preserve or a ! at the start. At most 200,000 characters; TypeScript, JSX and code with errors are refused with the line and column.',
  heavy: true,
  config: Type.Object({
    mangle: Type.Boolean({
      default: false,
      description: 'Gives short names to what is declared inside functions; names at the top level stay',
    }),
    compress: Type.Boolean({
      default: false,
      description: 'Rewrites statements in shorter ways, and drops debugger statements and code that is never used',
    }),
    ecma: Type.Enum([5, 2015, 2020], {
      default: 2020,
      description:
        'The edition of ECMAScript whose syntax may be used to write code shorter; newer syntax of the code itself is not translated',
    }),
  }),
  examples: [
    {
      input: '// Adds two numbers.\nfunction add(first, second) {\n  return first + second;\n}\n',
      output: 'function add(first,second){return first+second}',
    },
    {
      input: 'function add(first, second) {\n  const sum = first + second;\n  return sum;\n}',
      config: { mangle: true, compress: true },
      output: 'function add(n,d){return n+d}',
    },
    { input: '/*! (c) Example */\nlet s = `two  blanks`; // gone', output: '/*! (c) Example */\nlet s=`two  blanks`;' },
    { input: 'x = { name: name }', config: { ecma: 5 }, output: 'x={name:name};' },
  ],
  run(input, { mangle, compress, ecma }) {
    if (input.length > maxCharacters) {
      throw new ToolError(`the code has ${input.length} characters; at most ${maxCharacters} can be minified`);
    }
    checkBracketDepth(input, maxDepth);
    // Calculating constant expressions has no bound: 1n<<1000000000n took minutes, s+s again and again fills the memory.
    return minified(input, { mangle, compress: compress && { evaluate: false }, ecma });
  },
});

/** What can be minified with all options within the time of a step. */
const maxCharacters = 200_000;

/** Far more than code has. Twice as deep, the library's functions that call themselves exhaust the stack. */
const maxDepth = 500;

/** Without the effects of the option `module` on names at the top level; missing in the types of the library. */
const moduleSyntax = { bare_returns: false, module: true };

/** Code is a script, unless it can be read only as a module, where await may stand outside of functions. */
function minified(code: string, options: MinifyOptions): string {
  const asScript = attempt(code, options);
  if (typeof asScript === 'string') return asScript;
  const asModule = attempt(code, { ...options, parse: moduleSyntax });
  if (typeof asModule === 'string') return asModule;
  const { offset, reason } = asModule.offset > asScript.offset ? asModule : asScript;
  throw new ToolError(`${placeOf(code, offset)}: ${reason}`);
}

interface SyntaxProblem {
  /** In UTF-16 code units. */
  readonly offset: number;
  readonly reason: string;
}

function attempt(code: string, options: MinifyOptions): string | SyntaxProblem {
  try {
    return terser().minify_sync(code, options).code ?? '';
  } catch (error) {
    if (error instanceof RangeError) {
      throw new ToolError('the code is nested too deeply, or has too long a chain of operators or calls');
    }
    if (!(error instanceof Error && 'pos' in error && typeof error.pos === 'number')) {
      throw new ToolError('the code cannot be minified');
    }
    return { offset: error.pos, reason: reasonOf(error.message, code, error.pos) };
  }
}

/** Messages quote the code, which may be long. */
const longestReason = 100;

function reasonOf(message: string, code: string, offset: number): string {
  if (message.startsWith('Unexpected ')) return `unexpected ${tokenAt(code, offset)}`;
  if (message.length > longestReason) return 'invalid syntax';
  return message.charAt(0).toLowerCase() + message.slice(1);
}

function tokenAt(code: string, offset: number): string {
  if (offset >= code.length) return 'end of the code';
  const word = /^[\p{ID_Continue}$]+/u.exec(code.slice(offset, offset + longestReason))?.[0];
  return word === undefined ? describeCharacter(code, offset) : `"${word}"`;
}
