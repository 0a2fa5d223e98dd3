import { readConsoleFiles } from '../console/console-files.js';
import type { HeaderList } from '../http/server.js';
import { StaticDocument } from '../request/static-document.js';

/**
 * Headers of the console's page. It loads its own script and style sheet and talks to its own gateway. Injected content
 * can load, run, send to and frame nothing else.
 */
const pageHeaders: HeaderList = [
  'Content-Security-Policy',
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'Permissions-Policy',
  'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy',
  'no-referrer',
  'X-Content-Type-Options',
  'nosniff',
];

const assetHeaders: HeaderList = ['Cross-Origin-Resource-Policy', 'same-origin', 'X-Content-Type-Options', 'nosniff'];

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

const pageName = 'index.html';
/** The name of a file is a digest of its content (RFC 8246). */
const immutable = 'public, max-age=31536000, immutable';

/** The documents of `GET /console/…`, read or built on the first request. */
export class ConsoleDocuments {
  #documents: Promise<ReadonlyMap<string, StaticDocument>> | undefined;

  /**
   * Returns a file of the page, or the page itself, which is the same for every view and shows the view of its address.
   *
   * @param asset - the name of the file; '' for the page.
   * @returns undefined if there is no such file.
   */
  async find(asset: string): Promise<StaticDocument | undefined> {
    return asset === pageName ? undefined : (await this.#all()).get(asset || pageName);
  }

  #all(): Promise<ReadonlyMap<string, StaticDocument>> {
    this.#documents ??= makeDocuments().catch((error: unknown) => {
      // A failed read is retried with the next request.
      this.#documents = undefined;
      throw error;
    });
    return this.#documents;
  }
}

async function makeDocuments(): Promise<ReadonlyMap<string, StaticDocument>> {
  const files = await readConsoleFiles();
  const documents = Array.from(files, async ([name, contents]) => [name, await made(name, contents)] as const);
  return new Map(await Promise.all(documents));
}

async function made(name: string, contents: Uint8Array): Promise<StaticDocument> {
  const type = types[name.slice(name.lastIndexOf('.') + 1)];
  const document =
    type === undefined
      ? new StaticDocument(contents, 'text/html; charset=utf-8', pageHeaders)
      : new StaticDocument(contents, type, assetHeaders, immutable);
  await document.compressAside();
  return document;
}
