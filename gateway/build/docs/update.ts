import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { clientTypesFile, renewedClientTypes } from './client-types.js';
import { joinedParts, type PartsModule, withParts } from './page.js';
import { pageParts } from './page-parts.js';

/**
 * `npm run docs`: writes the generated parts of the pages and the types of the client.
 *
 * Its arguments are modules that generate further parts: nothing in gateway may import the benchmarks and the tests.
 */
const modules = await Promise.all(
  process.argv.slice(2).map((path) => import(pathToFileURL(path).href) as Promise<PartsModule>),
);
const parts = await Promise.all([pageParts(), ...modules.map((module) => module.pageParts())]);
for (const [path, named] of Object.entries(joinedParts(parts))) {
  const file = new URL(`../../../${path}`, import.meta.url);
  const page = readFileSync(file, 'utf8');
  const renewed = withParts(page, named);
  if (renewed === page) continue;
  writeFileSync(file, renewed);
  process.stdout.write(`wrote ${path}\n`);
}
writeFileSync(clientTypesFile, renewedClientTypes(await loadCatalogue()));
