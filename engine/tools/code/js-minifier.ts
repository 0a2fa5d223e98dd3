import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { positionAt } from '../../text/position.js';

const terser = lazyLibrary<typeof import('terser')>('terser');

const config = Type.Object({
  mangle: Type.Boolean({
    default: false,
    description:
      'Gives short names to local variables and functions; names at the top level stay, unless the code is a module',
  }),
  compress: Type.Boolean({
    default: false,
    description: 'Also rewrites the code: joins statements, removes unreachable code',
  }),
  ecma: Type.Enum([5, 2015, 2020], {
    default: 2020,
    description:
      'The edition of ECMAScript whose shorter syntax may be used. Code in newer syntax is not translated to older ones',
  }),
  module: Type.Boolean({
    default: false,
    description: 'Parses the code as a module: await is allowed at the top level, where names are local as well',
  }),
  keepComments: Type.Enum(['important', 'none'], {
    default: 'important',
    description: 'important keeps comments that start with ! or contain @license or @preserve; none removes all',
  }),
});

type Config = Static<typeof config>;

/** Three seconds for 450,000 characters were measured, and more with `compress`. */
const maxLength = 200_000;

export default defineTool({
  slug: 'js-minifier',
  title: 'JavaScript minifier',
  description:
    'Makes JavaScript shorter: removes white space and comments, and optionally shortens names and rewrites the code. Accepts up to 200,000 characters; rejects code with errors and names the line and column. TypeScript and JSX are not supported.',
  config,
  examples: [
    {
      input: '// Adds up.\nfunction add(first, second) {\n  return first + second;\n}\n',
      output: 'function add(first,second){return first+second}',
    },
    {
      input: 'function add(first, second) {\n  const sum = first + second;\n  return sum;\n}',
      config: { mangle: true, compress: true },
      output: 'function add(n,d){return n+d}',
    },
    { input: '/*! MIT */\nlet a = 1;\n\nlet b = `x  y`;', output: '/*! MIT */\nlet a=1;let b=`x  y`;' },
    { input: 'const text = await read();', config: { module: true }, output: 'const text=await read();' },
  ],
  // Nodes of the syntax tree: 232 bytes were measured for `f(a);`.
  heapBytesPerCharacter: 320,
  run(input, config) {
    if (input.length > maxLength) {
      throw new ToolError(`the code has ${input.length} characters, more than ${maxLength}`);
    }
    checkDepth(input);
    checkNumbers(input);
    try {
      return minify(input, config);
    } catch (error) {
      throw refusal(error);
    }
  },
});

function minify(code: string, { mangle, compress, ecma, module, keepComments }: Config): string {
  const comments = keepComments === 'important' ? 'some' : false;
  // Constants are not evaluated: 1n<<60000000n, or a few lines of const b=a+a, would take minutes and fill the memory.
  const compression = compress && { evaluate: false };
  const result = terser().minify_sync(code, { mangle, compress: compression, ecma, module, format: { comments } });
  return result.code ?? '';
}

/** The library tests numbers with a pattern that takes quadratic time: 4 s for 50,000 digits. */
const mostDigits = 2_500;
/** Not the digits of a name, nor those at the start of a string. */
const longNumber = new RegExp(`(?<![\\w$."'\`])\\d[\\w.]{${mostDigits}}`);

function checkNumbers(code: string): void {
  const at = code.search(longNumber);
  if (at !== -1) throw ToolError.at(positionAt(code, at), `a number has more than ${mostDigits} digits`);
}

/** Deeper than anyone nests brackets, and far from where the recursive library runs out of stack. */
const maxDepth = 200;

const bracketOrOther = /\\[\s\S]|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|[()[\]{}]/g;

/** A rough count: it includes brackets in comments, templates and regular expressions, which are usually balanced. */
function checkDepth(code: string): void {
  let depth = 0;
  for (const [text] of code.matchAll(bracketOrOther)) {
    if (text === '(' || text === '[' || text === '{') depth++;
    else if (depth > 0 && text.length === 1) depth--;
    if (depth > maxDepth) throw tooDeep();
  }
}

function tooDeep(): ToolError {
  return new ToolError('the code is nested too deeply');
}

function refusal(error: unknown): unknown {
  if (error instanceof RangeError) return tooDeep();
  if (!(error instanceof Error) || !('line' in error) || !('col' in error)) return error;
  return ToolError.at({ line: Number(error.line), column: Number(error.col) + 1 }, `${reasonOf(error.message)}`);
}

/** The library's messages name the kinds of its tokens. */
function reasonOf(message: string): string {
  if (message.startsWith('Unexpected token: eof')) return 'the code ends too early';
  // Unexpected token: name (b); or: Unexpected token name «b», expected punc «,»
  const opening = message.search(/[(«]/);
  if (!message.startsWith('Unexpected token') || opening === -1) {
    return message.charAt(0).toLowerCase() + message.slice(1);
  }
  const comma = message.lastIndexOf(', expected ');
  const found = message.slice(opening + 1, comma === -1 ? -1 : comma - 1);
  const shown = `"${found.slice(0, 50)}"`;
  const expected = comma === -1 ? '' : message.slice(message.indexOf('«', comma) + 1, -1);
  return expected === '' ? `unexpected ${shown}` : `expected "${expected}", found ${shown}`;
}
