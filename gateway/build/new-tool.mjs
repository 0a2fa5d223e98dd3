// @ts-check
// `npm run new-tool -- <category> <slug>`: writes the two files of a new tool.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';

const toolsDirectory = join(projectDirectory, 'engine/tools');
const usage = 'Usage: npm run new-tool -- <category> <slug>';

runAsScript(import.meta.url, () => {
  const [category = '', slug = '', ...more] = process.argv.slice(2);
  const categories = readdirSync(toolsDirectory).sort();
  if (slug === '' || more.length > 0) throw new ScriptError(`${usage}\nCategories: ${categories.join(', ')}`);
  if (!categories.includes(category)) {
    throw new ScriptError(`Unknown category: ${category}. Categories: ${categories.join(', ')}`);
  }
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(slug)) {
    throw new ScriptError(
      `${slug} is not a valid slug. Use lower-case words with hyphens between them, such as trim-lines`,
    );
  }
  const namesake = categories.find((folder) => existsSync(join(toolsDirectory, folder, `${slug}.ts`)));
  if (namesake !== undefined) throw new ScriptError(`The tool ${slug} already exists in engine/tools/${namesake}`);

  write(`engine/tools/${category}/${slug}.ts`, filled('tool.ts.txt', slug));
  write(`test/engine/tools/${category}/${slug}.cases.ts`, filled('cases.ts.txt', slug));
  say('npm test fails until the tool matches its examples and its table of cases');
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

/**
 * @param {string} name - of a file in the folder of templates.
 * @param {string} slug
 */
function filled(name, slug) {
  const title = slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');
  const template = readFileSync(new URL(`templates/${name}`, import.meta.url), 'utf8');
  return template.replaceAll('{{slug}}', slug).replaceAll('{{title}}', title);
}
