import { findConsoleFiles } from '#gateway/console/console-files.js';
import { favicon } from '#gateway/core/brand.js';
import { memoizeAsync } from '#gateway/core/memoize-async.js';
import type { HeaderList } from '../http/server.js';
import { StaticDocument } from '../pipeline/static-document.js';
import { consoleHeaders } from './page-headers.js';

/** The policy holds for a script that runs as a worker: it loads its other parts, and can send nothing. */
const assetHeaders: HeaderList = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'X-Content-Type-Options',
  'nosniff',
];

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** For a picture that somebody opens as a page. */
const iconHeaders: HeaderList = ['Content-Security-Policy', "default-src 'none'", 'X-Content-Type-Options', 'nosniff'];

const pageName = 'index.html';
/** The name of a file is a digest of its content (RFC 8246). */
const immutable = 'public, max-age=31536000, immutable';
/** The icon has a fixed name. */
const forDay = 'public, max-age=86400';

/** The documents of `GET /console/…`, found or built on the first request, and read when they are asked for. */
export class ConsoleDocuments {
  readonly #documents = memoizeAsync(makeDocuments);
  #favicon: StaticDocument | undefined;

  /**
   * Returns a file of the page, or the page itself, which is the same for every view and shows the view of its address.
   *
   * @param asset - the name of the file; '' for the page.
   * @returns undefined if there is no such file.
   */
  async find(asset: string): Promise<StaticDocument | undefined> {
    return asset === pageName ? undefined : (await this.#documents()).get(asset || pageName)?.();
  }

  /**
   * Returns the address of a file by its name without the digest: `reference.css`.
   *
   * @throws {Error} if there is no such file.
   */
  async addressOf(name: string): Promise<string> {
    const [stem = '', extension = ''] = name.split('.');
    const pattern = new RegExp(`^${stem}-\\w+\\.${extension}$`);
    const found = [...(await this.#documents()).keys()].find((file) => pattern.test(file));
    if (found === undefined) throw new Error(`The bundle has no ${name}`);
    return `/console/assets/${found}`;
  }

  /** Returns the icon of all pages. */
  favicon(): StaticDocument {
    this.#favicon ??= new StaticDocument(Buffer.from(favicon), 'image/svg+xml', iconHeaders, forDay);
    return this.#favicon;
  }
}

async function makeDocuments(): Promise<ReadonlyMap<string, () => Promise<StaticDocument>>> {
  const files = await findConsoleFiles();
  return new Map(Array.from(files, ([name, read]) => [name, memoizeAsync(async () => documentOf(name, await read()))]));
}

function documentOf(name: string, contents: Uint8Array): StaticDocument {
  const type = types[name.slice(name.lastIndexOf('.') + 1)];
  return type === undefined
    ? new StaticDocument(contents, 'text/html; charset=utf-8', consoleHeaders)
    : new StaticDocument(contents, type, assetHeaders, immutable);
}
