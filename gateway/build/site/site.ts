import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Catalogue } from '#engine/catalogue/catalogue.js';
import { catalogueDocument } from '#engine/catalogue/tool-documents.js';
import { programFile, programFolder } from '#engine/core/program-folder.js';
import { html } from '#gateway/console/html.js';
import { toolsPage } from '#gateway/console/tools-page.js';
import { toolsPageStyle } from '#gateway/console/tools-page-style.js';
import { favicon, productName } from '#gateway/core/brand.js';
import { consoleHeaders } from '#gateway/server/endpoints/page-headers.js';

/** The exports of gateway/build/bundle-console.mjs. */
interface Bundler {
  bundleConsole(
    directory: string,
    options: { readonly isSite: boolean },
  ): Promise<readonly { readonly name: string; readonly contents: Uint8Array }[]>;
}

/** Tells a site from a folder of something else, and tells whoever serves it what to set. */
const noteName = 'textmill-site.txt';

/**
 * Returns the files of a site that needs no gateway, by their paths: the playground, the other views of the console that
 * process text, and the reference of all tools. All addresses in it are relative, so it works in any folder of a server.
 */
export async function siteFiles(catalogue: Catalogue): Promise<ReadonlyMap<string, Uint8Array | string>> {
  const { bundleConsole }: Bundler = await import(pathToFileURL(programFile('gateway/build/bundle-console.mjs')).href);
  const bundled = await bundleConsole(programFolder, { isSite: true });
  const assets = bundled.filter(({ name }) => name !== 'index.html' && !name.startsWith('reference-'));
  const index = Buffer.from(bundled.find(({ name }) => name === 'index.html')?.contents ?? []).toString();
  const tools = JSON.stringify(catalogueDocument(catalogue.values()));
  const toolsName = `assets/tools-${digest(tools)}.json`;
  const style = toolsPageStyle.text;
  const styleName = `assets/tools-page-${digest(style)}.css`;
  const page = (title: string, description: string, depth: number): string =>
    sitePage(index, { title, description, base: depth === 0 ? './' : '../'.repeat(depth), tools: toolsName });
  return new Map<string, Uint8Array | string>([
    ...assets.map(({ name, contents }) => [`assets/${name}`, contents] as const),
    [toolsName, tools],
    [styleName, style],
    ['favicon.svg', favicon],
    ['index.html', page(productName, 'Clean and transform text in your browser: nothing leaves it.', 0)],
    ['sanitize.html', page('Sanitize URLs', 'Removes tracking parameters from URLs, in your browser.', 0)],
    ['sort-dedupe.html', page('Sort and dedupe', 'Sorts lines and removes duplicates, in your browser.', 0)],
    ['tools.html', page('Tools', `${catalogue.size} tools for text that run in your browser.`, 0)],
    ...Array.from(catalogue.values(), ({ tool }) => {
      return [`tools/${tool.slug}.html`, page(tool.title, tool.description, 1)] as const;
    }),
    ['reference.html', withPolicy(toolsPage(catalogue, { style: styleName, playground: './' }))],
    [noteName, note],
  ]);
}

interface PageFacts {
  readonly title: string;
  readonly description: string;
  /** The way to the first page: `./`, `../`. */
  readonly base: string;
  /** The file with all tools, from the first page. */
  readonly tools: string;
}

/** Makes a page of the site from that of the console. */
function sitePage(index: string, { title, description, base, tools }: PageFacts): string {
  const named = title === productName ? title : `${title} · ${productName}`;
  const page = index
    .replace('<html lang="en">', html`<html lang="en" data-base="${base}" data-tools="${tools}">`.text)
    .replaceAll('/console/assets/', `${base}assets/`)
    .replace('/favicon.svg', `${base}favicon.svg`)
    .replace(/<title>.*<\/title>/, () => html`<title>${named}</title>`.text)
    .replace(/(?<=name="description" content=").*?(?=")/, () => html`${description}`.text)
    .replace(
      /<noscript>.*<\/noscript>/,
      html`<noscript><p>The page needs JavaScript. <a href="${base}reference.html">The reference of the tools</a> does not.</p></noscript>`
        .text,
    );
  return withPolicy(page);
}

const policy = consoleHeaders[consoleHeaders.indexOf('Content-Security-Policy') + 1] ?? '';

/** A page keeps to the policy also where the server has no headers. Browsers ignore `frame-ancestors` there. */
function withPolicy(page: string): string {
  const content = policy.replace(/; frame-ancestors [^;]*/, '');
  return page.replace('<meta charset="utf-8">', `$&\n<meta http-equiv="Content-Security-Policy" content="${content}">`);
}

const note = `A site of Textmill, made by npm run build:site. Serve this folder with any web server, at any path.

A header that the server should add to the pages, which have all of it but frame-ancestors in them:
Content-Security-Policy: ${policy}

The files in assets/ have names that change with their contents: Cache-Control: public, max-age=31536000, immutable
`;

/** Eight digits are enough for the files of one name. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/**
 * Writes a site to a folder, in place of the site that is there.
 *
 * @throws {Error} if the folder has other files.
 */
export function writeSite(folder: string, files: ReadonlyMap<string, Uint8Array | string>): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    if (!existsSync(join(folder, noteName)))
      throw new Error(`${folder} has files that are no site: name an empty folder`);
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  }
  for (const [path, contents] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
}
