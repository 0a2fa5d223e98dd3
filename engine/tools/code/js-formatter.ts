import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { beautify, Indent } from '../../text/code/beautify.js';

export default defineTool({
  slug: 'js-formatter',
  title: 'JavaScript formatter',
  description:
    'Lays out JavaScript or JSON with one statement per line and even indentation, and TypeScript except for its types, which come out rough; JSX is not supported. Only white space changes: quotes, semicolons and comments stay, and code with errors is laid out as far as it can be read.',
  // The beautifier's tokens: 200 bytes were measured for lines of one character.
  heapBytesPerCharacter: 250,
  config: Type.Object({ indent: Indent }),
  examples: [
    {
      input: 'function f(a){if(a){return {b:1,c:[1,2]}}else{g()}}',
      output:
        'function f(a) {\n  if (a) {\n    return {\n      b: 1,\n      c: [1, 2]\n    }\n  } else {\n    g()\n  }\n}',
    },
    {
      input: "// keep me\nconst a='x';let b=`  y`;",
      output: "// keep me\nconst a = 'x';\nlet b = `  y`;",
    },
    { input: 'a=>{b()}', config: { indent: 4 }, output: 'a => {\n    b()\n}' },
    { input: 'a();\n\n\n\nb( /x{2}/g )', output: 'a();\n\nb(/x{2}/g)' },
  ],
  run: (input, config, limit) => beautify('js', input, config, limit),
});
