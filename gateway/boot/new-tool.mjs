// @ts-check
// `npm run new-tool -- <category> <slug>`: writes the two files of a new tool.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';

const toolsDirectory = join(projectDirectory, 'engine/tools');
const usage = 'Usage: npm run new-tool -- <category> <slug>';

runAsScript(import.meta.url, () => {
  const [category = '', slug = '', ...more] = process.argv.slice(2);
  const categories = readdirSync(toolsDirectory).sort();
  if (slug === '' || more.length > 0) throw new ScriptError(`${usage}\nCategories: ${categories.join(', ')}`);
  if (!categories.includes(category)) {
    throw new ScriptError(`There is no category ${category}. Categories: ${categories.join(', ')}`);
  }
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(slug)) {
    throw new ScriptError(`${slug} is no slug: lower-case words with hyphens between them, such as trim-lines`);
  }
  const namesake = categories.find((folder) => existsSync(join(toolsDirectory, folder, `${slug}.ts`)));
  if (namesake !== undefined) throw new ScriptError(`There is a tool ${slug} in engine/tools/${namesake}`);

  write(`engine/tools/${category}/${slug}.ts`, toolFile(slug));
  write(`test/engine/tools/${category}/${slug}.cases.ts`, casesFile(slug));
  say('npm test fails until the tool does what its examples and its table say');
});

/**
 * @param {string} path - below the project's folder.
 * @param {string} content
 */
function write(path, content) {
  const file = join(projectDirectory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { flag: 'wx' });
  say(`wrote ${path}`);
}

/** @param {string} slug */
function toolFile(slug) {
  const title = slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');
  return `import { Type } from 'typebox';
import { ToolError } from '../../errors.js';
import { defineTool } from '../../tool.js';

export default defineTool({
  slug: '${slug}',
  title: '${title}',
  description: 'Says in one to three sentences what the tool does, for a person who chooses one.',
  config: Type.Object({
    times: Type.Integer({ default: 1, minimum: 1, maximum: 10, description: 'What the option means, with its unit' }),
  }),
  examples: [
    { input: 'what most users have', output: 'what they get' },
    { input: 'with an option', config: { times: 2 }, output: 'what they get then' },
    { input: '', output: '' },
  ],
  run(input, { times }, limit) {
    // A tool whose output can be many times its input asks before it builds.
    limit.check(input.length * times);
    if (input.includes('\\0')) throw new ToolError('line 1, column 1: a reason that a person can act on');
    return input.repeat(times);
  },
});
`;
}

/** @param {string} slug */
function casesFile(slug) {
  return `import assert from 'node:assert/strict';
import fc from 'fast-check';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = '${slug}';

export default {
  slug,
  cases: [
    { name: 'a final line end stays', input: 'a\\n', output: 'a\\n' },
    { input: 'a', config: { times: 11 }, error: 'steps[0].config.times must be at most 10' },
    { input: '\\0', error: 'line 1, column 1: a reason that a person can act on' },
  ],
  checks: {
    'a property that holds for every text': () => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme' }), (input) => {
          assert.equal(resultOf(slug, input).length, input.length);
        }),
        { seed: 1, numRuns: 100 },
      );
    },
  },
} satisfies ToolCases;
`;
}
