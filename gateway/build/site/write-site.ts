import { resolve } from 'node:path';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { siteFiles, writeSite } from './site.js';

// `npm run build:site -- [folder]`: writes the site of static files.
const folder = resolve(process.argv[2] ?? 'dist/site');
const files = await siteFiles(await loadCatalogue());
try {
  writeSite(folder, files);
  process.stdout.write(`${folder}: ${files.size} files\n`);
} catch (error) {
  process.stderr.write(`textmill: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
