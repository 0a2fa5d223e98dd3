import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { toolsPage } from './tools-page.js';

// `npm run docs:tools -- [file]`: writes the page of all tools.
const file = resolve(process.argv[2] ?? 'dist/tools.html');
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, toolsPage(await loadCatalogue()));
process.stdout.write(`${file}\n`);
